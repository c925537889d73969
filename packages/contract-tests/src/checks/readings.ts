/**
 * One answer as far as it can be used, and what checks find in it. Where an answer departs from the specification, no check
 * reads that place again.
 */
import {
  dataOf,
  isSuccess,
  problemsOfResponse,
  type ResponseProblem,
  statusProblem,
  unknownFieldsIn,
} from "../contract/response-check.ts";
import { problemsOf, type SchemaProblem } from "../contract/schema-check.ts";
import { ContractViolation } from "../contract-violation.ts";
import { sectionOf } from "../specification/statement-id.ts";
import type { AnswerCheck, ReadOperation } from "./answer-check.ts";
import type { Answer, Evidence } from "./evidence.ts";
import { headerChecks } from "./list-checks.ts";

/** An answer as far as it can be used, and what is wrong with it as a whole. */
export interface Reading<Data> {
  answer: Answer | undefined;
  evidence: Evidence[];
  /** The answer's payload; undefined when there is none to check. Only what is not in `departed` has its schema's type. */
  data: Data | undefined;
  /** Places where something is found already. */
  departed: string[];
}

/** Checks an answer's status, its head and its schema. @param prevented other operations that need its data */
export function readingOf<Data>(answer: Answer | undefined, prevented: readonly ReadOperation[] = []): Reading<Data> {
  const unread = { answer, data: undefined, departed: [] };
  if (!answer) return { ...unread, evidence: [] };
  const prevents = [answer.operation, ...prevented];
  if (answer.status === 429) return { ...unread, evidence: [{ ...limitOf(answer), prevents }] };
  const limits = [limitOf(answer)];
  const problems = isSuccess(answer) ? schemaProblems(answer) : [statusProblem(answer.operation, answer.status)];
  // What is not in this form may come from something between you and the service.
  const isWhole = problems.every(({ field }) => field.startsWith("data.") || field.startsWith("data["));
  const ofProblems = problems.map((problem) => problemEvidence(answer, problem));
  if (!isWhole) {
    const evidence = [...limits, ...ofProblems.map((each) => ({ ...each, prevents }))];
    return { ...unread, evidence };
  }
  const ofHead = headerChecks.flatMap((check) =>
    foundBy(
      { ...check, operation: answer.operation },
      { answer, run: (observe) => check.check(answer.headers, observe) },
    ),
  );
  return {
    answer,
    evidence: [...limits, ...ofHead, ...ofProblems, ...furtherFields(answer)],
    // It has the form of the document, but for what has departed.
    data: dataOf(answer) as Data,
    departed: problems.map(({ field }) => field),
  };
}

function schemaProblems(answer: Answer): (ResponseProblem & Partial<SchemaProblem>)[] {
  const problems = problemsOfResponse(answer.operation, answer);
  const data = dataOf(answer);
  const isWrapped = problems.every(({ field }) => field.startsWith("data."));
  if (answer.operation !== "getCallAnalysis" || !isWrapped) return problems;
  // Which fields an analysis has before completion is open, as whether there is one.
  if (Reflect.get(Object(data), "status") !== "completed") return problems.filter((problem) => !isOfPartial(problem));
  // Of a completed call the specification shows more than of any call.
  return problemsOf("CompletedCall", data, "data").filter(({ field, found }) => {
    const isOpen = field === "data.metadata.udfs" && (found === "null" || found === "missing");
    return !isOpen;
  });
}

/** Whether it is a field that an analysis does not have yet. */
function isOfPartial({ field, found }: ResponseProblem & Partial<SchemaProblem>): boolean {
  return overlap(field, "data.analysis") && (found === "missing" || found === "null");
}

