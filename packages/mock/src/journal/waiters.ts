/** Waits for a journal entry that matches. */
import { longestPauseMs, realTimers } from "../core/pause.js";
import { type AnyMatch, matches } from "../rules/match.js";
import type { JournalEntry, JournalView } from "./entry.js";

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

/** The journal, as far as a wait uses it. */
export interface WatchedJournal {
  /** Calls back for each entry from now on. Returns what ends that. */
  listen(listener: (view: JournalView) => void): () => void;
  /** What it has, for the message of a wait that no entry ends. */
  views(): readonly JournalView[];
}

/** The next entry that matches. @throws {JournalWaitError} when the time is over, or the signal aborts */
export function nextEntry(
  match: AnyMatch,
  { listen, views }: WatchedJournal,
  { timeoutMs = 2_000, signal }: JournalWaitOptions,
): Promise<JournalEntry> {
  return new Promise((resolve, reject) => {
    const end = () => {
      realTimers.clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      stopListening();
    };
    const fail = (when: string, cause?: unknown) => {
      end();
      const message = `No request matched ${textOf(match)} ${when}. ${nearestMisses(match, views())}`;
      reject(new JournalWaitError(message, { cause }));
    };
    const stopListening = listen(({ entry, attributes }) => {
      if (!matches(match, attributes)) return;
      end();
      resolve(entry);
    });
    const abort = () => fail("before the signal aborted", signal?.reason);
    const timer = realTimers.setTimeout(() => fail(`within ${timeoutMs} ms`), Math.min(timeoutMs, longestPauseMs));
    signal?.addEventListener("abort", abort, { once: true });
    if (signal?.aborted) abort();
  });
}

const shownMisses = 3;

function nearestMisses(match: AnyMatch, views: readonly JournalView[]): string {
  if (views.length === 0) return "There was no request at all.";
  const misses = views.map((view) => ({ view, differences: differencesOf(match, view) })).reverse();
  const nearest = misses.sort((one, other) => one.differences.length - other.differences.length).slice(0, shownMisses);
  const lines = nearest.map(({ view, differences }) => `  ${titleOf(view)}: ${differences.join(", ")}`);
  // Ids count from 1.
  const isAll = views[0]?.entry.id === 1;
  const which = isAll ? views.length : `the last ${views.length}, for journal.maxEntries keeps no more`;
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
