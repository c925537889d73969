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
