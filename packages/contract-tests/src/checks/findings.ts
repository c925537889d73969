/**
 * What the answers to reads say about a service: where they violate the specification, and where an assumption turns out
 * otherwise. Sends nothing, and no finding contains anything of an answer, be it the name of a field. `call-analysis check`
 * bundles this.
 */
import type { Policies } from "@call-analysis/mock";
import type { AnalysisSnapshot, components } from "@call-analysis/sdk";
import { assumptionOf } from "../contract/assumptions.ts";
import {
  type DocumentedResponse,
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
import { completedCallChecks, failedStatuses, pendingStatuses, uncompletedCallChecks } from "./call-checks.ts";
import { categoryChecks, sameAsListedChecks } from "./category-checks.ts";
import { agentListChecks, categoryListChecks, headerChecks } from "./list-checks.ts";

type Schemas = components["schemas"];

export type { ReadOperation } from "./answer-check.ts";

/** What a service answered to a read. */
export interface Answer extends DocumentedResponse {
  operation: ReadOperation;
  /** Whether an earlier attempt got a 429. */
  wasLimited?: boolean;
}

/** The answers of one service. Those that there are none of are left out. */
export interface Answers {
  agents?: Answer | undefined;
  categories?: Answer | undefined;
  category?: Answer | undefined;
  /** The id that the category was asked for by. */
  categoryId?: string | undefined;
  /** Each with the id that was asked for. */
  calls: readonly { answer: Answer; callId: string }[];
}

interface Rows {
  departing: number;
  all: number;
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

/** One point at which a service departs, however many rows and calls show it. */
export interface Finding {
  /** `violation`: of the specification. `assumption`: of a row of `ASSUMPTIONS.md`, where the specification is silent. */
  kind: "violation" | "assumption";
  operation: ReadOperation;
  /** Other operations whose answers have the same. */
  alsoIn: readonly ReadOperation[];
  /** The place in the answer: a field such as `data[].createdAt`, `status`, `body`, or `header` and a name. */
  place: string;
  /** The status that was answered, where it is what departs. */
  status?: number;
  /** In how many rows of how many it is; only where others are right. */
  rows?: Rows;
  /** The id of the row of `ASSUMPTIONS.md`; null for a violation that touches none. */
  row: string | null;
  /** What the row asks; null for a violation. */
  question: string | null;
  /** What is there and what should be, in the check's own words. */
  statement: string;
  /** The part of the specification, or the place in the OpenAPI document, that says it. */
  source: string;
  /** The fake's setting that the row names; null when there is none. */
  setting: keyof Policies | null;
  /** Settings with which the fake answers alike; null when there are none, or when nobody can tell. */
  policies: Partial<Policies> | null;
}

/** Compares the answers with the contract. */
export function compare({ agents, categories, category, categoryId, calls }: Answers): Comparison {
  const agentList = readingOf<Schemas["Agent"][]>(agents);
  const categoryList = readingOf<Schemas["Category"][]>(categories);
  const detail = readingOf<Schemas["CategoryDetail"]>(category);
  const callReadings = calls.map(({ answer, callId }) => ({ callId, call: readingOf<AnalysisSnapshot>(answer) }));
  const findings = merged([
    ...agentList.findings,
    ...contentFindings(agentListChecks, agentList),
    ...categoryList.findings,
    ...contentFindings(categoryListChecks, categoryList),
    ...detail.findings,
    ...(categoryId === undefined
      ? []
      : askedFindings(detail, { operation: "getCategory", place: "data.id", asked: categoryId, idOf: ({ id }) => id })),
    ...sameAsListedFindings(detail, categoryList),
    ...contentFindings(categoryChecks, detail),
    ...callReadings.flatMap(({ call, callId }) => callFindings(call, { callId, category: detail })),
  ]);
  const readings = [agentList, categoryList, detail, ...callReadings.map(({ call }) => call)];
  const compared = readings.flatMap(({ answer, data }) => (answer && data !== undefined ? [answer] : []));
  return { findings, compared, calls: callReadings.map(({ call }) => stateOf(call, detail)) };
}

/** An answer as far as it can be used, and what is wrong with it as a whole. */
interface Reading<Data> {
  answer: Answer | undefined;
  findings: Finding[];
  /** The answer's payload; undefined when there is none to check. Only what is not in `departed` has its schema's type. */
  data: Data | undefined;
  /** Places where something is found already. */
  departed: string[];
}

type CallReading = Reading<AnalysisSnapshot>;
type CategoryReading = Reading<Schemas["CategoryDetail"]>;

/** Checks an answer's status, its head and its schema. */
function readingOf<Data>(answer: Answer | undefined): Reading<Data> {
  if (!answer) return { answer, findings: [], data: undefined, departed: [] };
  const limits = answer.wasLimited || answer.status === 429 ? [rateLimitFinding(answer.operation)] : [];
  if (answer.status === 429) return { answer, findings: limits, data: undefined, departed: [] };
  const problems = isSuccess(answer) ? schemaProblems(answer) : [statusProblem(answer.operation, answer.status)];
  // What is not in this form may come from something between you and the service.
  const isWhole = problems.every(({ field }) => field.startsWith("data.") || field.startsWith("data["));
  const findings = [
    ...limits,
    ...(isWhole ? headerFindings(answer) : []),
    ...problems.map((problem) => problemFinding(answer, problem)),
    ...(isWhole ? furtherFields(answer) : []),
  ];
  const departed = problems.map(({ field }) => field);
  return { answer, findings, data: isWhole ? Reflect.get(Object(answer.json), "data") : undefined, departed };
}

function schemaProblems(answer: Answer): (ResponseProblem & Partial<SchemaProblem>)[] {
  const problems = problemsOfResponse(answer.operation, answer);
  const data: unknown = Reflect.get(Object(answer.json), "data");
  const isCompleted = answer.operation === "getCallAnalysis" && Reflect.get(Object(data), "status") === "completed";
  const isWrapped = problems.every(({ field }) => field.startsWith("data."));
  if (!isCompleted || !isWrapped) return problems;
  // Of a completed call the specification shows more than of any call.
  return problemsOf("CompletedCall", data, "data").filter(({ field, found }) => {
    const isOpen = field === "data.metadata.udfs" && (found === "null" || found === "missing");
    return !isOpen;
  });
}

function callFindings(
  call: CallReading,
  { callId, category }: { callId: string; category: CategoryReading },
): Finding[] {
  if (!call.data) return call.findings;
  if (call.data.status !== "completed") {
    const isKnown = [...pendingStatuses, ...failedStatuses].includes(call.data.status);
    // What another word means nobody knows, so nothing is said of what such a call has.
    const checks = uncompletedCallChecks.filter(({ place }) => isKnown || place === "data.status");
    return [...call.findings, ...contentFindings(checks, call)];
  }
  const ofCall = { operation: "getCallAnalysis", place: "data.callId" } as const;
  const asked = askedFindings(call, { ...ofCall, asked: callId, idOf: (data) => data.callId });
  // Its schema was checked; what reads a place that departs does not run.
  const completed = call.data as Schemas["CompletedCall"];
  const data = { call: completed, category: categoryOf(call, category) };
  return [...call.findings, ...asked, ...contentFindings(completedCallChecks, { ...call, data })];
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

/** Whether the answer is about what was asked for. */
function askedFindings<Data>(
  reading: Reading<Data>,
  {
    operation,
    place,
    asked,
    idOf,
  }: { operation: ReadOperation; place: string; asked: string; idOf(data: Data): string },
): Finding[] {
  const what = operation === "getCategory" ? "category" : "call";
  const statement = `The answer is of the ${what} that was asked for.`;
  const statements = [what === "call" ? "3.before-completion" : "4.GET /categories/{categoryId}"] as const;
  const check = (data: Data) => assert(idOf(data) === asked, statement);
  return contentFindings([{ name: statement, tag: "documented", operation, statements, place, check }], reading);
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

function sameAsListedFindings(detail: CategoryReading, list: Reading<Schemas["Category"][]>): Finding[] {
  const listed = list.departed.length > 0 ? undefined : list.data?.find(({ id }) => id === detail.data?.id);
  if (!detail.data || !listed) return [];
  return contentFindings(sameAsListedChecks, { ...detail, data: { detail: detail.data, listed } });
}

/** What the checks find. A place of which something was found is not told a second time. */
function contentFindings<Data>(checks: readonly AnswerCheck<Data>[], { data, departed }: Reading<Data>): Finding[] {
  if (data === undefined) return [];
  const places = [...departed];
  const findings: Finding[] = [];
  const isDocumented = ({ tag }: AnswerCheck<Data>) => tag === "documented";
  for (const check of [...checks.filter(isDocumented), ...checks.filter((one) => !isDocumented(one))]) {
    const { place, reads = [place] } = check;
    if (reads.some((read) => places.some((other) => overlap(read, other)))) continue;
    const found = foundBy(check, data);
    if (found.some(({ kind }) => kind === "violation")) places.push(...reads);
    findings.push(...found);
  }
  return findings;
}

/** Whether one place is the other, or inside it. */
function overlap(one: string, other: string): boolean {
  const isInside = (inner: string, outer: string) => inner === outer || /^[.[]/.test(inner.slice(outer.length));
  return (one.startsWith(other) && isInside(one, other)) || (other.startsWith(one) && isInside(other, one));
}

function foundBy<Data>({ check, operation, place, statements: [statement] }: AnswerCheck<Data>, data: Data): Finding[] {
  const findings: Finding[] = [];
  const base = { ...blank, operation, place, source: sectionOf(statement) };
  try {
    check(data, ({ assumption, expected, observed, policies = null }) => {
      if (expected === observed) return;
      const statement = `assumed: ${expected}; answered: ${observed}`;
      findings.push({ kind: "assumption", ...base, statement, ...rowOf(assumption), policies });
    });
  } catch (error) {
    if (!(error instanceof ContractViolation)) throw error;
    const statement = error.message;
    findings.push({ kind: "violation", ...base, statement });
  }
  return findings;
}

function headerFindings({ operation, headers }: Answer): Finding[] {
  return headerChecks.flatMap((check) => foundBy({ ...check, operation }, headers));
}

function problemFinding(
  { operation, status, json }: Answer,
  { field, place: source, statement, found, count = 1 }: ResponseProblem & Partial<SchemaProblem>,
): Finding {
  const isOfWhole = field === "" || (field === "data" && found === "missing");
  const row = !isOfWhole && (found === "missing" || found === "null") ? "response-fields" : null;
  return {
    ...blank,
    kind: "violation",
    operation,
    place: isOfWhole ? "body" : field,
    source,
    statement,
    row,
    ...(field === "status" && { status }),
    ...rowsWith(count, { field, json }),
  };
}

/** In how many rows of how many a problem is, where others are right. */
function rowsWith(count: number, { field, json }: { field: string; json: unknown }): Pick<Finding, "rows"> {
  const steps = field.replaceAll("[]", ".[]").split(".");
  const parents = steps
    .slice(0, -1)
    .reduce<unknown[]>(
      (values, step) => values.flatMap((value) => (step === "[]" ? value : Reflect.get(Object(value), step))),
      [json],
    );
  const all = steps.at(-1) === "[]" ? parents.flat().length : parents.length;
  return steps.includes("[]") && count < all ? { rows: { departing: count, all } } : {};
}

/** Each place with further fields once. Their names may be anything, such as those of people. */
function furtherFields({ operation, ...response }: Answer): Finding[] {
  const places = new Map(
    unknownFieldsIn(operation, response).map(({ field, place }) => [field.replace(/[^.]+$/, "…"), place]),
  );
  return [...places].map(([place, source]) => ({
    ...blank,
    kind: "assumption",
    operation,
    place,
    statement: "assumed: no fields beyond those of the specification; answered: with others, whose names are not shown",
    source,
    ...rowOf("further-fields"),
  }));
}

function rateLimitFinding(operation: ReadOperation): Finding {
  return {
    ...blank,
    kind: "assumption",
    operation,
    place: "status",
    statement: "assumed: no limit; answered: 429",
    source: sectionOf("8.rate-limits"),
    ...rowOf("rate-limits"),
  };
}

/** What a finding has if nothing else is said. */
const blank = { alsoIn: [], row: null, question: null, setting: null, policies: null } satisfies Partial<Finding>;

function rowOf(id: string): Pick<Finding, "row" | "question" | "setting"> {
  const { question, setting } = assumptionOf(id);
  // A test of the fake compares the settings of the rows with its own.
  return { row: id, question, setting: setting as keyof Policies | null };
}

/** The same of several calls is one finding, and so is the same of several operations when it is about the whole answer. */
function merged(findings: readonly Finding[]): Finding[] {
  const unique = new Map<string, Finding>();
  for (const finding of findings) {
    const { kind, operation, place, row, statement, rows } = finding;
    const isOfWhole = /^(?:status|body|header .*)$/.test(place);
    const key = JSON.stringify([kind, isOfWhole ? "" : operation, place, row, statement]);
    const first = unique.get(key);
    if (!first) unique.set(key, finding);
    else if (rows && first.rows) {
      const [departing, all] = [rows.departing + first.rows.departing, rows.all + first.rows.all];
      unique.set(key, { ...first, rows: { departing, all } });
    } else if (first.operation !== operation && !first.alsoIn.includes(operation)) {
      unique.set(key, { ...first, alsoIn: [...first.alsoIn, operation] });
    }
  }
  return [...unique.values()];
}
