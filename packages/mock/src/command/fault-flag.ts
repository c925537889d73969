import { MockServiceError } from "../core/mock-service-error.js";
import { checkFault, type Fault } from "../interception/fault.js";

/**
 * Reads a fault as it is written on the command line: JSON, or fields with commas between them.
 *
 * @throws {RangeError} which says what about it is wrong
 * @example
 * parseFault("operation=createCall,status=503,retryAfter=2,times=3")
 * parseFault('{ "latencyMs": { "medianMs": 300, "sigma": 0.5 } }')
 */
export function parseFault(text: string): Fault {
  try {
    // It is a fault when it passes the check.
    return checkFault(text.trimStart().startsWith("{") ? JSON.parse(text) : fieldsOf(text)) as Fault;
  } catch (cause) {
    if (!(cause instanceof MockServiceError) && !(cause instanceof SyntaxError)) throw cause;
    throw new RangeError(`is "${text}": ${cause.message}`, { cause });
  }
}

function fieldsOf(text: string): Record<string, unknown> {
  return Object.fromEntries(text.split(",").map(fieldOf));
}

/** What looks like a number is one. */
function fieldOf(text: string): [string, unknown] {
  const [, name = text, value = ""] = /^([^=]*)=(.*)$/s.exec(text.trim()) ?? [];
  return [name, /^\d+(\.\d+)?$/.test(value) ? Number(value) : value];
}
