/**
 * From what single answers show to what a report tells. A finding is about one assumption or one field; every answer adds what
 * it shows, so nothing is told twice. Nothing of an answer is in a finding.
 */
import type { Policies } from "@call-analysis/mock";
import type { ReceivedAnswer } from "../../../mock/src/command/import/read-answer.ts";
import type { Observation } from "../case.ts";
import { assumptionOf } from "../contract/assumptions.ts";
import { dataOf } from "../contract/response-check.ts";
import type { ReadOperation } from "./answer-check.ts";
import { wordsTogether } from "./result-words.ts";

/** What a service answered to a read. */
export interface Answer extends ReceivedAnswer {
  operation: ReadOperation;
  /** The position of the call that was asked for, from 1. */
  call?: number;
}

interface EvidenceBase {
  answer: Answer;
  place: string;
  source: string;
  /** What cannot be compared because of it. @default nothing */
  prevents?: readonly ReadOperation[];
}

/** Where an answer violates the specification. */
export interface Violation extends EvidenceBase {
  kind: "violation";
  statement: string;
  /** The answers that could show it. @default those to the same operation: all for a whole answer, else those with data */
  among?: readonly Answer[];
  /** In how many rows. @default that is not known */
  count?: number | undefined;
  isAbsent?: boolean;
}

/** What an answer shows of an assumption, also when it is as assumed. */
export interface Observed extends EvidenceBase, Observation {
  kind: "assumption";
}

/** What is assumed of one place, and was not compared because another place departs. */
export interface Hidden extends EvidenceBase {
  kind: "hidden";
  hides: string;
}

export type Evidence = Violation | Observed | Hidden;

interface Share {
  departing: number;
  all: number;
}

/** One point at which a service departs, however many rows and calls show it. */
export interface Finding {
  /** `violation`: of the specification. `assumption`: of a row of `ASSUMPTIONS.md`, where the specification is silent. */
  kind: "violation" | "assumption";
  operation: ReadOperation;
  /** Other operations whose answers have the same. */
  alsoIn: readonly ReadOperation[];
  /** The place in the answer: a field such as `data[].createdAt`, or several; `status`, `body`, or `header` and a name. */
  place: string;
  /** The status that was answered, where it is what departs. */
  status?: number;
  /** What the answers ask for by `Retry-After`, in milliseconds: the longest. */
  retryAfterMs?: number;
  /** In how many rows of how many it is; only where others are right. */
  rows?: Share;
  /** In how many calls it is, of how many that could show it, and their positions, from 1. */
  calls?: Share & { which: readonly number[] };
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
  /** Whether the answers differ in it, so that no setting makes the fake answer as all of them. */
  isMixed: boolean;
  /** What could not be compared because of it: an operation, or places in its answer, such as `getCategory data.name`. */
  notCompared: readonly string[];
}

/** The findings of all evidence, in its order: violations first. @param answers all that came */
export function findingsOf(evidence: readonly Evidence[], answers: readonly Answer[]): Finding[] {
  const violations = evidence.filter((each) => each.kind === "violation");
  const observed = evidence.filter((each) => each.kind === "assumption");
  const hidden = evidence.filter((each) => each.kind === "hidden");
  return [
    ...groups(violations, subjectOf).map((group) => {
      const isBehind = ({ answer, place }: Hidden) =>
        group.some((each) => each.answer === answer && each.place === place);
      const places = hidden.filter(isBehind).map(({ answer, hides }) => `${answer.operation} ${hides}`);
      const violation = violationOf(group, answers);
      return { ...violation, notCompared: [...violation.notCompared, ...new Set(places)] };
    }),
    ...groups(observed, ({ assumption }) => assumption).flatMap(assumptionsOf),
  ];
}

type Group<Item> = readonly [Item, ...Item[]];

function groups<Item>(items: readonly Item[], keyOf: (item: Item) => string): Group<Item>[] {
  const byKey = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const group = byKey.get(keyOf(item));
    if (group) group.push(item);
    else byKey.set(keyOf(item), [item]);
  }
  return [...byKey.values()];
}

