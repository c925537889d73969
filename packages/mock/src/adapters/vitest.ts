/** The adapter for vitest: each test has its own service and client, so tests may run in parallel. */
import { CallAnalysis } from "@call-analysis/sdk";
import { test as base, type TestAPI } from "vitest";
import type { MockServiceOptions } from "../options.js";
import { createMockService, type MockService } from "../service.js";

/** The fixtures that a test can take. */
export interface MockFixtures {
  /** The options of the service. `test.extend({ mockOptions: { seed: 2 } })` changes them. @default {} */
  mockOptions: MockServiceOptions;
  /** A fresh service. */
  service: MockService;
  /** A client of that service. It needs no network, and polls without pauses. */
  sdk: CallAnalysis;
}

const fixtures = {
  mockOptions: {},
  service: async ({ mockOptions }: Pick<MockFixtures, "mockOptions">, use: (service: MockService) => Promise<void>) => {
    const service = createMockService(mockOptions);
    await use(service);
    service.reset();
  },
  sdk: async ({ service }: Pick<MockFixtures, "service">, use: (sdk: CallAnalysis) => Promise<void>) => {
    const options = { ...service.clientOptions({ fast: true }), fetch: service.fetch };
    // With jsdom a test looks like a page, but nobody else reads its key, which is the fake's.
    await use(new CallAnalysis({ ...options, dangerouslyAllowBrowser: true }));
  },
};

/**
 * The `test` of vitest, with a fresh service and a client for each test.
 *
 * @example
 * import { test } from "@call-analysis/mock/vitest";
 * import { expect } from "vitest";
 *
 * test("agents can be listed", async ({ sdk }) => {
 *   expect(await sdk.agents.list()).toHaveLength(4);
 * });
 */
export const test: TestAPI<MockFixtures> = withReplacement(base as unknown as Extendable, [fixtures]);

type Fixtures = Readonly<Record<string, unknown>>;

/** A test of vitest, as far as all versions have it alike. */
interface Extendable {
  extend(fixtures: Fixtures): Extendable;
}

/**
 * A test with fixtures that were added in steps, each of which may replace fixtures of those before it.
 *
 * Before vitest 4.1, which brought `test.override`, a fixture sees what it uses as it was when it was added: `service` would
 * not see other `mockOptions`. And a test that was extended twice has the fixtures of both in each. So each step repeats
 * the fixtures that use what it replaces, and the steps begin anew with vitest's own test.
 */
function withReplacement(base: Extendable, steps: Fixtures[]): TestAPI<MockFixtures> {
  // The first step is this file's own fixtures; what later steps add is typed by vitest's own `extend`.
  const extended = steps.reduce((test, step) => test.extend(step), base) as TestAPI<MockFixtures>;
  if ("override" in extended) return extended;
  const extend = (added: Fixtures) => {
    const current: Fixtures = Object.assign({}, ...steps);
    return withReplacement(base, [...steps, { ...fixturesThatUse(added, current), ...added }]);
  };
  return Object.assign(extended, { extend });
}

/** The fixtures that use those of other names, also by way of each other. Like vitest, it reads their source. */
function fixturesThatUse(names: Fixtures, fixtures: Fixtures): Fixtures {
  const uses = Object.keys(names).filter((name) => Object.hasOwn(fixtures, name));
  const found: Record<string, unknown> = {};
  for (const name of uses) {
    for (const [other, fixture] of Object.entries(fixtures)) {
      if (uses.includes(other) || !String(fixture).includes(name)) continue;
      found[other] = fixture;
      uses.push(other);
    }
  }
  return found;
}
