import { hasMethods } from "../value-kinds.js";

/** Calls the caller's callback. What it throws, or rejects with, never breaks the operation. */
export function callSafely<T>(callback: ((value: T) => unknown) | undefined, value: T): void {
  try {
    const result = callback?.(value);
    // The client's own promises, and those of other realms, are not instances of this Promise.
    if (hasMethods(result, "then")) Promise.resolve(result).catch(() => {});
  } catch {
    // An error of the caller's own code.
  }
}
