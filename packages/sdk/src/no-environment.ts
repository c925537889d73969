/** Replacements for browsers, which have no environment variables and send their own `User-Agent`. */
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
