/** A run's report: how many cases passed, where the service differs, and which documented responses were received. */
import { assumptionOf } from "../contract/assumptions.ts";
import { type AnyOperation, documentedOperations } from "../contract/openapi-document.ts";
import { documentedStatusOf } from "../contract/response-check.ts";
import { maskUnlessIdentifier } from "../identifier.ts";
import type { RecordedResponse } from "../recording-client.ts";
import { ReportRedactor } from "../redaction.ts";
import type { CaseOutcome, SuiteResult, Verdict } from "../run/run-cases.ts";
import type { Target, TargetName } from "../targets/target.ts";

/** The result of a run on a service. It contains no key, no signature, and nothing of a person or a recording. */
export interface Report {
  /** The day of the run, as YYYY-MM-DD. */
  date: string;
  counts: Readonly<Record<Verdict | "skipped", number>>;
  drift: readonly Drift[];
  questions: readonly AnsweredQuestion[];
  coverage: readonly CoverageRow[];
  cases: readonly { name: string; tag: string; operation: string; statements: readonly string[]; verdict: Verdict }[];
  skipped: readonly { name: string; reason: string }[];
  leftBehind: Omit<SuiteResult["cleanUp"], "deletedAgents">;
}

/** One point at which the service differs from what this repository says about it. */
export interface Drift {
  /** What should change: a place in the document, a part of the specification, or a row of `ASSUMPTIONS.md`. */
  place: string;
  statement: string;
  /** The fake's setting for it; undefined when there is none. */
  setting?: string | undefined;
  /** The name of the case that found it. */
  foundBy: string;
}

/** How the service behaves where the specification leaves a question open. */
export interface AnsweredQuestion {
  assumption: string;
  question: string;
  expected: string;
  observed: string;
}

/** How many cases about an operation received one of its documented responses, by target. */
export interface CoverageRow {
  operation: AnyOperation;
  /** A status of the document; `default` is any error. */
  status: string;
  counts: Readonly<Partial<Record<TargetName, number>>>;
}

/** The responses that the document describes. For an upload it leaves the status open. */
const documentedResponses: readonly Pick<CoverageRow, "operation" | "status">[] = [
  ...documentedOperations.flatMap(({ operationId, responseSchemas }) =>
    Object.keys(responseSchemas).map((status) => ({ operation: operationId, status })),
  ),
  { operation: "uploadRecording", status: "default" },
];

/** Creates a run's report. @param options.date YYYY-MM-DD */
export function createReport(result: SuiteResult, { target, date }: { target: Target; date: string }): Report {
  const { deletedAgents: _, ...leftBehind } = result.cleanUp;
  const report: Report = {
    date,
    counts: countsOf(result),
    drift: driftOf(result),
    questions: answeredQuestions(result),
    coverage: coverageOf([result]),
    cases: result.outcomes.map(({ case: { name, tag, operation, statements }, verdict }) => ({
      name,
      tag,
      operation,
      statements,
      verdict,
    })),
    skipped: result.skipped.map(({ case: { name }, reason }) => ({ name, reason })),
    leftBehind,
  };
  const responses = result.outcomes.flatMap((outcome) => outcome.responses);
  return new ReportRedactor(target, responses).clean(report);
}

/** How many cases have each verdict. */
export function countsOf({ outcomes, skipped }: Pick<SuiteResult, "outcomes" | "skipped">): Report["counts"] {
  const count = (verdict: Verdict) => outcomes.filter((outcome) => outcome.verdict === verdict).length;
  return { passed: count("passed"), failed: count("failed"), recorded: count("recorded"), skipped: skipped.length };
}

/** Every point at which the service differs from the document, the specification or an assumption, each once. */
export function driftOf({ outcomes }: Pick<SuiteResult, "outcomes">): Drift[] {
  const all = outcomes.flatMap((outcome) => [...violations(outcome), ...differences(outcome), ...additions(outcome)]);
  return all.filter((drift, index) => all.findIndex((other) => isSameDrift(drift, other)) === index);
}

/** Counts the cases for each operation, documented status and target. */
export function coverageOf(results: readonly Pick<SuiteResult, "target" | "outcomes">[]): CoverageRow[] {
  return documentedResponses.map(({ operation, status }) => ({
    operation,
    status,
    counts: Object.fromEntries(
      results.map(({ target, outcomes }) => [target, outcomes.filter((one) => covers(one, operation, status)).length]),
    ),
  }));
}

/** The documented responses that no case receives, as `operation, status, target`. */
export function uncovered(rows: readonly CoverageRow[]): string[] {
  return rows.flatMap(({ operation, status, counts }) =>
    Object.entries(counts).flatMap(([target, count]) => (count === 0 ? [`${operation}, ${status}, ${target}`] : [])),
  );
}

/** A difference from an assumption has its own entry, with the setting. */
function violations({ case: testCase, statement, place = "", observations }: CaseOutcome): Drift[] {
  const isOfAssumption = observations.some(({ assumption }) => place === `ASSUMPTIONS.md, ${assumption}`);
  if (statement === undefined || isOfAssumption) return [];
  return [{ place, statement, foundBy: testCase.name }];
}

function differences({ case: testCase, observations }: CaseOutcome): Drift[] {
  return observations
    .filter(({ expected, observed }) => expected !== observed)
    .map(({ assumption, expected, observed }) => ({
      place: `ASSUMPTIONS.md, ${assumption}`,
      statement: `assumed: ${expected}; answered: ${observed}`,
      setting: assumptionOf(assumption).setting ?? undefined,
      foundBy: testCase.name,
    }));
}

function additions({ case: testCase, unknownFields }: CaseOutcome): Drift[] {
  return unknownFields.map(({ place, key }) => ({
    place,
    statement: `The document does not have the field ${maskUnlessIdentifier(key)}`,
    foundBy: testCase.name,
  }));
}

function isSameDrift(one: Drift, other: Drift): boolean {
  return one.place === other.place && one.statement === other.statement;
}

/** What was observed for each open question, each once, in the order of the cases. */
function answeredQuestions({ outcomes }: Pick<SuiteResult, "outcomes">): AnsweredQuestion[] {
  const all = outcomes.flatMap(({ observations }) =>
    observations.map((observation) => ({ ...observation, question: assumptionOf(observation.assumption).question })),
  );
  return all.filter((one, index) => all.findIndex((other) => isSameAnswer(one, other)) === index);
}

function isSameAnswer(one: AnsweredQuestion, other: AnsweredQuestion): boolean {
  return one.assumption === other.assumption && one.observed === other.observed && one.expected === other.expected;
}

function covers({ case: testCase, responses }: CaseOutcome, operation: AnyOperation, status: string): boolean {
  return testCase.operation === operation && responses.some((response) => isCovered(response, operation, status));
}

function isCovered(response: RecordedResponse, operation: AnyOperation, status: string): boolean {
  if (response.operation !== operation) return false;
  if (operation === "uploadRecording" || operation === "readRecording") return true;
  return documentedStatusOf(operation, response.status) === status;
}
