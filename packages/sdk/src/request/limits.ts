/**
 * The limits of an operation: the caller's signal and the deadline, as one signal. Everything inside waits with this
 * signal alone: an attempt with `runUntil`, other work with `runWithin`, a pause with `delay`, and the caller's code
 * that must break nothing with `runSafely`.
 *
 * `AbortSignal.any()` is not used, because it keeps memory for as long as the caller's signal lives
 * (nodejs/node#54614). `AbortSignal.timeout()` is not used, because fake timers do not move it, and it does not keep
 * the process alive.
 */
import { onAbort } from "../environment.js";
import { AbortError, TimeoutError } from "../errors.js";

// From `on-abort.ts`. A build for browsers takes `no-environment.ts` instead.
export { onAbort } from "../environment.js";

/** The longest delay of `setTimeout`. It fires at once for a longer one. */
const longestTimerMs = 2 ** 31 - 1;

/** The reason of a signal that was aborted by the deadline. */
const deadlinePassed = Symbol("deadline");

export interface Limits {
  /** Undefined if nothing limits the operation, which saves each request a second controller. */
  readonly signal: AbortSignal | undefined;
  /** The deadline, on the clock of `performance.now()`. `Infinity` without one. */
  readonly endsAtMs: number;
  readonly deadlineMs: number;
  /** Removes the listener from the caller's signal, and stops the timer. */
  end(): void;
}

export const unlimited: Limits = { signal: undefined, endsAtMs: Infinity, deadlineMs: Infinity, end() {} };

/** The caller must call `end()` when the operation is over. */
export function startLimits(
  given: { signal?: AbortSignal | undefined; deadlineMs?: number | undefined },
  defaultDeadlineMs = Infinity,
): Limits {
  const { signal, deadlineMs = defaultDeadlineMs } = given;
  if (signal === undefined && deadlineMs === Infinity) return unlimited;
  const controller = new AbortController();
  const unlink = onAbort(signal, () => controller.abort(signal?.reason));
  const cancel = startTimer(deadlineMs, () => controller.abort(deadlinePassed));
  const end = () => {
    unlink();
    cancel();
  };
  return { signal: controller.signal, endsAtMs: performance.now() + deadlineMs, deadlineMs, end };
}

/**
 * How an operation ended early. A timeout has the last attempt's error as its cause, and an abort has its signal's
 * reason.
 */
type EndDetails = Partial<Pick<TimeoutError, "requestSent" | "attempts" | "cause">>;

/** The error of an operation that was ended by its limits. */
export function endedBy(
  { signal, deadlineMs }: Limits,
  what: string,
  details: EndDetails = {},
): AbortError | TimeoutError {
  const options = { requestSent: false, ...details };
  if (signal?.aborted && signal.reason !== deadlinePassed)
    return new AbortError(`${what} was aborted.`, { ...options, cause: signal.reason });
  const message = `${what} did not finish within deadlineMs = ${deadlineMs} ms.`;
  return new TimeoutError(message, { kind: "deadline", ...options });
}

interface RunOptions {
  limits: Limits;
  /** The longest time from the start, or from the last progress. @default none */
  timeoutMs?: number | undefined;
  /** Creates the error when the time is up, or when the limits end the work. */
  stopped: (by: "timeout" | "limits") => Error;
}

/**
 * Runs work until it finishes, its time is up, or the limits end it, even if the work ignores its signal. Leaves
 * neither a timer nor a listener behind.
 *
 * @param work gets its own signal, and a function to report progress
 */
export function runUntil<T>(
  work: (signal: AbortSignal, onProgress: () => void) => Promise<T>,
  { limits: { signal, endsAtMs }, timeoutMs = Infinity, stopped }: RunOptions,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    // The timer of a deadline may be late.
    if (signal?.aborted || (signal && performance.now() >= endsAtMs)) return reject(stopped("limits"));
    const own = new AbortController();
    let isOver = false;
    let cancel = () => {};
    const end = () => {
      isOver = true;
      cancel();
      signal?.removeEventListener("abort", onLimits);
    };
    const stop = (by: "timeout" | "limits") => {
      end();
      const error = stopped(by);
      reject(error);
      own.abort(error);
    };
    const onLimits = () => stop("limits");
    const onProgress = () => {
      if (isOver) return;
      cancel();
      cancel = startTimer(timeoutMs, () => stop("timeout"));
    };
    signal?.addEventListener("abort", onLimits);
    onProgress();
    work(own.signal, onProgress).then(
      (result) => {
        end();
        resolve(result);
      },
      (error: unknown) => {
        end();
        reject(error);
      },
    );
  });
}

/**
 * Runs work that has no time limit itself.
 *
 * @param what the subject of the message, such as `Opening the recording`
 * @throws {AbortError} {@link TimeoutError} when the limits end it
 */
export function runWithin<T>(
  limits: Limits,
  what: string,
  work: (signal: AbortSignal) => T | Promise<T>,
  details?: EndDetails,
): Promise<T> {
  return runUntil(async (signal) => work(signal), { limits, stopped: () => endedBy(limits, what, details) });
}

/**
 * Runs the caller's code, which must break nothing: a failure, or that it takes too long, is only reported. The code
 * also runs if the limits have already ended the operation, but then nobody waits for it.
 */
export async function runSafely(
  work: () => unknown,
  { limits, timeoutMs, onFailure }: { limits: Limits; timeoutMs: number; onFailure: (failure: unknown) => void },
): Promise<void> {
  const running = (async () => work())().then(() => {}, onFailure);
  const stopped = (by: "timeout" | "limits") => {
    const failure = new Error("It timed out.");
    // Work that the limits have left goes on, and reports its own failure.
    if (by === "timeout") onFailure(failure);
    return failure;
  };
  await runUntil(() => running, { limits, timeoutMs, stopped }).catch(() => {});
}

/**
 * @throws {AbortError} {@link TimeoutError} when the limits end the pause, or at once if the pause would exceed the
 *   deadline
 */
export async function delay(pauseMs: number, limits: Limits, what: string, details?: EndDetails): Promise<void> {
  if (performance.now() + pauseMs >= limits.endsAtMs) throw endedBy(limits, what, details);
  const pause = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const cancel = startTimer(pauseMs, resolve);
      signal.addEventListener("abort", cancel);
    });
  await runWithin(limits, what, pause, details);
}

/** Starts a timer of at most 24 days, or one that never fires. @returns a function that cancels it */
export function startTimer(afterMs: number, run: () => void): () => void {
  if (afterMs === Infinity) return () => {};
  const id = setTimeout(run, Math.min(afterMs, longestTimerMs));
  return () => clearTimeout(id);
}
