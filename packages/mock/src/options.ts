/** The options of a service, their checks and their defaults. */
import { type Addresses, checkAddresses, defaultAddresses } from "./core/addresses.js";
import { checkKnownFields, checkOption } from "./core/check-shape.js";
import type { ClockOption } from "./core/clock.js";
import { isDuration, mustBeDuration } from "./core/duration.js";
import { checkPolicies, defaultPolicies, type Policies } from "./core/policies.js";
import { withoutUndefined } from "./core/without-undefined.js";
import { defaultKeys, type OrganizationKeys } from "./domain/organizations.js";
import { checkProgression, type Progression, progressionSchema } from "./engine/call-status.js";
import { checkJournalOptions, type JournalOptions } from "./journal/journal.js";
import { type ResolvedScenario, resolveScenario, type ScenarioChoice } from "./scenarios/scenarios.js";

/** Options of a service. All have a default. */
export interface MockServiceOptions {
  /** Ids, analyses and the lengths of recordings are derived from it. @default 1 */
  seed?: number;
  /** The external interface. @default "https://api.call-analysis.test/v1" */
  baseUrl?: string;
  /** The campaign interface, without the version segment. @default "https://campaigns.call-analysis.test" */
  campaignBaseUrl?: string;
  /** Where recordings are stored. @default "https://storage.call-analysis.test" */
  storageUrl?: string;
  /**
   * Where `service.fetch` has the control interface, for a page that has no server. A server has it below `/__mock__`.
   * @default none
   */
  controlUrl?: string;
  /** The service's time. @default "system" */
  clock?: ClockOption;
  /** How fast a system clock goes: milliseconds for each of the machine's; greater than 0, at most 1e9. @default 1 */
  speed?: number;
  /** How a call progresses to its final status. @default { mode: "polls", processing: 1, pending: 1 } */
  progression?: Progression;
  /** The data that each organization has at the start, and how the service behaves; several can be combined. @default "demo" */
  scenario?: ScenarioChoice;
  /** External API keys, each with the name of its organization. @default { "test-key": "Demo organization" } */
  keys?: OrganizationKeys;
  /** Answers to questions that the specification leaves open. @default defaultPolicies */
  policies?: Partial<Policies>;
  /**
   * Whether requests are refused that have a key in their body which the contract does not name, or no `Content-Type`
   * of JSON for a body. The specification does not say what the live service does with them. @default false
   */
  strict?: boolean;
  /**
   * `variation`: the share of answers, from 0 to 0.5, that differ when the same recording is analysed in another call,
   * as those of a model do; what an outcome implies and what a test sets stays. The same seed varies the same answers.
   * @default { variation: 0 }
   */
  engine?: EngineOptions;
  /** How much the journal keeps. @default { maxEntries: 1_000, maxBodyBytes: 65_536 } */
  journal?: Partial<JournalOptions>;
}

/** How calls are analysed. */
export interface EngineOptions {
  /** @default 0 */
  variation?: number;
}

/** The defaults that the command's help names too. */
export const defaultOptions = {
  seed: 1,
  speed: 1,
  scenario: "demo",
  progression: { mode: "polls", processing: 1, pending: 1 },
  keys: defaultKeys,
} as const satisfies MockServiceOptions;

/** Every option; a new one that is missing here does not compile. */
const optionNames = Object.keys({
  seed: true,
  baseUrl: true,
  campaignBaseUrl: true,
  storageUrl: true,
  controlUrl: true,
  clock: true,
  speed: true,
  progression: true,
  scenario: true,
  keys: true,
  policies: true,
  strict: true,
  engine: true,
  journal: true,
} satisfies Record<keyof MockServiceOptions, true>);

/** The highest speed of a clock: 11 days in a millisecond. */
export const highestSpeed = 1e9;

/** A progression whose times the clock can reach. */
export const limitedProgression = progressionSchema.superRefine((progression, context) => {
  if (progression.mode !== "time") return;
  for (const field of ["processingMs", "pendingMs"] as const) {
    if (!isDuration(progression[field])) context.addIssue({ code: "custom", path: [field], message: mustBeDuration });
  }
});

/** The options with their defaults in place. */
export interface Settings {
  seed: number;
  addresses: Addresses;
  clock: ClockOption;
  speed: number;
  progression: Progression;
  scenario: ResolvedScenario;
  keys: OrganizationKeys;
  policies: Policies;
  strict: boolean;
  engine: Required<EngineOptions>;
  journal: JournalOptions;
}

/**
 * Fills in the defaults.
 *
 * @throws {TypeError} when there is no such option, an address or a progression is not valid, there is no key, or
 * the speed or the variation is not one of those that can be. The speed is not greater than 0 and at most 1e9
 */
export function toSettings(options: MockServiceOptions): Settings {
  checkKnownFields(options, optionNames);
  const {
    seed = defaultOptions.seed,
    clock = "system",
    speed = defaultOptions.speed,
    progression,
    scenario: choice = defaultOptions.scenario,
    keys = defaultOptions.keys,
    policies = {},
    strict = false,
    engine,
    journal,
    ...addresses
  } = options;
  if (Object.keys(keys).length === 0) throw new TypeError("`keys` must contain at least one API key.");
  if (!(speed > 0 && speed <= highestSpeed))
    throw new TypeError(`speed is ${speed}, and must be greater than 0, and at most ${highestSpeed}.`);
  if (clock !== "system") checkKnownFields(clock, ["startAt"], "clock");
  const scenario = resolveScenario(choice);
  return {
    seed,
    addresses: checkAddresses({ ...defaultAddresses, ...withoutUndefined(addresses) }),
    clock,
    speed,
    progression: checkedProgression(progression ?? scenario.progression ?? defaultOptions.progression),
    scenario,
    keys,
    policies: { ...defaultPolicies, ...scenario.policies, ...checkPolicies(withoutUndefined(policies)) },
    strict,
    engine: checkedEngine(engine),
    journal: checkJournalOptions(journal),
  };
}

function checkedProgression(progression: Progression): Progression {
  return checkOption(limitedProgression, checkProgression(progression), "progression");
}

/** The largest share of answers that can vary. */
const largestVariation = 0.5;

function checkedEngine(options: EngineOptions = {}): Required<EngineOptions> {
  checkKnownFields(options, ["variation"], "engine");
  const { variation = 0 } = options;
  if (typeof variation !== "number" || !(variation >= 0 && variation <= largestVariation))
    throw new TypeError(`engine.variation is ${variation}, and must be a number from 0 to ${largestVariation}.`);
  return { variation };
}
