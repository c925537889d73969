/**
 * Tries the packed packages with every tool on every runtime: `npx -y pnpm@12 test:runtimes [--only name]… [--write]`.
 *
 * It prints a line for each combination. The exit code is 1 when one that the table of docs/support.md supports does not work, or
 * when one does that the table excepts. With `--write`, a complete run without either writes the table.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createMockService } from "@call-analysis/mock";
import { serve } from "@call-analysis/mock/server";
import { stop as stopBundler } from "esbuild";
import { startAnyBrowser } from "../browser/start-browser.ts";
import { installConsumer, installTools, packPackages } from "../test/consumer-projects.ts";
import type { Project, Row } from "./row.ts";
import { rows } from "./rows.ts";
import { type RuntimeName, runtimes } from "./runtimes.ts";
import { supportTable, writeSupportTable } from "./support-table.ts";
import type { Trial } from "./trial.ts";

/** What every trial has in common. */
type SharedByTrials = Omit<Trial, "runtime" | "project">;

const { only, write } = parseArgs({
  options: { only: { type: "string", multiple: true }, write: { type: "boolean", default: false } },
}).values;
if (only && write) throw new RangeError("--write needs a complete run: leave --only out.");
const chosen = chooseRows();
const startMs = performance.now();
const folder = await mkdtemp(join(tmpdir(), "call-analysis-runtimes-"));
const tarballs = await packPackages(folder);
const browser = await startAnyBrowser();
const server = await serve(createMockService(), { port: 0, cors: true });
const surprises: string[] = [];
try {
  const fromNpm = runtimes.flatMap((runtime) => (runtime.kind === "chromium" ? [] : runtime.package));
  const runtimesFolder = join(folder, "runtimes");
  await installTools(runtimesFolder, fromNpm);
  const shared = { browser, runtimesFolder, baseUrl: `${server.url}/v1` };
  const projects = [...new Set(chosen.map(({ project }) => project))];
  const tryNext = async () => {
    for (let project = projects.shift(); project; project = projects.shift()) await tryProject(project, shared);
  };
  // Two side by side: npm waits for the network, and tools for the processor.
  await Promise.all([tryNext(), tryNext()]);
} finally {
  await server.close();
  await browser.close();
  // Its pipes would keep this process from ending.
  await stopBundler();
  await rm(folder, { recursive: true, force: true });
}
const minutes = ((performance.now() - startMs) / 60_000).toFixed(1);
console.log(
  `\n${surprises.length} of the combinations are not as the table of docs/support.md says. (${minutes} minutes)`,
);
for (const surprise of surprises) console.log(`\n${surprise}`);
if (surprises.length > 0) process.exitCode = 1;
else if (write) {
  const date = new Date().toISOString().slice(0, 10);
  await writeSupportTable(supportTable(rows, runtimes, { date, browserVersion: browser.version() }));
}

function chooseRows(): Row[] {
  const unknown = only?.find((name) => !rows.some((row) => row.name === name));
  if (unknown) {
    const known = [...new Set(rows.map(({ name }) => name))];
    throw new RangeError(`There is no row "${unknown}": ${known.join(", ")}.`);
  }
  return rows.filter(({ name }) => !only || only.includes(name));
}

/** Installs a project, and tries the rows that use it one after another. */
async function tryProject(project: Project, shared: SharedByTrials): Promise<void> {
  const ofProject = chosen.filter((row) => row.project === project);
  const path = join(folder, project.name);
  try {
    await installConsumer(project.consumers, path, [...tarballs, ...project.packages]);
    for (const row of ofProject) await tryRow(row, path, shared);
  } catch (error) {
    surprise(ofProject.map(({ title }) => title).join(", "), `is not ready: ${error}`);
  } finally {
    await rm(path, { recursive: true, force: true });
  }
}

async function tryRow(row: Row, project: string, shared: SharedByTrials): Promise<void> {
  await row.prepare?.(project);
  for (const runtime of runtimes) {
    const exception = row.exceptions[runtime.name];
    const combination = combinationOf(row, runtime.name);
    if (exception?.cell === "–") {
      console.log(`–   ${combination}: ${exception.because}`);
      continue;
    }
    const problem = await row.attempt({ ...shared, runtime, project }).catch((error) => error ?? "failed");
    console.log(`${problem ? "no " : "yes"} ${combination}${exception ? `: ${exception.because}` : ""}`);
    const mustFail = exception?.cell === "no";
    if (problem && !mustFail) surprise(combination, `does not work: ${problem}`);
    if (!problem && mustFail) surprise(combination, "works now: remove its exception, and write the table anew.");
  }
}

function combinationOf({ title }: Row, runtime: RuntimeName): string {
  return `${title} on ${runtime}`;
}

function surprise(combination: string, message: string): void {
  surprises.push(`${combination} ${message}`);
}
