import { callSafely } from "./callback.js";
import { oneLine } from "./one-line.js";
import type { Secrets } from "./redaction.js";

/** Anything with the four methods of `console`. */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** From silent to everything. `debug` tells every attempt, `info` every retry, `warn` what needs a look. */
export type LogLevel = "off" | "error" | "warn" | "info" | "debug";

export const logLevels: readonly LogLevel[] = ["off", "error", "warn", "info", "debug"];

/** Writes a line when the level asks for it; only then is a message made that comes as a function. */
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
