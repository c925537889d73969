/** The keys that an analysis draws from. Each draw is seeded with one of them and its own name. */
import { hash } from "../core/random.js";
import type { AnalysisOptions } from "./analysis-options.js";

/** One key for what differs with each call, and two for what stays the same from call to call. */
export type DrawKeys = ReturnType<typeof drawKeys>;

/**
 * The keys of an analysis. The recording counts by its content and not by its address, because each upload
 * of the same recording gets its own address.
 */
export function drawKeys(options: AnalysisOptions) {
  const { seed, organizationId, recordingHash, category, memberId, udfs, date } = options;
  return {
    /** One recording, of one agent, in one category, with one set of details. */
    call: hash("call", seed, organizationId, recordingHash, category.id, memberId, canonicalText(udfs), date ?? ""),
    /** For all calls: some questions are harder than others. */
    category: hash("category", seed, organizationId, category.id),
    /** For all calls: some people do better than others. */
    member: hash("member", seed, organizationId, memberId),
  };
}

/** A JSON value as a text in which the order of keys makes no difference. */
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
