/** Waits that end when a signal aborts. */

/** The longest delay of a timer, in milliseconds; with a longer one it fires at once. */
export const longestPauseMs = 2 ** 31 - 1;

/** Waits. Rejects with the signal's reason as soon as it aborts, and leaves no timer behind. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.reject(signal.reason);
  if (milliseconds <= 0) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener("abort", abort, { once: true });
    function end() {
      signal?.removeEventListener("abort", abort);
      resolve();
    }
    function abort() {
      clearTimeout(timer);
      reject(signal?.reason);
    }
  });
}

/** Never resolves; rejects with the signal's reason once it aborts. Uses no timer. */
export function forever(signal?: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
