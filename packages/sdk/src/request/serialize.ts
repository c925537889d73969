/** What of an operation and its input is sent: its address, with the ids in their places, and its body as JSON. */
import { ConfigurationError } from "../errors/request-errors.js";

/**
 * The address of an operation: the ids take the places of the parameters in its path.
 *
 * @throws {ConfigurationError} for an id that cannot be in a path
 */
export function addressOf(baseUrl: string, path: string, ids: object = {}): string {
  const encoded = (_parameter: string, name: string) => encodeURIComponent(pathParameter(name, Reflect.get(ids, name)));
  return baseUrl + path.replace(/\{(\w+)\}/g, encoded);
}

/** @throws {ConfigurationError} that names it */
export function toJson(name: string, value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (cause) {
    throw new ConfigurationError(`${name} cannot be written as JSON: it refers to itself, or has a BigInt.`, { cause });
  }
}

/**
 * Checks that an id stays inside its path template. `.` and `..` need no encoding and would be resolved
 * away, and an empty id makes another path.
 *
 * @throws {ConfigurationError} for what is not a string or a number, or is empty, `.`, `..`, or has control characters
 */
export function pathParameter(name: string, value: unknown): string {
  const text = typeof value === "number" && Number.isFinite(value) ? String(value) : value;
  if (typeof text !== "string") {
    throw new ConfigurationError(`${name} must be a string, and is ${value === null ? "null" : typeof value}.`);
  }
  if (text === "") throw new ConfigurationError(`${name} is empty. Pass the id that the service returned.`);
  if (text === "." || text === "..")
    throw new ConfigurationError(`${name} is "${text}", which is a path and not an id.`);
  if (hasControlCharacter(text)) throw new ConfigurationError(`${name} contains a control character.`);
  if (/\p{Surrogate}/u.test(text)) throw new ConfigurationError(`${name} contains half of a surrogate pair.`);
  return text;
}

function hasControlCharacter(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return /[\u0000-\u001f\u007f-\u009f]/.test(text);
}
