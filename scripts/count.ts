/**
 * Counts what a person has to hold in mind, and prints a table: `npx -y pnpm@12 count`.
 *
 * Code lines are lines of TypeScript without blank lines, comments and generated files.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const blockComment = /\/\*[\s\S]*?\*\//g;
const argumentType = /^(?:export )?(?:interface|type) \w+(?:Options|Dependencies)\b/gm;

const packages = ["sdk", "mock", "cli", "console"];
const counts: [what: string, count: number][] = [
  ...packages.map((name): [string, number] => [`code lines, packages/${name}/src`, codeLines(`packages/${name}/src`)]),
  ["code lines, packages/contract-tests", codeLines("packages/contract-tests")],
  ["code lines, scripts", codeLines("scripts")],
  [
    `code lines, tests of ${packages.join(", ")}`,
    packages.reduce((sum, name) => sum + codeLines(`packages/${name}/test`), 0),
  ],
  ...packages.map((name): [string, number] => [`files, packages/${name}/src`, sources(`packages/${name}/src`).length]),
  ["argument types, packages/sdk/src", matchesIn(sources("packages/sdk/src"), argumentType)],
  ["argument types, packages/mock/src", matchesIn(sources("packages/mock/src"), argumentType)],
  ["public names of the client and the fake", matchesIn(tracked("packages/*/api/*.api.md"), /^export /gm)],
  ["rows of options", matchesIn(["docs/reference/options.md"], /^\| `/gm)],
  ["policies", fieldsOf("packages/mock/src/core/policies.ts", "export interface Policies {")],
];

const width = Math.max(...counts.map(([what]) => what.length));
for (const [what, count] of counts) {
  console.log(`${what.padEnd(width)}  ${count.toLocaleString("en").padStart(7)}`);
}

function codeLines(folder: string): number {
  const lines = sources(folder).flatMap((path) => textOf(path).replaceAll(blockComment, "").split("\n"));
  return lines.map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("//")).length;
}

function matchesIn(paths: readonly string[], pattern: RegExp): number {
  return paths.reduce((sum, path) => sum + [...textOf(path).matchAll(pattern)].length, 0);
}

function fieldsOf(path: string, head: string): number {
  const [, body = ""] = textOf(path).split(head);
  return [...(body.split("\n}")[0] ?? "").matchAll(/^ {2}\w+\??:/gm)].length;
}

function sources(folder: string): string[] {
  return tracked(folder).filter((path) => /\.tsx?$/.test(path) && !path.includes("generated"));
}

function tracked(pattern: string): string[] {
  return spawnSync("git", ["ls-files", "--", pattern], { cwd: root, encoding: "utf8" })
    .stdout.split("\n")
    .filter(Boolean);
}

function textOf(path: string): string {
  return readFileSync(join(root, path), "utf8");
}
