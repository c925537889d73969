/** The names that callers may use: what a misspelt option or field asks for would be lost without a word. Pure. */
import { ConfigurationError } from "./errors/request-errors.js";
import { isObject, kindOf } from "./value-kinds.js";

/** Every name of a type, so that the compiler tells of one that is missing. */
export type NamesOf<T> = Record<keyof T, true>;

/**
 * Checks that what is given is an object, and all of its names are known. One whose value is undefined is not there.
 *
 * @param known has a field of each known name
 * @param what for the message, such as `calls.analyzeFile()`
 * @throws {ConfigurationError} for no object, and for an unknown name with the known one that was probably meant
 */
export function checkNames(what: string, given: unknown, known: object): void {
  if (given === undefined) return;
  if (!isObject(given)) throw new ConfigurationError(`${what}: an object is due, and ${kindOf(given)} was given.`);
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || Object.hasOwn(known, name)) continue;
    throw new ConfigurationError(`${what}: ${name} is unknown. Did you mean ${nearestName(name, Object.keys(known))}?`);
  }
}

/** The known name with the fewest edits, whatever the case. */
function nearestName(name: string, known: string[]): string | undefined {
  const edits = (other: string) => editsBetween(name.toLowerCase(), other.toLowerCase());
  return known.sort((one, other) => edits(one) - edits(other))[0];
}

/** How many characters to insert, delete or replace (the Levenshtein distance). */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [line, character] of [...one].entries()) {
    const next = [line + 1];
    for (let index = 0; index < other.length; index += 1) {
      const replaced = (row[index] ?? 0) + (other[index] === character ? 0 : 1);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
