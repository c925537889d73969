/** When the calls of a batch are polled, learned from those that are completed. Pure. */
import type { PollOptions } from "../flow/poll.js";

/** From this many completed calls on, pauses are learned. */
const fewestCalls = 5;

/** Only the latest calls count: they show the service as it is now. */
const mostCalls = 100;

/** The share of the calls that may be completed before they are polled first. */
const completedEarly = 0.25;

/** Each further pause is this share of the call's age: a result is found at most that much late. */
const step = 0.11;

/** How much of its age a call has probably taken that was completed at its first poll: so first polls become earlier. */
const probableShare = 0.75;

/** Shortest pause, in milliseconds, unless the calls take even less. */
const shortestMs = 100;

/** The first poll is never later, however slow the service was a while ago, in milliseconds. */
const latestFirstPollMs = 300_000;

/** How long the calls of a batch take. */
export class AdaptivePolling {
  readonly #recentMs: number[] = [];

  /**
   * Adds a completed call.
   *
   * @param seenMs its age when that was seen
   * @param pendingMs its age when it was last seen pending, if it ever was
   */
  add(seenMs: number, pendingMs: number | undefined): void {
    this.#recentMs.push(pendingMs === undefined ? seenMs * probableShare : (pendingMs + seenMs) / 2);
    if (this.#recentMs.length > mostCalls) this.#recentMs.shift();
  }

  /** The pauses of a call of this age; none as long as too few calls are completed. */
  pausesOf(ageMs: number): Pick<PollOptions, "initialDelayMs" | "intervalMs" | "factor"> | undefined {
    if (this.#recentMs.length < fewestCalls) return undefined;
    const sortedMs = [...this.#recentMs].sort((one, other) => one - other);
    const soonMs = Math.min(sortedMs[Math.floor(sortedMs.length * completedEarly)] ?? 0, latestFirstPollMs);
    const firstPollMs = Math.max(soonMs, ageMs);
    const intervalMs = Math.max(firstPollMs * step, Math.min(shortestMs, firstPollMs));
    return { initialDelayMs: firstPollMs - ageMs, intervalMs, factor: 1 + step };
  }
}
