/** Serializes a request body as JSON, and refuses values that JSON would lose. Pure. */
import { ConfigurationError } from "../errors.js";
import { isOfClass } from "../known-names.js";

/** @throws {ConfigurationError} for a value that JSON cannot represent, or would change silently */
export function toJson(name: string, value: unknown): string {
  let lost: string | undefined;
  function keep(this: Record<string, unknown>, field: string, each: unknown) {
    // The original value: `each` is already the text of a date.
    if (!isLostInJson(this[field])) return each;
    lost = field;
    throw new TypeError();
  }
  try {
    return JSON.stringify(value, keep);
  } catch (cause) {
    const why =
      lost === undefined
        ? "it has a circular reference or a BigInt, or its toJSON() throws. See `cause`"
        : `${lost || "its value"} would be lost`;
    throw new ConfigurationError(`${name} cannot be written as JSON: ${why}.`, { cause });
  }
}

/** Whether JSON would omit a value, or write null or an empty object instead. */
function isLostInJson(value: unknown): boolean {
  if (typeof value === "number") return !Number.isFinite(value);
  if (isOfClass<Date>(value, "Date")) return Number.isNaN(value.getTime());
  if (typeof value !== "object" || value === null) return ["function", "symbol"].includes(typeof value);
  if (typeof (value as { toJSON?: unknown }).toJSON === "function") return false;
  // Such as a Map, a RegExp, a Blob, or a promise that was not awaited. An error would lose its message.
  const kind = Object.prototype.toString.call(value).slice("[object ".length, -1);
  return kind === "Error" || (!["Object", "Array"].includes(kind) && Object.keys(value).length === 0);
}
