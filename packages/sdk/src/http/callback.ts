/** Calls what the caller handed in; what it throws, or rejects with, never breaks the flow. */
export function callSafely<T>(callback: ((value: T) => unknown) | undefined, value: T): void {
  try {
    const result = callback?.(value);
    if (result instanceof Promise) result.catch(() => {});
  } catch {
    // The caller's own error, in the caller's own code.
  }
}
