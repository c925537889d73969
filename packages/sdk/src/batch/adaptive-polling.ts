/** Learns from completed calls when to poll the other calls of a batch. Pure. */
import type { PollOptions } from "../flow/poll.js";

/** The mean follows about this many of the latest calls: they show the service as it is now. */
const mostCalls = 50;

/** A call is first polled at this share of the mean. So few calls are completed long before their first poll. */
const early = 0.6;

/** Each further pause is this share of the call's age, so a result is found at most that much late. */
const step = 0.11;

/** The shortest pause between two polls, in milliseconds. */
const shortestMs = 100;

/** The latest first poll, in milliseconds. A service that was slow a while ago does not delay it further. */
const latestFirstPollMs = 300_000;

/** How long the calls of a batch take. */
export class AdaptivePolling {
  #calls = 0;
  #meanMs = 0;

  /** Adds a call that was first seen completed at this age. */
  add(ageMs: number): void {
    this.#calls = Math.min(this.#calls + 1, mostCalls);
    this.#meanMs += (ageMs - this.#meanMs) / this.#calls;
  }

  /** The pauses for a call of this age. Undefined before the first call is completed. */
  pausesOf(ageMs: number): Pick<PollOptions, "initialDelayMs" | "intervalMs" | "factor"> | undefined {
    if (this.#calls === 0) return undefined;
    const firstPollMs = Math.max(Math.min(this.#meanMs * early, latestFirstPollMs), ageMs);
    return {
      initialDelayMs: firstPollMs - ageMs,
      intervalMs: Math.max(firstPollMs * step, shortestMs),
      factor: 1 + step,
    };
  }
}
