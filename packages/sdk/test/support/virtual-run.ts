/** Whole programs on virtual time, which jumps from timer to timer: hours of pauses take no time. */
import { vi } from "vitest";

/** Before any of them is a fake. */
const turnOfTheLoop = setImmediate;

/** Runs work on virtual time until it has ended. @throws {Error} when it can never end */
export async function onVirtualTime<T>(work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers();
  try {
    let isOver = false;
    const result = work().finally(() => {
      isOver = true;
    });
    // Reported by the caller's await.
    result.catch(() => {});
    for (let idle = 0; idle < 100; idle += 1) {
      // All that needs no timer happens first.
      for (let turn = 0; turn < 3; turn += 1) await new Promise<void>((resolve) => void turnOfTheLoop(resolve));
      if (isOver) return await result;
      if (vi.getTimerCount() === 0) continue;
      vi.advanceTimersToNextTimer();
      idle = 0;
    }
    throw new Error("The work is not done, and no timer is left.");
  } finally {
    vi.useRealTimers();
  }
}

/** Resolves after so much virtual time. */
export function pass(timeMs: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, timeMs));
}

/** A signal that aborts after so much virtual time. */
export function abortAfter(timeMs: number): AbortSignal {
  const controller = new AbortController();
  void pass(timeMs).then(() => controller.abort(new Error("SIGTERM")));
  return controller.signal;
}
