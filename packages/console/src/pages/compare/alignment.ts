/** Aligns the scorecards of two calls by the ids of sections and criteria, and says what became better or worse. */
import type { Analysis, Criterion, Section } from "@call-analysis/sdk";
import { verdictOf, worthOf } from "../../data/results.ts";

/** What the second call is, compared with the first. `changed` has no direction. */
export type Change = "worse" | "changed" | "only in 1" | "only in 2" | "better" | "same";

/** A criterion of one or both calls. */
export interface AlignedCriterion {
  key: string;
  sectionName: string;
  question: string;
  /** Null for a call that has no such criterion. */
  first: Criterion | null;
  second: Criterion | null;
  change: Change;
  /** From -1, which is the worst, to 1; 0 where there is no direction. */
  delta: number;
}

/** A section of one or both calls. */
export interface AlignedSection {
  key: string;
  sectionName: string;
  first: Section | null;
  second: Section | null;
  /** The difference of their shares of the points, from -1 to 1; null where one call has no points in it. */
  delta: number | null;
  criteria: AlignedCriterion[];
}

/** The sections of both calls: in the order of the first, then those that the second alone has. */
export function alignSections(first: Pick<Analysis, "sections">, second: Pick<Analysis, "sections">): AlignedSection[] {
  const pairs = alignBy(first.sections ?? [], second.sections ?? [], ({ sectionId }) => sectionId);
  return pairs.map(({ key, one, other }) => {
    const sectionName = (one ?? other)?.sectionName ?? "";
    const criteria = alignBy(one?.criterias ?? [], other?.criterias ?? [], ({ criteriaId }) => criteriaId);
    return {
      key,
      sectionName,
      first: one,
      second: other,
      delta: deltaOf(shareOf(one), shareOf(other)),
      criteria: criteria.map((pair) => alignedCriterion(pair, { section: key, sectionName })),
    };
  });
}

interface Pair<Item> {
  key: string;
  one: Item | null;
  other: Item | null;
}

/** An id that comes twice is aligned by its place among its equals. */
function alignBy<Item>(ones: readonly Item[], others: readonly Item[], idOf: (item: Item) => string): Pair<Item>[] {
  const left = keyed(ones, idOf);
  const right = keyed(others, idOf);
  const keys = new Set([...left.keys(), ...right.keys()]);
  return [...keys].map((key) => ({ key, one: left.get(key) ?? null, other: right.get(key) ?? null }));
}

function keyed<Item>(items: readonly Item[], idOf: (item: Item) => string): Map<string, Item> {
  const counts = new Map<string, number>();
  return new Map(
    items.map((item) => {
      const id = idOf(item);
      const place = counts.get(id) ?? 0;
      counts.set(id, place + 1);
      return [`${id}#${place}`, item];
    }),
  );
}

function alignedCriterion(
  { key, one, other }: Pair<Criterion>,
  { section, sectionName }: { section: string; sectionName: string },
): AlignedCriterion {
  const question = (one ?? other)?.question ?? "";
  return { key: `${section} ${key}`, sectionName, question, first: one, second: other, ...changeOf(one, other) };
}

function changeOf(one: Criterion | null, other: Criterion | null): Pick<AlignedCriterion, "change" | "delta"> {
  if (!one) return { change: "only in 2", delta: 0 };
  if (!other) return { change: "only in 1", delta: 0 };
  if (one.result === other.result) return { change: "same", delta: 0 };
  const delta = deltaOf(worthOf(one.result, other.result), worthOf(other.result, one.result)) ?? 0;
  if (delta === 0) return { change: "changed", delta };
  return { change: delta < 0 ? "worse" : "better", delta };
}

function shareOf(section: Section | null): number | null {
  return section && section.totalScore > 0 ? section.score / section.totalScore : null;
}

function deltaOf(before: number | null, after: number | null): number | null {
  return before === null || after === null ? null : after - before;
}

const order: readonly Change[] = ["worse", "changed", "only in 1", "only in 2", "better", "same"];

/** All criteria, the largest regression first; those that are the same come last. */
export function byRegression(sections: readonly AlignedSection[]): AlignedCriterion[] {
  return sections
    .flatMap(({ criteria }) => criteria)
    .sort((one, other) => order.indexOf(one.change) - order.indexOf(other.change) || one.delta - other.delta);
}

/** How many of the criteria each call has missed, and how many both have. */
export function missedCounts(criteria: readonly AlignedCriterion[]): { first: number; second: number; both: number } {
  const missed = criteria.map(({ first, second }) => [isMissed(first), isMissed(second)] as const);
  return {
    first: missed.filter(([first]) => first).length,
    second: missed.filter(([, second]) => second).length,
    both: missed.filter(([first, second]) => first && second).length,
  };
}

/** Whether either call has missed a criterion. */
export function isMissedByEither({ first, second }: AlignedCriterion): boolean {
  return isMissed(first) || isMissed(second);
}

function isMissed(criterion: Criterion | null): boolean {
  return criterion !== null && verdictOf(criterion.result) === "missed";
}
