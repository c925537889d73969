/** What ends a wait: a deadline, the time limit of one attempt, a signal. */
import { TimeoutError } from "../errors/request-errors.js";
import { abortError, noLimit, now, onAbortOf, startLimitTimer } from "./timers.js";

/** The time by which an operation, with all its attempts and pauses, must have ended. */
export class Deadline {
  readonly #limitMs: number;
  readonly #atMs: number;

  /** @param limitMs from now; undefined for no limit */
  constructor(limitMs = noLimit) {
    this.#limitMs = limitMs;
    this.#atMs = now() + limitMs;
  }

  /** How long is left, in milliseconds; 0 when it has passed, Infinity when there is no limit. */
  remainingMs(): number {
    return Math.max(0, this.#atMs - now());
  }

  /** Whether there is a limit. */
  get isSet(): boolean {
    return this.#limitMs !== noLimit;
  }

  /** Whether the deadline passes within `pauseMs`. */
  passesWithin(pauseMs: number): boolean {
    return pauseMs >= this.remainingMs();
  }

  error(what: string, options: { cause?: unknown; requestSent: boolean; attempts?: number | undefined }): TimeoutError {
    const seeCause = options.cause === undefined ? "" : ", or see `cause` for what held it up";
    const message = `${what} is not done within deadlineMs = ${Math.round(this.#limitMs)} ms. Raise it${seeCause}.`;
    return new TimeoutError(message, { kind: "deadline", ...options });
  }
}

interface Limits {
  /** For messages, such as `GET https://host/v1/agents`. */
  what: string;
  deadline: Deadline;
  signal: AbortSignal | undefined;
  /** How many attempts were made before. @default 0 */
  attempts?: number | undefined;
  /** Why the last one of them failed. */
  cause?: unknown;
}

/**
 * Waits for work as long as a caller does: until the caller's signal or deadline. `what` is for messages, and `mark` says
 * what the flow has sent that is waited for.
 */
export type Within = <T>(
  what: string,
  work: (signal: AbortSignal) => Promise<T>,
  options?: { mark?: SentMark },
) => Promise<T>;

/** What ends a wait. */
export interface WaitLimits extends Limits {
  /** What was sent before, or is sent meanwhile by the flow that is waited for. @default nothing */
  mark?: SentMark;
  /** How long it takes at least, in milliseconds: a deadline before that ends it at once. @default 0 */
  leastMs?: number;
}

/**
 * Waits for work that sends nothing itself, such as a journal's, and ends the wait even if the work ignores its signal.
 *
 * @throws {TimeoutError} of kind `deadline`
 * @throws {AbortError} when the signal is aborted
 */
export async function withinLimits<T>(
  work: (signal: AbortSignal) => T | Promise<T>,
  { mark = { sent: false }, leastMs = 0, ...limits }: WaitLimits,
): Promise<T> {
  const timeUp = () => deadlineError({ ...limits, mark });
  if (limits.deadline.passesWithin(leastMs)) throw timeUp();
  return runLimited(async (signal) => work(signal), { ...limits, timeoutMs: noLimit, mark, timeUp });
}

/** How long the end of what must not be cut off is waited for after the caller has left, in milliseconds. */
const graceMs = 1_000;

/** Waits a little for what must still be done, whatever the caller does. */
export async function withinGrace(what: string, work: () => Promise<void>): Promise<void> {
  await withinLimits(work, { what, signal: undefined, deadline: new Deadline(graceMs) });
}

/** Whether anything of a request may have left: it decides what a failure proves. */
export interface SentMark {
  /** Set when the request is handed to `fetch`, or when `fetch` takes its body; taken back when the failure proves that nothing left. */
  sent: boolean;
  /** Whether it is being sent. */
  isUnderWay?: boolean;
  /** Whether its attempt has ended: what a middleware has left behind is not sent any more. */
  isOver?: boolean;
  /** The status of its response. */
  status?: number | undefined;
}

/** What ends one attempt. */
export interface RunLimits extends Limits {
  /** From the start, or from the last progress, in milliseconds. */
  timeoutMs: number;
  mark: SentMark;
  /** Whether a repetition could create something twice. @default false */
  isCreate?: boolean;
  /** Makes the error for `timeoutMs`. */
  timeUp: () => Error;
}

/**
 * Runs one attempt and ends it when its time is up or the signal is aborted, even if the work ignores its own
 * signal. No timer and no listener outlives it.
 *
 * @param work is given its signal, and a function to call on progress, which starts `timeoutMs` anew
 * @throws {TimeoutError} of kind `deadline` when the deadline comes first, else what `timeUp` makes
 * @throws {AbortError} when the signal is aborted
 */
export function runLimited<T>(
  work: (signal: AbortSignal, onProgress: () => void) => Promise<T>,
  options: RunLimits,
): Promise<T> {
  const { what, signal, mark, isCreate, deadline, attempts } = options;
  return new Promise<T>((resolve, reject) => {
    const aborted = () => abortError(signal, mark.sent, { what, isCreate, attempts });
    if (signal?.aborted) return reject(aborted());
    if (deadline.passesWithin(0)) return reject(deadlineError(options));
    const controller = new AbortController();
    let isOver = false;
    const endWith =
      <Result>(settle: (result: Result) => void) =>
      (result: Result) => {
        isOver = true;
        cancelTimer();
        stopListening();
        settle(result);
      };
    const fail = endWith(reject);
    const stop = (error: Error) => {
      fail(error);
      controller.abort(error);
    };
    let stopListening = () => {};
    let cancelTimer = startLimit(options, stop);
    const onProgress = () => {
      if (isOver) return;
      cancelTimer();
      cancelTimer = startLimit(options, stop);
    };
    stopListening = onAbortOf(signal, () => stop(aborted()));
    // `finally` would make several promises more for each request.
    work(controller.signal, onProgress).then(endWith(resolve), fail);
  });
}

function deadlineError({ what, deadline, mark, attempts, cause }: Limits & { mark: SentMark }): TimeoutError {
  return deadline.error(what, { requestSent: mark.sent, attempts, cause });
}

function startLimit(options: RunLimits, stop: (error: Error) => void): () => void {
  const { timeoutMs, deadline, timeUp } = options;
  const leftMs = deadline.remainingMs();
  // Decided now: timers fire up to a millisecond early, when the deadline has not quite passed.
  const isDeadline = leftMs <= timeoutMs;
  const end = () => stop(isDeadline ? deadlineError(options) : timeUp());
  const limitMs = Math.min(timeoutMs, leftMs);
  return limitMs === noLimit ? () => {} : startLimitTimer(limitMs, end);
}
