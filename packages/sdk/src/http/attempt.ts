import type { Deadline } from "./deadline.js";
import { abortError, startTimer } from "./timers.js";

/** What an attempt has done so far; it decides whether a failure leaves doubt. */
export interface AttemptTrace {
  /** Whether the request was handed to `fetch`. */
  sent: boolean;
}

/** What ends one attempt. */
export interface AttemptLimits {
  /** For messages, such as `GET https://host/v1/agents`. */
  what: string;
  /** From the start, or from the last progress, in milliseconds. */
  timeoutMs: number;
  deadline: Deadline;
  signal: AbortSignal | undefined;
  trace: AttemptTrace;
  /** The error for `timeoutMs`. */
  timeUp: () => Error;
}

/**
 * Runs one attempt and ends it when its time is up or the caller aborts, whether or not the work heeds
 * its signal. No timer and no listener outlives it.
 *
 * @param work is given a signal, and what starts the time anew when there is progress
 * @throws {TimeoutError} of kind `deadline` when that comes first, else what `timeUp` makes
 * @throws {AbortError} when the caller aborts
 */
export function runAttempt<T>(
  work: (signal: AbortSignal, onProgress: () => void) => Promise<T>,
  limits: AttemptLimits,
): Promise<T> {
  const { signal, trace } = limits;
  return new Promise<T>((resolve, reject) => {
    if (signal?.aborted) return reject(abortError(signal));
    const controller = new AbortController();
    const stop = (error: Error) => {
      release();
      reject(error);
      controller.abort(error);
    };
    const onAbort = () => stop(abortError(signal, trace.sent));
    let cancelTimer = startClock(limits, stop);
    const release = () => {
      cancelTimer();
      signal?.removeEventListener("abort", onAbort);
    };
    const onProgress = () => {
      cancelTimer();
      if (!controller.signal.aborted) cancelTimer = startClock(limits, stop);
    };
    signal?.addEventListener("abort", onAbort);
    work(controller.signal, onProgress).then(resolve, reject).finally(release);
  });
}

function startClock(
  { what, timeoutMs, deadline, trace, timeUp }: AttemptLimits,
  stop: (error: Error) => void,
): () => void {
  const end = () => stop(deadline.passesWithin(0) ? deadline.error(what, { requestSent: trace.sent }) : timeUp());
  return startTimer(Math.min(timeoutMs, deadline.remainingMs()), end);
}
