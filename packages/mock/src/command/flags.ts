/** The flags of `call-analysis-mock`: one table for parsing, defaults, help, and the flags in the documentation of options. */

import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import * as z from "zod";
import { isLoopback } from "../adapters/http/control-guard.js";
import { defaultHost, defaultPort } from "../adapters/http/listener.js";
import { parsePublicUrl } from "../core/addresses.js";
import { checkShape, closestName, oneOf } from "../core/check-shape.js";
import { parsedJson } from "../core/encoding.js";
import { policiesSchema } from "../core/policies.js";
import { progressionSchema } from "../engine/call-status.js";
import { defaultOptions, highestSpeed, isHeaderText } from "../options.js";
import { checkRule, type RuleDefinition } from "../rules/rule.js";
import { withRuleOf } from "../rules/shorthands.js";
import { scenarioNames, scenariosWithData } from "../scenarios/scenarios.js";

/** Where the command writes. */
export interface Output {
  stdout(text: string): unknown;
  stderr(text: string): unknown;
}

/** A flag that does not exist, or a value that a flag cannot have. */
export class FlagError extends Error {
  override readonly name = "FlagError";
}

/** A row of the table. */
export interface Flag {
  /** What the help says of it. */
  help: string;
  /** The option that it sets, of `createMockService()` or `serve()`, or another name for its value. @default the flag's name */
  option?: string;
  /** What the help says of each form of the value. */
  forms?: Readonly<Record<string, string>>;
  /** One letter that stands for the name. */
  short?: string;
  /** Stands for the value in the help; missing for a flag that is there or not. */
  placeholder?: string;
  /** The value that is parsed when the flag is not given. */
  default?: string;
  /** What the help calls the default of a flag that has no `default`: the service has one. */
  defaultText?: string;
  /** Whether it may be repeated. Otherwise the last value counts. */
  multiple?: true;
  /** What the value must be; missing for a flag that is there or not. */
  value?: z.ZodType;
  /** Makes the value of the text, or of all texts of a flag that may be repeated. @default the text itself */
  read?(given: never): unknown;
}

const path = z.string().min(1, { error: "must be the path of a file" });

const wholeNumber = (max: number) => {
  const error = `must be a whole number from 0 to ${max}`;
  return z.int({ error }).min(0, { error }).max(max, { error });
};

const speed = { error: "must be a number greater than 0, such as 60 for a minute a second" };

/** What looks like a number is one. */
const numberIn = (text: string) => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : text);

/** `name=value` as both; the value is empty without a sign of equality. */
const splitField = (text: string) => {
  const [, name = text, value = ""] = /^([^=]*)=(.*)$/s.exec(text.trim()) ?? [];
  return [name, value] as const;
};

const { processing, pending } = defaultOptions.progression;

