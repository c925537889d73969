/** The loop of attempts: waits for a start, tries, and tries again as `retry.ts` and `pause.ts` say, within the limits. */

import type { Repeat } from "../contract/operations.js";
import { RateLimitError } from "../errors/api-errors.js";
import { CallAnalysisError } from "../errors/call-analysis-error.js";
import { callSafely } from "./callback.js";
import type { AttemptTrace, Deadline } from "./deadline.js";
import type { Pause, Start } from "./pause.js";
import { failureMayHaveBeenProcessed, obeyedRetryAfterMs, pauseBeforeNext, type RetryPolicy } from "./retry.js";
import { abortError, delay, now } from "./timers.js";

/** A pause before a further attempt. */
export interface RetryEvent {
  /** The attempt that failed, from 1. */
  attempt: number;
  /** The pause that begins now, in milliseconds. */
  pauseMs: number;
  error: unknown;
}

/** One attempt, and what is known from earlier ones. */
export interface AttemptInfo {
  /** From 1. */
  number: number;
  /** Whether an earlier attempt may have been processed although it failed. */
  mayHaveBeenProcessed: boolean;
  /** What this attempt has sent, which it notes itself. */
  trace: AttemptTrace;
}

/** How the attempts of one operation are repeated, and what ends them. */
export interface RetryLoopOptions {
  /** For messages, such as `GET /agents`. */
  what: string;
  policy: RetryPolicy;
  repeat: Repeat;
  deadline: Deadline;
  signal: AbortSignal | undefined;
  onRetry?: ((retry: RetryEvent) => void) | undefined;
  /** Where the attempts wait for their start. @default they do not wait */
  starts?: Starts | undefined;
  /** How long 429s use up no attempts, counted from the first one, in milliseconds. @default 0 */
  throttleTimeoutMs?: number | undefined;
}

/** The starts of the operation. */
export interface Starts extends Pick<Start, "gate" | "onPause"> {
  pause: Pause;
}

/**
 * Runs attempts until one succeeds, or the rule or a limit allows no further one.
 *
 * @throws the last attempt's error; {@link TimeoutError} of kind `deadline` when the next pause would pass the
 *   deadline; {@link AbortError} when the signal is aborted before the first attempt or in a pause;
 *   {@link RateLimitError} when the operation pauses for longer than this request may wait
 */
export async function withRetries<T>(run: (attempt: AttemptInfo) => Promise<T>, options: RetryLoopOptions): Promise<T> {
  const { what, signal, policy, starts, throttleTimeoutMs = 0 } = options;
  if (signal?.aborted) throw abortError(signal, false, { what });
  let { maxAttempts } = policy;
  let mayHaveBeenProcessed = false;
  /** How long 429s use up no attempts. */
  let patienceMs = throttleTimeoutMs;
  let patientUntilMs: number | undefined;
  for (let number = 1; ; number += 1) {
    const longestPauseMs = Math.max(policy.maxAttempts > 1 ? policy.maxRetryAfterMs : 0, patienceMs);
    const earlier = { attempts: number - 1, trace: { sent: mayHaveBeenProcessed } };
    const wait = starts?.pause.beforeStart({ ...options, ...starts, ...earlier, longestPauseMs });
    if (wait) await wait;
    const order = starts?.pause.send() ?? 0;
    const trace: AttemptTrace = { sent: false };
    try {
      const result = await run({ number, mayHaveBeenProcessed, trace });
      starts?.pause.ended(order, trace);
      return result;
    } catch (error) {
      mayHaveBeenProcessed ||= failureMayHaveBeenProcessed(error);
      let { maxRetryAfterMs } = policy;
      let rateLimitedMs: number | undefined;
      if (RateLimitError.is(error)) {
        rateLimitedMs = starts?.pause.refused({ error, order, askedMs: obeyedRetryAfterMs(error), policy });
        patientUntilMs ??= now() + throttleTimeoutMs;
        patienceMs = patientUntilMs - now();
        // Until the patience ends, a 429 adds the attempt that it used up.
        if (patienceMs > 0) maxAttempts += 1;
        maxRetryAfterMs = Math.max(maxRetryAfterMs, patienceMs);
      } else starts?.pause.ended(order, trace);
      const limited = { ...policy, maxAttempts, maxRetryAfterMs };
      await pauseOrThrow(error, { number, mayHaveBeenProcessed }, { ...options, policy: limited, rateLimitedMs });
    }
  }
}

async function pauseOrThrow(
  error: unknown,
  { number, mayHaveBeenProcessed }: Omit<AttemptInfo, "trace">,
  {
    what,
    policy,
    repeat,
    deadline,
    signal,
    onRetry,
    rateLimitedMs,
  }: RetryLoopOptions & { rateLimitedMs: number | undefined },
): Promise<void> {
  if (CallAnalysisError.is(error)) error.attempts = number;
  const pauseMs = pauseBeforeNext(error, number, { policy, repeat, random: Math.random(), rateLimitedMs });
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
