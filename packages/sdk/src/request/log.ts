/** The client's log: one line for each message, without keys. */
import { oneOf } from "../rules.js";
import type { Redactor } from "./redact.js";

/** A logger: any object with these four methods of `console`. */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** The log levels. `info` includes every retry, `debug` every attempt. */
export type LogLevel = "off" | "error" | "warn" | "info" | "debug";

/** Where the log goes, and from which level on. */
export interface LogOptions {
  logger?: Logger | undefined;
  logLevel?: LogLevel | undefined;
}

const logLevels: readonly LogLevel[] = ["off", "error", "warn", "info", "debug"];

export const logLevelRule = oneOf(...logLevels);

/** Logs a message. The message is built only if its level is logged. */
export type Log = (level: Exclude<LogLevel, "off">, message: () => string) => void;

export function createLog(logger: Logger | undefined, limit: LogLevel, redactor: Redactor): Log {
  const rank = logLevels.indexOf(limit);
  return (level, message) => {
    if (!logger || logLevels.indexOf(level) > rank) return;
    ignoreFailure(() => logger[level](`[call-analysis] ${oneLine(redactor.text(message()))}`));
  };
}

/** Calls the caller's code now. Its error, or the rejection of its promise, must break nothing. */
export function ignoreFailure(call: () => unknown): void {
  (async () => call())().catch(() => {});
}

/** Removes the characters that could forge log lines or control a terminal. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Control}\p{Zl}\p{Zp}]+/gu, " ");
}
