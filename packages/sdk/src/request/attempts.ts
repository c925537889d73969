/** The loop of attempts: waits for a start, tries, and tries again as `retry.ts` and `pause.ts` say, within the limits. */

import type { Operation } from "../contract/operations.js";
import { RateLimitError } from "../errors/api-errors.js";
import { CallAnalysisError } from "../errors/call-analysis-error.js";
import type { SentMark } from "./deadline.js";
import type { Log } from "./log.js";
import { type StartingRequest, Starts } from "./pause.js";
import { obeyedRetryAfterMs, pauseBeforeNext, type RetryPolicy } from "./retry.js";
import { abortError, delay, now } from "./timers.js";
import { failureMayHaveBeenProcessed, mayBeDone } from "./uncertain.js";

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
  mark: SentMark;
}

/** How the attempts of one operation are repeated, and what ends them. */
export interface RetryLoopOptions extends StartingRequest {
  policy: RetryPolicy;
  repeat: Operation["repeat"];
  log: Log;
  /** Called before each pause. */
  onRetry?: ((retry: RetryEvent) => void) | undefined;
  /** Where the attempts wait for their start. @default one that nobody shares */
  starts?: Starts | undefined;
  /** How long 429s use up no attempts, counted from the first one, in milliseconds. @default 0 */
  throttleTimeoutMs?: number | undefined;
}

/**
 * Runs attempts until one succeeds, or the rule or a limit allows no further one.
 *
 * @throws the last attempt's error; {@link TimeoutError} of kind `deadline` when the next pause would pass the
 *   deadline; {@link AbortError} when the signal is aborted before the first attempt or in a pause;
 *   {@link RateLimitError} when the operation pauses for longer than this request may wait
 */
export async function withRetries<T>(run: (attempt: AttemptInfo) => Promise<T>, options: RetryLoopOptions): Promise<T> {
  const { what, signal, policy, starts = new Starts(), throttleTimeoutMs = 0 } = options;
  if (signal?.aborted) throw abortError(signal, false, { what });
  let { maxAttempts } = policy;
  let mayHaveBeenProcessed = false;
  let patientUntilMs: number | undefined;
  let cause: unknown;
  /** How long 429s still use up no attempts: counted from the first one. */
  const patienceMs = () => (patientUntilMs === undefined ? throttleTimeoutMs : patientUntilMs - now());
  for (let number = 1; ; number += 1) {
    if (!starts.tryStart(options.gate)) {
      // A single attempt waits for no pause; after one it waits for its place as all do, until its deadline or signal.
      const byPolicyMs = policy.maxAttempts > 1 ? policy.maxRetryAfterMs : 0;
      const longestPauseMs = Math.max(byPolicyMs, patienceMs());
      const earlier = { attempts: number - 1, cause, mark: { sent: mayHaveBeenProcessed } };
      await starts.waitForStart({ ...options, ...earlier, longestPauseMs });
    }
    const order = starts.countStart();
    const mark: SentMark = { sent: false };
    try {
      const result = await run({ number, mayHaveBeenProcessed, mark });
      starts.ended(order, mark);
      return result;
    } catch (error) {
      cause = error;
      mayHaveBeenProcessed ||= failureMayHaveBeenProcessed(error);
      let { maxRetryAfterMs } = policy;
      let rateLimitedMs: number | undefined;
      if (RateLimitError.is(error)) {
        rateLimitedMs = starts.refused({ error, order, askedMs: obeyedRetryAfterMs(error), policy });
        patientUntilMs ??= now() + throttleTimeoutMs;
        // Until the patience ends, a 429 adds the attempt that it used up.
        if (patienceMs() > 0) maxAttempts += 1;
        maxRetryAfterMs = Math.max(maxRetryAfterMs, patienceMs());
      } else starts.ended(order, mark);
      if (options.repeat === "unprocessed" && mayBeDone(error, mark)) maxAttempts = number;
      const limited = { ...policy, maxAttempts, maxRetryAfterMs };
      await pauseOrThrow(error, { number, mayHaveBeenProcessed }, { ...options, policy: limited, rateLimitedMs });
    }
  }
}

async function pauseOrThrow(
  error: unknown,
  { number, mayHaveBeenProcessed }: Omit<AttemptInfo, "mark">,
  {
    what,
    policy,
    repeat,
    deadline,
    signal,
    log,
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
  log("info", `${what}: attempt ${number} failed, the next one starts in ${Math.round(pauseMs)} ms. ${error}`);
  onRetry?.({ attempt: number, pauseMs, error });
  await delay(pauseMs, signal, { what, ...sent });
  // A busy program's timers fire late.
  if (deadline.passesWithin(0)) throw deadlineError();
}
