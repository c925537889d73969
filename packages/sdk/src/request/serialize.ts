/** From an operation and its input to the address and the body that are sent. openapi-fetch writes the address. */
import { defaultPathSerializer } from "openapi-fetch";
import type { Operation } from "../contract/operations.js";
import { ConfigurationError } from "../errors/request-errors.js";
import { kindOf } from "../value-kinds.js";

/** What goes into the address and the body. */
export interface Serializable {
  path?: object | undefined;
  body?: unknown;
}

/** What `fetch` is called with. */
export interface Serialized {
  url: string;
  body: string | undefined;
}

/**
 * Writes the path's parameters as OpenAPI's style `simple` has them, and the body as JSON.
 *
 * @throws {ConfigurationError} for a path parameter or a body that cannot be written
 */
export function serialize({ path }: Operation, { path: ids, body }: Serializable, baseUrl: string): Serialized {
  const url = baseUrl + defaultPathSerializer(path, checkPath(ids ?? {}));
  return { url, body: body === undefined ? undefined : toJson("The input", body) };
}

/** @throws {ConfigurationError} that names it */
export function toJson(name: string, value: unknown): string {
  let lost: string | undefined;
  // A date is handed on as JSON writes it.
  function keep(this: Record<string, unknown>, field: string, each: unknown) {
    if (!isLostInJson(this[field])) return each;
    lost = field;
    throw new TypeError();
  }
  try {
    return JSON.stringify(value, keep);
  } catch (cause) {
    const why = lost === undefined ? "it refers to itself, or has a BigInt" : `${lost || "its value"} would be lost`;
    throw new ConfigurationError(`${name} cannot be written as JSON: ${why}.`, { cause });
  }
}

/** Whether JSON would leave it out, write null for it, or write it without what is in it. */
function isLostInJson(value: unknown): boolean {
  if (typeof value === "number") return !Number.isFinite(value);
  if (value instanceof Date) return Number.isNaN(value.getTime());
  return typeof value === "function" || typeof value === "symbol" || value instanceof Map || value instanceof Set;
}

function checkPath(path: object): Record<string, string> {
  return Object.fromEntries(Object.entries(path).map(([name, value]) => [name, pathParameter(name, value)]));
}

/**
 * Checks that an id stays inside its path template. openapi-fetch percent-encodes everything else, but `.` and
 * `..` need no encoding and would be resolved away, and an empty id makes another path.
 *
 * @throws {ConfigurationError} for what is not a string or a number, or is empty, `.`, `..`, or has control characters
 */
export function pathParameter(name: string, value: unknown): string {
  const text = typeof value === "number" && Number.isFinite(value) ? String(value) : value;
  if (typeof text !== "string") {
    throw new ConfigurationError(`${name} must be a string, and is ${kindOf(value)}.`);
  }
  if (text === "") throw new ConfigurationError(`${name} is empty. Pass the id that the service returned.`);
  if (text === "." || text === "..")
    throw new ConfigurationError(`${name} is "${text}", which is a path and not an id.`);
  if (/[\p{Control}\p{Surrogate}]/u.test(text)) {
    throw new ConfigurationError(`${name} contains a control character, or half of a surrogate pair.`);
  }
  return text;
}
