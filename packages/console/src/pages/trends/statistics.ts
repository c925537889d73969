/** What many calls have in common: scores over time, their distribution, and groups of calls. */
import type { ListedCall } from "../../connection/control.ts";

/** A call whose score counts. */
export interface ScoredCall {
  score: number;
  atMs: number;
  call: ListedCall;
}

/** The completed calls with a score and a date. Of a call without any points nothing was assessed: it is left out. */
export function scoredCalls(calls: readonly ListedCall[]): ScoredCall[] {
  return calls.flatMap((call) => {
    const atMs = Date.parse(call.createdAt);
    if (typeof call.score !== "number" || call.totalScore === 0 || Number.isNaN(atMs)) return [];
    return [{ score: call.score, atMs, call }];
  });
}

/** What the scores of some calls are like. */
export interface Summary {
  count: number;
  mean: number;
  least: number;
  median: number;
  most: number;
}

/** Undefined for no scores. */
export function summaryOf(scores: readonly number[]): Summary | undefined {
  const sorted = scores.toSorted((one, other) => one - other);
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (least === undefined || most === undefined) return undefined;
  const middle = (sorted.length - 1) / 2;
  const median = ((sorted[Math.floor(middle)] ?? least) + (sorted[Math.ceil(middle)] ?? least)) / 2;
  return { count: sorted.length, mean: mean(sorted), least, median, most };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** A stretch of time and the calls in it. */
export interface Bucket {
  startMs: number;
  count: number;
  mean: number;
}

export type BucketLength = "day" | "week" | "month";

/** The length of a stretch that gives a chart neither too few points nor too many. */
export function bucketLengthFor(calls: readonly ScoredCall[]): BucketLength {
  const days = spanDays(calls);
  if (days <= 45) return "day";
  return days <= 370 ? "week" : "month";
}

const dayMs = 86_400_000;

function spanDays(calls: readonly ScoredCall[]): number {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { atMs } of calls) {
    first = Math.min(first, atMs);
    last = Math.max(last, atMs);
  }
  return last > first ? (last - first) / dayMs : 0;
}

/** The averages over time, the earliest first; stretches without a call are left out. */
export function overTime(calls: readonly ScoredCall[], length: BucketLength): Bucket[] {
  const scores = new Map<number, number[]>();
  for (const { score, atMs } of calls) {
    const startMs = startOf(atMs, length);
    const inBucket = scores.get(startMs);
    if (inBucket) inBucket.push(score);
    else scores.set(startMs, [score]);
  }
  return [...scores]
    .map(([startMs, values]) => ({ startMs, count: values.length, mean: mean(values) }))
    .sort((one, other) => one.startMs - other.startMs);
}

/** The local midnight on which the day, the week (from Monday) or the month of a time begins. */
function startOf(atMs: number, length: BucketLength): number {
  const date = new Date(atMs);
  const day = new Date(date.getFullYear(), date.getMonth(), length === "month" ? 1 : date.getDate());
  if (length === "week") day.setDate(day.getDate() - ((day.getDay() + 6) % 7));
  return day.getTime();
}

/** A range of scores and how many calls are in it. */
export interface Bin {
  from: number;
  to: number;
  count: number;
}

/** The distribution of scores in ten equal ranges, from 0 or the least to 100, or to the most where that is more. */
export function distribution(scores: readonly number[]): Bin[] {
  const least = scores.reduce((low, score) => Math.min(low, score), 0);
  const most = scores.reduce((high, score) => Math.max(high, score), 0);
  const width = (topOf(most) - least) / 10;
  const bins = Array.from({ length: 10 }, (_, index) => ({
    from: least + index * width,
    to: least + (index + 1) * width,
  }));
  const counts = countsIn(scores, bins);
  return bins.map((bin, index) => ({ ...bin, count: counts[index] ?? 0 }));
}

/** The specification does not say the scale of scores: 1, 10 and 100 are usual ends. */
export function topOf(most: number): number {
  return [1, 10, 100].find((end) => most <= end) ?? most;
}

/** Calls that have the same agent, category or outcome. */
export interface Group extends Summary {
  id: string;
  label: string;
  /** The ranges of the distribution, the same for all groups. */
  bins: readonly number[];
}

export type GroupedBy = "agent" | "category" | "outcome";

/** The groups, with all scores on the same scale. */
export function groupsOf(calls: readonly ScoredCall[], by: GroupedBy): Group[] {
  const groups = new Map<string, { label: string; scores: number[] }>();
  for (const { score, call } of calls) {
    const { id, label } = groupOf(call, by);
    const group = groups.get(id);
    if (group) group.scores.push(score);
    else groups.set(id, { label, scores: [score] });
  }
  const ends = distribution(calls.map(({ score }) => score));
  return [...groups].flatMap(([id, { label, scores }]) => {
    const summary = summaryOf(scores);
    return summary ? [{ id, label, ...summary, bins: countsIn(scores, ends) }] : [];
  });
}

function countsIn(scores: readonly number[], bins: readonly Omit<Bin, "count">[]): number[] {
  const [start, width] = [bins[0]?.from ?? 0, (bins[0]?.to ?? 1) - (bins[0]?.from ?? 0)];
  const counts = bins.map(() => 0);
  for (const score of scores) {
    const index = Math.min(counts.length - 1, Math.floor((score - start) / width));
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts;
}

function groupOf({ memberId, agentName, categoryId, categoryName, outcomeLabel }: ListedCall, by: GroupedBy) {
  switch (by) {
    case "agent":
      return { id: memberId, label: agentName };
    case "category":
      return { id: categoryId, label: categoryName };
    case "outcome":
      return { id: outcomeLabel ?? "", label: outcomeLabel || "no outcome" };
  }
}
