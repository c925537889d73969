import { parseArgs } from "node:util";
import type { Progression } from "../engine/timeline.js";
import type { ScenarioName } from "../fixtures/scenarios.js";
import { isLoopback } from "../http/loopback.js";
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
  seed: number;
  scenario: ScenarioName;
  progression: Progression;
  /** Undefined without any `--key`. */
  keys: Record<string, string> | undefined;
  cors: boolean;
  log: LogFormat;
}

const options = {
  port: { type: "string", default: "4010" },
  host: { type: "string", default: "127.0.0.1" },
  seed: { type: "string", default: "1" },
  scenario: { type: "string", default: "demo" },
  progression: { type: "string", default: "polls:1,1" },
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
    host: host(values.host),
    seed: wholeNumber("seed", values.seed, Number.MAX_SAFE_INTEGER),
    scenario: oneOf("scenario", values.scenario, ["demo", "empty"]),
    progression: progression(values.progression),
    keys: keys(values.key),
    cors: values.cors,
    log: oneOf("log", values.log, ["pretty", "json", "none"]),
  };
}

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

function host(text: string): string {
  if (isLoopback(text)) return text;
  throw new FlagError(`--host is "${text}", and must be loopback, such as 127.0.0.1: the fake has no protection.`);
}

function progression(text: string): Progression {
  const value = parseProgression(text);
  if (value) return value;
  throw new FlagError(
    `--progression is "${text}", and must be like polls:1,1 or time:500,3000, or be immediate or manual.`,
  );
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
