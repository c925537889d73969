/** Runs cases on a target: selects them, runs them one after the other, and deletes what they created. */
import { type Case, type CaseContext, Memo, type Observation, UniqueValues } from "../case.ts";
import { allCases } from "../cases/all-cases.ts";
import { assumptionOf } from "../contract/assumptions.ts";
import type { UnknownField } from "../contract/schema-check.ts";
import { ContractViolation } from "../contract-violation.ts";
import { maskUnlessIdentifier } from "../identifier.ts";
import { type RecordedResponse, RecordingClient } from "../recording-client.ts";
import { sectionOf } from "../specification/statement-id.ts";
import { hasCapability, type Target, type TargetName } from "../targets/target.ts";
import { type CleanUpResult, cleanUp } from "./clean-up.ts";

/** The result of a case that ran. `recorded`: the service does not behave as assumed, which a live service may. */
export type Verdict = "passed" | "failed" | "recorded";

/** One case on one target. */
export interface CaseOutcome {
  case: Case;
  verdict: Verdict;
  /** Every point at which the service differs from what this repository says about it. */
  drift: readonly Drift[];
  observations: readonly Observation[];
  /** Every request and its response; never written to a report. */
  responses: readonly RecordedResponse[];
}

/** One point at which a service differs: it violates the contract, an assumption is wrong, or a field is new. */
export interface Drift {
  /** What should change: a place in the document, a part of the specification, or a row of `ASSUMPTIONS.md`. */
  place: string;
  /** What is wrong, in the case's own words; contains nothing of the response. */
  statement: string;
  /** The fake's setting for it; undefined when there is none. */
  setting?: string | undefined;
  /** The value that the service returned; never written to a report. */
  actual?: unknown;
}

/** A case that was left out, and why. */
export interface Skipped {
  case: Case;
  reason: string;
}

/** Every case on one target. */
export interface SuiteResult {
  target: TargetName;
  outcomes: readonly CaseOutcome[];
  skipped: readonly Skipped[];
  cleanUp: CleanUpResult;
}

/** Which cases run, and until when. The two flags concern a live service only: on the fake every case runs. */
export interface RunOptions {
  /** @default allCases */
  cases?: readonly Case[];
  /** Also send requests that must be rejected. @default false */
  negative?: boolean;
  /** Also leave behind what is large, repeated or orphaned. @default false */
  destructive?: boolean;
  /** Ends the run after the current case; what was created is deleted all the same. */
  signal?: AbortSignal;
}

/** Runs cases on a target, one after the other, and deletes what they created. */
export async function runCases(target: Target, options: RunOptions = {}): Promise<SuiteResult> {
  const { cases = allCases, signal = new AbortController().signal } = options;
  const unique = new UniqueValues();
  const context = { target, unique, memo: new Memo(), signal };
  const outcomes: CaseOutcome[] = [];
  const skipped: Skipped[] = [];
  for (const testCase of cases) {
    const reason = reasonToSkip(testCase, target, options);
    if (reason !== undefined) skipped.push({ case: testCase, reason });
    else if (!signal.aborted) outcomes.push(await runCase(testCase, context));
  }
  const responses = outcomes.flatMap((outcome) => outcome.responses);
  return { target: target.name, outcomes, skipped, cleanUp: await cleanUp(target, { unique, responses }) };
}

/** Runs one case. Whatever it throws becomes its outcome. */
async function runCase(testCase: Case, context: Omit<CaseContext, "client" | "observe">): Promise<CaseOutcome> {
  const client = new RecordingClient(context.target);
  const observations: Observation[] = [];
  const observe = (observation: Observation) => observations.push(observation);
  const violation = await violationOf(() => testCase.run({ ...context, client, observe }));
  const { responses } = client;
  const violations = violation ? [driftOfViolation(testCase, violation)] : [];
  const differences = observations.filter(({ expected, observed }) => expected !== observed).map(driftOfObservation);
  const additions = responses.flatMap((response) => response.unknownFields).map(driftOfField);
  const drift = [...violations, ...differences, ...additions];
  const isLive = context.target.name === "live";
  const verdict = isLive ? liveVerdict(testCase, { violations, differences }) : drift.length > 0 ? "failed" : "passed";
  return { case: testCase, verdict, drift, observations, responses };
}

/** Why a case does not run on a target; undefined when it runs. */
function reasonToSkip({ tag, needs = [] }: Case, target: Target, options: RunOptions): string | undefined {
  const isOptional = tag === "negative" || tag === "destructive";
  if (target.name === "live" && isOptional && !options[tag]) return `--${tag} was not given`;
  const missing = needs.find((capability) => !hasCapability(target, capability));
  return missing === undefined ? undefined : `the target has no ${missing}`;
}

async function violationOf(run: () => Promise<void>): Promise<ContractViolation | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    return error instanceof ContractViolation
      ? error
      : new ContractViolation("The case itself failed.", { actual: error });
  }
}

/** A live service must be as documented. Where it does not behave as assumed, that is only recorded. */
function liveVerdict(
  { tag }: Case,
  { violations, differences }: Record<"violations" | "differences", readonly Drift[]>,
): Verdict {
  if (violations.length > 0 && tag !== "assumed") return "failed";
  return violations.length + differences.length > 0 ? "recorded" : "passed";
}

function driftOfViolation({ statements }: Case, { message, place, actual }: ContractViolation): Drift {
  return { place: place ?? sectionOf(statements[0]), statement: message, actual };
}

function driftOfObservation({ assumption, expected, observed }: Observation): Drift {
  const setting = assumptionOf(assumption).setting ?? undefined;
  return { place: `ASSUMPTIONS.md, ${assumption}`, statement: `assumed: ${expected}; answered: ${observed}`, setting };
}

function driftOfField({ place, key }: UnknownField): Drift {
  return { place, statement: `The document does not have the field ${maskUnlessIdentifier(key)}` };
}
