/**
 * Measures our packages beside their peers, and writes RESULTS.md: `npx -y pnpm@12 bench [--quick] [--only name]`.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Pace, takeTurns } from "./measure.ts";
import { type Result, report } from "./report.ts";
import { type Row, rows } from "./rows.ts";

const { quick, only } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string", multiple: true },
  },
}).values;
const names = rows.map(({ name }) => name);
const unknown = only?.find((name) => !names.includes(name));
if (unknown) throw new RangeError(`There is no row "${unknown}": ${names.join(", ")}.`);

const folder = import.meta.dirname;
const peers = Object.keys(manifestOf(".").optionalDependencies ?? {});
if (!peers.every(isInstalled))
  spawnSync("npm", ["install", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"], {
    cwd: folder,
    stdio: "inherit",
  });
const pace: Pace = quick ? { mostRounds: 3, effort: 0.2 } : { mostRounds: 99, effort: 1 };
const results: Result[] = [];
for (const row of rows.filter(({ name, isSlow }) => (only ? only.includes(name) : !(quick && isSlow)))) {
  const startMs = performance.now();
  results.push(await measured(row));
  console.error(`${row.name}: ${Math.round((performance.now() - startMs) / 1_000)} s`);
}
const versions = peers.filter(isInstalled).map((name) => `${name} ${manifestOf(`node_modules/${name}`).version}`);
const text = report(results, versions);
console.log(text);
// Quick results are too rough to keep, and those of single rows are not complete.
if (!quick && !only) writeFileSync(join(folder, "RESULTS.md"), text);

/** A row whose program fails has no figure; the others keep theirs. */
async function measured(row: Row): Promise<Result> {
  try {
    return { row, samples: await takeTurns(row, pace) };
  } catch (error) {
    console.error(error);
    return { row };
  }
}

function isInstalled(name: string): boolean {
  return existsSync(join(folder, "node_modules", name, "package.json"));
}

function manifestOf(path: string): { version?: string; optionalDependencies?: Record<string, string> } {
  return JSON.parse(readFileSync(join(folder, path, "package.json"), "utf8"));
}
