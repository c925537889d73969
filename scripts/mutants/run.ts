/**
 * Mutation tests: changes the files that decide about money, keys and time, one place at a time, and fails when the tests
 * notice too few of the changes, or miss one that accepted-survivors.yaml does not name.
 *
 * `node scripts/mutants/run.ts [--workers 1] [file ...]`: without files, all of groups.ts, two at a time. A second run tries
 * anew only what a change touches.
 */
import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { acceptedSurvivors } from "./accepted-survivors.ts";
import { filesOf, type MutantGroup, mutantGroups } from "./groups.ts";
import { type Mutant, reportOf } from "./report.ts";
import { runGroup } from "./run-group.ts";

// A clock in GMT would hide which times are local.
process.env.TZ = "Asia/Kolkata";
// A journal waits for the disk at each write, which tests in memory need not.
if (existsSync("/dev/shm")) process.env.TMPDIR ??= "/dev/shm";
process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
const { values, positionals } = parseArgs({
  options: { workers: { type: "string", default: "2" } },
  allowPositionals: true,
});
const wanted = positionals.map((path) => relative(process.cwd(), resolve(path)));
const known = new Set(mutantGroups.flatMap(filesOf));
for (const path of wanted) {
  if (!known.has(path)) throw new Error(`${path} is in no group of scripts/mutants/groups.ts. Add it to one.`);
}

const mutants: Mutant[] = [];
for (const group of mutantGroups) mutants.push(...(await mutantsOf(group)));
const { text, failed } = reportOf(mutants, acceptedSurvivors);
console.log(`\n${text}`);
process.exitCode = failed ? 1 : 0;

async function mutantsOf(group: MutantGroup): Promise<Mutant[]> {
  const files = filesOf(group).filter((file) => wanted.length === 0 || wanted.includes(file));
  if (files.length === 0) return [];
  const startedMs = performance.now();
  const found = await runGroup(group, { files, workers: Number(values.workers) });
  const seconds = Math.round((performance.now() - startedMs) / 1_000);
  console.log(`${group.topic}, ${group.name} (${group.package}): ${found.length} mutants in ${seconds} s`);
  return found;
}
