/** Decides which failed attempts are retried, and after which pause. */
import { ApiError, CallAnalysisError, KeyProviderError, type TimeoutError } from "../errors.js";
import { fromZeroToOne, type Rule, rule, usualRules, withOptions, withoutUndefined } from "../rules.js";
import { delay, type Limits } from "./limits.js";
import type { Log } from "./log.js";

/** How to retry failed attempts. Each pause is twice as long as the previous one. */
export interface RetryPolicy {
  /**
   * The number of attempts, including the first. A request that is sent once more after a 401, with another key, does
   * not count.
   * @default 3
   */
  maxAttempts: number;
  /** The pause before the second attempt, in milliseconds. @default 500 */
  initialDelayMs: number;
  /** The longest pause, in milliseconds, if the service sends no `Retry-After`. @default 8_000 */
  maxDelayMs: number;
  /** The largest fraction of a pause that is subtracted at random, from 0 to 1. @default 0.25 */
  jitter: number;
  /**
   * The longest accepted `Retry-After`, in milliseconds. A longer one makes the operation fail at once.
   * @default 60_000
   */
  maxRetryAfterMs: number;
  /**
   * Statuses that prove that a request was not processed, so the client may send even a create request again. With
   * `retry: false` it is not sent again, but such a status still means that no call was created.
   * @default [429]
   */
  unprocessedStatuses: readonly number[];
}

export const defaultRetryPolicy: RetryPolicy = {
  maxAttempts: 3,
  initialDelayMs: 500,
  maxDelayMs: 8_000,
  jitter: 0.25,
  maxRetryAfterMs: 60_000,
  unprocessedStatuses: [429],
};

const isErrorStatus = (status: unknown) => Number.isInteger(status) && Number(status) >= 400 && Number(status) < 600;

const policyRule = withOptions({
  ...usualRules(defaultRetryPolicy),
  maxAttempts: rule("a whole number greater than 0", (value) => Number.isInteger(value) && Number(value) > 0),
  jitter: fromZeroToOne,
  unprocessedStatuses: rule(
    "an array of statuses from 400 to 599",
    (value) => Array.isArray(value) && value.every(isErrorStatus),
  ),
});

export const retryRule: Rule = (name, value) => value === false || policyRule(name, value);

export function resolveRetry(
  changes: false | Partial<RetryPolicy> | undefined,
  base: RetryPolicy = defaultRetryPolicy,
): RetryPolicy {
  if (changes === undefined) return base;
  if (changes === false) return { ...base, maxAttempts: 1 };
  return { ...base, ...withoutUndefined(changes) };
}

/** A failed attempt that is followed by another. */
export interface Retry {
  /** The number of requests so far, from 1, with those that were sent once more after a 401. */
  attempt: number;
  pauseMs: number;
  error: unknown;
}

export interface RetryOptions {
  /** For messages, such as `GET https://host/v1/agents`. */
  what: () => string;
  policy: RetryPolicy;
  /** Whether the request may be resent even if it may have been processed. Create requests may not. */
  isIdempotent: boolean;
  limits: Limits;
  log: Log;
  onRetry?: ((retry: Retry) => void) | undefined;
}

/**
 * Runs attempts until one succeeds, or until no further attempt is allowed.
 *
 * @throws the last attempt's error; a {@link TimeoutError} of kind `deadline` if the next pause would exceed the
 *   deadline
 */
export async function retry<T>(attempt: (run: number) => Promise<T>, options: RetryOptions): Promise<T> {
  const { what, policy, isIdempotent, limits, log, onRetry } = options;
  /**
   * The number of requests. It is smaller than the number of runs if a run sent nothing, and larger if a run sent once
   * more after a 401.
   */
  let attempts = 0;
  for (let run = 1; ; run += 1) {
    try {
      return await attempt(run);
    } catch (error) {
      if (!CallAnalysisError.is(error)) throw error;
      attempts = Math.max(attempts, error.attempts);
      error.attempts = attempts;
      const isFollowed = run < policy.maxAttempts && mayBeRepeated(error, isIdempotent, policy);
      const pauseMs = isFollowed ? pauseAfter(error, run, policy) : Infinity;
      if (pauseMs === Infinity) throw error;
      const failed = Math.max(attempts, run);
      log("info", () => `${what()}: attempt ${failed} failed. Next attempt in ${Math.round(pauseMs)} ms. ${error}`);
      onRetry?.({ attempt: failed, pauseMs, error });
      // A create request that is repeated was not processed.
      await delay(pauseMs, limits, what(), { attempts, cause: error, requestSent: isIdempotent });
    }
  }
}

/** Whether to retry. A create request is resent only after a failure that proves that nothing was created. */
function mayBeRepeated(error: CallAnalysisError, isIdempotent: boolean, { unprocessedStatuses }: RetryPolicy): boolean {
  const { kind, requestSent } = error as Partial<TimeoutError>;
  if (kind === "deadline") return false;
  if (KeyProviderError.is(error) || (ApiError.is(error) && unprocessedStatuses.includes(error.status))) return true;
  return error.isRetryable && (isIdempotent || requestSent === false);
}

/** The next pause, in milliseconds. `Infinity` if the service asks for a longer one than the policy allows. */
function pauseAfter(error: unknown, attempt: number, policy: RetryPolicy): number {
  const askedMs = askedPauseMs(error) ?? 0;
  if (askedMs > policy.maxRetryAfterMs) return Infinity;
  const backoffMs = Math.min(policy.initialDelayMs * 2 ** (attempt - 1), policy.maxDelayMs);
  return askedMs || backoffMs * (1 - policy.jitter * Math.random());
}

/** The pause that `Retry-After` asks for, in milliseconds. Only 429 and 503 have one. */
export function askedPauseMs(error: unknown): number | undefined {
  const { status, retryAfterMs } = Object(error);
  return status === 429 || status === 503 ? retryAfterMs : undefined;
}

/**
 * The `Retry-After` header in milliseconds. The header has seconds, or a date that is compared with the server's own
 * clock.
 *
 * @see RFC 9110, section 10.2.3
 */
export function retryAfterMs(headers: Pick<Headers, "get">): number | undefined {
  const value = headers.get("retry-after") ?? "";
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1_000;
  // `Date.parse` takes almost any text for a date. These begin with a weekday or a year.
  if (!/^(\w{3}|\w+day),? |^\d{4}-.*T/.test(value)) return undefined;
  // HTTP's oldest form has no zone, and means GMT.
  const atMs = Date.parse(/:\d\d \d{4}$/.test(value) ? `${value} GMT` : value);
  if (Number.isNaN(atMs)) return undefined;
  return Math.max(0, atMs - (Date.parse(headers.get("date") ?? "") || Date.now()));
}
