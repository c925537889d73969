/** The options of a service, their checks and their defaults. */
import * as z from "zod";
import { defaultAddresses } from "./core/addresses.js";
import { checkKnownFields, checkShape } from "./core/check-shape.js";
import { type ClockOption, clockOption } from "./core/clock.js";
import { defaultPolicies, type Policies, policiesSchema } from "./core/policies.js";
import { withoutUndefined } from "./core/without-undefined.js";
import { defaultKeys, type OrganizationKeys } from "./domain/organizations.js";
import { type Progression, progressionSchema } from "./engine/call-status.js";
import { resolveScenario, type Scenario, type ScenarioName } from "./scenarios/scenarios.js";

/** Options of a service. All have a default. */
export interface MockServiceOptions {
  /** The seed for ids, analyses and the lengths of recordings. @default 1 */
  seed?: number;
  /** The external interface. @default "https://api.call-analysis.test/v1" */
  baseUrl?: string;
  /** The campaign interface, without the version segment. @default "https://campaigns.call-analysis.test" */
  campaignBaseUrl?: string;
  /** Where recordings are stored. @default "https://storage.call-analysis.test" */
  storageUrl?: string;
  /**
   * The URL of the control interface in `service.fetch`. Use it in a page without a server. A server has its control
   * interface at `/__mock__`.
   * @default none
   */
  controlUrl?: string;
  /** The service's time. @default "system" */
  clock?: ClockOption;
  /**
   * The speed of a system clock: milliseconds of the service per real millisecond. Greater than 0, at most 1e9.
   * @default 1
   */
  speed?: number;
  /** How a call progresses to its final status. @default { mode: "polls", processing: 1, pending: 1 } */
  progression?: Progression;
  /**
   * The initial data of each organization, and the service's behaviour. You can combine several scenarios.
   * @default "demo"
   */
  scenario?: ScenarioName | Scenario | readonly (ScenarioName | Scenario)[];
  /** The API keys of the external interface, each with the name of its organization. @default { "test-key": "Demo organization" } */
  keys?: OrganizationKeys;
  /** Answers to questions that the specification leaves open. @default each policy's own default */
  policies?: Partial<Policies>;
  /**
   * True refuses bodies with unknown fields or without a JSON `Content-Type`. The specification does not say what the
   * live service does.
   * @default false
   */
  strict?: boolean;
  /** How many requests the journal keeps. It drops the oldest first. @default { maxEntries: 1_000 } */
  journal?: { maxEntries?: number };
}

/** The defaults, which the command's help also names. */
export const defaultOptions = {
  seed: 1,
  speed: 1,
  scenario: "demo",
  progression: { mode: "polls", processing: 1, pending: 1 },
  keys: defaultKeys,
} as const satisfies MockServiceOptions;

/** The schema of the clock's speed: at most 11 days per millisecond. */
export const speedSchema = z.number("must be a number greater than 0 and at most 1e9").gt(0).max(1e9);

const amount = z.int("must be a whole number, 0 or more").min(0);

/** The schema of the options. URLs and scenarios are checked where they are used. */
export const optionsSchema = z.object({
  seed: z.number().optional(),
  baseUrl: z.unknown().optional(),
  campaignBaseUrl: z.unknown().optional(),
  storageUrl: z.unknown().optional(),
  controlUrl: z.unknown().optional(),
  clock: clockOption.optional(),
  speed: speedSchema.optional(),
  progression: progressionSchema.optional(),
  scenario: z.unknown().optional(),
  keys: z.record(z.string(), z.string()).optional(),
  policies: policiesSchema.optional(),
  strict: z.boolean().optional(),
  journal: z.strictObject({ maxEntries: amount.optional() }).optional(),
} satisfies Record<keyof MockServiceOptions, z.ZodType>);

/** The options with their defaults filled in. */
export type Settings = ReturnType<typeof toSettings>;

/** Whether a header can carry the text as a key or a token. */
export function isHeaderText(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}

/** The schema of a token that a header can carry. */
export const tokenSchema = z.string().refine(isHeaderText, { error: "must be visible ASCII, without spaces" });

/** @throws {TypeError} that does not repeat a key */
function checkKeys(keys: OrganizationKeys): void {
  const all = Object.entries(keys);
  if (all.length === 0) throw new TypeError("`keys` must contain at least one API key.");
  const index = all.findIndex(([key]) => !isHeaderText(key));
  if (index < 0) return;
  const place = `API key ${index + 1}, of ${JSON.stringify(all[index]?.[1])},`;
  throw new TypeError(`\`keys\`: ${place} must be visible ASCII without spaces, because it is sent in a header.`);
}

/**
 * Fills in the defaults.
 *
 * @throws {TypeError} for an unknown option, an invalid value, or no key
 */
export function toSettings(options: MockServiceOptions) {
  checkKnownFields(options, Object.keys(optionsSchema.shape));
  checkShape(optionsSchema, options);
  const { seed = defaultOptions.seed, clock = "system", speed = defaultOptions.speed, strict = false } = options;
  const { scenario: choice = defaultOptions.scenario, keys = defaultOptions.keys, policies = {} } = options;
  const { journal = {}, baseUrl, campaignBaseUrl, storageUrl, controlUrl } = options;
  checkKeys(keys);
  const scenario = resolveScenario(choice);
  return {
    seed,
    addresses: { ...defaultAddresses, ...withoutUndefined({ baseUrl, campaignBaseUrl, storageUrl, controlUrl }) },
    clock,
    speed,
    progression: options.progression ?? scenario.progression ?? defaultOptions.progression,
    scenario,
    keys,
    policies: { ...defaultPolicies, ...withoutUndefined({ ...scenario.policies, ...withoutUndefined(policies) }) },
    strict,
    journal: { maxEntries: journal.maxEntries ?? 1_000 },
  };
}
