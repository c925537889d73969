/** The flags of `call-analysis-mock`: one table for parsing, defaults, help, and the flags in the documentation of options. */

import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import * as z from "zod";
import { defaultHost, defaultPort } from "../adapters/http/listener.js";
import { publicUrlSchema } from "../core/addresses.js";
import { checkShape, closestName, oneOf } from "../core/check-shape.js";
import { parsedJson } from "../core/encoding.js";
import { type Policies, policiesSchema } from "../core/policies.js";
import { progressionSchema } from "../engine/call-status.js";
import { defaultOptions, isHeaderText, speedSchema, tokenSchema } from "../options.js";
import { checkRule, type RuleDefinition } from "../rules/rule.js";
import { ruleOf } from "../rules/shorthands.js";
import { scenarioNames } from "../scenarios/scenarios.js";

/** Where the command writes. */
export interface Output {
  stdout(text: string): unknown;
  stderr(text: string): unknown;
}

/** An unknown flag, or an invalid value of a flag. */
export class FlagError extends Error {
  override readonly name = "FlagError";
}

/** A row of the table of flags. */
export interface Flag {
  /** The help text. */
  help: string;
  /**
   * The option of `createMockService()` or `serve()` that the flag sets, or another name for its value.
   * @default the flag's name
   */
  option?: string;
  /** A one-letter name. */
  short?: string;
  /** The placeholder for the value in the help. Missing for a flag without a value. */
  placeholder?: string;
  /** The default, which is parsed if the flag is not given. */
  default?: string;
  /** Whether the flag may be repeated. If not, the last value counts. */
  multiple?: true;
  /** Parses the text, or all texts of a flag that may be repeated. @default the text itself */
  read?(given: never): unknown;
}

/** Parses a value with a schema. */
const fitting =
  <Value>(schema: z.ZodType<Value>, valueIn: (text: string) => unknown = String) =>
  (text: string): Value =>
    checkShape(schema, valueIn(text));

/** Parses a text that looks like a number as a number. */
const numberIn = (text: string) => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : text);

const wholeNumber = (max: number) =>
  fitting(z.int(`must be a whole number from 0 to ${max}`).min(0).max(max), numberIn);

const { processing, pending } = defaultOptions.progression;

/** The flags by name, in the order of the help. */
export const flagTable = {
  port: {
    placeholder: "PORT",
    default: String(defaultPort),
    help: "port to listen on; 0 picks a free one",
    read: wholeNumber(65_535),
  },
  host: {
    placeholder: "HOST",
    default: defaultHost,
    help: "host to listen on; a host other than loopback needs --admin-token or --no-admin",
  },
  "public-url": {
    option: "publicUrl",
    placeholder: "URL",
    help: "base URL for clients behind a proxy or in another container; every URL in responses begins with it (default: where the fake listens)",
    read: fitting(publicUrlSchema),
  },
  "tls-cert": {
    option: "certPath",
    placeholder: "FILE",
    help: "certificate in PEM format, for https; needs --tls-key",
  },
  "tls-key": {
    option: "keyPath",
    placeholder: "FILE",
    help: "private key of the certificate in PEM format",
  },
  seed: {
    placeholder: "NUMBER",
    default: String(defaultOptions.seed),
    help: "seed for ids and analyses",
    read: wholeNumber(Number.MAX_SAFE_INTEGER),
  },
  scenario: {
    placeholder: "NAME[,NAME]…",
    default: defaultOptions.scenario,
    help: `initial data and behaviour: ${scenarioNames.join(", ")}`,
    read: (text: string) => text.split(",").map((name) => fitting(oneOf(scenarioNames))(name)),
  },
  progression: {
    placeholder: "PROGRESSION",
    help: `how calls complete: polls:P,Q (processing for P polls, then pending for Q polls), time:A,B (the same in milliseconds), immediate, or manual (a test or the control interface ends each call) (default: polls:${processing},${pending}, or the scenario's own)`,
    read: fitting(progressionSchema, progressionIn),
  },
  speed: {
    placeholder: "FACTOR",
    default: String(defaultOptions.speed),
    help: "speed of the service's clock; 60 means one minute per second",
    read: fitting(speedSchema, numberIn),
  },
  fault: {
    option: "rules",
    placeholder: "JSON",
    multiple: true,
    help: 'fault to inject, such as {"operation":"createCall","status":503,"times":1}',
    read: (texts: readonly string[]) => texts.map(faultIn),
  },
  policy: {
    option: "policies",
    placeholder: "NAME=VALUE",
    multiple: true,
    help: "answer to a question that the specification leaves open",
    read: (texts: readonly string[]): Partial<Policies> =>
      checkShape(policiesSchema, Object.fromEntries(texts.map(policyIn))),
  },
  "seed-file": {
    option: "seedFile",
    placeholder: "FILE",
    help: "YAML or JSON file with the initial agents, categories, campaigns and rules, instead of the demo's; a reset restores them",
  },
  state: {
    placeholder: "FILE.json",
    help: "file that keeps the state: loaded at the start, saved after each change and at the end; recordings are stored next to it",
    read: fitting(z.string().min(1, { error: "must be the path of a file" })),
  },
  "admin-token": {
    option: "adminToken",
    placeholder: "TOKEN",
    help: "token that control requests must send in the header x-admin-token",
    read: fitting(tokenSchema),
  },
  "no-admin": { option: "isAdminDisabled", help: "disables the control interface" },
  key: {
    option: "keys",
    placeholder: "KEY[=ORGANIZATION]",
    multiple: true,
    help: `API key; keys of one organization share its data (default: ${Object.keys(defaultOptions.keys).join(", ")})`,
    read: keysIn,
  },
  strict: { help: "refuses bodies with unknown fields or without a JSON Content-Type" },
  cors: { help: "allows web pages from any origin to send requests" },
  log: {
    placeholder: "FORMAT",
    default: "pretty",
    help: "format of the request log on stderr: pretty, json or none",
    read: fitting(oneOf(["pretty", "json", "none"])),
  },
  help: { short: "h", help: "prints this help" },
  version: { short: "v", help: "prints the version" },
} as const satisfies Record<string, Flag>;

