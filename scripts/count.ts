/**
 * Counts what a person has to hold in mind, and prints a table: `npx -y pnpm@12 count`.
 *
 * Code lines are lines of TypeScript without blank lines and comments. Generated files do not count: they are in a folder
 * `generated/`, or named `*.generated.*`.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const root = join(import.meta.dirname, "..");
// A glob such as "**/*.ts" in a string is no comment: a comment begins its line.
const blockComment = /^\s*\{?\/\*[\s\S]*?\*\/\}?/gm;
const isGenerated = /(?:^|\/)generated\/|\.generated\./;

const packages = ["sdk", "mock", "cli", "console"];
const tests = packages.flatMap((name) => sources(`packages/${name}/test`));
const rows: [what: string, count: number][] = [
  ["code lines, packages/sdk/src", codeLines(sources("packages/sdk/src"))],
  ["code lines, packages/sdk/src, loaded by its main entry", codeLines(loadedBy("packages/sdk/src/index.ts"))],
  ["code lines, packages/mock/src", codeLines(sources("packages/mock/src"))],
  ["code lines, packages/cli/src", codeLines(sources("packages/cli/src"))],
  ["code lines, packages/console/src", codeLines(sources("packages/console/src"))],
  ["code lines, packages/contract-tests", codeLines(sources("packages/contract-tests"))],
  ["code lines, scripts", codeLines(sources("scripts"))],
  [`code lines, tests of ${packages.join(", ")}`, codeLines(tests)],
  ["code lines, public tests of them", codeLines(tests.filter((path) => path.includes("/test/public/")))],
  ["rows of options", matchesIn("docs/reference/options.md", /^\| `/gm)],
  ["policies", policies()],
  ["words of documentation", documents().reduce((sum, path) => sum + matchesIn(path, /\S+/g), 0)],
];

const width = Math.max(...rows.map(([what]) => what.length));
for (const [what, count] of rows) console.log(`${what.padEnd(width)}  ${count.toLocaleString("en").padStart(7)}`);

function codeLines(paths: readonly string[]): number {
  const lines = paths.flatMap((path) => textOf(path).replaceAll(blockComment, "").split("\n"));
  return lines.map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("//")).length;
}

/** The files of TypeScript in a folder. */
function sources(folder: string): string[] {
  return tracked(folder).filter((path) => /\.tsx?$/.test(path) && !isGenerated.test(path));
}

/** A file, and all that it reaches by relative imports, of types too. */
function loadedBy(entry: string): string[] {
  const loaded = new Set([entry]);
  for (const path of loaded) {
    const { importedFiles } = ts.preProcessFile(textOf(path));
    const relative = importedFiles.map(({ fileName }) => fileName).filter((name) => name.startsWith("."));
    for (const name of relative) loaded.add(join(path, "..", name.replace(/\.js$/, ".ts")));
  }
  return [...loaded].filter((path) => /\.tsx?$/.test(path) && !isGenerated.test(path));
}

/** What users and contributors read: no decisions, no generated reference, no reports, no changelogs. */
function documents(): string[] {
  const own = ["README.md", "CONTRIBUTING.md", "docs/*.md", "packages/*/README.md", "packages/*/skills/*.md"];
  return tracked(...own, "examples/*/README.md").filter(
    (path) => !path.startsWith("docs/decisions/") && !/never edited/i.test(textOf(path).slice(0, 300)),
  );
}

function policies(): number {
  const [, body = ""] = textOf("packages/mock/src/core/policies.ts").split("export interface Policies {");
  return [...(body.split("\n}")[0] ?? "").matchAll(/^ {2}\w+\??:/gm)].length;
}

function matchesIn(path: string, pattern: RegExp): number {
  return [...textOf(path).matchAll(pattern)].length;
}

/** The committed files that git finds by these patterns, in which `*` stands for folders too. */
function tracked(...patterns: string[]): string[] {
  const { stdout } = spawnSync("git", ["ls-files", "-z", "--", ...patterns], { cwd: root, encoding: "utf8" });
  return stdout.split("\0").filter(Boolean);
}

function textOf(path: string): string {
  return readFileSync(join(root, path), "utf8");
}
