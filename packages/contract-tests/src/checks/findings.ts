/**
 * What the answers to reads say about a service: where they violate the specification, and where an assumption turns out
 * otherwise. Sends nothing, and no finding contains anything of an answer, be it the name of a field. `call-analysis check`
 * bundles this.
 */
import type { AnalysisSnapshot, components } from "@call-analysis/sdk";
import { askedStatement } from "../../../mock/src/command/import/read-answer.ts";
import { assert } from "../contract-violation.ts";
import type { AnswerCheck } from "./answer-check.ts";
import { type AnalyzedCall, completedCallChecks } from "./call-checks.ts";
import { categoryChecks, sameAsListedChecks } from "./category-checks.ts";
import { type Answer, type Evidence, type Finding, findingsOf } from "./evidence.ts";
import { agentListChecks, categoryListChecks } from "./list-checks.ts";
import { evidenceOf, overlap, type Reading, readingOf } from "./readings.ts";
import { failedStatuses, pendingStatuses, statusChecks, uncompletedCallChecks } from "./status-checks.ts";

export type { Read, ReadFailure, Service } from "../../../mock/src/command/import/read-answer.ts";
export { isUsableId, nextAfter, readAnswer } from "../../../mock/src/command/import/read-answer.ts";
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

type CallReading = Reading<AnalysisSnapshot>;
type CategoryReading = Reading<Schemas["CategoryDetail"]>;

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
