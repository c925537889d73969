/** Where in a recording something happens, and how a reviewer writes times down. */
import { seededRandom } from "../core/random.js";
import type { CriterionDefinition } from "./configuration.js";
import type { DrawKeys } from "./key.js";
import { topicOf } from "./text/topics.js";

interface MomentContext {
  keys: DrawKeys;
  durationSeconds: number;
  /** The section's place among the sections: the call takes them one after the other. */
  index: number;
  count: number;
}

/** The moment that the answer to a criterion rests on, in whole seconds from the start and never after the end. */
export function momentSeconds(sectionId: string, criterion: CriterionDefinition, context: MomentContext): number {
  const { keys, durationSeconds } = context;
  const draw = seededRandom(keys.call, "moment", sectionId, criterion.criteriaId).next();
  const [from, to] = partOfCall(criterion.question, context);
  return secondsAt(durationSeconds, from + draw * (to - from));
}

/** The second at a share of the call, 0 to 1. A length that is no number counts as none. */
export function secondsAt(durationSeconds: number, share: number): number {
  return Number.isFinite(durationSeconds) ? Math.floor(Math.max(0, durationSeconds) * share) : 0;
}

/** `72` as `01:12`, and from an hour on `1:01:12`. */
export function clockTime(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tail = `${twoDigits(minutes)}:${twoDigits(Math.floor(seconds % 60))}`;
  return hours > 0 ? `${hours}:${tail}` : tail;
}

/** `312` as `5 min 12 s`, and `3900` as `1 h 5 min`. */
export function lengthInWords(durationSeconds: number): string {
  const seconds = Number.isFinite(durationSeconds) ? Math.max(0, Math.round(durationSeconds)) : 0;
  const units = [
    { amount: Math.floor(seconds / 3600), unit: "h" },
    { amount: Math.floor(seconds / 60) % 60, unit: "min" },
    { amount: seconds % 60, unit: "s" },
  ];
  const parts = units.filter(({ amount }) => amount > 0).map(({ amount, unit }) => `${amount} ${unit}`);
  return parts.length === 0 ? "0 s" : parts.join(" ");
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

function partOfCall(question: string, { durationSeconds, index, count }: MomentContext): [number, number] {
  const place = topicOf(question)?.place;
  if (place === "start" && index === 0) return [0.01, Math.min(0.1, 15 / durationSeconds)];
  if (place === "end") return [0.88, 0.98];
  return [0.04 + (0.88 * index) / count, 0.04 + (0.88 * (index + 1)) / count];
}
