/** The one seam to the clock and to timers. */
import { AbortError } from "../errors/request-errors.js";

/** Timers above this fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/** Milliseconds on a clock that is never set back. */
export function now(): number {
  return performance.now();
}

/** The local time of day in milliseconds, which may be wrong and may be set back. */
export function timeOfDayMs(): number {
  return Date.now();
}

/** Calls `run` once after `afterMs`, at most 24.8 days; returns what cancels it. */
export function startTimer(afterMs: number, run: () => void): () => void {
  const id = setTimeout(run, Math.min(afterMs, longestTimerMs));
  return () => clearTimeout(id);
}

/** What is known of an operation when its signal ends it. */
export interface AbortErrorOptions {
  /** For the message. @default "The operation" */
  what?: string;
  /** @default 0 */
  attempts?: number;
}

/**
 * Waits, and leaves neither timer nor listener behind.
 *
 * @throws {AbortError} at once when the signal is aborted
 */
export function delay(
  pauseMs: number,
  signal?: AbortSignal,
  { requestSent, ...facts }: AbortErrorOptions & { requestSent?: boolean } = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortError(signal, requestSent, facts));
    const onAbort = () => {
      cancel();
      reject(abortError(signal, requestSent, facts));
    };
    const cancel = startTimer(pauseMs, () => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    });
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}

/** The error of an aborted signal, with its reason as the cause. */
export function abortError(
  signal: AbortSignal | undefined,
  requestSent = false,
  { what = "The operation", attempts = 0 }: AbortErrorOptions = {},
): AbortError {
  const doubt = requestSent ? " It had been sent, so look before you do it again." : "";
  const message = `${what} was aborted by its signal.${doubt}`;
  return new AbortError(message, { cause: signal?.reason, requestSent, attempts });
}
