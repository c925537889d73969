/** The only file that asks the clock or starts a timer. */
import { AbortError } from "../errors/request-errors.js";

/** `setTimeout` fires at once for more than this. */
const longestTimerMs = 2 ** 31 - 1;

/** For a limit that nobody has set. */
export const noLimit = Number.POSITIVE_INFINITY;

/** Milliseconds on a clock that is never set back. */
export function now(): number {
  return performance.now();
}

/** The local time of day in milliseconds, which may be wrong and may be set back. */
export function timeOfDayMs(): number {
  return Date.now();
}

/** Calls `run` once after `afterMs`, or after 24 days where that is longer; the function it returns cancels the timer. */
export function startTimer(afterMs: number, run: () => void): () => void {
  const id = setTimeout(run, Math.min(afterMs, longestTimerMs));
  return () => clearTimeout(id);
}

/** A timer that fires so late was not held up by other timers: the process stood still. In milliseconds. */
const lateMs = 500;

/** How long a process that stood still reads what has arrived meanwhile, in milliseconds. */
const catchUpMs = 1_000;

/**
 * A timer for a limit of time. A process that was suspended, or busy for long, finds its limits passed and the responses
 * unread: they are read before `run` is called.
 */
export function startLimitTimer(afterMs: number, run: () => void): () => void {
  const dueMs = now() + afterMs;
  let cancel = startTimer(afterMs, () => {
    if (now() - dueMs < lateMs) return run();
    cancel = startTimer(catchUpMs, run);
  });
  return () => cancel();
}

/**
 * Runs a function after the runtime has looked at its connections. It is kept from the start, so that tests with virtual time
 * do not stop it.
 */
const { setImmediate: afterReading } = globalThis as { setImmediate?: (run: () => void) => unknown };

/**
 * Lets the runtime handle what has happened meanwhile. A process that was suspended does not know yet which of its
 * connections were closed, and would send on one of them.
 */
export async function catchUp(): Promise<void> {
  if (afterReading) await new Promise<void>((resolve) => afterReading(resolve));
}

/** What an operation has done when its signal ends it. */
export interface AbortErrorOptions {
  /** For the message. @default "The operation" */
  what?: string;
  /** @default 0 */
  attempts?: number | undefined;
  /** Whether a repetition could create something twice: then the message says so. @default false */
  isCreate?: boolean | undefined;
}

/**
 * Waits. Leaves neither a timer nor a listener behind.
 *
 * @throws {AbortError} as soon as the signal is aborted
 */
export function delay(
  pauseMs: number,
  signal?: AbortSignal,
  { requestSent, ...options }: AbortErrorOptions & { requestSent?: boolean } = {},
): Promise<void> {
  // Thousands of waits may sleep at once: what only a signal needs is not kept for those without one.
  if (!signal) return new Promise((resolve) => void startTimer(pauseMs, resolve));
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(abortError(signal, requestSent, options));
    const cancel = startTimer(pauseMs, () => {
      stopListening();
      resolve();
    });
    const stopListening = onAbortOf(signal, () => {
      cancel();
      stopListening();
      reject(abortError(signal, requestSent, options));
    });
  });
}

/** What is called when a signal is aborted. */
const callbacksOf = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `run` when the signal is aborted; the function it returns ends that. All operations that share a signal share
 * one listener: Node 20 warns of more than ten.
 */
export function onAbortOf(signal: AbortSignal | undefined, run: () => void): () => void {
  if (!signal) return () => {};
  const callbacks = callbacksOf.get(signal) ?? new Set();
  if (callbacks.size === 0) signal.addEventListener("abort", callAll);
  callbacksOf.set(signal, callbacks.add(run));
  return () => {
    callbacks.delete(run);
    if (callbacks.size === 0) signal.removeEventListener("abort", callAll);
  };
}

function callAll({ target }: Event): void {
  for (const run of new Set(callbacksOf.get(target as AbortSignal))) run();
}

/** The error of an aborted signal, with its reason as the cause. */
export function abortError(
  signal: AbortSignal | undefined,
  requestSent = false,
  { what = "The operation", attempts = 0, isCreate = false }: AbortErrorOptions = {},
): AbortError {
  const advice = requestSent && isCreate ? " It had been sent: check what was done before you repeat it." : "";
  const message = `${what} was aborted by its signal.${advice}`;
  return new AbortError(message, { cause: signal?.reason, requestSent, attempts });
}