/** What the checks find in answers. Where an answer was found to violate the specification, no assumption is checked. */
export function evidenceOf<Data>(checks: readonly AnswerCheck<Data>[], readings: readonly Reading<Data>[]): Evidence[] {
  const departed = new Map(readings.map((reading) => [reading, [...reading.departed]]));
  const isDocumented = ({ tag }: AnswerCheck<Data>) => tag === "documented";
  const inOrder = [...checks.filter(isDocumented), ...checks.filter((one) => !isDocumented(one))];
  return inOrder.flatMap((check) => {
    const { place, reads = [place] } = check;
    const inTheWay = (reading: Reading<Data>) =>
      departed.get(reading)?.filter((other) => reads.some((read) => overlap(read, other))) ?? [];
    const withData = readings.flatMap((reading) => {
      const { answer, data } = reading;
      return answer && data !== undefined ? [{ reading, answer, data, behind: inTheWay(reading) }] : [];
    });
    const readable = withData.filter(({ behind }) => behind.length === 0);
    const hidden = isDocumented(check)
      ? []
      : withData.flatMap(({ answer, behind }) => hiddenBy(behind, { answer, check }));
    const among = readable.map(({ answer }) => answer);
    const shown = readable.flatMap(({ reading, answer, data }) => {
      const found = foundBy(check, { answer, among, run: (observe) => check.check(data, observe) });
      if (found.some(({ kind }) => kind === "violation")) departed.get(reading)?.push(...reads);
      return found;
    });
    return [...shown, ...hidden];
  });
}

/** What is assumed of the place of a check. Of a place that departs as a whole, it is that whole. */
function hiddenBy(
  places: readonly string[],
  { answer, check }: { answer: Answer; check: Pick<AnswerCheck<never>, "place" | "statements"> },
): Evidence[] {
  const source = sectionOf(check.statements[0]);
  return places.map((place) => {
    const hides = check.place.startsWith(place) ? place : check.place;
    return { kind: "hidden", answer, place, source, hides };
  });
}

/** Whether one place is the other, or inside it. */
export function overlap(one: string, other: string): boolean {
  const isInside = (inner: string, outer: string) => inner === outer || /^[.[]/.test(inner.slice(outer.length));
  return (one.startsWith(other) && isInside(one, other)) || (other.startsWith(one) && isInside(other, one));
}

type Observe = Parameters<AnswerCheck<never>["check"]>[1];

function foundBy(
  { place, statements: [statement] }: Pick<AnswerCheck<never>, "operation" | "place" | "statements">,
  { answer, among = [answer], run }: { answer: Answer; among?: readonly Answer[]; run(observe: Observe): void },
): Evidence[] {
  const base = { answer, place, source: sectionOf(statement) };
  const found: Evidence[] = [];
  try {
    run((observation) => found.push({ kind: "assumption", ...base, ...observation }));
  } catch (error) {
    if (!(error instanceof ContractViolation)) throw error;
    found.push({ kind: "violation", ...base, among, statement: error.message });
  }
  return found;
}

function problemEvidence(
  answer: Answer,
  { field, place: source, statement, found, count }: ResponseProblem & Partial<SchemaProblem>,
): Evidence {
  const isBody = field === "" || (field === "data" && found === "missing");
  const isAbsent = !isBody && (found === "missing" || found === "null");
  return { kind: "violation", answer, place: isBody ? "body" : field, source, statement, count, isAbsent };
}

/** Each place with further fields once. Their names may be anything, such as those of people. */
function furtherFields(answer: Answer): Evidence[] {
  const expected = "no fields beyond those of the specification";
  const base = { kind: "assumption", answer, assumption: "further-fields", expected } as const;
  const places = new Map(
    unknownFieldsIn(answer.operation, answer).map(({ field, place }) => [field.replace(/[^.]+$/, "…"), place]),
  );
  if (places.size === 0) return [{ ...base, place: "body", source: sectionOf("4.json.responses"), observed: expected }];
  const observed = "others, whose names are not shown";
  return [...places].map(([place, source]) => ({ ...base, place, source, observed }));
}

function limitOf(answer: Answer): Evidence {
  const source = sectionOf("8.rate-limits");
  const expected = "no limit";
  const observed = answer.wasLimited ? "429" : expected;
  return { kind: "assumption", answer, place: "status", source, assumption: "rate-limits", expected, observed };
}
