/** Replacements for browsers, which have no environment variables and set some headers themselves. */
import type { LogOptions } from "./request/log.js";

export function withEnvironment<Options>(given: Options): Options {
  return given;
}

export function waysToPass(): string {
  return "Pass it.";
}

export function logOptions(given: LogOptions): LogOptions {
  return given;
}

export function userAgentHeader(): undefined {}

export function isSetByFetch(): boolean {
  return false;
}

/** Calls a function on abort, or at once if the signal is already aborted. @returns a function that stops listening */
export function onAbort(signal: AbortSignal | undefined, run: () => void): () => void {
  if (signal?.aborted) run();
  signal?.addEventListener("abort", run);
  return () => signal?.removeEventListener("abort", run);
}
