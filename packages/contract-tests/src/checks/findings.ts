/**
 * What the answers to reads say about a service: where they violate the specification, and where an assumption turns out
 * otherwise. Sends nothing, and no finding contains anything of an answer, be it the name of a field. `call-analysis check`
 * bundles this.
 */
import type { AnalysisSnapshot, components } from "@call-analysis/sdk";
import { askedStatement } from "../../../mock/src/command/import/read-answer.ts";
import {
  isSuccess,
  problemsOfResponse,
  type ResponseProblem,
  statusProblem,
  unknownFieldsIn,
} from "../contract/response-check.ts";
import { problemsOf, type SchemaProblem } from "../contract/schema-check.ts";
import { assert, ContractViolation } from "../contract-violation.ts";
import { sectionOf } from "../specification/statement-id.ts";
import type { AnswerCheck, ReadOperation } from "./answer-check.ts";
import { type AnalyzedCall, completedCallChecks } from "./call-checks.ts";
import { categoryChecks, sameAsListedChecks } from "./category-checks.ts";
import { type Answer, type Evidence, type Finding, findingsOf } from "./evidence.ts";
import { agentListChecks, categoryListChecks, headerChecks } from "./list-checks.ts";
import { failedStatuses, pendingStatuses, statusChecks, uncompletedCallChecks } from "./status-checks.ts";

export type { ReadFailure, Send } from "../../../mock/src/command/import/read-answer.ts";
export { nextAfter, readAnswer } from "../../../mock/src/command/import/read-answer.ts";
export type { ReadOperation } from "./answer-check.ts";
export type { Answer, Finding } from "./evidence.ts";

type Schemas = components["schemas"];

/** The answers of one service. Those that there are none of are left out. */
export interface Answers {
  agents?: Answer | undefined;
  categories?: Answer | undefined;
  category?: Answer | undefined;
  /** The id that the category was asked for by. Undefined when there was none to ask by. */
  categoryId?: string | undefined;
  /** Each with the id that was asked for. */
  calls: readonly { answer: Answer; callId: string }[];
}

/** What the answers say. */
export interface Comparison {
  /** Each once. */
  findings: Finding[];
  /** The answers in which there was something to compare with the contract. The others have a finding that says why. */
  compared: Answer[];
  /** How far a call could be compared, in the order of the calls. */
  calls: CallState[];
}

/**
 * `failed`: the service ended it without an analysis. `unknown`: its status is a word that nobody knows. `apart`: its sections
 * are not those of the category that was read. `unread`: it has no data.
 */
export type CallState = "completed" | "apart" | "pending" | "failed" | "unknown" | "unread";

/** Compares the answers with the contract. */
export function compare({ agents, categories, category, categoryId, calls }: Answers): Comparison {
  const agentList = readingOf<Schemas["Agent"][]>(agents);
  // The first category is asked for by its id in the list.
  const prevented = categoryId === undefined ? (["getCategory"] as const) : [];
  const categoryList = readingOf<Schemas["Category"][]>(categories, prevented);
  const detail = readingOf<Schemas["CategoryDetail"]>(category);
  const callReadings = calls.map(({ answer }) => readingOf<AnalysisSnapshot>(answer));
  const readings = [agentList, categoryList, detail, ...callReadings];
  const asked = ({ id }: Schemas["CategoryDetail"]) => id === categoryId;
  const evidence = [
    ...readings.flatMap((reading) => reading.evidence),
    ...evidenceOf(agentListChecks, [agentList]),
    ...evidenceOf(categoryListChecks, [categoryList]),
    ...evidenceOf([askedCheck({ operation: "getCategory", place: "data.id", isAsked: asked })], [detail]),
    ...sameAsListed(detail, categoryList),
    ...evidenceOf(categoryChecks, [detail]),
    ...callEvidence(callReadings, { calls, category: detail }),
  ];
  const answers = readings.flatMap(({ answer }) => answer ?? []);
  const compared = readings.flatMap(({ answer, data }) => (answer && data !== undefined ? [answer] : []));
  const states = callReadings.map((call) => stateOf(call, detail));
  return { findings: findingsOf(evidence, answers), compared, calls: states };
}

/** An answer as far as it can be used, and what is wrong with it as a whole. */
interface Reading<Data> {
  answer: Answer | undefined;
  evidence: Evidence[];
  /** The answer's payload; undefined when there is none to check. Only what is not in `departed` has its schema's type. */
  data: Data | undefined;
  /** Places where something is found already. */
  departed: string[];
}

type CallReading = Reading<AnalysisSnapshot>;
type CategoryReading = Reading<Schemas["CategoryDetail"]>;

