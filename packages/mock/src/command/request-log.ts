import type { RequestLogEntry } from "../adapters/http/listener.js";
import type { LogFormat } from "./flags.js";

/** Gives the function that writes requests down in a format; undefined when none are to be written. */
export function requestLog(format: LogFormat, write: (line: string) => unknown) {
  switch (format) {
    case "none":
      return undefined;
    case "json":
      return (entry: RequestLogEntry) => write(`${JSON.stringify(entry)}\n`);
    case "pretty":
      return (entry: RequestLogEntry) => write(`${pretty(entry)}\n`);
  }
}

function pretty({ method, path, status, durationMs }: RequestLogEntry): string {
  return `${method.padEnd(6)} ${path} ${status} ${durationMs.toFixed(1)} ms`;
}
