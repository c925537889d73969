/** The adapter for vitest: each test has a service and a client of its own, so tests may run in parallel. */
import { CallAnalysis } from "@call-analysis/sdk";
import { test as base } from "vitest";
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
export const test = base.extend<MockFixtures>({
  mockOptions: {},
  service: async ({ mockOptions }, use) => {
    const service = createMockService(mockOptions);
    await use(service);
    service.reset();
  },
  sdk: async ({ service }, use) => {
    await use(new CallAnalysis({ ...service.clientOptions({ fast: true }), fetch: service.fetch }));
  },
});
