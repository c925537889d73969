/** Runs cases on a target: selects them, runs them one after the other, and deletes what they created. */
import { type Case, type CaseContext, Memo, type Observation, UniqueValues } from "../case.ts";
import { allCases } from "../cases/all-cases.ts";
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
  /** What is wrong, in the case's own words; contains nothing of the response. */
  statement?: string;
  /** The place in the document, or the part of the specification, that is violated. */
  place?: string;
  /** The value that the service returned; never written to a report. */
  actual?: unknown;
  observations: readonly Observation[];
  unknownFields: readonly UnknownField[];
  /** Every request and its response; never written to a report. */
  responses: readonly RecordedResponse[];
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

/** What the cases of a run share. */
export type RunContext = Omit<CaseContext, "client" | "observe">;

type RecordedCase = Pick<CaseOutcome, "case" | "observations" | "unknownFields" | "responses">;

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
export async function runCase(testCase: Case, context: RunContext): Promise<CaseOutcome> {
  const client = new RecordingClient(context.target);
  const observations: Observation[] = [];
  const observe = (observation: Observation) => observations.push(observation);
  const violation = await violationOf(() => testCase.run({ ...context, client, observe }));
  const { responses } = client;
  const unknownFields = responses.flatMap((response) => response.unknownFields);
  const recorded = { case: testCase, observations, unknownFields, responses };
  return context.target.name === "live" ? liveOutcome(recorded, violation) : fakeOutcome(recorded, violation);
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
function liveOutcome(recorded: RecordedCase, violation: ContractViolation | undefined): CaseOutcome {
  if (violation) return outcomeOf(recorded, violation, recorded.case.tag === "assumed" ? "recorded" : "failed");
  const difference = differenceOf(recorded);
  return difference ? outcomeOf(recorded, difference, "recorded") : { ...recorded, verdict: "passed" };
}

/** The fake must be as documented and as assumed, and return no field beyond the document. */
function fakeOutcome(recorded: RecordedCase, violation: ContractViolation | undefined): CaseOutcome {
  const found = violation ?? differenceOf(recorded) ?? additionOf(recorded);
  return found ? outcomeOf(recorded, found, "failed") : { ...recorded, verdict: "passed" };
}

function differenceOf({ observations }: RecordedCase): ContractViolation | undefined {
  const difference = observations.find(({ expected, observed }) => expected !== observed);
  if (!difference) return undefined;
  const { assumption, expected, observed } = difference;
  const statement = `assumed: ${expected}; answered: ${observed}`;
  return new ContractViolation(statement, { place: `ASSUMPTIONS.md, ${assumption}` });
}

function additionOf({ unknownFields: [field] }: RecordedCase): ContractViolation | undefined {
  if (!field) return undefined;
  const statement = `The document does not have the field ${maskUnlessIdentifier(field.key)}`;
  return new ContractViolation(statement, { place: field.place });
}

function outcomeOf(
  recorded: RecordedCase,
  { message, place, actual }: ContractViolation,
  verdict: "failed" | "recorded",
): CaseOutcome {
  return { ...recorded, verdict, statement: message, place: place ?? sectionOf(recorded.case.statements[0]), actual };
}
