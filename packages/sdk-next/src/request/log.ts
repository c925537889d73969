/** The client's log: one line for each message, without keys. */
import { ConfigurationError } from "../errors.js";
import type { Redactor } from "./redact.js";

/** Anything with these four methods of `console`. */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** From silent to everything: `info` has every retry, `debug` every attempt. */
export type LogLevel = "off" | "error" | "warn" | "info" | "debug";

const logLevels: readonly LogLevel[] = ["off", "error", "warn", "info", "debug"];

/** The message is written only if its level is logged. */
export type Log = (level: Exclude<LogLevel, "off">, message: () => string) => void;

/** @throws {ConfigurationError} for an unknown level */
export function createLog(logger: Logger | undefined, limit: string, redactor: Redactor): Log {
  const rank = logLevels.indexOf(limit as LogLevel);
  if (rank < 0)
    throw new ConfigurationError(`logLevel must be one of ${logLevels.join(", ")}, and is ${JSON.stringify(limit)}.`);
  return (level, message) => {
    if (!logger || logLevels.indexOf(level) > rank) return;
    try {
      // A logger that fails must not break a request, and one that gives a promise must not end the process.
      Promise.resolve(logger[level](`[call-analysis] ${oneLine(redactor.text(message()))}`)).catch(() => {});
    } catch {
      // An error of the caller's own code.
    }
  };
}

/** Without the characters that could forge lines of a log or steer a terminal. */
export function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ");
}
