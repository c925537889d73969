import type { PollOptions } from "../analysis/poll-options.js";

/** So many finished calls tell enough. */
const fewest = 5;

/** The most recent ones tell of the service as it is now. */
const most = 100;

/** The part of the calls that may be finished before they are first looked at. */
const finishedEarly = 0.2;

/** Each further pause, as a part of the call's age: so late is a result found, at the most. */
const step = 0.12;

/** The same for a call that takes longer than all of them: of those nothing is known. */
const longStep = 0.3;

/** What a call that was finished at its first look has probably taken of its time: so the first look moves forward. */
const probablePart = 0.75;

/** Shortest pause, in milliseconds. */
const shortestMs = 100;

/** The first look is never later, however slow the service was a while ago, in milliseconds. */
const latestFirstLookMs = 300_000;

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
    if (this.#recentMs.length > most) this.#recentMs.shift();
  }

  /**
   * The pause before the next look at a call, in milliseconds; undefined as long as too few calls are completed.
   *
   * @param ageMs of the call, since its creation
   * @param random from 0 to 1
   */
  pauseMs(ageMs: number, { maxIntervalMs, jitter }: PollOptions, random: number): number | undefined {
    if (this.#recentMs.length < fewest) return undefined;
    const sortedMs = [...this.#recentMs].sort((a, b) => a - b);
    const soonMs = sortedMs[Math.floor(sortedMs.length * finishedEarly)] ?? 0;
    const firstLookMs = Math.min(soonMs, latestFirstLookMs);
    if (ageMs < firstLookMs) return Math.max(firstLookMs - ageMs, shortestMs);
    const part = ageMs > (sortedMs.at(-1) ?? 0) ? longStep : step;
    const stepMs = Math.max(ageMs * part * (1 + jitter * (2 * random - 1)), shortestMs);
    return Math.min(stepMs, maxIntervalMs);
  }
}

/** Whether the caller leaves the pauses to what is learned. */
export function leavesPauses(asked: Partial<PollOptions> = {}): boolean {
  const { initialDelayMs, intervalMs, factor, maxIntervalMs } = asked;
  return [initialDelayMs, intervalMs, factor, maxIntervalMs].every((option) => option === undefined);
}
