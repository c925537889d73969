/** The error of a wait for a journal entry that did not come. */
import { type AnyMatch, matches } from "../rules/match.js";
import type { JournalView } from "./entry.js";

/** No request matched in time. The message lists those that came nearest, and how they differ. */
export class JournalWaitError extends Error {
  override readonly name = "JournalWaitError";
}

/** How long to wait for an entry. */
export interface JournalWaitOptions {
  /** In milliseconds of real time. @default 2_000 */
  timeoutMs?: number;
  signal?: AbortSignal;
}

const shownMisses = 3;

/** The error of a wait. @param when goes on after the match */
export function waitError(
  match: AnyMatch,
  when: string,
  { views, cause }: { views: readonly JournalView[]; cause?: unknown },
) {
  const message = `No request matched ${textOf(match)} ${when}. ${nearestMisses(match, views)}`;
  return new JournalWaitError(message, { cause });
}

function nearestMisses(match: AnyMatch, views: readonly JournalView[]): string {
  if (views.length === 0) return "No request was received.";
  const misses = views.map((view) => ({ view, differences: differencesOf(match, view) })).reverse();
  const nearest = misses.sort((one, other) => one.differences.length - other.differences.length).slice(0, shownMisses);
  const lines = nearest.map(({ view, differences }) => `  ${titleOf(view)}: ${differences.join(", ")}`);
  // Ids count from 1.
  const isAll = views[0]?.entry.id === 1;
  const which = isAll ? views.length : `the last ${views.length} (journal.maxEntries)`;
  return [`Nearest of ${which}:`, ...lines].join("\n");
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
