import { CallAnalysisError } from "../errors/call-analysis-error.js";
import { callSafely } from "./callback.js";
import type { Deadline } from "./deadline.js";
import type { Repeat } from "./operations.js";
import { isUnprocessed, pauseBeforeNext, type RetryPolicy } from "./retry.js";
import { abortError, delay } from "./timers.js";

/** A pause before a further attempt. */
export interface RetryNotice {
  /** The attempt that failed, from 1. */
  attempt: number;
  /** The pause that begins now, in milliseconds. */
  pauseMs: number;
  error: unknown;
}

/** Hears of every pause before it begins. What it throws is ignored. */
export type OnRetry = (retry: RetryNotice) => void;

/** What bounds the attempts of one operation. */
export interface RetryPlan {
  /** For messages, such as `GET /agents`. */
  what: string;
  policy: RetryPolicy;
  repeat: Repeat;
  deadline: Deadline;
  signal: AbortSignal | undefined;
  onRetry?: OnRetry | undefined;
}

/** What an attempt may know of those before it. */
export interface AttemptInfo {
  /** From 1. */
  number: number;
  /** Whether an earlier attempt may have been carried out although it failed. */
  mayRepeatWork: boolean;
}

/** Runs attempts until one succeeds or the plan says that there shall be no further one. */
export async function withRetries<T>(run: (attempt: AttemptInfo) => Promise<T>, plan: RetryPlan): Promise<T> {
  if (plan.signal?.aborted) throw abortError(plan.signal);
  let mayRepeatWork = false;
  for (let number = 1; ; number += 1) {
    try {
      return await run({ number, mayRepeatWork });
    } catch (error) {
      await pauseOrGiveUp(error, number, plan);
      mayRepeatWork ||= CallAnalysisError.is(error) && !isUnprocessed(error);
    }
  }
}

async function pauseOrGiveUp(error: unknown, attempt: number, plan: RetryPlan): Promise<void> {
  if (CallAnalysisError.is(error)) error.attempts = attempt;
  const pauseMs = pauseBeforeNext(error, attempt, { policy: plan.policy, repeat: plan.repeat, random: Math.random() });
  if (pauseMs === undefined) throw error;
  if (plan.deadline.passesWithin(pauseMs)) {
    throw plan.deadline.error(plan.what, { cause: error, requestSent: false, attempts: attempt });
  }
  callSafely(plan.onRetry, { attempt, pauseMs, error });
  await delay(pauseMs, plan.signal);
}

/** One line for the log. */
export function describeRetry(what: string, { attempt, pauseMs, error }: RetryNotice): string {
  return `${what}: attempt ${attempt} failed, the next one starts in ${Math.round(pauseMs)} ms. ${error}`;
}
