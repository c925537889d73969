/** The flags of `call-analysis-mock`: one table for parsing, defaults, help, and the flags in the documentation of options. */

import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { isLoopback } from "../adapters/http/control-guard.js";
import { defaultHost, defaultPort } from "../adapters/http/listener.js";
import { parsePublicUrl } from "../core/addresses.js";
import { meantName } from "../core/check-shape.js";
import { defaultOptions } from "../options.js";
import { scenarioNames, scenariosWithData } from "../scenarios/scenarios.js";
import {
  parseFault,
  parseKeys,
  parseOneOf,
  parsePath,
  parsePolicies,
  parseProgression,
  parseScenarios,
  parseSpeed,
  parseToken,
  parseWholeNumber,
} from "./flag-values.js";

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
  /** Reads the value, or all values of a flag that may be repeated. */
  parse?(given: never): unknown;
}

const { processing, pending } = defaultOptions.progression;

/** The flags by name, in the order of the help. */
export const flagTable = {
  port: {
    placeholder: "PORT",
    default: String(defaultPort),
    help: "port to listen on; 0 takes a free one",
    parse: (text: string) => parseWholeNumber(text, 65_535),
  },
  host: {
    placeholder: "HOST",
    default: defaultHost,
    help: "host to listen on; any but loopback needs --admin-token or --no-admin",
    parse: (text: string) => text,
  },
  "public-url": {
    option: "publicUrl",
    placeholder: "URL",
    defaultText: "where it listens",
    help: "where clients reach it, behind a proxy or from another container; every address in responses begins with it",
    parse: parsePublicUrl,
  },
  "tls-cert": {
    option: "certPath",
    placeholder: "FILE",
    help: "certificate in PEM, with --tls-key: it then speaks https",
    parse: parsePath,
  },
  "tls-key": {
    option: "keyPath",
    placeholder: "FILE",
    help: "private key in PEM of the certificate",
    parse: parsePath,
  },
  seed: {
    placeholder: "NUMBER",
    default: String(defaultOptions.seed),
    help: "seed for ids and analyses",
    parse: (text: string) => parseWholeNumber(text, Number.MAX_SAFE_INTEGER),
  },
  scenario: {
    placeholder: "NAME[,NAME]…",
    multiple: true,
    default: defaultOptions.scenario,
    help: `data and behaviour at the start: ${scenarioNames.join(", ")}`,
    parse: parseScenarios,
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
    parse: parseProgression,
  },
  speed: {
    placeholder: "FACTOR",
    default: String(defaultOptions.speed),
    help: "how many times faster than real time the service's clock runs",
    parse: parseSpeed,
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
    parse: (texts: readonly string[]) => texts.map(parseFault),
  },
  policy: {
    option: "policies",
    placeholder: "NAME=VALUE",
    multiple: true,
    help: "answer to a question that the specification leaves open",
    parse: parsePolicies,
  },
  "seed-file": {
    option: "seedFile",
    placeholder: "FILE",
    help: "agents, categories, campaigns and rules at the start, from a .yaml or .json file, in place of the demo's; a reset returns to them",
    parse: (text: string) => text,
  },
  state: {
    placeholder: "FILE.json",
    help: "file to load the state from at the start, and to save it in soon after each change and at the end; recordings are beside it",
    parse: parsePath,
  },
  "admin-token": {
    option: "adminToken",
    placeholder: "TOKEN",
    help: "token that control requests must carry as x-admin-token",
    parse: parseToken,
  },
  "no-admin": { option: "isAdminDisabled", help: "disables the control interface" },
  key: {
    option: "keys",
    placeholder: "KEY[=ORGANIZATION]",
    multiple: true,
    defaultText: Object.keys(defaultOptions.keys).join(", "),
    help: "API key; keys of one organization share its data",
    parse: parseKeys,
  },
  strict: { help: "refuses unknown keys in bodies, and bodies without a Content-Type of JSON" },
  cors: { help: "lets web pages of any origin send requests" },
  log: {
    placeholder: "FORMAT",
    default: "pretty",
    help: "log of requests on stderr: pretty, json or none",
    parse: (text: string) => parseOneOf(text, ["pretty", "json", "none"]),
  },
  help: { short: "h", help: "prints this text" },
  version: { short: "v", help: "prints the version" },
} as const satisfies Record<string, Flag>;

type FlagTable = typeof flagTable;

/** What a flag's parser returns; undefined for a flag that is not there and has no default. */
type ValueOf<Given> = Given extends { multiple: true; parse(texts: readonly string[]): infer Value }
  ? Value
  : Given extends { default: string; parse(text: string): infer Value }
    ? Value
    : Given extends { parse(text: string): infer Value }
      ? Value | undefined
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
  checkSeedFile(flags.seedFile, given);
  const overridden = initialFlags.filter((name) => given[name] !== undefined);
  return { ...flags, admin: !isAdminDisabled, tlsPaths, overridden };
}

/** The data of a seed file and that of a scenario exclude each other. */
function checkSeedFile(seedFile: string | undefined, given: GivenTexts): void {
  if (seedFile === undefined || given.scenario === undefined) return;
  const scenarios = parseScenarios([given.scenario].flat() as string[]);
  const withData = scenarios.filter((name) => scenariosWithData.includes(name));
  if (withData.length === 0) return;
  const others = scenarioNames.filter((name) => !scenariosWithData.includes(name)).join(", ");
  throw new FlagError(
    `--seed-file cannot be given together with --scenario ${withData.join(",")}, which has its own data; ${others} have none.`,
  );
}

type GivenTexts = Readonly<Record<string, unknown>>;

function givenTexts(args: string[]): GivenTexts {
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
    const meant = meantName(name, Object.keys(options));
    const advice = meant === undefined ? `See ${command} --help.` : `Did you mean --${meant}?`;
    const what = isNoFlag ? "There is an argument that is no flag." : problem.replace(/\.?$/, ".");
    throw new FlagError(`${what} ${advice}`, { cause: error });
  }
}

function readAll(given: GivenTexts): Values {
  const entries = Object.entries<Flag>(flagTable).map(([name, flag]) => [
    flag.option ?? name,
    read(name, flag, given[name]),
  ]);
  // Each value is what the flag's own parser returned, and ValueOf says what that is.
  return Object.fromEntries(entries) as Values;
}

function read(name: string, flag: Flag, given: unknown): unknown {
  const { parse } = flag;
  if (!parse) return given === true;
  const value = given ?? flag.default;
  try {
    // parseArgs returns a list of texts for a flag with `multiple`, otherwise a text: what its parser takes.
    if (flag.multiple) return parse([value ?? []].flat() as never);
    return value === undefined ? undefined : parse(value as never);
  } catch (error) {
    if (error instanceof RangeError) throw new FlagError(`--${name} ${error.message}`, { cause: error });
    throw error;
  }
}
