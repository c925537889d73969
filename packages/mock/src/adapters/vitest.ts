/** The adapter for vitest 4.1 and later. Each test has its own service and client, so tests can run in parallel. */
import { CallAnalysis } from "@call-analysis/sdk";
import { test as base, type TestAPI } from "vitest";
import type { MockServiceOptions } from "../options.js";
import { createMockService, type MockService } from "../service.js";

/** The fixtures for a test. */
export interface MockFixtures {
  /** The options of the service. Change them with `test.extend({ mockOptions: { seed: 2 } })`. @default {} */
  mockOptions: MockServiceOptions;
  /** A fresh service. */
  service: MockService;
  /** A client of that service. It needs no network, and polls without pauses. */
  sdk: CallAnalysis;
}

// Before vitest 4.1, which brought it, `service` would not see the `mockOptions` of `test.extend()`.
if (!("override" in base)) throw new Error("@call-analysis/mock/vitest needs vitest 4.1 or later.");

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
export const test: TestAPI<MockFixtures> = base.extend<MockFixtures>({
  mockOptions: {},
  service: async ({ mockOptions }, use) => {
    const service = createMockService(mockOptions);
    await use(service);
    service.reset();
  },
  sdk: async ({ service }, use) => {
    const options = { ...service.clientOptions({ fast: true }), fetch: service.fetch };
    // With jsdom a test looks like a page, but nobody else reads its key, which is the fake's.
    await use(new CallAnalysis({ ...options, dangerouslyAllowBrowser: true }));
  },
});
