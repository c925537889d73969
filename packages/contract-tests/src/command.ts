/** The command `contract`: reads its arguments, runs the suite on each target, and prints and writes the results. */
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createReport } from "./report/report.ts";
import { resultAsText, writeReport } from "./report/report-text.ts";
import { lastingText } from "./run/clean-up.ts";
import { creationsText } from "./run/creations.ts";
import { runCases, type SuiteResult } from "./run/run-cases.ts";
import { fakeAdapters } from "./targets/fake.ts";
import { type Environment, liveTarget } from "./targets/live.ts";
import type { Target } from "./targets/target.ts";

/** What the process gives the command. */
export interface CommandOptions {
  environment: Environment;
  print: (text: string) => void;
  /** Ends the run early; what was created is deleted all the same. */
  signal?: AbortSignal;
  /** @default runCases */
  run?: typeof runCases;
}

type SuiteFlags = ReturnType<typeof parseFlags>;

const help = `Runs the specification's cases on the fake, through each of its adapters. When CALL_ANALYSIS_BASE_URL and
CALL_ANALYSIS_API_KEY are set, also runs them on that live service.

  --target name     fetch, msw, http or live; may be repeated (all that there are)
  --negative        on a live service, also send requests that must be rejected
  --destructive     on a live service, also leave behind what is large, repeated or orphaned
  --report folder   where the live run's drift.md and drift.json go (packages/contract-tests/report)
  --help

The live service's environment variables are in packages/contract-tests/README.md.`;

/**
 * Runs the suite on every target that is available and asked for.
 *
 * @returns the exit code: 0 when everything that must hold holds, else 1
 * @throws {TypeError} for an unknown argument
 */
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

function parseFlags(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: {
      help: { type: "boolean", default: false },
      target: { type: "string", multiple: true, default: [] },
      negative: { type: "boolean", default: false },
      destructive: { type: "boolean", default: false },
      report: { type: "string", default: fileURLToPath(new URL("../report", import.meta.url)) },
    },
  }).values;
}

function isWanted(target: string, flags: SuiteFlags): boolean {
  return flags.target.length === 0 || flags.target.includes(target);
}

async function runFakes(flags: SuiteFlags, options: CommandOptions): Promise<SuiteResult[]> {
  const results: SuiteResult[] = [];
  const adapters = Object.entries(fakeAdapters).filter(([name]) => isWanted(name, flags));
  for (const [, start] of adapters) results.push(await runOn(await start(), {}, options));
  return results;
}

async function runLive(target: Target, flags: SuiteFlags, options: CommandOptions): Promise<SuiteResult> {
  const date = new Date().toISOString().slice(0, 10);
  options.print(await creationsText(target, flags));
  const result = await runOn(target, flags, options);
  await writeReport(flags.report, createReport(result, { target, date }));
  const { deletedAgents, remainingAgents, ...staying } = result.cleanUp;
  options.print(`  cleaned up ${deletedAgents} agents; left: ${remainingAgents} agents, ${lastingText(staying)}`);
  options.print(`  the report is in ${flags.report}`);
  return result;
}

async function runOn(
  target: Target,
  { negative = false, destructive = false }: Partial<SuiteFlags>,
  { print, signal, run = runCases }: CommandOptions,
): Promise<SuiteResult> {
  try {
    const result = await run(target, { negative, destructive, ...(signal && { signal }) });
    print(resultAsText(result));
    return result;
  } finally {
    await target.close();
  }
}

function isGood({ outcomes, cleanUp }: SuiteResult): boolean {
  return cleanUp.remainingAgents === 0 && outcomes.every(({ verdict }) => verdict !== "failed");
}
