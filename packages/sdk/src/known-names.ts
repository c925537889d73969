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
 * @throws {ConfigurationError} for no object, and for an unknown name, with the known one that was probably meant
 */
export function checkNames(what: string, given: unknown, known: object): void {
  if (given === undefined) return;
  if (!isObject(given)) throw new ConfigurationError(`${what}: an object is due, and ${kindOf(given)} was given.`);
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || Object.hasOwn(known, name)) continue;
    throw new ConfigurationError(`${what}: ${name} is unknown. ${adviceFor(name, Object.keys(known))}`);
  }
}

/** How alike a name must be at least to be the one that was meant: from 0, nothing in common, to 1, the same. */
const leastLikeness = 0.3;

/** The known name that is most like it, or all names where none is. */
function adviceFor(name: string, known: string[]): string {
  const likenessOf = (other: string) => likeness(name, other);
  const [nearest = ""] = [...known].sort((one, other) => likenessOf(other) - likenessOf(one));
  return likenessOf(nearest) < leastLikeness ? `Known are ${known.join(", ")}.` : `Did you mean ${nearest}?`;
}

/** The share of letter pairs that two names have in common, in any case (the Dice coefficient). */
function likeness(one: string, other: string): number {
  const pairs = pairsOf(one);
  const otherPairs = pairsOf(other);
  return (2 * otherPairs.filter((pair) => pairs.includes(pair)).length) / (pairs.length + otherPairs.length);
}

/** With the last letter alone. */
function pairsOf(name: string): string[] {
  const text = name.toLowerCase();
  return [...text].map((_, index) => text.slice(index, index + 2));
}
