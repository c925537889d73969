/** The initial data and behaviour of a service. You can combine several scenarios. */
import * as z from "zod";
import { checkKnownFields, checkShape } from "../core/check-shape.js";
import { type Policies, policiesSchema } from "../core/policies.js";
import type { Domain } from "../domain/domain.js";
import { type Progression, progressionSchema } from "../engine/call-status.js";
import type { RuleDefinition } from "../rules/rule.js";
import type { OrganizationRow } from "../store/rows.js";
import { busyYear } from "./busy.js";
import { demo } from "./demo.js";
import type { SeedData, SeedRows } from "./seed-schema.js";

/**
 * `demo`: four agents, three categories, one campaign. `empty`: no data. `busy`: the demo with 10,000 calls of the past
 * year. `rate-limited`, `flaky` and `slow` change only the behaviour, and use the demo's data if no other scenario has any.
 */
export type ScenarioName = "demo" | "empty" | "busy" | "rate-limited" | "flaky" | "slow";

/** Your own scenario. */
export interface Scenario {
  policies?: Partial<Policies>;
  rules?: readonly RuleDefinition[];
  progression?: Progression;
  /** The initial data of each organization, and rules, as in a seed file. Alone, it replaces the demo's data. */
  seedData?: SeedData;
}

/** One scenario, or several. If their settings differ, the last one counts. */
export type ScenarioChoice = ScenarioName | Scenario | readonly (ScenarioName | Scenario)[];

/** Creates the rows of an organization. Their timestamps are relative to the service's time. */
type MakeRows = (domain: Domain, organization: OrganizationRow) => SeedRows;

/** A named scenario. Its rows are created one after the other. */
interface NamedScenario extends Scenario {
  rows?: readonly MakeRows[];
}

/** The names of all scenarios. */
export const scenarioNames: readonly ScenarioName[] = ["demo", "empty", "busy", "rate-limited", "flaky", "slow"];

/** Combines the chosen scenarios. @throws {TypeError} if no scenario has a name, or a scenario has an unknown field */
export function resolveScenario(choice: ScenarioChoice) {
  const chosen: NamedScenario[] = [choice]
    .flat()
    .map((each) => (typeof each === "string" ? named(each) : checked(each)));
  const scenarios = chosen.some(({ rows, seedData }) => rows || seedData) ? chosen : [named("demo"), ...chosen];
  return {
    policies: Object.assign(
      {},
      ...scenarios.flatMap(({ policies, seedData }) => [seedData?.policies, policies]),
    ) as Partial<Policies>,
    rules: scenarios.flatMap(({ rules = [] }) => rules),
    progression: scenarios.findLast(({ progression }) => progression)?.progression,
    seedData: scenarios.flatMap(({ seedData = [] }) => seedData),
    rows: [...new Set(scenarios.flatMap(({ rows = [] }) => rows))],
  };
}

function checked(scenario: Scenario): NamedScenario {
  checkKnownFields(scenario, Object.keys(scenarioSchema.shape), "scenario");
  checkShape(scenarioSchema, scenario, "scenario");
  return scenario;
}

/** The schema of a scenario. Its rules and rows are checked when they are added. */
const scenarioSchema = z.object({
  policies: policiesSchema.optional(),
  rules: z.array(z.unknown()).optional(),
  progression: progressionSchema.optional(),
  seedData: z.looseObject({ policies: policiesSchema.optional() }).optional(),
} satisfies Record<keyof Scenario, z.ZodType>);

function named(name: ScenarioName): NamedScenario {
  const scenario = scenarios[name];
  if (scenario) return scenario;
  throw new TypeError(`The scenario "${name}" does not exist. The scenarios are ${scenarioNames.join(", ")}.`);
}

/** The demo's policy, so that a page can show every field of an analysis. */
const demoPolicies = { undocumentedFields: "values" } as const;

const scenarios: Readonly<Record<ScenarioName, NamedScenario>> = {
  demo: { rows: [demo], policies: demoPolicies },
  empty: { rows: [] },
  busy: { rows: [demo, busyYear], policies: demoPolicies },
  "rate-limited": { policies: { rateLimit: { limit: 60, windowMs: 60_000 } } },
  flaky: {
    rules: [
      { then: { respond: { status: 503, retryAfter: 1 } }, probability: 0.06 },
      { then: { break: { network: "reset" } }, probability: 0.03 },
      { when: { operation: "uploadRecording" }, then: { respond: { status: 500 } }, probability: 0.1 },
      { when: { operation: "getCallAnalysis" }, then: { break: { body: "truncate" } }, probability: 0.03 },
    ],
  },
  slow: {
    progression: { mode: "time", processingMs: 20_000, pendingMs: 40_000 },
    rules: [{ then: { delayMs: 800 } }, { then: { bandwidth: 250_000 } }],
  },
};
