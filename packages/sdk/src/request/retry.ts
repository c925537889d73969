/** Which failed attempt is repeated, and after which pause. */
import { ApiError, CallAnalysisError, ConnectionError, KeyProviderError, TimeoutError } from "../errors.js";
import { fromZeroToOne, type Rule, rule, usualRules, withOptions, withoutUndefined } from "../rules.js";
import { delay, type Limits } from "./limits.js";
import type { Log } from "./log.js";

/** How to retry failed attempts. Each pause is twice as long as the one before. */
export interface RetryPolicy {
  /** The number of attempts, including the first. @default 3 */
  maxAttempts: number;
  /** The pause before the second attempt, in milliseconds. @default 500 */
  initialDelayMs: number;
  /** The longest pause if the service names none, in milliseconds. @default 8_000 */
  maxDelayMs: number;
  /** The largest part of a pause that is randomly subtracted, from 0 to 1. @default 0.25 */
  jitter: number;
  /** A `Retry-After` longer than this, in milliseconds, makes the operation fail at once. @default 60_000 */
  maxRetryAfterMs: number;
  /**
   * Statuses that prove that a create request was not processed, so that it may be sent again. With `retry: false`, they
   * only decide whether a failed create request is uncertain. @default [429]
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

/** A failed attempt that another attempt follows. */
export interface Retry {
  /** The attempt that failed, from 1, by every sending: the one after a 401 with another key counts too. */
  attempt: number;
  pauseMs: number;
  error: unknown;
}

export interface RetryOptions {
  /** For messages, such as `GET https://host/v1/agents`. */
  what: () => string;
  policy: RetryPolicy;
  /** Whether it may be repeated after a failure that leaves open whether it was processed: not a creation. */
  isIdempotent: boolean;
  limits: Limits;
  log: Log;
  onRetry?: ((retry: Retry) => void) | undefined;
}

/**
 * Runs attempts until one succeeds, or none may follow.
 *
 * @throws the last attempt's error; a {@link TimeoutError} of kind `deadline` when the next pause would pass the deadline
 */
export async function retry<T>(attempt: (run: number) => Promise<T>, options: RetryOptions): Promise<T> {
  const { what, policy, isIdempotent, limits, log, onRetry } = options;
  /** By every sending: fewer than runs where a run sent nothing, and more where one sent again after a 401. */
  let attempts = 0;
  let requestSent = false;
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
      requestSent ||= mayBeProcessed(error, policy);
      const failed = Math.max(attempts, run);
      const next = `the next one starts in ${Math.round(pauseMs)} ms`;
      log("info", () => `${what()}: attempt ${failed} failed, ${next}. ${error}`);
      onRetry?.({ attempt: failed, pauseMs, error });
      await delay(pauseMs, limits, what(), { attempts, cause: error, requestSent });
    }
  }
}

/** A creation is repeated only after a failure that proves that nothing was done. */
function mayBeRepeated(error: CallAnalysisError, isIdempotent: boolean, { unprocessedStatuses }: RetryPolicy): boolean {
  if (KeyProviderError.is(error)) return true;
  if (TimeoutError.is(error) && error.kind === "deadline") return false;
  if (ApiError.is(error) && unprocessedStatuses.includes(error.status)) return true;
  if (ConnectionError.is(error) || TimeoutError.is(error)) return isIdempotent || !error.requestSent;
  return isIdempotent && error.isRetryable;
}

/** Whether a failed attempt may have been processed. */
function mayBeProcessed(error: CallAnalysisError, { unprocessedStatuses }: RetryPolicy): boolean {
  const { status = 0, requestSent = !KeyProviderError.is(error) } = error as Partial<ApiError & ConnectionError>;
  return requestSent && !unprocessedStatuses.includes(status);
}

/** In milliseconds; Infinity when the service asks for more than the policy allows. */
function pauseAfter(error: unknown, attempt: number, policy: RetryPolicy): number {
  const askedMs = askedPauseMs(error) ?? 0;
  if (askedMs > policy.maxRetryAfterMs) return Infinity;
  const backoffMs = Math.min(policy.initialDelayMs * 2 ** (attempt - 1), policy.maxDelayMs);
  return askedMs || backoffMs * (1 - policy.jitter * Math.random());
}

/** The pause that `Retry-After` asks for, in milliseconds: on 429 and 503 only. */
export function askedPauseMs(error: unknown): number | undefined {
  const { status, retryAfterMs } = Object(error);
  return status === 429 || status === 503 ? retryAfterMs : undefined;
}

/**
 * The `Retry-After` header in milliseconds: seconds, or a date, which is compared with the server's own clock.
 *
 * @see RFC 9110, section 10.2.3
 */
export function retryAfterMs(headers: Pick<Headers, "get">): number | undefined {
  const value = headers.get("retry-after") ?? "";
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1_000;
  if (!/^((mon|tue|wed|thu|fri|sat|sun)[a-z]*,? |\d{4}-\d\d-\d\dT)/i.test(value)) return undefined;
  // HTTP's oldest form has no zone, and means GMT.
  const atMs = Date.parse(/:\d\d \d{4}$/.test(value) ? `${value} GMT` : value);
  if (Number.isNaN(atMs)) return undefined;
  return Math.max(0, atMs - (Date.parse(headers.get("date") ?? "") || Date.now()));
}
