/** What options and fields must be: a rule for each name, and one form of message. Pure. */
import { ConfigurationError } from "./errors.js";
import { checkNames, kindOf } from "./known-names.js";

/** A test of a value, and words for what passes it, which follow "timeoutMs must be …". */
export type Rule = readonly [words: string, passes: (value: unknown) => boolean];

export const anything: Rule = ["", () => true];
export const trueOrFalse: Rule = ["true or false", (value) => typeof value === "boolean"];
export const someText: Rule = ["a non-empty string", (value) => typeof value === "string" && value !== ""];
export const aFunction: Rule = ["a function", (value) => typeof value === "function"];
export const fromZero: Rule = ["a number of 0 or more", isNumberFrom(0)];
export const fromZeroToOne: Rule = ["a number from 0 to 1", isNumberFrom(0, 1)];
export const overZero: Rule = ["a number greater than 0", isNumberFrom(Number.MIN_VALUE)];

export function oneOf(...values: readonly string[]): Rule {
  return [`one of ${values.join(", ")}`, (value) => values.includes(String(value))];
}

export function withMethods(...names: readonly string[]): Rule {
  const has = (value: unknown) => names.every((name) => typeof Object(value)[name] === "function");
  return [`an object with the methods ${names.join(", ")}`, has];
}

/** @throws {ConfigurationError} that shows numbers alone: any other value may be a secret */
export function check<T>(name: string, value: T, [words, passes]: Rule): T {
  if (passes(value)) return value;
  const found = typeof value === "number" ? value : value === "" ? "empty" : kindOf(value);
  throw new ConfigurationError(`${name} must be ${words}, and is ${found}.`);
}

/** Checks an object's names, and each value but undefined. @param what for messages, and @param prefix before each name */
export function checkOptions(what: string, options: object | undefined, rules: Rules, prefix = ""): void {
  checkNames(what, options, Object.keys(rules));
  for (const [name, value] of Object.entries(options ?? {}))
    if (value !== undefined) check(prefix + name, value, rules[name] ?? anything);
}

/** A rule for each name. */
export type Rules<Name extends string = string> = Readonly<Record<Name, Rule>>;

/** An option that is undefined means its default. */
export function withoutUndefined<T extends object>(options: T): Partial<T> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<T>;
}

function isNumberFrom(least: number, most = Infinity): Rule[1] {
  return (value) => typeof value === "number" && value >= least && value <= most;
}
