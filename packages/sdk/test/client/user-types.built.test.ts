/** The types in a package of a user's that is stricter than most, and that writes declarations. */
import { cpSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { compile } from "../../../../scripts/test/consumer-projects.ts";
import { requiresLongTests } from "../../../../scripts/test-requirements.ts";
import { temporaryFolder } from "../support/recordings.ts";

const own = fileURLToPath(new URL("../..", import.meta.url));

const lib = ["ES2023", "ESNext.Disposable"];
const dom = ["DOM", "DOM.Iterable", "DOM.AsyncIterable"];
const strictest = {
  target: "ES2022",
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  declaration: true,
  emitDeclarationOnly: true,
  outDir: "declarations",
  types: ["node"],
};

/** A project that has the built package as npm would deliver it, beside what it is used with. */
function projectWith(compilerOptions: object): string {
  const project = temporaryFolder();
  const modules = join(project, "node_modules");
  const installed = join(modules, "@call-analysis/sdk");
  for (const name of ["dist", "package.json"]) cpSync(join(own, name), join(installed, name), { recursive: true });
  for (const name of ["undici", "zod", "@opentelemetry/api"])
    link(join(own, "node_modules", name), join(modules, name));
  link(join(own, "../../node_modules/@types/node"), join(modules, "@types/node"));
  cpSync(join(own, "test/user-package"), project, { recursive: true });
  writeFileSync(join(project, "package.json"), '{ "type": "module", "private": true }');
  const options = { ...strictest, ...compilerOptions };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions: options, include: ["*.ts"] }));
  return project;
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(realpathSync(target), path);
}

// Two skip what takes four times as long as all else: a consumer of the packed packages has its libraries checked with both.
test.each<[string, object]>([
  ["with the types of a page", { module: "NodeNext", lib: [...lib, ...dom], skipLibCheck: true }],
  ["without the types of a page", { module: "NodeNext", lib, skipLibCheck: false }],
  ["for a bundler", { module: "ESNext", moduleResolution: "Bundler", lib: [...lib, ...dom], skipLibCheck: true }],
])(
  "everything that is exported compiles in a strict package that writes declarations, %s",
  requiresLongTests,
  async (_how, options) => {
    expect(await compile(projectWith(options))).toBe("");
  },
);
