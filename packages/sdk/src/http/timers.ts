/** The one seam to the clock and to timers. */
import { AbortError } from "../errors/request-errors.js";

/** Timers above this fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/** Milliseconds on a clock that is never set back. */
export function now(): number {
  return performance.now();
}

/** Calls `run` once after `afterMs`, at most 24.8 days; returns what cancels it. */
export function startTimer(afterMs: number, run: () => void): () => void {
  const id = setTimeout(run, Math.min(afterMs, longestTimerMs));
  return () => clearTimeout(id);
}

/**
 * Waits, and leaves neither timer nor listener behind.
 *
 * @throws {AbortError} at once when the signal is aborted
 */
export function delay(pauseMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortError(signal));
    const onAbort = () => {
      cancel();
      reject(abortError(signal));
    };
    const cancel = startTimer(pauseMs, () => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    });
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}

/** The error of a signal that was aborted while nothing was under way. */
export function abortError(signal: AbortSignal | undefined, requestSent = false): AbortError {
  return new AbortError("The operation was aborted by its signal.", { cause: signal?.reason, requestSent });
}
