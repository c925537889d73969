/** Calls the caller's callback. What it throws, or rejects with, never breaks the operation. */
export function callSafely<T>(callback: ((value: T) => unknown) | undefined, value: T): void {
  try {
    const result = callback?.(value);
    if (result instanceof Promise) result.catch(() => {});
  } catch {
    // An error of the caller's own code.
  }
}
