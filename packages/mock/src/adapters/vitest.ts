/** The door for vitest: a service and a client of its own for each test, so that tests may run in parallel. */
import { CallAnalysis } from "@call-analysis/sdk";
import { test as base } from "vitest";
import type { MockServiceOptions } from "../options.js";
import { createMockService, type MockService } from "../service.js";

/** What a test can ask for. */
export interface MockFixtures {
  /** What the service is made of; `test.extend({ mockOptions: { seed: 2 } })` changes it. */
  mockOptions: MockServiceOptions;
  /** A fresh service. */
  service: MockService;
  /** A client of that service, which needs no network. */
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
    await use(new CallAnalysis({ ...service.clientOptions(), fetch: service.fetch }));
  },
});
