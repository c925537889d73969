/** Rules for options and fields, with one form of message. Pure. */
import { ConfigurationError } from "./errors.js";
import { checkNames, kindOf } from "./known-names.js";

/** @throws {ConfigurationError} that names the value, if it is invalid */
export type Rule = (name: string, value: unknown) => void;

/** A rule for each name. */
export type Rules<Name extends string = string> = Readonly<Record<Name, Rule>>;

/**
 * Creates a rule from a test, and from a description of valid values, which follows "timeoutMs: expected …". The
 * message shows a wrong number. It shows no other value, because that may be a secret, as may a number in place of a
 * key.
 */
export function rule(words: string, passes: (value: unknown) => boolean, { isSecret = false } = {}): Rule {
  return (name, value) => {
    if (passes(value)) return;
    const isShown = typeof value === "number" && !isSecret;
    const found = isShown ? value : value === "" ? "an empty string" : kindOf(value);
    throw new ConfigurationError(`${name}: expected ${words}, got ${found}.`);
  };
}

export const anything: Rule = () => {};
export const trueOrFalse = rule("true or false", (value) => typeof value === "boolean");
export const someText = rule("a non-empty string", (value) => typeof value === "string" && value !== "");
export const anObject = rule("an object", (value) => kindOf(value) === "an object");
export const aFunction = rule("a function", (value) => typeof value === "function");
export const fromZero = rule("a number of 0 or more", isNumberFrom(0));
export const fromZeroToOne = rule("a number from 0 to 1", isNumberFrom(0, 1));
export const fromOne = rule("a number of 1 or more", isNumberFrom(1));
export const overZero = rule("a number greater than 0", isNumberFrom(Number.MIN_VALUE));
export const anAbortSignal = rule("an AbortSignal", (value) => typeof Object(value).addEventListener === "function");

export function oneOf(...values: readonly string[]): Rule {
  return rule(`one of ${values.join(", ")}`, (value) => (values as readonly unknown[]).includes(value));
}

export function withMethods(...names: readonly string[]): Rule {
  const has = (value: unknown) => names.every((name) => typeof Object(value)[name] === "function");
  return rule(`an object with the methods ${names.join(", ")}`, has);
}

/** A rule for an object of options. Messages show their names after the object's own, such as `retry.maxAttempts`. */
export function withOptions(rules: Rules): Rule {
  return (name, value) => checkOptions(name, value, rules, `${name}.`);
}

/** Rules for options with these defaults. A function needs a function, and a number needs a number of 0 or more. */
export function usualRules<Options extends object>(defaults: Options): Rules<keyof Options & string> {
  const rules = Object.entries(defaults).map(([name, value]) => [
    name,
    typeof value === "function" ? aFunction : fromZero,
  ]);
  // The names are those of the defaults.
  return Object.fromEntries(rules) as Rules<keyof Options & string>;
}

/** @returns the value, if it is valid */
export function check<T>(name: string, value: T, rule: Rule): T {
  rule(name, value);
  return value;
}

/**
 * Checks an object's names, and each value that is not undefined. @param what the subject of messages, and @param
 * prefix the text before each name
 */
export function checkOptions(what: string, options: unknown, rules: Rules, prefix = ""): void {
  checkNames(what, options, Object.keys(rules));
  for (const [name, value] of Object.entries(options ?? {}))
    if (value !== undefined) rules[name]?.(prefix + name, value);
}

/** Removes undefined options, which mean the default. */
export function withoutUndefined<T extends object>(options: T): Partial<T> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** Whether an id is safe in a path. An empty id would make another path, and dots alone would be resolved away. */
export function isId(id: unknown): id is string {
  return typeof id === "string" && !/^\.{0,2}$|[\p{Control}\p{Surrogate}]/u.test(id);
}

const anId = rule('a non-empty id without control characters, not "." or ".."', isId);

export function checkId(name: string, value: unknown): string {
  return String(check(name, Number.isFinite(value) ? String(value) : value, anId));
}

function isNumberFrom(least: number, most = Infinity): (value: unknown) => boolean {
  return (value) => typeof value === "number" && value >= least && value <= most;
}
