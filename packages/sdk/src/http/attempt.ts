import type { Deadline } from "./deadline.js";
import { abortError, startTimer } from "./timers.js";

/** What an attempt has done so far; it decides whether a failure leaves doubt. */
export interface AttemptTrace {
  /** Whether the request was handed to `fetch`. */
  sent: boolean;
}

/** What ends one attempt. */
export interface AttemptOptions {
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
  limits: AttemptOptions,
): Promise<T> {
  const { what, signal, trace } = limits;
  return new Promise<T>((resolve, reject) => {
    if (signal?.aborted) return reject(abortError(signal, false, { what }));
    const controller = new AbortController();
    let isOver = false;
    const release = () => {
      isOver = true;
      cancelTimer();
      signal?.removeEventListener("abort", onAbort);
    };
    const stop = (error: Error) => {
      release();
      reject(error);
      controller.abort(error);
    };
    const onAbort = () => stop(abortError(signal, trace.sent, { what }));
    let cancelTimer = startClock(limits, stop);
    const onProgress = () => {
      if (isOver) return;
      cancelTimer();
      cancelTimer = startClock(limits, stop);
    };
    signal?.addEventListener("abort", onAbort);
    work(controller.signal, onProgress).then(
      (value) => {
        release();
        resolve(value);
      },
      (error) => {
        release();
        reject(error);
      },
    );
  });
}

function startClock(
  { what, timeoutMs, deadline, trace, timeUp }: AttemptOptions,
  stop: (error: Error) => void,
): () => void {
  const leftMs = deadline.remainingMs();
  // Decided now: timers fire up to a millisecond early, when the deadline has not quite passed.
  const isDeadline = leftMs <= timeoutMs;
  const end = () => stop(isDeadline ? deadline.error(what, { requestSent: trace.sent }) : timeUp());
  return startTimer(Math.min(timeoutMs, leftMs), end);
}
