/**
 * Retries: the policy, the rule (whether to try again, and after which pause), and the loop that applies it.
 * The rule is pure: the attempt's number and a random number are passed in.
 */
import { ApiError, RateLimitError } from "../errors/api-errors.js";
import { CallAnalysisError } from "../errors/call-analysis-error.js";
import { UploadError } from "../errors/flow-errors.js";
import { AbortError, ConnectionError, KeyProviderError, TimeoutError } from "../errors/request-errors.js";
import { callSafely } from "./callback.js";
import type { Deadline } from "./deadline.js";
import type { Repeat } from "./operations.js";
import { abortError, delay, now } from "./timers.js";

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
   * A `Retry-After` above this, in milliseconds, ends the operation with the error at once. A 429 pauses the client's other
   * requests no longer than this. @default 60_000
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

/** A pause before a further attempt. */
export interface RetryEvent {
  /** The attempt that failed, from 1. */
  attempt: number;
  /** The pause that begins now, in milliseconds. */
  pauseMs: number;
  error: unknown;
}

/** Called before every pause. What it throws is ignored. */
export type OnRetry = (retry: RetryEvent) => void;

/** What is known from earlier attempts. */
export interface AttemptInfo {
  /** From 1. */
  number: number;
  /** Whether an earlier attempt may have been processed although it failed. */
  mayHaveBeenProcessed: boolean;
}

/** How the attempts of one operation are repeated, and what ends them. */
export interface RetryLoopOptions {
  /** For messages, such as `GET /agents`. */
  what: string;
  policy: RetryPolicy;
  repeat: Repeat;
  deadline: Deadline;
  signal: AbortSignal | undefined;
  onRetry?: OnRetry | undefined;
  /** How long 429s use up no attempts, counted from the first one, in milliseconds. @default 0 */
  throttleTimeoutMs?: number | undefined;
}

/**
 * Runs attempts until one succeeds, or the rule or a limit allows no further one.
 *
 * @throws the last attempt's error; {@link TimeoutError} of kind `deadline` when the next pause would pass the
 *   deadline; {@link AbortError} when the signal is aborted before the first attempt or in a pause
 */
export async function withRetries<T>(run: (attempt: AttemptInfo) => Promise<T>, options: RetryLoopOptions): Promise<T> {
  const { what, signal, policy, throttleTimeoutMs = 0 } = options;
  if (signal?.aborted) throw abortError(signal, false, { what });
  let { maxAttempts } = policy;
  let mayHaveBeenProcessed = false;
  let throttledUntilMs: number | undefined;
  for (let number = 1; ; number += 1) {
    try {
      return await run({ number, mayHaveBeenProcessed });
    } catch (error) {
      mayHaveBeenProcessed ||= failureMayHaveBeenProcessed(error);
      let { maxRetryAfterMs } = policy;
      if (RateLimitError.is(error)) {
        throttledUntilMs ??= now() + throttleTimeoutMs;
        const leftMs = throttledUntilMs - now();
        // For `throttleTimeoutMs` from the first 429 on, a 429 adds the attempt that it used up.
        if (leftMs > 0) {
          maxAttempts += 1;
          maxRetryAfterMs = leftMs;
        }
      }
      const attempt = { number, mayHaveBeenProcessed };
      await pauseOrThrow(error, attempt, { ...options, policy: { ...policy, maxAttempts, maxRetryAfterMs } });
    }
  }
}

async function pauseOrThrow(
  error: unknown,
  { number, mayHaveBeenProcessed }: AttemptInfo,
  { what, policy, repeat, deadline, signal, onRetry }: RetryLoopOptions,
): Promise<void> {
  if (CallAnalysisError.is(error)) error.attempts = number;
  const pauseMs = pauseBeforeNext(error, number, { policy, repeat, random: Math.random() });
  if (pauseMs === undefined) throw error;
  const sent = { requestSent: mayHaveBeenProcessed, attempts: number };
  const deadlineError = () => deadline.error(what, { ...sent, cause: error });
  if (deadline.passesWithin(pauseMs)) throw deadlineError();
  callSafely(onRetry, { attempt: number, pauseMs, error });
  await delay(pauseMs, signal, { what, ...sent });
  // A busy program's timers fire late.
  if (deadline.passesWithin(0)) throw deadlineError();
}

/** The log line for a retry. */
export function describeRetry(what: string, { attempt, pauseMs, error }: RetryEvent): string {
  return `${what}: attempt ${attempt} failed, the next one starts in ${Math.round(pauseMs)} ms. ${error}`;
}

/**
 * The pause before the next attempt in milliseconds, or undefined when there must be no further attempt.
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
  const askedMs = obeyedRetryAfterMs(failure);
  // Services that round a fraction of a second down say "0": then we use our own pause.
  if (!askedMs) return backoffMs(policy, attempt, random);
  return askedMs > policy.maxRetryAfterMs ? undefined : askedMs;
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

function mayRepeat(failure: unknown, repeat: Repeat): boolean {
  return isUnprocessed(failure) || (repeat === "always" && isTemporary(failure));
}

function isTemporary(failure: unknown): boolean {
  if (TimeoutError.is(failure)) return failure.kind !== "deadline";
  return ConnectionError.is(failure) || ((ApiError.is(failure) || UploadError.is(failure)) && failure.isRetryable);
}

/** Whether the failure proves that the service did nothing: nothing was sent, or it refused because of the rate. */
function isUnprocessed(failure: unknown): boolean {
  if (RateLimitError.is(failure) || KeyProviderError.is(failure)) return true;
  if (TimeoutError.is(failure)) return failure.kind === "attempt" && !failure.requestSent;
  return ConnectionError.is(failure) && !failure.requestSent;
}

/** Whether a request that was sent may have been processed, although it failed like this. */
export function failureMayHaveBeenProcessed(failure: unknown): boolean {
  if (AbortError.is(failure)) return false;
  if (ApiError.is(failure)) {
    const code = proxyCodeOf(failure.body);
    if (code === "submission_uncertain" || code === "not_created") return code !== "not_created";
    return failure.status === 408 || failure.status >= 500;
  }
  return !isUnprocessed(failure);
}

/** The proxy of this package says of a creation whether it may have been done. */
function proxyCodeOf(body: unknown): unknown {
  return Object(body).error?.code;
}
