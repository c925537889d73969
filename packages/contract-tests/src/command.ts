/** The command `contract`: reads its arguments, runs the suite on each target, and prints the findings. */
import { parseArgs } from "node:util";
import type { Case } from "./case.ts";
import { allCases } from "./cases/all-cases.ts";
import { findingText } from "./finding.ts";
import { findingsOf, type RunOptions, runCases, type SuiteResult } from "./run.ts";
import { createFake, type Environment, fakeAdapters, fakeTarget, liveTarget, type Target } from "./target.ts";

/** The command's view of its process. */
export interface CommandOptions {
  environment: Environment;
  print: (text: string) => void;
  /** Ends the run early; the clean-up still runs. */
  signal?: AbortSignal;
  /** @default runCases */
  run?: typeof runCases;
}

const help = `Runs the specification's cases on the fake, through each of its adapters. When CALL_ANALYSIS_BASE_URL and
CALL_ANALYSIS_API_KEY are set, also runs them on that live service.

  --target name     fetch, msw, http or live; may be repeated (all that there are)
  --negative        on a live service, also send requests that must be rejected
  --destructive     on a live service, also leave behind what is large, repeated or orphaned
  --list            print each sentence of the specification that is checked, with its cases, and run nothing
  --help

The live service's environment variables are in packages/contract-tests/README.md.`;

/**
 * Runs the suite on every requested target that is available.
 *
 * @returns the exit code: 0 if every mandatory case passes, else 1
 * @throws {TypeError} for an unknown argument
 */
export async function runCommand(args: readonly string[], options: CommandOptions): Promise<number> {
  const { environment, print, signal, run = runCases } = options;
  const flags = parseFlags(args);
  if (flags.help || flags.list) {
    print(flags.help ? help : specificationText(allCases));
    return 0;
  }
  const isWanted = (name: string) => flags.target.length === 0 || flags.target.includes(name);
  const live = isWanted("live") ? liveTarget(environment) : undefined;
  const fakes = Object.entries(fakeAdapters).filter(([name]) => isWanted(name));
  const results: SuiteResult[] = [];
  for (const start of [...fakes.map(([, startFake]) => startFake), ...(live ? [async () => live] : [])]) {
    const target = await start();
    if (target === live) print(await creationsText(live, flags));
    try {
      const result = await run(target, { ...flags, ...(signal && { signal }) });
      results.push(result);
      print(resultText(target, result));
    } finally {
      await target.close();
    }
  }
  const isClean = results.length > 0 && results.every(isGood);
  print(isClean ? "The contract holds." : "The contract does not hold.");
  return isClean ? 0 : 1;
}

/** Each sentence of the specification with the cases that check it, in the order of its sections. */
export function specificationText(cases: readonly Case[]): string {
  const sentences = [...new Set(cases.map(({ spec }) => spec))];
  const inOrder = sentences.toSorted((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10));
  const casesOf = (sentence: string) => cases.filter(({ spec }) => spec === sentence);
  const lines = inOrder.map((spec) => [spec, ...casesOf(spec).map(({ tag, name }) => `  ${tag}: ${name}`)]);
  return lines.flat().join("\n");
}

function parseFlags(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: {
      help: { type: "boolean", default: false },
      list: { type: "boolean", default: false },
      target: { type: "string", multiple: true, default: [] },
      negative: { type: "boolean", default: false },
      destructive: { type: "boolean", default: false },
    },
  }).values;
}

/** The objects that a run on a live service will create, estimated by running the same cases on a fake. */
async function creationsText(live: Target, options: RunOptions): Promise<string> {
  const { advanceClock: _fakesOnly, ...fake } = fakeTarget(createFake(), { name: "live" });
  const campaign = live.campaign && fake.campaign;
  const otherApiKey = live.otherApiKey && fake.otherApiKey;
  const { countOf } = await runCases({ ...fake, campaign, otherApiKey }, options);
  return `live: this run registers about ${countOf("createAgent")} agents, uploads ${countOf("uploadRecording")} recordings of up to a
  minute, and creates ${countOf("createCall")} calls, ${countOf("addProspect")} prospects. The agents are deleted at its end. All else
  stays, and calls may be billed. To compare without creating anything: call-analysis check`;
}

function resultText({ name }: Target, result: SuiteResult): string {
  const { outcomes, skipped, deletedAgents, remainingAgents } = result;
  const counts = (["passed", "failed", "recorded"] as const).map(
    (verdict) => `${outcomes.filter((outcome) => outcome.verdict === verdict).length} ${verdict}`,
  );
  const mistakes = outcomes.flatMap(({ case: { name: ofCase }, error }) => (error ? [`${ofCase}: ${error}`] : []));
  const reasons = new Set(skipped.map(({ reason }) => reason));
  const agents = `deleted ${deletedAgents} agents, left ${remainingAgents}`;
  return [
    `${name}: ${counts.join(", ")}, ${skipped.length} not run; ${agents}`,
    ...findingsOf(result).map((finding) => `  ${findingText(finding)}`),
    // An error may quote a response, which a live run must not show.
    ...(name === "live" ? mistakes.map(() => "  A case itself failed.") : mistakes.map((text) => `  ${text}`)),
    ...[...reasons].map((reason) => `  not run: ${reason}`),
  ].join("\n");
}

function isGood({ outcomes, remainingAgents }: SuiteResult): boolean {
  return remainingAgents === 0 && outcomes.every(({ verdict }) => verdict !== "failed");
}
