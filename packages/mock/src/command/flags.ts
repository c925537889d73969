import { parseArgs } from "node:util";
import { isLoopback } from "../adapters/http/access.js";
import type { Policies } from "../core/policies.js";
import type { Progression } from "../engine/timeline.js";
import type { Fault } from "../interception/fault.js";
import { type Scenario, type ScenarioName, scenarioNames } from "../scenarios/scenarios.js";
import { parseFault } from "./fault-flag.js";
import { parsePolicies } from "./policy-flag.js";
import { parseProgression } from "./progression-flag.js";

/** A flag that does not exist, or whose value cannot be taken. */
export class FlagError extends Error {
  override readonly name = "FlagError";
}

/** In what form requests are logged. */
export type LogFormat = "pretty" | "json" | "none";

/** What the command line asks for. */
export interface Flags {
  help: boolean;
  version: boolean;
  port: number;
  host: string;
  /** Whether the control interface is there. */
  admin: boolean;
  adminToken: string | undefined;
  seed: number;
  /** Milliseconds of the service for each of the machine's. */
  speed: number;
  scenario: (ScenarioName | Scenario)[];
  /** Undefined for the scenario's own. */
  progression: Progression | undefined;
  policies: Partial<Policies>;
  /** The file that the state is in. */
  state: string | undefined;
  /** Undefined without any `--key`. */
  keys: Record<string, string> | undefined;
  cors: boolean;
  log: LogFormat;
}

const options = {
  port: { type: "string", default: "4010" },
  host: { type: "string", default: "127.0.0.1" },
  seed: { type: "string", default: "1" },
  scenario: { type: "string", multiple: true, default: ["demo"] as string[] },
  fault: { type: "string", multiple: true, default: [] as string[] },
  progression: { type: "string" },
  speed: { type: "string", default: "1" },
  policy: { type: "string", multiple: true, default: [] as string[] },
  state: { type: "string" },
  "admin-token": { type: "string" },
  "no-admin": { type: "boolean", default: false },
  key: { type: "string", multiple: true, default: [] as string[] },
  cors: { type: "boolean", default: false },
  log: { type: "string", default: "pretty" },
  help: { type: "boolean", short: "h", default: false },
  version: { type: "boolean", short: "v", default: false },
} as const;

/**
 * Reads the command line.
 *
 * @throws {FlagError} which names the flag at fault
 */
export function parseFlags(args: string[]): Flags {
  const values = parse(args);
  return {
    help: values.help,
    version: values.version,
    port: wholeNumber("port", values.port, 65_535),
    host: host(values),
    admin: !values["no-admin"],
    adminToken: adminToken(values["admin-token"]),
    seed: wholeNumber("seed", values.seed, Number.MAX_SAFE_INTEGER),
    speed: speed(values.speed),
    scenario: [...scenarios(values.scenario), { faults: values.fault.map(fault) }],
    progression: progression(values.progression),
    policies: policies(values.policy),
    state: values.state,
    keys: keys(values.key),
    cors: values.cors,
    log: oneOf("log", values.log, ["pretty", "json", "none"]),
  };
}

type Values = ReturnType<typeof parse>;

function parse(args: string[]) {
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new FlagError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function wholeNumber(flag: string, text: string, max: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value <= max) return value;
  throw new FlagError(`--${flag} is "${text}", and must be a whole number from 0 to ${max}.`);
}

function oneOf<Value extends string>(flag: string, text: string, values: readonly Value[]): Value {
  const value = values.find((known) => known === text);
  if (value !== undefined) return value;
  throw new FlagError(`--${flag} is "${text}", and must be one of ${values.join(", ")}.`);
}

function host({ host: text, ...values }: Pick<Values, "host" | "admin-token" | "no-admin">): string {
  if (isLoopback(text) || values["no-admin"] || values["admin-token"]) return text;
  const reach = `--host is "${text}", so other machines could read and change everything`;
  throw new FlagError(`${reach}: give --admin-token, or --no-admin to leave control out.`);
}

function scenarios(texts: readonly string[]): ScenarioName[] {
  return texts.flatMap((text) => text.split(",")).map((text) => oneOf("scenario", text, scenarioNames));
}

function fault(text: string): Fault {
  try {
    return parseFault(text);
  } catch (error) {
    if (error instanceof RangeError) throw new FlagError(`--fault ${error.message}`, { cause: error });
    throw error;
  }
}

function adminToken(text: string | undefined): string | undefined {
  if (text === undefined || /^[\x21-\x7e]+$/.test(text)) return text;
  throw new FlagError("--admin-token must be visible ASCII, without spaces.");
}

function speed(text: string): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
  if (value > 0 && value <= 1e9) return value;
  throw new FlagError(`--speed is "${text}", and must be a number over 0, such as 60 for a minute a second.`);
}

function progression(text: string | undefined): Progression | undefined {
  if (text === undefined) return undefined;
  const value = parseProgression(text);
  if (value) return value;
  throw new FlagError(
    `--progression is "${text}", and must be like polls:1,1 or time:500,3000, or be immediate or manual.`,
  );
}

function policies(texts: readonly string[]): Partial<Policies> {
  try {
    return parsePolicies(texts);
  } catch (error) {
    if (error instanceof RangeError) throw new FlagError(`--policy ${error.message}`, { cause: error });
    throw error;
  }
}

/** A key alone has an organization of its own, whose name must not tell the key. */
function keys(texts: readonly string[]): Record<string, string> | undefined {
  if (texts.length === 0) return undefined;
  return Object.fromEntries(texts.map((text, index) => keyAndOrganization(text, `Organization ${index + 1}`)));
}

function keyAndOrganization(text: string, ownOrganization: string): [string, string] {
  const [, key, organization = ownOrganization] = /^([\x21-\x3c\x3e-\x7e]+)(?:=(.+))?$/.exec(text) ?? [];
  if (key !== undefined) return [key, organization];
  throw new FlagError("--key must be KEY or KEY=ORGANIZATION, and the key visible ASCII.");
}
