/** Pauses that a batch learns from its completed calls. */
import type { PollOptions } from "./poll-options.js";

/** From this many completed calls on, pauses are learned. */
const fewestCalls = 5;

/** Only the most recent calls count: they show the service as it is now. */
const mostCalls = 100;

/** The part of the calls that may be completed before they are polled first. */
const completedEarly = 0.2;

/** Each further pause, as a part of the call's age: a result is found at most this much late. */
const step = 0.12;

/** The same for a call that takes longer than all the others did. */
const longStep = 0.3;

/** How much of its age a call that was completed at its first poll has probably taken: so first polls become earlier. */
const probablePart = 0.75;

/** Shortest pause, in milliseconds. */
const shortestMs = 100;

/** The first poll is never later, however slow the service was a while ago, in milliseconds. */
const latestFirstPollMs = 300_000;

/** How long the calls of a batch take: learned from those that are completed, for those that follow. */
export class AdaptivePolling {
  readonly #recentMs: number[] = [];

  /**
   * Adds a call that is completed.
   *
   * @param seenMs its age when that was seen
   * @param pendingMs its age when it was last seen pending, if it ever was
   */
  add(seenMs: number, pendingMs: number | undefined): void {
    this.#recentMs.push(pendingMs === undefined ? seenMs * probablePart : (pendingMs + seenMs) / 2);
    if (this.#recentMs.length > mostCalls) this.#recentMs.shift();
  }

  /**
   * The pause before the next poll of a call, in milliseconds; undefined as long as too few calls are completed.
   *
   * @param ageMs time since the call was created
   * @param random from 0 to 1
   */
  pauseMs(ageMs: number, { maxIntervalMs, jitter }: PollOptions, random: number): number | undefined {
    if (this.#recentMs.length < fewestCalls) return undefined;
    const sortedMs = [...this.#recentMs].sort((a, b) => a - b);
    const soonMs = sortedMs[Math.floor(sortedMs.length * completedEarly)] ?? 0;
    const firstPollMs = Math.min(soonMs, latestFirstPollMs);
    if (ageMs < firstPollMs) return Math.max(firstPollMs - ageMs, shortestMs);
    const part = ageMs > (sortedMs.at(-1) ?? 0) ? longStep : step;
    const stepMs = Math.max(ageMs * part * (1 + jitter * (2 * random - 1)), shortestMs);
    return Math.min(stepMs, maxIntervalMs);
  }
}

/** Whether the caller has set none of the pauses. */
export function leavesPauses(asked: Partial<PollOptions> = {}): boolean {
  const { initialDelayMs, intervalMs, factor, maxIntervalMs } = asked;
  return [initialDelayMs, intervalMs, factor, maxIntervalMs].every((option) => option === undefined);
}
