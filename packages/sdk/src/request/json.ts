/** JSON that loses nothing: what it cannot write is refused before anything is sent. Pure. */
import { ConfigurationError } from "../errors.js";
import { isOfClass } from "../known-names.js";

/** @throws {ConfigurationError} for what JSON cannot write, or would write without what is in it */
export function toJson(name: string, value: unknown): string {
  let lost: string | undefined;
  function keep(this: Record<string, unknown>, field: string, each: unknown) {
    // As it was given: `each` is a date's text already.
    if (!isLostInJson(this[field])) return each;
    lost = field;
    throw new TypeError();
  }
  try {
    return JSON.stringify(value, keep);
  } catch (cause) {
    const why =
      lost === undefined
        ? "it refers to itself, has a BigInt, or a toJSON() that throws. See `cause`"
        : `${lost || "its value"} would be lost`;
    throw new ConfigurationError(`${name} cannot be written as JSON: ${why}.`, { cause });
  }
}

/** Whether JSON would leave it out, write null for it, or write it without what is in it. */
function isLostInJson(value: unknown): boolean {
  if (typeof value === "number") return !Number.isFinite(value);
  if (isOfClass<Date>(value, "Date")) return Number.isNaN(value.getTime());
  if (typeof value !== "object" || value === null) return ["function", "symbol"].includes(typeof value);
  if (typeof (value as { toJSON?: unknown }).toJSON === "function") return false;
  // Such as a Map, a RegExp, a Blob, or a promise that was not awaited. An error would lose its message.
  const kind = Object.prototype.toString.call(value).slice("[object ".length, -1);
  const isPlain = ["Object", "Array", "String", "Number", "Boolean"].includes(kind);
  return kind === "Error" || (!isPlain && Object.keys(value).length === 0);
}
