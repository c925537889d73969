/** How long a batch waits for a service that does not answer: ten minutes cost an input nothing. */
import { CallAnalysisError, PollTimeoutError, TimeoutError, UploadError } from "../errors.js";
import { delay, type Limits } from "../request/limits.js";
import { askedPauseMs, type Retry, type RetryPolicy } from "../request/retry.js";

/** An outage may last this long before it fails an input or stops the batch, in milliseconds. */
export const patienceMs = 600_000;

interface PatientOptions {
  /** False tries nothing again. */
  policy: RetryPolicy | false;
  limits: Limits;
  /** Failures after which it is tried again, besides those of an outage. */
  isRepeatable?: ((error: unknown) => boolean) | undefined;
  /** Whether something else holds the next try back. @default false */
  isHeldElsewhere?: boolean;
  onRetry: (retry: Retry) => void;
  /** Called before the last failure is thrown: it began then, on the clock of `performance.now()`. */
  onGiveUp: (error: unknown, sinceMs: number) => void;
}

/**
 * Tries a step again that failed for want of a service: for ten minutes at no cost, then as often as the retry policy says.
 *
 * @param work calls its argument when the service has answered
 */
export async function patiently<T>(
  work: (onAnswer: () => void) => Promise<T>,
  { policy, limits, isRepeatable, isHeldElsewhere, onRetry, onGiveUp }: PatientOptions,
): Promise<T> {
  let failures = 0;
  let usedAttempts = 0;
  let sinceMs = 0;
  const onAnswer = () => {
    failures = 0;
  };
  for (;;) {
    try {
      return await work(onAnswer);
    } catch (error) {
      const nowMs = performance.now();
      failures += 1;
      if (failures === 1) [sinceMs, usedAttempts] = [nowMs, 0];
      const patientMs = sinceMs + patienceMs - nowMs;
      if (patientMs <= 0) usedAttempts += 1;
      if (!policy || !(isOutage(error) || isRepeatable?.(error))) throw error;
      const askedMs = askedPauseMs(error) ?? 0;
      if (usedAttempts >= policy.maxAttempts || askedMs > (patientMs > 0 ? patienceMs : policy.maxRetryAfterMs)) {
        onGiveUp(error, sinceMs);
        throw error;
      }
      const pauseMs = askedMs || Math.min(policy.initialDelayMs * 2 ** (failures - 1), policy.maxDelayMs);
      onRetry({ attempt: failures, pauseMs, error });
      if (!isHeldElsewhere) await delay(pauseMs, limits, "The input", { cause: error });
    }
  }
}

/** Whether it says that the service cannot be reached, or is busy: the same may succeed later. */
export function isOutage(error: unknown): boolean {
  if (!CallAnalysisError.is(error) || !error.isRetryable || PollTimeoutError.is(error)) return false;
  if (TimeoutError.is(error)) return error.kind === "attempt";
  // The attempts of the upload were enough for a store that refuses the recording.
  return !UploadError.is(error) || error.status === undefined || error.status === 429 || error.status >= 500;
}
