/**
 * From what single answers show to what a report tells. A finding is about one assumption or one field; every answer adds what
 * it shows, so nothing is told twice. Nothing of an answer is in a finding.
 */
import type { Policies } from "@call-analysis/mock";
import type { ReceivedAnswer } from "../../../mock/src/command/import/read-answer.ts";
import type { Observation } from "../case.ts";
import { assumptionOf } from "../contract/assumptions.ts";
import type { ReadOperation } from "./answer-check.ts";

/** What a service answered to a read. */
export interface Answer extends ReceivedAnswer {
  operation: ReadOperation;
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
  /** In how many rows. @default that is not known */
  count?: number | undefined;
  isAbsent?: boolean;
}

/** What an answer shows of an assumption, also when it is as assumed. */
export interface Observed extends EvidenceBase, Observation {
  kind: "assumption";
}

export type Evidence = Violation | Observed;

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
  /** In how many calls of how many it is; only where others are right, and no rows are counted. */
  calls?: Share;
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
  /** What could not be compared because of it. */
  notCompared: readonly ReadOperation[];
}

/** The findings of all evidence, in its order: violations first. @param answers all that came */
export function findingsOf(evidence: readonly Evidence[], answers: readonly Answer[]): Finding[] {
  const violations = evidence.filter((each) => each.kind === "violation");
  const observed = evidence.filter((each) => each.kind === "assumption");
  return [
    ...groups(violations, subjectOf).map((group) => violationOf(group, answers)),
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
  const { departing, all, unit } = shareOf(group, { group, answers });
  const texts = groups(group, withoutPlace).map((items) =>
    withShare(withoutPlace(items[0]), shareOf(items, { group, answers })),
  );
  const isOfPlace = withoutPlace(group[0]) !== statement;
  return {
    kind: "violation",
    ...operationsOf(group),
    place,
    ...(place === "status" && { status: answer.status }),
    ...retryAfterOf(group),
    ...(departing < all && { [unit]: { departing, all } }),
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

interface UnitShare extends Share {
  unit: "rows" | "calls";
}

function withShare(statement: string, { departing, all, unit }: UnitShare): string {
  return departing < all ? `${statement.replace(/\.$/, "")}, in ${departing} of ${all} ${unit}` : statement;
}

/** In how many rows or calls some of the evidence of a finding is, of all that were looked at for it. */
function shareOf(
  items: readonly Violation[],
  { group, answers }: { group: Group<Violation>; answers: readonly Answer[] },
): UnitShare {
  const [first] = group;
  const concerned = answers.filter(
    (answer) =>
      group.some((each) => each.answer.operation === answer.operation) && (isOfWhole(first.place) || hasData(answer)),
  );
  if (group.some(({ place, count }) => count !== undefined && place.includes("[]"))) {
    const placeIn = ({ operation }: Answer) => group.find(({ answer }) => answer.operation === operation)?.place ?? "";
    const all = concerned.reduce((sum, answer) => sum + rowsAt(placeIn(answer), answer.json), 0);
    return { departing: items.reduce((sum, { count = 0 }) => sum + count, 0), all, unit: "rows" };
  }
  const isOfCalls = first.answer.operation === "getCallAnalysis";
  return {
    departing: new Set(items.map(({ answer }) => answer)).size,
    all: isOfCalls ? concerned.length : 0,
    unit: "calls",
  };
}

function hasData({ json }: Answer): boolean {
  return Reflect.get(Object(json), "data") !== undefined;
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
  const departs = ({ expected, observed }: Observed) => expected !== observed;
  const points = groups(group, ({ expected }) => expected).filter((point) => point.some(departs));
  const departing = group.filter(departs);
  const [first, ...others] = departing;
  if (!first) return [];
  const isMixed = points.some(
    (point) => groups(point, ({ observed }) => observed).length > 1 || point[0].isMixed === true,
  );
  const hasPolicy = !isMixed && departing.every(({ policies }) => policies);
  const { question, setting } = assumptionOf(first.assumption);
  return [
    {
      kind: "assumption",
      ...operationsOf([first, ...others]),
      place: [...new Set(departing.map(({ place }) => place))].join(", "),
      ...retryAfterOf(departing),
      row: first.assumption,
      question,
      statement: points.map(pointText).join(". Also "),
      source: first.source,
      // A test of the fake compares the settings of the rows with its own.
      setting: setting as keyof Policies | null,
      policies: hasPolicy ? Object.assign({}, ...departing.map(({ policies }) => policies)) : null,
      isMixed,
      notCompared: preventedBy(departing),
    },
  ];
}

function pointText(point: Group<Observed>): string {
  const [{ expected, answer }] = point;
  const kinds = groups(point, ({ observed }) => observed);
  const unit = answer.operation === "getCallAnalysis" ? "calls" : "answers";
  const texts = kinds.map((kind, at) => {
    const said = kind[0].observed === expected ? "as assumed" : kind[0].observed;
    if (kinds.length === 1) return said;
    return `${said} in ${kind.length}${at === 0 ? ` of ${point.length} ${unit}` : ""}`;
  });
  return `assumed: ${expected}; answered: ${texts.join(", ")}`;
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
