import { ConfigurationError } from "../errors/request-errors.js";

/**
 * Checks that an id stays inside its path template. openapi-fetch percent-encodes all else, but `.` and
 * `..` need no encoding and would be resolved away, and an empty id makes another path.
 *
 * @throws {ConfigurationError} for what is no string or number, empty, `.`, `..`, or has control characters
 */
export function pathParameter(name: string, value: unknown): string {
  const text = typeof value === "number" && Number.isFinite(value) ? String(value) : value;
  if (typeof text !== "string") throw new ConfigurationError(`${name} must be a string, and is ${describe(value)}.`);
  if (text === "") throw new ConfigurationError(`${name} is empty. Pass the id that the service gave.`);
  if (text === "." || text === "..") throw new ConfigurationError(`${name} is "${text}", which is no id but a path.`);
  if (hasControlCharacter(text)) throw new ConfigurationError(`${name} contains a control character.`);
  if (/\p{Surrogate}/u.test(text)) throw new ConfigurationError(`${name} contains half of a surrogate pair.`);
  return text;
}

function describe(value: unknown): string {
  return value === null ? "null" : typeof value;
}

function hasControlCharacter(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return /[\u0000-\u001f\u007f-\u009f]/.test(text);
}
