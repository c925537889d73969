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
  if (plan.signal?.aborted) throw abortError(plan.signal, false, { what: plan.what });
  let mayRepeatWork = false;
  for (let number = 1; ; number += 1) {
    try {
      return await run({ number, mayRepeatWork });
    } catch (error) {
      mayRepeatWork ||= CallAnalysisError.is(error) && !isUnprocessed(error);
      await pauseOrGiveUp(error, { number, mayRepeatWork }, plan);
    }
  }
}

async function pauseOrGiveUp(error: unknown, { number, mayRepeatWork }: AttemptInfo, plan: RetryPlan): Promise<void> {
  const { what, policy, repeat, deadline, signal } = plan;
  if (CallAnalysisError.is(error)) error.attempts = number;
  const pauseMs = pauseBeforeNext(error, number, { policy, repeat, random: Math.random() });
  if (pauseMs === undefined) throw error;
  const facts = { requestSent: mayRepeatWork, attempts: number };
  if (deadline.passesWithin(pauseMs)) throw deadline.error(what, { ...facts, cause: error });
  callSafely(plan.onRetry, { attempt: number, pauseMs, error });
  await delay(pauseMs, signal, { ...facts, what });
  // A busy program's timers fire late.
  if (deadline.passesWithin(0)) throw deadline.error(what, { ...facts, cause: error });
}

/** One line for the log. */
export function describeRetry(what: string, { attempt, pauseMs, error }: RetryNotice): string {
  return `${what}: attempt ${attempt} failed, the next one starts in ${Math.round(pauseMs)} ms. ${error}`;
}