/** What a violation is about: a field, which is the same in the list of categories and in one of them, or a whole answer. */
function subjectOf({ answer, place, statement }: Violation): string {
  if (isOfWhole(place)) return `${place} ${statement}`;
  if (answer.operation === "listCategories") return `getCategory ${place.replace(/^data\[\]/, "data")}`;
  return `${answer.operation} ${place}`;
}

/** Whether a place is the answer as a whole. */
function isOfWhole(place: string): boolean {
  return /^(?:status|body|header .*)$/.test(place);
}

function violationOf(group: Group<Violation>, answers: readonly Answer[]): Finding {
  const [{ answer, place, source, statement }] = group;
  const texts = groups(group, withoutPlace).map((items) =>
    withShare(withoutPlace(items[0]), { items, answers, rows: rowsOf(items, answers) }),
  );
  const isOfPlace = withoutPlace(group[0]) !== statement;
  const rows = rowsOf(group, answers);
  return {
    kind: "violation",
    ...operationsOf(group),
    place,
    ...(place === "status" && { status: answer.status }),
    ...retryAfterOf(group),
    ...(rows && rows.departing < rows.all && { rows }),
    ...callsOf(group, amongOf(group, answers)),
    row: group.some(({ isAbsent }) => isAbsent) ? "response-fields" : null,
    question: null,
    statement: `${isOfPlace ? `${place} ` : ""}${texts.join("; ")}`,
    source,
    setting: null,
    policies: null,
    isMixed: false,
    notCompared: preventedBy(group),
  };
}

function withoutPlace({ place, statement }: Violation): string {
  return statement.startsWith(`${place} `) ? statement.slice(place.length + 1) : statement;
}

/** The statement, with the number of rows or answers that show it, where others are right. */
function withShare(
  statement: string,
  { items, answers, rows }: { items: Group<Violation>; answers: readonly Answer[]; rows: Share | undefined },
): string {
  const among = amongOf(items, answers);
  const share = rows ?? { departing: answersOf(items).size, all: among.size };
  if (share.departing === share.all) return statement;
  const where = `in ${share.departing} of ${share.all} ${rows ? "rows" : unitOf(among)}`;
  return statement.endsWith(".") ? `${statement} Not so ${where}.` : `${statement}, ${where}`;
}

/** The answers that could show what some evidence shows. */
function amongOf(items: readonly Violation[], answers: readonly Answer[]): ReadonlySet<Answer> {
  const could = ({ answer: { operation }, place, among }: Violation) =>
    among ??
    answers.filter((answer) => answer.operation === operation && (isOfWhole(place) || dataOf(answer) !== undefined));
  return new Set(items.flatMap(could));
}

/** In how many rows some evidence is, of all that could show it; undefined where no rows are counted. */
function rowsOf(items: readonly Violation[], answers: readonly Answer[]): Share | undefined {
  if (!items.some(({ place }) => place.includes("[]")) || items.some(({ count }) => count === undefined))
    return undefined;
  const placeIn = ({ operation }: Answer) => items.find(({ answer }) => answer.operation === operation)?.place ?? "";
  const all = [...amongOf(items, answers)].reduce((sum, answer) => sum + rowsAt(placeIn(answer), answer.json), 0);
  return { departing: items.reduce((sum, { count = 0 }) => sum + count, 0), all };
}

/** How many rows an answer has that could have a field. */
function rowsAt(field: string, json: unknown): number {
  const steps = field.replaceAll("[]", ".[]").split(".");
  const parents = steps
    .slice(0, -1)
    .reduce<unknown[]>(
      (values, step) => values.flatMap((value) => (step === "[]" ? value : Reflect.get(Object(value), step))),
      [json],
    );
  return steps.at(-1) === "[]" ? parents.flat().length : parents.length;
}

