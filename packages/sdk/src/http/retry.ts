/** When to try again, and after which pause. Pure: the clock and the dice are handed in. */
import { ApiError, RateLimitError } from "../errors/api-errors.js";
import { CallAnalysisError } from "../errors/call-analysis-error.js";
import { UploadError } from "../errors/flow-errors.js";
import { ConnectionError, TimeoutError } from "../errors/request-errors.js";
import type { Repeat } from "./operations.js";

/** How failed attempts are repeated. */
export interface RetryPolicy {
  /** Attempts in all, the first included. @default 3 */
  maxAttempts: number;
  /** Pause before the second attempt, in milliseconds. @default 500 */
  initialDelayMs: number;
  /** What each further pause is multiplied with. @default 2 */
  factor: number;
  /** Longest pause of our own, in milliseconds. @default 8_000 */
  maxDelayMs: number;
  /** The part of a pause that is left to chance, 0 to 1: 0.25 takes up to a quarter off. @default 0.25 */
  jitter: number;
  /** A `Retry-After` above this, in milliseconds, ends the operation with the error at once. @default 60_000 */
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
 * The pause before the next attempt in milliseconds, or undefined when there shall be none.
 *
 * @param attempt the number of the attempt that failed, from 1
 * @param random from 0 to 1
 */
export function pauseBeforeNext(
  failure: unknown,
  attempt: number,
  { policy, repeat, random }: { policy: RetryPolicy; repeat: Repeat; random: number },
): number | undefined {
  if (attempt >= policy.maxAttempts || !mayRepeat(failure, repeat)) return undefined;
  const askedMs = retryAfterOf(failure);
  // "0" is what services say that round a fraction of a second down: our own pause then holds.
  if (!askedMs) return backoffMs(policy, attempt, random);
  return askedMs > policy.maxRetryAfterMs ? undefined : askedMs;
}

/** Exponential, capped, and shortened by up to `jitter` of itself, so that many clients do not come back at once. */
export function backoffMs(
  { initialDelayMs, factor, maxDelayMs, jitter }: RetryPolicy,
  attempt: number,
  random: number,
): number {
  // Infinity times an initial delay of 0 would be no number.
  const growth = Math.min(factor ** (attempt - 1), Number.MAX_VALUE);
  const fullMs = Math.min(initialDelayMs * growth, maxDelayMs);
  return fullMs * (1 - jitter * random);
}

function mayRepeat(failure: unknown, repeat: Repeat): boolean {
  if (!CallAnalysisError.is(failure)) return false;
  return isUnprocessed(failure) || (repeat === "always" && isPassing(failure));
}

/** Whether the failure proves that the service did nothing: it was not reached, or it refused for the rate. */
export function isUnprocessed(failure: CallAnalysisError): boolean {
  if (RateLimitError.is(failure)) return true;
  if (TimeoutError.is(failure)) return failure.kind === "attempt" && !failure.requestSent;
  return ConnectionError.is(failure) && !failure.requestSent;
}

function isPassing(failure: CallAnalysisError): boolean {
  if (TimeoutError.is(failure)) return failure.kind !== "deadline";
  return ConnectionError.is(failure) || ((ApiError.is(failure) || UploadError.is(failure)) && failure.isRetryable);
}

/** `Retry-After` is obeyed on 429 and 503 only; elsewhere it has no defined meaning. */
function retryAfterOf(failure: unknown): number | undefined {
  if (!ApiError.is(failure) && !UploadError.is(failure)) return undefined;
  return failure.status === 429 || failure.status === 503 ? failure.retryAfterMs : undefined;
}
