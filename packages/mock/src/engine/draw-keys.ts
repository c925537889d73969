/** The keys for the draws of an analysis. Each draw is seeded with one of them and its own name. */
import { hash } from "../core/random.js";
import type { AnalysisOptions } from "./analysis-options.js";

/** One key for everything that differs between calls, and two for everything that stays the same. */
export type DrawKeys = ReturnType<typeof drawKeys>;

/**
 * The keys of an analysis. The recording's content counts, not its URL, because each upload of the same recording has
 * its own URL.
 */
export function drawKeys(options: AnalysisOptions) {
  const { seed, organizationId, recordingHash, category, memberId, udfs, date } = options;
  return {
    /** The key of one recording, agent, category and set of details. */
    call: hash("call", seed, organizationId, recordingHash, category.id, memberId, canonicalText(udfs), date ?? ""),
    /** The key for all calls: some questions are harder than others. */
    category: hash("category", seed, organizationId, category.id),
    /** The key for all calls: some agents do better than others. */
    member: hash("member", seed, organizationId, memberId),
  };
}

/** A JSON value as a text in which the order of keys does not matter. */
export function canonicalText(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value !== "object" || value === null) return String(value);
  const isList = Array.isArray(value);
  const names = isList ? Object.keys(value) : Object.keys(value).sort();
  // Read as an own property: `__proto__` among the keys is a key like any other.
  const memberText = (name: string) => `${JSON.stringify(name)}:${canonicalText(Reflect.get(value, name))},`;
  const members = names.reverse().map(memberText).join("");
  return isList ? `[${members}]` : `{${members}}`;
}
