import { type Match, matches } from "../core/match.js";
import type { JournalView } from "./view.js";

const shownMisses = 3;

/** No request matched in time; the message lists those that came nearest, and what about them is otherwise. */
export class JournalWaitError extends Error {
  override readonly name = "JournalWaitError";
}

/** Says that nothing matched, and what came nearest to it. */
export function missesMessage(match: Match, { why, views }: { why: string; views: readonly JournalView[] }): string {
  return `No request matched ${textOf(match)} ${why}. ${nearestMisses(match, views)}`;
}

function nearestMisses(match: Match, views: readonly JournalView[]): string {
  if (views.length === 0) return "There was no request at all.";
  const misses = views.map((view) => ({ view, differences: differencesOf(match, view) })).reverse();
  const nearest = misses.sort((one, other) => one.differences.length - other.differences.length).slice(0, shownMisses);
  const lines = nearest.map(({ view, differences }) => `  ${titleOf(view)}: ${differences.join(", ")}`);
  return [`Nearest of ${views.length}:`, ...lines].join("\n");
}

function differencesOf(match: Match, { facts }: JournalView): string[] {
  return Object.entries(match)
    .filter(([key, value]) => !matches({ [key]: value }, facts))
    .map(([key, value]) => `${key} is ${textOf(facts[key])}, not ${textOf(value)}`);
}

function titleOf({ entry: { id, operation, method, path, status } }: JournalView): string {
  return `#${id} ${operation ?? "nothing"} ${method} ${path} ${status ?? "unanswered"}`;
}

function textOf(value: unknown): string {
  return JSON.stringify(value) ?? "missing";
}
