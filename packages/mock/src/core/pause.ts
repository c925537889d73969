/** Waits that end when a signal is aborted. */

/** The longest delay of a timer, in milliseconds. A timer with a longer delay fires at once. */
export const longestPauseMs = 2 ** 31 - 1;

/**
 * Waits in real time, at most `longestPauseMs`. Rejects with the signal's reason as soon as it is aborted, and leaves
 * no timer behind.
 */
export async function pause(milliseconds: number, signal = new AbortController().signal): Promise<void> {
  signal.throwIfAborted();
  if (milliseconds <= 0) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const passed = new Promise<void>((resolve) => {
    timer = realTimers.setTimeout(resolve, Math.min(milliseconds, longestPauseMs));
  });
  await Promise.race([passed, untilAborted(signal)]).finally(() => realTimers.clearTimeout(timer));
}

/** The runtime's own timers, even if a test replaces the global ones later, because every wait is in real time. */
export const realTimers = {
  // A browser refuses to call these as methods of another object.
  setTimeout: globalThis.setTimeout.bind(globalThis),
  clearTimeout: globalThis.clearTimeout.bind(globalThis),
  now: performance.now.bind(performance),
};

/** Waits without a timer until the signal is aborted, and rejects with its reason. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
