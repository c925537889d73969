/** How the values of flags are written on the command line. A parser's error message goes on after the flag's name. */
import { mustBeOneOf } from "../core/check-shape.js";
import { MockServiceError, UnknownFieldError } from "../core/mock-service-error.js";
import { defaultPolicies, isPolicyName, type Policies, parsePolicyValue } from "../core/policies.js";
import type { Progression } from "../engine/call-status.js";
import { highestSpeed, isHeaderText } from "../options.js";
import { checkRule, type RuleDefinition } from "../rules/rule.js";
import { ruleOfFault } from "../rules/shorthands.js";
import { type ScenarioName, scenarioNames } from "../scenarios/scenarios.js";

/**
 * Reads a fault: JSON, or fields separated by commas.
 *
 * @throws {RangeError} which says what is wrong with it
 * @example
 * parseFault("operation=createCall,status=503,retryAfter=2,times=3")
 * parseFault('{ "latencyMs": 300, "probability": 0.2 }')
 */
export function parseFault(text: string): RuleDefinition {
  try {
    const fields = text.trimStart().startsWith("{")
      ? JSON.parse(text)
      : Object.fromEntries(text.split(",").map(faultField));
    return checkRule(ruleOfFault(fields), []);
  } catch (cause) {
    const isWrong = [MockServiceError, UnknownFieldError, SyntaxError].some((kind) => cause instanceof kind);
    if (!isWrong || !(cause instanceof Error)) throw cause;
    throw new RangeError(`is "${text}": ${cause.message}`, { cause });
  }
}

/** What looks like a number is one. */
function faultField(text: string): [string, unknown] {
  const [, name = text, value = ""] = /^([^=]*)=(.*)$/s.exec(text.trim()) ?? [];
  return [name, /^\d+(\.\d+)?$/.test(value) ? Number(value) : value];
}

/**
 * Reads policies, each as `name=value`.
 *
 * @throws {RangeError} which names the policy or the value that does not exist
 * @example
 * parsePolicies(["emailInUseStatus=422", "missingUdfs=null"])
 */
export function parsePolicies(texts: readonly string[]): Partial<Policies> {
  return Object.fromEntries(texts.map(parsePolicy));
}

function parsePolicy(text: string): [string, unknown] {
  const [, name = "", value = ""] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  if (!isPolicyName(name)) {
    const problem = mustBeOneOf(name, Object.keys(defaultPolicies));
    throw new RangeError(`is "${text}", and must be name=value; the name ${problem}.`);
  }
  const parsed = parsePolicyValue(name, value);
  if (parsed) return [name, parsed.value];
  throw new RangeError(`${name} cannot be "${value}"; by default it is ${JSON.stringify(defaultPolicies[name])}.`);
}

/**
 * Reads a progression.
 *
 * @throws {RangeError} when it is none
 * @example
 * parseProgression("polls:1,1") // { mode: "polls", processing: 1, pending: 1 }
 */
export function parseProgression(text: string): Progression {
  if (text === "immediate" || text === "manual") return { mode: text };
  const [, mode, first, second] = /^(polls|time):(\d{1,9}),(\d{1,9})$/.exec(text) ?? [];
  if (mode === "polls") return { mode, processing: Number(first), pending: Number(second) };
  if (mode === "time") return { mode, processingMs: Number(first), pendingMs: Number(second) };
  throw new RangeError(`is "${text}", and must be like polls:1,1 or time:500,3000, or be immediate or manual.`);
}

/** Reads names of scenarios, separated by commas. @throws {RangeError} which lists those that exist */
export function parseScenarios(texts: readonly string[]): ScenarioName[] {
  return texts.flatMap((text) => text.split(",")).map((text) => parseOneOf(text, scenarioNames));
}

/**
 * Reads API keys, each as `KEY` or `KEY=ORGANIZATION`; undefined when there are none. A key without an organization
 * gets a new one, whose name does not contain the key.
 *
 * @throws {RangeError} which does not repeat the key
 */
export function parseKeys(texts: readonly string[]): Record<string, string> | undefined {
  if (texts.length === 0) return undefined;
  return Object.fromEntries(texts.map((text, index) => parseKey(text, `Organization ${index + 1}`)));
}

function parseKey(text: string, ownOrganization: string): [string, string] {
  const [, key, organization = ownOrganization] = /^([\x21-\x3c\x3e-\x7e]+)(?:=(.+))?$/.exec(text) ?? [];
  if (key !== undefined) return [key, organization];
  throw new RangeError("must be KEY or KEY=ORGANIZATION, and the key visible ASCII.");
}

/** Reads a token. @throws {RangeError} which does not repeat it */
export function parseToken(text: string): string {
  if (isHeaderText(text)) return text;
  throw new RangeError("must be visible ASCII, without spaces.");
}

/** Reads the path of a file. @throws {RangeError} when it is empty */
export function parsePath(text: string): string {
  if (text !== "") return text;
  throw new RangeError("is empty, and must be the path of a file.");
}

/** Reads a whole number from 0 to `max`. @throws {RangeError} */
export function parseWholeNumber(text: string, max: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value <= max) return value;
  throw new RangeError(`is "${text}", and must be a whole number from 0 to ${max}.`);
}

/** Reads a number greater than 0, at most 1,000,000,000. @throws {RangeError} */
export function parseSpeed(text: string): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
  if (value > 0 && value <= highestSpeed) return value;
  throw new RangeError(`is "${text}", and must be a number greater than 0, such as 60 for a minute a second.`);
}

/** Reads one of several words. @throws {RangeError} which lists them */
export function parseOneOf<Value extends string>(text: string, values: readonly Value[]): Value {
  const value = values.find((known) => known === text);
  if (value !== undefined) return value;
  throw new RangeError(`is "${text}", and ${mustBeOneOf(text, values)}.`);
}
