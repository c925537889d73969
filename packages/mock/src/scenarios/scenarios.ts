/** The data and the behaviour that a service starts with. Several scenarios can be combined. */
import { checkKnownFields } from "../core/check-shape.js";
import { checkPolicies, type Policies } from "../core/policies.js";
import type { OrganizationSeed } from "../domain/seeding.js";
import type { Progression } from "../engine/call-status.js";
import type { Fault } from "../rules/fault-definition.js";
import { busyYear } from "./busy.js";
import { demo } from "./demo.js";
import type { SeedData } from "./seed-schema.js";

/**
 * `demo`: four agents, three categories, one campaign. `empty`: no data at all. `busy`: the demo with 10,000 calls of
 * the past year. `rate-limited`, `flaky` and `slow` change the behaviour and have no data; alone they use the demo's.
 */
export type ScenarioName = "demo" | "empty" | "busy" | "rate-limited" | "flaky" | "slow";

/** What the data of a scenario can depend on. */
export interface ScenarioContext {
  seed: number;
  /** The service's time, in milliseconds since 1970. */
  nowMs: number;
}

/** A scenario that you write yourself. */
export interface Scenario {
  /** Scenarios that it adds to. */
  extends?: readonly ScenarioName[];
  /** The data that each organization starts with, in addition to that of other scenarios. */
  data?: (context: ScenarioContext) => Partial<OrganizationSeed>;
  policies?: Partial<Policies>;
  faults?: readonly Fault[];
  progression?: Progression;
  /** Data whose ids are kept, rules and faults: what a seed file contains. It takes the place of the demo's data. */
  seedData?: SeedData;
}

/** One scenario, or several combined. Where their settings differ, the last one wins. */
export type ScenarioChoice = ScenarioName | Scenario | readonly (ScenarioName | Scenario)[];

/** Several scenarios combined into one. */
export interface ResolvedScenario extends Omit<Scenario, "extends" | "data" | "seedData"> {
  /** Creates new data at each call, so that a change to it affects nothing else. */
  data: (context: ScenarioContext) => OrganizationSeed;
  seedData: readonly SeedData[];
}

/** The scenarios that have data of their own. */
export const scenariosWithData: readonly ScenarioName[] = ["demo", "empty", "busy"];

/** The names of all scenarios. */
export const scenarioNames: readonly ScenarioName[] = ["demo", "empty", "busy", "rate-limited", "flaky", "slow"];

/** Combines the scenarios of a choice. @throws {TypeError} when there is no scenario with a name, or one has an unknown field */
export function resolveScenario(choice: ScenarioChoice): ResolvedScenario {
  const chosen = withExtended(isList(choice) ? choice : [choice]);
  const scenarios = chosen.some(({ data, seedData }) => data || seedData) ? chosen : [named("demo"), ...chosen];
  const sources = scenarios.flatMap(({ data }) => (data ? [data] : []));
  return {
    policies: Object.assign({}, ...scenarios.flatMap(({ policies, seedData }) => [seedData?.policies, policies])),
    faults: scenarios.flatMap(({ faults = [] }) => faults),
    progression: scenarios.findLast(({ progression }) => progression)?.progression,
    seedData: scenarios.flatMap(({ seedData }) => (seedData ? [seedData] : [])),
    data: (context) => combined(sources.map((source) => source(context))),
  };
}

/** The data of a scenario. */
export function scenarioData(name: ScenarioName, context: ScenarioContext): OrganizationSeed {
  return resolveScenario(name).data(context);
}

/** Each scenario once, after those that it extends. */
function withExtended(choices: readonly (ScenarioName | Scenario)[]): Scenario[] {
  const scenarios = choices.map((choice) => (typeof choice === "string" ? named(choice) : checkedScenario(choice)));
  return [...new Set(scenarios.flatMap((scenario) => [...withExtended(scenario.extends ?? []), scenario]))];
}

function checkedScenario(scenario: Scenario): Scenario {
  checkKnownFields(scenario, ["extends", "data", "policies", "faults", "progression", "seedData"], "scenario");
  if (scenario.policies) checkPolicies(scenario.policies);
  if (scenario.seedData?.policies) checkPolicies(scenario.seedData.policies);
  return scenario;
}

function named(name: ScenarioName): Scenario {
  const scenario = scenarios[name];
  if (scenario) return scenario;
  throw new TypeError(`There is no scenario "${name}", but ${scenarioNames.join(", ")}.`);
}

const scenarios: Readonly<Record<ScenarioName, Scenario>> = {
  demo: { data: ({ nowMs }) => demo(nowMs) },
  empty: { data: () => ({}) },
  busy: { extends: ["demo"], data: ({ seed, nowMs }) => busyYear(seed, nowMs) },
  "rate-limited": { policies: { rateLimit: { limit: 60, windowMs: 60_000 } } },
  flaky: {
    faults: [
      { probability: 0.06, status: 503, retryAfter: 1 },
      { probability: 0.03, network: "reset" },
      { operation: "uploadRecording", probability: 0.1, status: 500 },
      { operation: "getCallAnalysis", probability: 0.03, body: "truncate" },
    ],
  },
  slow: {
    progression: { mode: "time", processingMs: 20_000, pendingMs: 40_000, jitter: 0.3 },
    faults: [
      { latencyMs: { medianMs: 800, sigma: 0.5 } },
      { operation: "uploadRecording", upload: { bytesPerSecond: 250_000 } },
    ],
  },
};

function combined(seeds: readonly Partial<OrganizationSeed>[]): OrganizationSeed {
  return {
    agents: seeds.flatMap(({ agents = [] }) => agents),
    categories: seeds.flatMap(({ categories = [] }) => categories),
    campaigns: seeds.flatMap(({ campaigns = [] }) => campaigns),
    calls: seeds.flatMap(({ calls = [] }) => calls),
  };
}

function isList(choice: ScenarioChoice): choice is readonly (ScenarioName | Scenario)[] {
  return Array.isArray(choice);
}
