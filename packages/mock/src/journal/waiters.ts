/** Waits for journal entries, and the error if none comes. */
import { type AnyMatch, matches } from "../rules/match.js";
import type { JournalView } from "./entry.js";

/** No request matched in time. The message lists the nearest misses, and how they differ. */
export class JournalWaitError extends Error {
  override readonly name = "JournalWaitError";
}

/** The options of a wait for an entry. */
export interface JournalWaitOptions {
  /** In milliseconds of real time. @default 2_000 */
  timeoutMs?: number;
  signal?: AbortSignal;
}

const shownMisses = 3;

/** The error of a wait. @param when the text after the match */
export function waitError(
  match: AnyMatch,
  when: string,
  { views, cause }: { views: readonly JournalView[]; cause?: unknown },
) {
  const misses = views.map((view) => ({ title: titleOf(view), differences: differencesOf(match, view) })).reverse();
  const nearest = misses.sort((one, other) => one.differences.length - other.differences.length).slice(0, shownMisses);
  const lines = nearest.map(({ title, differences }) => `\n  ${title}: ${differences.join(", ")}`);
  const received = lines.length === 0 ? "No request was received." : `The nearest misses:${lines.join("")}`;
  return new JournalWaitError(`No request matched ${textOf(match)} ${when}. ${received}`, { cause });
}

function differencesOf(match: AnyMatch, { attributes }: JournalView): string[] {
  return Object.entries(match)
    .filter(([key, value]) => !matches({ [key]: value }, attributes))
    .map(([key, value]) => `${key} is ${textOf(attributes[key])}, not ${textOf(value)}`);
}

function titleOf({ entry: { id, operation, method, path, status } }: JournalView): string {
  return `#${id} ${operation ?? "no operation"} ${method} ${path} ${status ?? "no response"}`;
}

function textOf(value: unknown): string {
  return JSON.stringify(value) ?? "missing";
}