/** The flags by name, in the order of the help. */
export const flagTable = {
  port: {
    placeholder: "PORT",
    default: String(defaultPort),
    help: "port to listen on; 0 takes a free one",
    value: wholeNumber(65_535),
    read: numberIn,
  },
  host: {
    placeholder: "HOST",
    default: defaultHost,
    help: "host to listen on; any but loopback needs --admin-token or --no-admin",
    value: z.string(),
  },
  "public-url": {
    option: "publicUrl",
    placeholder: "URL",
    defaultText: "where it listens",
    help: "where clients reach it, behind a proxy or from another container; every address in responses begins with it",
    value: z.string(),
    read: parsePublicUrl,
  },
  "tls-cert": {
    option: "certPath",
    placeholder: "FILE",
    help: "certificate in PEM, with --tls-key: it then speaks https",
    value: path,
  },
  "tls-key": {
    option: "keyPath",
    placeholder: "FILE",
    help: "private key in PEM of the certificate",
    value: path,
  },
  seed: {
    placeholder: "NUMBER",
    default: String(defaultOptions.seed),
    help: "seed for ids and analyses",
    value: wholeNumber(Number.MAX_SAFE_INTEGER),
    read: numberIn,
  },
  scenario: {
    placeholder: "NAME[,NAME]…",
    multiple: true,
    default: defaultOptions.scenario,
    help: `data and behaviour at the start: ${scenarioNames.join(", ")}`,
    value: z.array(oneOf(scenarioNames)),
    read: (texts: readonly string[]) => texts.flatMap((text) => text.split(",")),
  },
  progression: {
    placeholder: "PROGRESSION",
    defaultText: `polls:${processing},${pending}, or the scenario's own`,
    help: "how calls progress to completion",
    forms: {
      "polls:P,Q": "P polls return processing, then Q polls pending",
      "time:A,B": "A milliseconds processing, then B pending",
      immediate: "at once",
      manual: "only when a test or the control interface ends the call",
    },
    value: progressionSchema,
    read: progressionIn,
  },
  speed: {
    placeholder: "FACTOR",
    default: String(defaultOptions.speed),
    help: "how many times faster than real time the service's clock runs",
    value: z.number(speed).gt(0, speed).max(highestSpeed, speed),
    read: numberIn,
  },
  fault: {
    option: "rules",
    placeholder: "FIELDS",
    multiple: true,
    help: "fault to inject, as fields or as JSON",
    forms: {
      "operation=createCall,status=503,probability=0.1": "fails one creation in ten",
      "latencyMs=200": "delays every response",
    },
    value: z.custom<RuleDefinition[]>(),
    read: (texts: readonly string[]) => texts.map(faultIn),
  },
  policy: {
    option: "policies",
    placeholder: "NAME=VALUE",
    multiple: true,
    help: "answer to a question that the specification leaves open",
    value: policiesSchema,
    read: (texts: readonly string[]) => Object.fromEntries(texts.map(policyIn)),
  },
  "seed-file": {
    option: "seedFile",
    placeholder: "FILE",
    help: "agents, categories, campaigns and rules at the start, from a .yaml or .json file, in place of the demo's; a reset returns to them",
    value: z.string(),
  },
  state: {
    placeholder: "FILE.json",
    help: "file to load the state from at the start, and to save it in soon after each change and at the end; recordings are beside it",
    value: path,
  },
  "admin-token": {
    option: "adminToken",
    placeholder: "TOKEN",
    help: "token that control requests must carry as x-admin-token",
    value: z.string().refine(isHeaderText, { error: "must be visible ASCII, without spaces" }),
  },
  "no-admin": { option: "isAdminDisabled", help: "disables the control interface" },
  key: {
    option: "keys",
    placeholder: "KEY[=ORGANIZATION]",
    multiple: true,
    defaultText: Object.keys(defaultOptions.keys).join(", "),
    help: "API key; keys of one organization share its data",
    value: z.record(z.string(), z.string()).optional(),
    read: keysIn,
  },
  strict: { help: "refuses unknown keys in bodies, and bodies without a Content-Type of JSON" },
  cors: { help: "lets web pages of any origin send requests" },
  log: {
    placeholder: "FORMAT",
    default: "pretty",
    help: "log of requests on stderr: pretty, json or none",
    value: oneOf(["pretty", "json", "none"]),
  },
  help: { short: "h", help: "prints this text" },
  version: { short: "v", help: "prints the version" },
} as const satisfies Record<string, Flag>;

type FlagTable = typeof flagTable;

/** What a flag's value is; undefined for a flag that is not there and has no default. */
type ValueOf<Given> = Given extends { value: z.ZodType<infer Value> }
  ? Given extends { default: string } | { multiple: true }
    ? Value
    : Value | undefined
  : boolean;

type OptionOf<Name extends keyof FlagTable> = FlagTable[Name] extends { option: infer Option extends string }
  ? Option
  : Name;

/** The values by the names of their options. */
type Values = { [Name in keyof FlagTable as OptionOf<Name>]: ValueOf<FlagTable[Name]> };

/** Flags that say how the state is at the start; a state file says otherwise. */
const initialFlags = ["seed", "scenario", "seed-file"] as const;

/** What the command line asks for. `overridden` names the flags that do not count when there is a state file. */
export type Flags = ReturnType<typeof parseFlags>;

/**
 * Reads the command line.
 *
 * @throws {FlagError} which names the flag at fault and says what it may be
 */
export function parseFlags(args: string[]) {
  const given = givenTexts(args);
  const { certPath, keyPath, isAdminDisabled, ...flags } = readAll(given);
  if (!isLoopback(flags.host) && !isAdminDisabled && flags.adminToken === undefined) {
    const reach = `--host is "${flags.host}", so other machines could read and change everything`;
    throw new FlagError(`${reach}: pass --admin-token, or --no-admin to disable the control interface.`);
  }
  if ((certPath === undefined) !== (keyPath === undefined))
    throw new FlagError(
      `--tls-${certPath ? "key" : "cert"} is missing: a server with TLS needs --tls-cert and --tls-key.`,
    );
  const tlsPaths = certPath === undefined || keyPath === undefined ? undefined : { cert: certPath, key: keyPath };
  const withData = flags.scenario.filter((name) => scenariosWithData.includes(name));
  if (flags.seedFile !== undefined && given.scenario !== undefined && withData.length > 0) {
    const others = scenarioNames.filter((name) => !scenariosWithData.includes(name)).join(", ");
    const problem = `--seed-file cannot be given together with --scenario ${withData.join(",")}, which has its own data`;
    throw new FlagError(`${problem}; ${others} have none.`);
  }
  const overridden = initialFlags.filter((name) => given[name] !== undefined);
  return { ...flags, admin: !isAdminDisabled, tlsPaths, overridden };
}