/** The finding of an assumption, unless every answer is as assumed. */
function assumptionsOf(group: Group<Observed>): Finding[] {
  const points = groups(group, ({ expected }) => expected)
    .map((point) => (point.every(isVague) ? point : point.filter((each) => !isVague(each))))
    .filter((point) => point.some(departs));
  const departing = points.flat().filter(departs);
  const [first, ...others] = departing;
  if (!first) return [];
  const isMixed = points.some((point) => groups(point, ({ observed }) => observed).length > 1);
  const hasPolicy = !isMixed && departing.every(({ policies }) => policies);
  const { question, setting } = assumptionOf(first.assumption);
  return [
    {
      kind: "assumption",
      ...operationsOf([first, ...others]),
      place: [...new Set(departing.map(({ place }) => place))].join(", "),
      ...retryAfterOf(departing),
      ...callsOf(departing, answersOf(group)),
      row: first.assumption,
      question,
      statement: points.map(pointText).join(". Also "),
      source: first.source,
      // A test of the fake compares the settings of the rows with its own.
      setting: setting as keyof Policies | null,
      policies: hasPolicy ? policiesOf(departing) : null,
      isMixed,
      notCompared: preventedBy(departing),
    },
  ];
}

function isVague({ isVague = false }: Observed): boolean {
  return isVague;
}

function departs({ expected, observed }: Observed): boolean {
  return expected !== observed;
}

/** What the operations that depart answered, and how many of their answers did. */
function pointText(point: readonly Observed[]): string {
  const departing = point.filter(departs);
  const operations = departing.map(({ answer }) => answer.operation);
  const among = answersOf(point.filter(({ answer }) => operations.includes(answer.operation)));
  const kinds = groups(departing, ({ observed }) => observed).map((kind) => ({
    said: kind[0].observed,
    count: answersOf(kind).size,
  }));
  const asAssumed = [...among].filter((answer) => point.some((each) => each.answer === answer && !departs(each)));
  if (asAssumed.length > 0) kinds.push({ said: "as assumed", count: asAssumed.length });
  const [{ expected } = { expected: "" }] = point;
  const isOne = kinds.every(({ count }) => count === among.size);
  if (isOne) return `assumed: ${expected}; answered: ${kinds.map(({ said }) => said).join("; ")}`;
  const texts = kinds.map(
    ({ said, count }, at) => `in ${count}${at === 0 ? ` of ${among.size} ${unitOf(among)}` : ""}: ${said}`,
  );
  return `assumed: ${expected}; answered ${texts.join("; ")}`;
}

/** The settings of all. The words for results are one setting, of which an answer may show a part. */
function policiesOf(departing: readonly Observed[]): Partial<Policies> {
  const policies: Partial<Policies> = Object.assign({}, ...departing.map((each) => each.policies));
  if (!policies.criterionResults) return policies;
  const words = departing.flatMap((each) => each.policies?.criterionResults ?? []);
  return { ...policies, criterionResults: wordsTogether(words) };
}

function answersOf(evidence: readonly Evidence[]): ReadonlySet<Answer> {
  return new Set(evidence.map(({ answer }) => answer));
}

function unitOf(answers: ReadonlySet<Answer>): "calls" | "answers" {
  return [...answers].every(({ operation }) => operation === "getCallAnalysis") ? "calls" : "answers";
}

function callsOf(departing: readonly Evidence[], among: ReadonlySet<Answer>): Pick<Finding, "calls"> {
  const which = [...answersOf(departing)].flatMap(({ call }) => call ?? []).sort((one, other) => one - other);
  const all = [...among].filter(({ operation }) => operation === "getCallAnalysis").length;
  return which.length === 0 ? {} : { calls: { departing: which.length, all, which } };
}

function operationsOf([first, ...others]: Group<Evidence>): Pick<Finding, "operation" | "alsoIn"> {
  const [operation, ...alsoIn] = new Set([first, ...others].map(({ answer }) => answer.operation));
  // There is evidence, so there is an operation.
  return { operation: operation as ReadOperation, alsoIn };
}

function retryAfterOf(evidence: readonly Evidence[]): Pick<Finding, "retryAfterMs"> {
  const pausesMs = evidence.flatMap(({ answer }) => answer.retryAfterMs ?? []);
  return pausesMs.length > 0 ? { retryAfterMs: Math.max(...pausesMs) } : {};
}

function preventedBy(evidence: readonly Evidence[]): ReadOperation[] {
  return [...new Set(evidence.flatMap(({ prevents = [] }) => prevents))];
}
