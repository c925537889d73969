import { hasMethods } from "../value-kinds.js";

/**
 * Calls the caller's callback. What it throws, or rejects with, never breaks the operation.
 *
 * @returns a promise that is fulfilled when the one that it returned has settled; undefined when it returned none
 */
export function callSafely<T>(callback: ((value: T) => unknown) | undefined, value: T): Promise<unknown> | undefined {
  try {
    const result = callback?.(value);
    // The client's own promises, and those of other realms, are not instances of this Promise.
    return hasMethods(result, "then") ? Promise.resolve(result).catch(() => {}) : undefined;
  } catch {
    // An error of the caller's own code.
    return undefined;
  }
}
