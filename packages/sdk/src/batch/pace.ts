/**
 * When the creations of a batch may start: evenly spaced, not before a refusal says, and at the rate that the service was
 * seen to take. That rate is learned from refusals by 429 and from what was taken between them. No timers.
 */
import { RateLimitError } from "../errors.js";
import { askedPauseMs, type RetryPolicy } from "../request/retry.js";
import { patienceMs } from "./patience.js";

/** An interval at which the service refused is made longer by this factor. */
const growth = 1.05;

/** A new interval is at least this part of the time that each creation has taken on average, pauses included. */
const leastShare = 0.6;

/**
 * A learned interval is a third of itself after so many times the pause that the last refusal has cost: refusals that cost
 * little may come more often. It shrinks slowly at first (5 % in 37 of 100 pauses), and fast where the service has become
 * faster. A single refusal proves little: each further one doubles the time that it is remembered, up to this.
 */
const mostPausesToForget = 100;
const pausesToForgetFirst = 8;

/** A refusal that cost more than this counts as this much, in milliseconds: a rate that an overload taught is soon forgotten. */
const mostCostMs = 2_000;

export class Pace {
  /** On the clock of `performance.now()`: no creation starts earlier. */
  nextMs = 0;
  readonly #spacingMs: number;
  readonly #policy: RetryPolicy;
  /** At the beginning of the run; 0 while nothing was refused. */
  #learnedMs = 0;
  #pausesToForget = pausesToForgetFirst;
  /** The pause that the refusals before the run have cost. */
  #costMs = 1;
  /** A run begins with the first creation that is taken after refusals, and ends with the next refusal. */
  #runStartMs: number | undefined;
  #runEndMs = 0;
  #takenInRun = 0;
  /** The pause after the last refusal by 429; 0 once a creation was taken. */
  #heldMs = 0;
  /** The backoff after the refusals in a row. */
  #backoffMs = 0;

  constructor(createsPerSecond: number, policy: RetryPolicy) {
    this.#spacingMs = 1_000 / createsPerSecond;
    this.#policy = policy;
  }

  started(): void {
    const nowMs = performance.now();
    this.#runStartMs ??= nowMs;
    this.nextMs = Math.max(this.nextMs, nowMs) + Math.max(this.#spacingMs, this.#intervalMs(nowMs));
  }

  /** @param isCurrent whether it started after the last refusal; one from before says nothing of the time after it */
  taken(startedMs: number, isCurrent: boolean): void {
    this.#takenInRun += 1;
    if (!isCurrent) return;
    // A longer `Retry-After` is an overload, or a quota: it tells when everything is taken again. Refusals before anything
    // was taken are an overload too: they tell of no rate.
    if (this.#heldMs > this.#policy.maxDelayMs || this.#takenInRun === 1) this.#beginRun(startedMs);
    else if (this.#heldMs > 0) this.#learn(startedMs);
    this.#backoffMs = 0;
  }

  /** @param isCurrent see `taken()` */
  refused(error: unknown, isCurrent: boolean): void {
    const { initialDelayMs, maxDelayMs } = this.#policy;
    const nowMs = performance.now();
    if (isCurrent) this.#backoffMs = Math.min(Math.max(this.#backoffMs * 2, initialDelayMs), maxDelayMs);
    const pauseMs = Math.min(askedPauseMs(error) || this.#backoffMs, patienceMs);
    this.nextMs = Math.max(this.nextMs, nowMs + pauseMs);
    if (isCurrent && !RateLimitError.is(error)) this.interrupted();
    if (!isCurrent || !RateLimitError.is(error)) return;
    if (this.#heldMs === 0) this.#runEndMs = nowMs;
    this.#heldMs = pauseMs;
  }

  /** An outage says nothing of a rate: another run begins. */
  interrupted(): void {
    this.#runStartMs = undefined;
    this.#takenInRun = 0;
    this.#heldMs = 0;
  }

  #intervalMs(nowMs: number): number {
    const pauses = (nowMs - (this.#runStartMs ?? nowMs)) / this.#costMs;
    return this.#learnedMs * Math.exp(-((pauses / this.#pausesToForget) ** 3));
  }

  /** @param startedMs when the creation started that is the first to be taken, and begins the next run */
  #learn(startedMs: number): void {
    const runMs = this.#runEndMs - (this.#runStartMs ?? startedMs) + this.#heldMs;
    const averageMs = runMs / Math.max(this.#takenInRun - 1, 1);
    const refusedMs = this.#intervalMs(this.#runEndMs);
    const longestMs = Math.min(averageMs, this.#policy.maxDelayMs);
    if (this.#learnedMs > 0) this.#pausesToForget = Math.min(this.#pausesToForget * 2, mostPausesToForget);
    this.#learnedMs = Math.min(Math.max(refusedMs * growth, averageMs * leastShare), longestMs);
    this.#costMs = Math.min(Math.max(this.#heldMs, 1), mostCostMs);
    this.nextMs = Math.max(this.nextMs, startedMs + this.#learnedMs);
    this.#beginRun(startedMs);
  }

  #beginRun(startedMs: number): void {
    this.#runStartMs = startedMs;
    this.#takenInRun = 1;
    this.#heldMs = 0;
  }
}
