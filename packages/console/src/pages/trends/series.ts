/** The average scores of each agent, or of each category, over time. */
import type { ListedCall } from "../../connection/control.ts";

/** A completed call with a score. */
export interface ScoredCall extends ListedCall {
  score: number;
}

/** The completed calls with a score and a date. A call without any points was not assessed and is left out. */
export function scoredCalls(calls: readonly ListedCall[]): ScoredCall[] {
  return calls.filter(
    (call): call is ScoredCall =>
      typeof call.score === "number" && call.totalScore !== 0 && !Number.isNaN(Date.parse(call.createdAt)),
  );
}

/** The average of the calls of a day, of a week or of a month. */
export interface Point {
  startMs: number;
  mean: number;
  count: number;
}

/** The calls of an agent or of a category. */
export interface Series {
  id: string;
  label: string;
  mean: number;
  count: number;
  /** The earliest first. Stretches of time without a call have none. */
  points: readonly Point[];
}

export type StretchLength = "day" | "week" | "month";

/** The length that gives a chart neither too few points nor too many. */
export function stretchLengthFor(calls: readonly ScoredCall[]): StretchLength {
  const timesMs = calls.map(({ createdAt }) => Date.parse(createdAt));
  const days = (Math.max(...timesMs) - Math.min(...timesMs)) / 86_400_000;
  if (days <= 45) return "day";
  return days <= 370 ? "week" : "month";
}

/** A series for each agent or category, the highest average first. */
export function seriesOf(calls: readonly ScoredCall[], by: "agent" | "category", length: StretchLength): Series[] {
  const groups = groupedBy(calls, ({ memberId, categoryId }) => (by === "agent" ? memberId : categoryId));
  const series = [...groups].map(([id, ofGroup]) => ({
    id,
    label: (by === "agent" ? ofGroup[0]?.agentName : ofGroup[0]?.categoryName) || id,
    mean: meanOf(ofGroup),
    count: ofGroup.length,
    points: pointsOf(ofGroup, length),
  }));
  return series.toSorted((one, other) => other.mean - one.mean);
}

function pointsOf(calls: readonly ScoredCall[], length: StretchLength): Point[] {
  const stretches = groupedBy(calls, ({ createdAt }) => startOf(Date.parse(createdAt), length));
  return [...stretches]
    .map(([startMs, inStretch]) => ({ startMs, mean: meanOf(inStretch), count: inStretch.length }))
    .toSorted((one, other) => one.startMs - other.startMs);
}

function groupedBy<Key>(calls: readonly ScoredCall[], keyOf: (call: ScoredCall) => Key): Map<Key, ScoredCall[]> {
  const groups = new Map<Key, ScoredCall[]>();
  for (const call of calls) groups.set(keyOf(call), [...(groups.get(keyOf(call)) ?? []), call]);
  return groups;
}

function meanOf(calls: readonly ScoredCall[]): number {
  return calls.reduce((sum, { score }) => sum + score, 0) / calls.length;
}

/** The local midnight on which the day, the week (from Monday) or the month of a time begins. */
function startOf(atMs: number, length: StretchLength): number {
  const date = new Date(atMs);
  const day = new Date(date.getFullYear(), date.getMonth(), length === "month" ? 1 : date.getDate());
  if (length === "week") day.setDate(day.getDate() - ((day.getDay() + 6) % 7));
  return day.getTime();
}

/** The specification does not say the scale of scores: 1, 10 and 100 are usual ends. */
export function topOf(most: number): number {
  return [1, 10, 100].find((end) => most <= end) ?? most;
}
