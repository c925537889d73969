import { CallAnalysisError } from "../errors/call-analysis-error.js";
import { callSafely } from "./callback.js";
import type { Deadline } from "./deadline.js";
import type { Repeat } from "./operations.js";
import { isUnprocessed, pauseBeforeNext, type RetryPolicy } from "./retry.js";
import { abortError, delay } from "./timers.js";

/** A pause before a further attempt. */
export interface RetryEvent {
  /** The attempt that failed, from 1. */
  attempt: number;
  /** The pause that begins now, in milliseconds. */
  pauseMs: number;
  error: unknown;
}

/** Hears of every pause before it begins. What it throws is ignored. */
export type OnRetry = (retry: RetryEvent) => void;

/** What bounds the attempts of one operation. */
export interface RetryLoopOptions {
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
  mayHaveBeenProcessed: boolean;
}

/** Runs attempts until one succeeds or the plan says that there shall be no further one. */
export async function withRetries<T>(run: (attempt: AttemptInfo) => Promise<T>, plan: RetryLoopOptions): Promise<T> {
  if (plan.signal?.aborted) throw abortError(plan.signal, false, { what: plan.what });
  let mayHaveBeenProcessed = false;
  for (let number = 1; ; number += 1) {
    try {
      return await run({ number, mayHaveBeenProcessed });
    } catch (error) {
      mayHaveBeenProcessed ||= CallAnalysisError.is(error) && !isUnprocessed(error);
      await pauseOrGiveUp(error, { number, mayHaveBeenProcessed }, plan);
    }
  }
}

async function pauseOrGiveUp(
  error: unknown,
  { number, mayHaveBeenProcessed }: AttemptInfo,
  plan: RetryLoopOptions,
): Promise<void> {
  const { what, policy, repeat, deadline, signal } = plan;
  if (CallAnalysisError.is(error)) error.attempts = number;
  const pauseMs = pauseBeforeNext(error, number, { policy, repeat, random: Math.random() });
  if (pauseMs === undefined) throw error;
  const facts = { requestSent: mayHaveBeenProcessed, attempts: number };
  if (deadline.passesWithin(pauseMs)) throw deadline.error(what, { ...facts, cause: error });
  callSafely(plan.onRetry, { attempt: number, pauseMs, error });
  await delay(pauseMs, signal, { ...facts, what });
  // A busy program's timers fire late.
  if (deadline.passesWithin(0)) throw deadline.error(what, { ...facts, cause: error });
}

/** One line for the log. */
export function describeRetry(what: string, { attempt, pauseMs, error }: RetryEvent): string {
  return `${what}: attempt ${attempt} failed, the next one starts in ${Math.round(pauseMs)} ms. ${error}`;
}
