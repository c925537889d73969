/**
 * The rule of retries: whether to try again after a failure, and after which pause. It is pure: the attempt's number and a
 * random number are passed in. `attempts.ts` applies it.
 */

import type { Operation } from "../contract/operations.js";
import { ApiError } from "../errors/api-errors.js";
import { UploadError } from "../errors/flow-errors.js";
import { ConnectionError, TimeoutError } from "../errors/request-errors.js";
import { isUnprocessed } from "./uncertain.js";

/** How failed attempts are repeated. */
export interface RetryPolicy {
  /** Attempts in all, the first included. @default 3 */
  maxAttempts: number;
  /** Pause before the second attempt, in milliseconds. @default 500 */
  initialDelayMs: number;
  /** Each further pause is the previous one multiplied by this. @default 2 */
  factor: number;
  /** Longest pause when the service asks for none, in milliseconds. @default 8_000 */
  maxDelayMs: number;
  /** The largest part of a pause that is taken off at random, 0 to 1: 0.25 takes off up to 25 %. @default 0.25 */
  jitter: number;
  /**
   * A `Retry-After` above this, in milliseconds, ends the operation with the error at once; so does a pause of the operation
   * that lasts longer. Waits for an analysis sleep through both. @default 60_000
   */
  maxRetryAfterMs: number;
}

export const defaultRetryPolicy: RetryPolicy = {
  maxAttempts: 3,
  initialDelayMs: 500,
  factor: 2,
  maxDelayMs: 8_000,
  jitter: 0.25,
  maxRetryAfterMs: 60_000,
};

/**
 * The pause before the next attempt in milliseconds, or undefined when there must be no further attempt.
 *
 * @param attempt the number of the attempt that failed, from 1
 * @param random from 0 to 1
 * @param rateLimitedMs how long this request pauses after its 429, as the pause of its operation says
 */
export function pauseBeforeNext(
  failure: unknown,
  attempt: number,
  {
    policy,
    repeat,
    random,
    rateLimitedMs,
  }: { policy: RetryPolicy; repeat: Operation["repeat"]; random: number; rateLimitedMs?: number | undefined },
): number | undefined {
  if (attempt >= policy.maxAttempts || !mayRepeat(failure, repeat)) return undefined;
  const askedMs = obeyedRetryAfterMs(failure);
  if (askedMs !== undefined && askedMs > policy.maxRetryAfterMs) return undefined;
  // Services that round a fraction of a second down say "0": then the backoff counts.
  return askedMs || rateLimitedMs || backoffMs(policy, attempt, random);
}

/** Exponential backoff, capped, and shortened by up to `jitter` so that many clients do not come back at once. */
export function backoffMs(
  { initialDelayMs, factor, maxDelayMs, jitter }: RetryPolicy,
  attempt: number,
  random: number,
): number {
  // Infinity times an initial delay of 0 would not be a number.
  const growth = Math.min(factor ** (attempt - 1), Number.MAX_VALUE);
  const fullMs = Math.min(initialDelayMs * growth, maxDelayMs);
  return fullMs * (1 - jitter * random);
}

/** What `Retry-After` asks for, in milliseconds: on 429 and 503 only, for elsewhere it has no defined meaning. */
export function obeyedRetryAfterMs(failure: unknown): number | undefined {
  if (!ApiError.is(failure) && !UploadError.is(failure)) return undefined;
  return failure.status === 429 || failure.status === 503 ? failure.retryAfterMs : undefined;
}

function mayRepeat(failure: unknown, repeat: Operation["repeat"]): boolean {
  return isUnprocessed(failure) || (repeat === "always" && isTemporary(failure));
}

function isTemporary(failure: unknown): boolean {
  if (TimeoutError.is(failure)) return failure.kind !== "deadline";
  return ConnectionError.is(failure) || ((ApiError.is(failure) || UploadError.is(failure)) && failure.isRetryable);
}
