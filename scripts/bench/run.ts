/**
 * Measures our packages beside their peers, and writes RESULTS.md: `npx -y pnpm@12 bench [--quick] [--only name] [--skip name]`.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Benchmark, fullPace, type Pace, quickPace } from "./harness/benchmark.ts";
import { benchPath } from "./harness/paths.ts";
import { installPeers, missingPeers, peerVersions } from "./harness/peers.ts";
import { type Row, report } from "./harness/report.ts";
import { knownMisses } from "./known-misses.ts";
import { bundleSize } from "./rows/bundle-size.ts";
import { coldStart } from "./rows/cold-start.ts";
import { finishedBatch } from "./rows/finished-batch.ts";
import { httpThroughput } from "./rows/http-throughput.ts";
import { importCost } from "./rows/import-cost.ts";
import { polling } from "./rows/polling.ts";
import { subjectBenchmarks } from "./rows/subjects.ts";
import { testCommand } from "./rows/test-command.ts";
import { uploadBesideHeap } from "./rows/upload.ts";

/** In the order of the results. */
const benchmarks: readonly Benchmark[] = [
  ...subjectBenchmarks,
  bundleSize,
  importCost,
  uploadBesideHeap,
  polling,
  finishedBatch,
  httpThroughput,
  coldStart,
  testCommand,
];

const { quick, only, skip } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string", multiple: true },
    skip: { type: "string", multiple: true, default: [] },
  },
}).values;

installPeers();
for (const name of missingPeers()) console.error(`${name} could not be installed, and is left out.`);
const rows = await measureAll(chosen(), quick ? quickPace : fullPace);
const text = report(rows, { versions: peerVersions(), knownMisses });
console.log(text);
// Quick results are too rough to keep, and those of single rows are not complete.
if (!quick && !only) writeFileSync(benchPath("RESULTS.md"), text);

function chosen(): Benchmark[] {
  const unknown = [...(only ?? []), ...skip].find((name) => !benchmarks.some((benchmark) => benchmark.name === name));
  if (unknown) throw new RangeError(`There is no row "${unknown}": ${benchmarks.map(({ name }) => name).join(", ")}.`);
  return benchmarks.filter(({ name, isSlow }) => (only ? only.includes(name) : !(quick && isSlow)));
}

async function measureAll(wanted: readonly Benchmark[], pace: Pace): Promise<Row[]> {
  const rows: Row[] = [];
  for (const benchmark of wanted) {
    const startMs = performance.now();
    rows.push(await measure(benchmark, pace));
    console.error(`${benchmark.name}: ${Math.round((performance.now() - startMs) / 1_000)} s`);
  }
  return rows;
}

/** Runs a row. A failure goes into the report, so that the other rows keep their numbers. */
async function measure(benchmark: Benchmark, pace: Pace): Promise<Row> {
  if (skip.includes(benchmark.name))
    return { benchmark, findings: { entries: [], targets: [], notes: ["Not measured in this run."] } };
  try {
    return { benchmark, findings: await benchmark.run(pace) };
  } catch (error) {
    return { benchmark, findings: undefined, failure: String(error) };
  }
}
