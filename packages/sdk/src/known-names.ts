/** Checks the names of options and fields, so that a misspelt one is not ignored silently. Pure. */
import { ConfigurationError } from "./errors.js";

/** Names from other clients, and their equivalents here. */
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
 * @param what the subject of the message, such as `calls.analyzeFile()`
 * @throws {ConfigurationError} that suggests the nearest known name
 */
export function checkNames(what: string, given: unknown, known: readonly string[]): void {
  if (given === undefined) return;
  if (kindOf(given) !== "an object") throw new ConfigurationError(`${what}: expected an object, got ${kindOf(given)}.`);
  for (const [name, value] of Object.entries(given as object))
    if (value !== undefined && !known.includes(name))
      throw new ConfigurationError(`${what}: ${name} is unknown. ${adviceFor(name, known)}`);
}

/** The kind of a value, such as "a string", for messages that must not show the value. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** Works also for objects of another realm, such as those in Jest's tests. */
export function isOfClass<Class extends object>(value: unknown, ...names: string[]): value is Class {
  return names.includes(Object.prototype.toString.call(value).slice("[object ".length, -1));
}

/** The least similarity of a misspelt name to the known one: 0 means nothing in common, 1 means equal. */
const leastLikeness = 0.4;

function adviceFor(name: string, known: readonly string[]): string {
  const meant = otherNames.get(name.toLowerCase()) ?? "";
  if (meant.split(".").some((part) => known.includes(part))) return `Use ${meant}.`;
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