function givenTexts(args: string[]): Readonly<Record<string, unknown>> {
  const options: ParseArgsOptionsConfig = {};
  for (const [name, { placeholder, multiple, short }] of Object.entries<Flag>(flagTable)) {
    options[name] = { type: placeholder ? "string" : "boolean", multiple: multiple === true, ...(short && { short }) };
  }
  return givenFlags(args, options, "call-analysis-mock");
}

/** The values of flags as they are given. @throws {FlagError} when one is not known or has no value */
export function givenFlags<Options extends ParseArgsOptionsConfig>(args: string[], options: Options, command: string) {
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    // What follows is advice on positional arguments, of which there are none.
    const [problem = ""] = String(Object(error).message).split(" To specify a positional argument");
    // It may be a key: it is not repeated.
    const isNoFlag = problem.startsWith("Unexpected argument");
    const [, name = ""] = /^Unknown option '--([^']+)'/.exec(problem) ?? [];
    const meant = closestName(name, Object.keys(options));
    const advice = meant === undefined ? `See ${command} --help.` : `Did you mean --${meant}?`;
    const what = isNoFlag ? "There is an argument that is no flag." : problem.replace(/\.?$/, ".");
    throw new FlagError(`${what} ${advice}`, { cause: error });
  }
}

function readAll(given: Readonly<Record<string, unknown>>): Values {
  const entries = Object.entries<Flag>(flagTable).map(([name, flag]) => [
    flag.option ?? name,
    flagValue(name, flag, given[name]),
  ]);
  // Each value fits the flag's own schema, and ValueOf says what that is.
  return Object.fromEntries(entries) as Values;
}

function flagValue(name: string, { value, read, multiple, ...flag }: Flag, given: unknown): unknown {
  if (!value) return given === true;
  const texts = multiple ? [given ?? flag.default ?? []].flat() : (given ?? flag.default);
  if (texts === undefined) return undefined;
  try {
    // parseArgs returns a list of texts for a flag with `multiple`, otherwise a text: what `read` takes.
    return checkShape(value, read ? read(texts as never) : texts);
  } catch (cause) {
    throw new FlagError(`--${name} ${Object(cause).message}`, { cause });
  }
}

/** `polls:1,1` and `time:500,3000`; any other text is the mode. */
function progressionIn(text: string) {
  const [, mode = text, first, second] = /^(polls|time):(\d{1,9}),(\d{1,9})$/.exec(text) ?? [];
  if (mode === "polls") return { mode, processing: Number(first), pending: Number(second) };
  return mode === "time" ? { mode, processingMs: Number(first), pendingMs: Number(second) } : { mode };
}

/** JSON, or fields separated by commas. */
function faultIn(text: string): RuleDefinition {
  const isJson = text.trimStart().startsWith("{");
  const fields = text.split(",").map((field) => {
    const [name, value] = splitField(field);
    return [name, numberIn(value)];
  });
  const fault = isJson ? JSON.parse(text) : Object.fromEntries(fields);
  return withRuleOf("/faults", fault, (rule) => checkRule(rule, []));
}

/** A policy's value is JSON or plain text, as the policy has it. */
function policyIn(text: string): [string, unknown] {
  const [name, value] = splitField(text);
  const json = parsedJson(value);
  const isJson = json !== undefined && policiesSchema.safeParse({ [name]: json }).success;
  return [name, isJson ? json : value];
}

/** A key without an organization gets a new one, whose name does not contain the key. No message repeats a key. */
function keysIn(texts: readonly string[]): Record<string, string> | undefined {
  if (texts.length === 0) return undefined;
  const entries = texts.map((text, index) => {
    const [, key = "", organization = `Organization ${index + 1}`] = /^([^=]+)(?:=(.+))?$/.exec(text) ?? [];
    if (!isHeaderText(key)) throw new RangeError("must be KEY or KEY=ORGANIZATION, and the key visible ASCII.");
    return [key, organization];
  });
  return Object.fromEntries(entries);
}
