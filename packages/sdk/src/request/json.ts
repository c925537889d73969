/** Serializes a request body as JSON, and refuses values that JSON would lose. Pure. */
import { ConfigurationError } from "../errors.js";
import { isOfClass } from "../known-names.js";

/** @throws {ConfigurationError} for a value that JSON cannot represent, or would change silently */
export function toJson(name: string, value: unknown): string {
  function keep(this: Record<string, unknown>, field: string, json: unknown) {
    // An array gets null instead.
    const isHole = json === undefined && Array.isArray(this);
    if (isHole || isLost(this[field], json)) throw new TypeError(`${field || "the value"} would be lost`);
    return json;
  }
  try {
    return JSON.stringify(value, keep);
  } catch (cause) {
    throw new ConfigurationError(`${name} cannot be written as JSON: ${Object(cause).message}.`, { cause });
  }
}

/**
 * Whether JSON would omit a value, or write null or an empty object instead. @param json the result of its `toJSON()`,
 * or the value itself
 */
function isLost(value: unknown, json: unknown): boolean {
  const isNothing = value === undefined || value === null;
  if (typeof json !== "object" || json === null) return !isNothing && JSON.stringify([json]) === "[null]";
  // Such as a Map, a RegExp, a Blob, or a promise that was not awaited. An error would lose its message.
  return isOfClass(json, "Error") || (!isOfClass(json, "Object", "Array") && Object.keys(json).length === 0);
}