/** Checks an answer's status, its head and its schema. @param prevented other operations that need its data */
function readingOf<Data>(answer: Answer | undefined, prevented: readonly ReadOperation[] = []): Reading<Data> {
  if (!answer) return { answer, evidence: [], data: undefined, departed: [] };
  const prevents = [answer.operation, ...prevented];
  if (answer.status === 429) {
    return { answer, evidence: [{ ...limitOf(answer), prevents }], data: undefined, departed: [] };
  }
  const limits = [limitOf(answer)];
  const problems = isSuccess(answer) ? schemaProblems(answer) : [statusProblem(answer.operation, answer.status)];
  // What is not in this form may come from something between you and the service.
  const isWhole = problems.every(({ field }) => field.startsWith("data.") || field.startsWith("data["));
  const ofProblems = problems.map((problem) => problemEvidence(answer, problem));
  if (!isWhole) {
    const evidence = [...limits, ...ofProblems.map((each) => ({ ...each, prevents }))];
    return { answer, evidence, data: undefined, departed: [] };
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
    data: Reflect.get(Object(answer.json), "data"),
    departed: problems.map(({ field }) => field),
  };
}

function schemaProblems(answer: Answer): (ResponseProblem & Partial<SchemaProblem>)[] {
  const problems = problemsOfResponse(answer.operation, answer);
  const data: unknown = Reflect.get(Object(answer.json), "data");
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

function callEvidence(
  readings: readonly CallReading[],
  { calls, category }: { calls: Answers["calls"]; category: CategoryReading },
): Evidence[] {
  const isCompleted = ({ data }: CallReading) => data?.status === "completed";
  const analyzed = readings.flatMap((reading, at) => {
    if (!isCompleted(reading)) return [];
    // Its schema was checked; what reads a place that departs does not run.
    const call = reading.data as Schemas["CompletedCall"];
    return [{ ...reading, data: { call, category: categoryOf(reading, category), askedId: calls[at]?.callId } }];
  });
  const isAsked = ({ call, askedId }: AnalyzedCall & { askedId: string | undefined }) => call.callId === askedId;
  const asked = askedCheck({ operation: "getCallAnalysis", place: "data.callId", isAsked });
  // What another word means nobody knows, so nothing is said of what such a call has.
  const uncompleted = readings.filter(({ data }) =>
    [...pendingStatuses, ...failedStatuses].includes(data?.status ?? ""),
  );
  return [
    ...evidenceOf([asked, ...completedCallChecks], analyzed),
    ...evidenceOf(statusChecks, readings),
    ...evidenceOf(uncompletedCallChecks, uncompleted),
  ];
}

function stateOf(call: CallReading, category: CategoryReading): CallState {
  if (!call.data) return "unread";
  const { status, analysis } = call.data;
  if (pendingStatuses.includes(status)) return "pending";
  if (failedStatuses.includes(status)) return "failed";
  if (status !== "completed") return "unknown";
  if (!analysis || !areComparable(call, category) || analysis.sections.length === 0) return "completed";
  return haveSameSection(call, category) ? "completed" : "apart";
}

/** Checks whether the answer is about what was asked for. */
function askedCheck<Data>({
  operation,
  place,
  isAsked,
}: {
  operation: "getCategory" | "getCallAnalysis";
  place: string;
  isAsked(data: Data): boolean;
}): AnswerCheck<Data> {
  const what = operation === "getCategory" ? "category" : "call";
  const name = askedStatement(what);
  const statements = [what === "call" ? "3.before-completion" : "4.GET /categories/{categoryId}"] as const;
  return { name, tag: "documented", operation, statements, place, check: (data) => assert(isAsked(data), name) };
}

/** The category, if the call has any of its sections. An answer does not say of which category a call is. */
function categoryOf(call: CallReading, category: CategoryReading): Schemas["CategoryDetail"] | undefined {
  return areComparable(call, category) && haveSameSection(call, category) ? category.data : undefined;
}

/** Whether nothing departs in what a call and its category have in common. */
function areComparable(call: CallReading, { data, departed }: CategoryReading): boolean {
  const isWrong = (places: readonly string[], needed: readonly string[]) =>
    places.some((place) => needed.some((one) => overlap(place, one)));
  const ofCategory = ["data.analysisPointers", "data.possibleOutcomes", "data.extractionFields"];
  return data !== undefined && !isWrong(departed, ofCategory) && !isWrong(call.departed, ["data.analysis.sections"]);
}

function haveSameSection(call: CallReading, category: CategoryReading): boolean {
  const ids = category.data?.analysisPointers.map(({ sectionId }) => sectionId);
  return call.data?.analysis?.sections.some(({ sectionId }) => ids?.includes(sectionId)) ?? false;
}

function sameAsListed(detail: CategoryReading, list: Reading<Schemas["Category"][]>): Evidence[] {
  const listed = list.departed.length > 0 ? undefined : list.data?.find(({ id }) => id === detail.data?.id);
  if (!detail.data || !listed) return [];
  return evidenceOf(sameAsListedChecks, [{ ...detail, data: { detail: detail.data, listed } }]);
}

/** What the checks find in answers. Where an answer was found to violate the specification, no assumption is checked. */
function evidenceOf<Data>(checks: readonly AnswerCheck<Data>[], readings: readonly Reading<Data>[]): Evidence[] {
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
function overlap(one: string, other: string): boolean {
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
