/** The client's log: lines without keys, written to the caller's logger. */
import { callSafely } from "./callback.js";
import type { Secrets } from "./redaction.js";

/** Anything with the four methods of `console`. */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/**
 * From silent to everything: `warn` logs what needs attention, `info` also every retry, `debug` also every attempt.
 *
 * @inline
 */
export type LogLevel = "off" | "error" | "warn" | "info" | "debug";

export const logLevels: readonly LogLevel[] = ["off", "error", "warn", "info", "debug"];

/** Writes a line if the level includes it. A message given as a function is made only then: debug lines cost nothing. */
export type Log = (level: Exclude<LogLevel, "off">, message: string | (() => string)) => void;

/** A log that shows no key, and that no failing logger can break. */
export function createLog(logger: Logger | undefined, logLevel: LogLevel, secrets: Secrets): Log {
  const limit = logLevels.indexOf(logLevel);
  return (level, message) => {
    if (!logger || logLevels.indexOf(level) > limit) return;
    const text = typeof message === "string" ? message : message();
    callSafely((line) => logger[level](line), `[call-analysis] ${oneLine(secrets.redact(text))}`);
  };
}

/** The text on one line, without the control characters that could forge lines of a log or steer a terminal. */
export function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ");
}
