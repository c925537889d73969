/** The names that callers may use: a misspelt option or field would be lost without a word. Pure. */
import { ConfigurationError } from "./errors.js";

/** Names from other clients, and what they mean here. */
const otherNames = new Map([
  ["maxretries", "retry.maxAttempts"],
  ["timeout", "timeoutMs"],
  ["agentid", "memberId"],
  ["metadata", "udfs"],
  ["audiourl", "audio_url"],
  ["middleware", "hooks"],
]);

/**
 * Checks that a value is an object whose names are all known. A name whose value is undefined does not count.
 *
 * @param what for the message, such as `calls.analyzeFile()`
 * @throws {ConfigurationError} with the known name that was probably meant
 */
export function checkNames(what: string, given: unknown, known: readonly string[]): void {
  if (given === undefined) return;
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw new ConfigurationError(`${what}: expected an object, got ${kindOf(given)}.`);
  for (const [name, value] of Object.entries(given))
    if (value !== undefined && !known.includes(name))
      throw new ConfigurationError(`${what}: ${name} is unknown. ${adviceFor(name, known)}`);
}

/** Such as "a string": for messages that must not show the value. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** Also for objects of another realm, such as those in Jest's tests. */
export function isOfClass<Class extends object>(value: unknown, ...names: string[]): value is Class {
  return names.includes(Object.prototype.toString.call(value).slice("[object ".length, -1));
}

/** How alike two names are at least for one to be a misspelling of the other: 0 with nothing in common, 1 when equal. */
const leastLikeness = 0.4;

function adviceFor(name: string, known: readonly string[]): string {
  const meant = otherNames.get(name.toLowerCase());
  const [outer = "", inner = outer] = meant?.split(".") ?? [];
  if (known.includes(inner)) return `Use ${inner}.`;
  if (known.includes(outer)) return `Use ${meant}.`;
  const [closest = ""] = [...known].sort((one, other) => likeness(name, other) - likeness(name, one));
  if (likeness(name, closest) >= leastLikeness) return `Did you mean ${closest}?`;
  return `Known names: ${known.join(", ")}.`;
}

/** The share of letter pairs that two names have in common, whatever their case (the Dice coefficient). */
function likeness(one: string, other: string): number {
  const pairs = pairsOf(one);
  const otherPairs = pairsOf(other);
  return (2 * otherPairs.filter((pair) => pairs.includes(pair)).length) / (pairs.length + otherPairs.length);
}

function pairsOf(name: string): string[] {
  const text = name.toLowerCase();
  return [...text].map((_, index) => text.slice(index, index + 2));
}
