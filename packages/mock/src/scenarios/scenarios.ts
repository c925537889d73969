/** What a service starts with, by the name of a scenario; several go together. */
import type { CategoryDetail } from "@call-analysis/sdk";
import type { Policies } from "../core/policies.js";
import type { CreateCallRequest } from "../domain/calls.js";
import type { Progression } from "../engine/timeline.js";
import type { Fault } from "../interception/fault.js";
import { busyYear } from "./busy.js";
import { demo } from "./demo.js";

/**
 * `demo`: four agents, three categories, one campaign. `empty`: nothing at all. `busy`: the demo with 10,000 calls of
 * the past year. `rate-limited`, `flaky` and `slow` change how a service with any data behaves; without other data it
 * is the demo's.
 */
export type ScenarioName = "demo" | "empty" | "busy" | "rate-limited" | "flaky" | "slow";

/** What an organization starts with. Agents and calls have no ids yet: the service gives them out. */
export interface OrganizationSeed {
  agents: { name: string; email: string; image?: string }[];
  categories: CategoryDetail[];
  campaigns: { id: string; name: string }[];
  /** Calls whose analysis has ended. */
  calls: CreateCallRequest[];
}

/** What a scenario may depend on. */
export interface ScenarioContext {
  seed: number;
  /** The time, by the clock of the service. */
  nowMs: number;
}

/** A scenario of one's own. */
export interface Scenario {
  /** Scenarios that come before it. */
  extends?: readonly ScenarioName[];
  /** What each organization has at the start, besides. */
  data?: (context: ScenarioContext) => Partial<OrganizationSeed>;
  policies?: Partial<Policies>;
  faults?: readonly Fault[];
  progression?: Progression;
}

/** One scenario, or several that go together; of settings that exclude each other the last one counts. */
export type ScenarioChoice = ScenarioName | Scenario | readonly (ScenarioName | Scenario)[];

/** Several scenarios as one. */
export interface ResolvedScenario extends Omit<Scenario, "extends" | "data"> {
  /** Made anew at each call: a change to it reaches nobody else. */
  data: (context: ScenarioContext) => OrganizationSeed;
}

/** The names of all scenarios. */
export const scenarioNames: readonly ScenarioName[] = ["demo", "empty", "busy", "rate-limited", "flaky", "slow"];

/** Brings the scenarios of a choice together. */
export function resolveScenario(choice: ScenarioChoice): ResolvedScenario {
  const chosen = withOrigins(isList(choice) ? choice : [choice]);
  const scenarios = chosen.some(({ data }) => data) ? chosen : [named("demo"), ...chosen];
  const sources = scenarios.flatMap(({ data }) => (data ? [data] : []));
  return {
    policies: Object.assign({}, ...scenarios.map(({ policies }) => policies)),
    faults: scenarios.flatMap(({ faults = [] }) => faults),
    progression: scenarios.findLast(({ progression }) => progression)?.progression,
    data: (context) => joined(sources.map((source) => source(context))),
  };
}

/** The data of a scenario. */
export function scenarioData(name: ScenarioName, context: ScenarioContext): OrganizationSeed {
  return resolveScenario(name).data(context);
}

/** Each scenario once, after those that it extends. */
function withOrigins(choices: readonly (ScenarioName | Scenario)[]): Scenario[] {
  const scenarios = choices.map((choice) => (typeof choice === "string" ? named(choice) : choice));
  return [...new Set(scenarios.flatMap((scenario) => [...withOrigins(scenario.extends ?? []), scenario]))];
}

function named(name: ScenarioName): Scenario {
  const scenario = scenarios[name];
  if (scenario) return scenario;
  throw new TypeError(`There is no scenario "${name}", but ${scenarioNames.join(", ")}.`);
}

const scenarios: Readonly<Record<ScenarioName, Scenario>> = {
  demo: { data: demo },
  empty: { data: () => ({}) },
  busy: { extends: ["demo"], data: busyYear },
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

function joined(seeds: readonly Partial<OrganizationSeed>[]): OrganizationSeed {
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
