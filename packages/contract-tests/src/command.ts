import { fidelityFile, updateFidelity } from "./fidelity.ts";
import { type Flags, help, parseFlags } from "./flags.ts";
import { coverageOf, uncovered } from "./report/coverage.ts";
import { coverageTable } from "./report/markdown.ts";
import { createReport } from "./report/report.ts";
import { resultAsText } from "./report/terminal.ts";
import { writeReport } from "./report/write-report.ts";
import type { RunResult } from "./run/outcome.ts";
import { runCases } from "./run/run-cases.ts";
import type { Target } from "./target.ts";
import { fakeDoors } from "./targets/doors.ts";
import { type Environment, liveTarget } from "./targets/live.ts";

/** What the command gets from outside. */
export interface CommandOptions {
  environment: Environment;
  print: (text: string) => void;
  /** Ends the run early; what was made is cleaned up all the same. */
  signal?: AbortSignal;
  /** @default the file of this repository */
  fidelity?: URL | string;
}

/** Runs the suite on every target there is. @returns the exit code: 0 when everything that must hold holds, else 1 */
export async function runCommand(args: readonly string[], options: CommandOptions): Promise<number> {
  const flags = parseFlags(args);
  if (flags.help) {
    options.print(help);
    return 0;
  }
  const live = isWanted("live", flags) ? liveTarget(options.environment) : undefined;
  const results = await runFakes(flags, options);
  if (live) results.push(await runLive(live, flags, options));
  const isClean = results.length > 0 && results.every(isGood);
  options.print(isClean ? "The contract holds." : "The contract does not hold.");
  return isClean ? 0 : 1;
}

/** A cell of the coverage that no case reaches is a failure, too. */
async function runFakes(flags: Flags, options: CommandOptions): Promise<RunResult[]> {
  const results: RunResult[] = [];
  const doors = Object.entries(fakeDoors).filter(([door]) => isWanted(door, flags));
  for (const [, open] of doors) results.push(await runOn(await open(), {}, options));
  if (results.length === 0) return results;
  const rows = coverageOf(results);
  options.print(`\n${coverageTable(rows)}\n`);
  const missing = uncovered(rows);
  if (missing.length > 0) throw new Error(`No case reaches ${missing.join("; ")}.`);
  return results;
}

function isWanted(door: string, flags: Flags): boolean {
  return flags.door.length === 0 || flags.door.includes(door);
}

async function runLive(target: Target, flags: Flags, options: CommandOptions): Promise<RunResult> {
  const date = new Date().toISOString().slice(0, 10);
  const result = await runOn(target, flags, options);
  await writeReport(flags.report, createReport(result, { target, date }));
  await updateFidelity(options.fidelity ?? fidelityFile, result, date);
  const { deletedAgents, remainingAgents, calls, prospects } = result.cleanUp;
  options.print(
    `  cleaned up ${deletedAgents} agents; left: ${remainingAgents} agents, ${calls} calls, ${prospects} prospects`,
  );
  options.print(`  the report is in ${flags.report}`);
  return result;
}

async function runOn(target: Target, selection: Partial<Flags>, { print, signal }: CommandOptions): Promise<RunResult> {
  try {
    const result = await runCases(target, { ...selection, ...(signal && { signal }) });
    print(resultAsText(result));
    return result;
  } finally {
    await target.close();
  }
}

function isGood({ outcomes, cleanUp }: RunResult): boolean {
  return cleanUp.remainingAgents === 0 && outcomes.every(({ verdict }) => verdict !== "failed");
}
