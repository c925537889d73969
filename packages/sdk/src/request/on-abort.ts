/** Listens to a caller's signal. For servers only: browsers do not count listeners. */

/** The functions to call when a caller's signal is aborted. */
const callbacksOf = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls a function on abort, or at once if the signal is already aborted. All functions of a signal share one listener,
 * because Node 20 warns about more than ten.
 *
 * @returns a function that stops listening
 */
export function onAbort(signal: AbortSignal | undefined, run: () => void): () => void {
  if (signal?.aborted) run();
  if (!signal || signal.aborted) return () => {};
  const callbacks = callbacksOf.get(signal) ?? new Set();
  if (callbacks.size === 0) signal.addEventListener("abort", callAll);
  callbacksOf.set(signal, callbacks.add(run));
  return () => {
    callbacks.delete(run);
    if (callbacks.size === 0) signal.removeEventListener("abort", callAll);
  };
}

function callAll({ target }: Event): void {
  // The event was dispatched at the signal that it was added to.
  for (const run of new Set(callbacksOf.get(target as AbortSignal))) run();
}
