import { glob, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root, run } from "./consumer-projects.ts";
import { type DocumentedCode, documentedCodeOf } from "./documented-code.ts";

// Inside packages/mock, where everything that examples import is installed.
const folder = join(root, "packages/mock/.documented-code");

/** Values that examples may use without declaring them. */
const prelude = `
declare const apiKey: string, memberId: string, categoryId: string, callId: string;
declare const sdk: import("@call-analysis/sdk").CallAnalysis;
declare const token: import("@call-analysis/sdk").ResumeToken;
declare const input: import("@call-analysis/sdk").AnalyzeFileInput;
declare const inputs: Iterable<import("@call-analysis/sdk").BatchInput>;
declare const findCallOf: (key: string) => Promise<string | undefined>;
declare const ledger: import("@call-analysis/sdk").CreationLedger;
declare const table: {
  insertIfAbsent(key: string, value: string): Promise<boolean>;
  read(key: string): Promise<string>;
  write(key: string, value: string): Promise<void>;
  deleteIf(key: string, value: string): Promise<void>;
};
declare const service: import("@call-analysis/mock").MockService;
declare const sessions: { userOf(request: Request): Promise<{ userId: string } | null> };
declare const store: { save(token: import("@call-analysis/sdk").ResumeToken): Promise<void> };
`;

/** Names that examples may use without importing them, and where they come from. */
const imports = {
  CallAnalysis: "@call-analysis/sdk",
  createValidator: "@call-analysis/sdk/schemas",
  createMockService: "@call-analysis/mock",
  createHandlers: "@call-analysis/mock/msw",
  setupServer: "msw/node",
  fromPath: "@call-analysis/sdk/node",
  fileJournal: "@call-analysis/sdk/node",
  ledgerCases: "@call-analysis/sdk/ledger-conformance",
  test: "vitest",
  spool: "@call-analysis/sdk/node",
  createServer: "node:http",
  parseProgression: "../src/command/flag-values.js",
  matches: "../src/core/match.js",
  parsePolicies: "../src/command/flag-values.js",
  parseFault: "../src/command/flag-values.js",
};

let pieces: DocumentedCode[];

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  const paths: string[] = [];
  for await (const path of glob(["packages/*/src/**/*.ts", "packages/*/README.md"], { cwd: root })) paths.push(path);
  pieces = (await Promise.all(paths.sort().map((path) => documentedCodeOf(join(root, path))))).flat();
  await Promise.all(pieces.map(({ code }, index) => writeFile(join(folder, `example-${index}.ts`), moduleOf(code))));
  await writeFile(join(folder, "prelude.d.ts"), prelude);
  const files = ["prelude.d.ts", ...pieces.map((_, index) => `example-${index}.ts`)];
  const compilerOptions = { noUnusedLocals: false, noUncheckedIndexedAccess: false, types: ["node"] };
  await writeFile(
    join(folder, "tsconfig.json"),
    JSON.stringify({ extends: "../../../tsconfig.json", compilerOptions, include: [], files }),
  );
});

afterAll(() => rm(folder, { recursive: true }));

test.each([
  "sdk/src/client.ts",
  "sdk/src/calls.ts",
  "sdk/src/resources/agents.ts",
  "sdk/src/resources/categories.ts",
  "sdk/src/resources/campaigns.ts",
  "sdk/src/proxy.ts",
  "sdk/README.md",
  "mock/src/service.ts",
  "mock/README.md",
])("packages/%s has an example", (path) => {
  expect(pieces.some(({ place }) => place.startsWith(`packages/${path}`))).toBe(true);
});

test("every example of the doc comments and of the packages' READMEs compiles", async () => {
  await run(join(root, "node_modules/.bin/tsc"), ["-p", folder], root).catch((error: Error) => {
    throw new Error(
      error.message.replaceAll(/\S*example-(\d+)\.ts/g, (_, index) => pieces[Number(index)]?.place ?? ""),
    );
  });
});

function moduleOf(code: string): string {
  const missing = Object.entries(imports).filter(
    ([name]) => code.includes(name) && !new RegExp(`import[^;]*\\b${name}\\b`).test(code),
  );
  const lines = missing.map(([name, source]) => `import { ${name} } from "${source}";`);
  return `${lines.join("\n")}\n${code}\nexport {};\n`;
}
