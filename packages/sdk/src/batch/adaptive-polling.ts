/** Learns from completed calls when to poll the other calls of a batch. Pure. */
import type { PollOptions } from "../flow/poll.js";

/** Pauses are learned only from this many completed calls on. */
const fewestCalls = 5;

/** Only the latest calls count: they show the service as it is now. */
const mostCalls = 100;

/** The share of calls that may be completed before their first poll. */
const completedEarly = 0.25;

/** Each further pause is this share of the call's age, so a result is found at most that much late. */
const step = 0.11;

/** A call that is completed at its first poll probably took this share of its age. So first polls become earlier. */
const shareAtFirstPoll = 0.75;

/** The same for a call that is completed at a later poll. */
const shareAtLaterPoll = 0.95;

/** The shortest pause between two polls, in milliseconds. */
const shortestMs = 100;

/** The latest first poll, in milliseconds. A service that was slow a while ago does not delay it further. */
const latestFirstPollMs = 300_000;

/** How long the calls of a batch take. */
export class AdaptivePolling {
  readonly #recentMs: number[] = [];

  /** Adds a call that was completed at this poll, counted from 1. */
  add(ageMs: number, poll: number): void {
    this.#recentMs.push(ageMs * (poll === 1 ? shareAtFirstPoll : shareAtLaterPoll));
    if (this.#recentMs.length > mostCalls) this.#recentMs.shift();
  }

  /** The pauses for a call of this age. Undefined while too few calls are completed. */
  pausesOf(ageMs: number): Pick<PollOptions, "initialDelayMs" | "intervalMs" | "factor"> | undefined {
    if (this.#recentMs.length < fewestCalls) return undefined;
    const sortedMs = [...this.#recentMs].sort((one, other) => one - other);
    const soonMs = Math.min(sortedMs[Math.floor(sortedMs.length * completedEarly)] ?? 0, latestFirstPollMs);
    const firstPollMs = Math.max(soonMs, ageMs);
    const intervalMs = Math.max(firstPollMs * step, shortestMs);
    return { initialDelayMs: firstPollMs - ageMs, intervalMs, factor: 1 + step };
  }
}