type FlagTable = typeof flagTable;

/** The type of a flag's value. Undefined for an absent flag without a default. */
type ValueOf<Row> = Row extends { placeholder: string }
  ?
      | (Row extends { read(given: never): infer Value } ? Value : string)
      | (Row extends { default: string } | { multiple: true } ? never : undefined)
  : boolean;

type OptionOf<Name extends keyof FlagTable> = FlagTable[Name] extends { option: infer Option extends string }
  ? Option
  : Name;

/** The options of a command line. */
export type Flags = { [Name in keyof FlagTable as OptionOf<Name>]: ValueOf<FlagTable[Name]> };

/**
 * Reads the command line.
 *
 * @throws {FlagError} that names the wrong flag and its valid values
 */
export function parseFlags(args: string[]): Flags {
  const options: ParseArgsOptionsConfig = {};
  for (const [name, { placeholder, multiple = false, short }] of Object.entries<Flag>(flagTable))
    options[name] = { type: placeholder ? "string" : "boolean", multiple, ...(short && { short }) };
  const given = givenFlags(args, options);
  const values = Object.entries<Flag>(flagTable).map(([name, flag]) => [
    flag.option ?? name,
    flagValue(name, flag, given[name]),
  ]);
  // Each value is what the flag's own `read` returns, and ValueOf says what that is.
  return Object.fromEntries(values) as Flags;
}

/** The raw values of flags. @throws {FlagError} if a flag is unknown or has no value */
export function givenFlags<Options extends ParseArgsOptionsConfig>(args: string[], options: Options) {
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    // Node continues with advice on positional arguments, which the command does not have.
    const [problem = ""] = String(Object(error).message).split(" To specify a positional argument");
    // It may be a key: it is not repeated.
    const isNoFlag = problem.startsWith("Unexpected argument");
    const [, name = ""] = /^Unknown option '--([^']+)'/.exec(problem) ?? [];
    const meant = closestName(name, Object.keys(options));
    const advice = meant === undefined ? "See call-analysis-mock --help." : `Did you mean --${meant}?`;
    const what = isNoFlag ? "Unexpected argument. Only flags are allowed." : problem.replace(/\.?$/, ".");
    throw new FlagError(`${what} ${advice}`, { cause: error });
  }
}

function flagValue(name: string, { placeholder, read, multiple, ...flag }: Flag, given: unknown): unknown {
  if (!placeholder) return given === true;
  const texts = given ?? flag.default ?? (multiple ? [] : undefined);
  if (texts === undefined || !read) return texts;
  try {
    // parseArgs returns a list of texts for a flag with `multiple`, otherwise a text: what `read` takes.
    return read(texts as never);
  } catch (cause) {
    throw new FlagError(`--${name} ${Object(cause).message}`, { cause });
  }
}

/** @throws {RangeError} if the text has none of the forms */
function progressionIn(text: string) {
  const [, mode = text, first, second] = /^(polls|time):(\d{1,9}),(\d{1,9})$/.exec(text) ?? [];
  if (mode === "polls") return { mode, processing: Number(first), pending: Number(second) };
  if (mode === "time") return { mode, processingMs: Number(first), pendingMs: Number(second) };
  if (mode === "immediate" || mode === "manual") return { mode };
  throw new RangeError(
    `is "${text}", but must be polls:P,Q or time:A,B or immediate or manual. An example is polls:1,1.`,
  );
}

function faultIn(text: string): RuleDefinition {
  const fault = parsedJson(text);
  if (fault === undefined) throw new RangeError('must be JSON, such as {"status":503}.');
  return checkRule(ruleOf("/faults", fault), []);
}

/** Parses a policy's value: JSON or plain text, depending on the policy. */
function policyIn(text: string): [string, unknown] {
  const [, name = text, value = ""] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  const json = parsedJson(value);
  const isJson = json !== undefined && policiesSchema.safeParse({ [name]: json }).success;
  return [name, isJson ? json : value];
}

/**
 * Parses a key. A key without an organization gets a new one, whose name does not contain the key. No message repeats a
 * key.
 */
function keysIn(texts: readonly string[]): Record<string, string> | undefined {
  const entries = texts.map((text, index) => {
    const [, key = "", organization = `Organization ${index + 1}`] = /^([^=]+)(?:=(.+))?$/.exec(text) ?? [];
    if (!isHeaderText(key)) throw new RangeError("must be KEY or KEY=ORGANIZATION. KEY must be visible ASCII.");
    return [key, organization] as const;
  });
  const keys = new Map(entries);
  if (keys.size < entries.length) throw new RangeError("contains one key twice. A key belongs to one organization.");
  return keys.size === 0 ? undefined : Object.fromEntries(keys);
}
