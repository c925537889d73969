// What the README promises of the fixture, for each version of vitest.
import { createMockService } from "@call-analysis/mock";
import { test } from "@call-analysis/mock/vitest";
import { describe, expect, test as plain } from "vitest";

test("without options there is the demo", async ({ sdk, service, mockOptions }) => {
  expect(mockOptions).toEqual({});
  expect(await sdk.agents.list()).toHaveLength(4);
  expect(service.db.agents.list()).toHaveLength(4);
});

const emptyTest = test.extend({ mockOptions: { scenario: "empty", keys: { "key-north": "North" } } });

emptyTest("options can be an object", async ({ sdk, service }) => {
  expect(await sdk.agents.list()).toEqual([]);
  expect(service.clientOptions().apiKey).toBe("key-north");
});

emptyTest("each test has its own service", async ({ sdk }) => {
  await sdk.agents.create({ name: "Tara Menon", email: "tara.menon@example.com" });
  expect(await sdk.agents.list()).toHaveLength(1);
});

emptyTest("and nothing of another test's", async ({ sdk }) => {
  expect(await sdk.agents.list()).toEqual([]);
});

emptyTest.extend({ mockOptions: { seed: 2 } })("options can be replaced again", async ({ sdk, service }) => {
  expect(await sdk.agents.list()).toHaveLength(4);
  expect(service.snapshot().seed).toBe(2);
});

const functionTest = test.extend({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the pattern.
  mockOptions: async ({}, use) => {
    await use({ scenario: "empty" });
  },
});

functionTest("options can be a function", async ({ sdk }) => {
  expect(await sdk.agents.list()).toEqual([]);
});

const agentTest = test.extend({
  agent: async ({ service }, use) => {
    await use(service.db.agents.list()[0]);
  },
});

agentTest("a fixture of one's own may use the service", async ({ agent, sdk }) => {
  expect((await sdk.agents.list())[0].id).toBe(agent.id);
});

agentTest.extend({ mockOptions: { seed: 3 } })(
  "and sees options that come after it",
  async ({ agent, sdk, service }) => {
    expect(service.db.agents.get(agent.id)).toBeDefined();
    expect((await sdk.agents.list())[0].id).toBe(agent.id);
    expect(service.snapshot().seed).toBe(3);
  },
);

const ownServiceTest = test.extend({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the pattern.
  service: async ({}, use) => {
    await use(createMockService({ scenario: "empty" }));
  },
});

ownServiceTest("the client is that of a service of one's own", async ({ sdk }) => {
  expect(await sdk.agents.list()).toEqual([]);
});

describe("override", () => {
  test.override({ mockOptions: { scenario: "empty" } });

  test("options can be those of a describe", async ({ sdk }) => {
    expect(await sdk.agents.list()).toEqual([]);
  });
});

const otherClientTest = test.extend({
  sdk: async ({ sdk }, use) => {
    await use(sdk.withOptions({ timeoutMs: 5_000 }));
  },
});

otherClientTest("a client may be made from the fixture's", async ({ sdk, service }) => {
  await sdk.agents.create({ name: "Tara Menon", email: "tara.menon@example.com" });
  expect(service.db.agents.list()).toHaveLength(5);
});

test("what extends a test changes nothing in it", async ({ sdk }) => {
  expect(await sdk.agents.list()).toHaveLength(4);
});

test.for([1, 2])("a test with cases: %i", async (_case, { sdk }) => {
  expect(await sdk.agents.list()).toHaveLength(4);
});

test.concurrent("a concurrent test", async ({ sdk }) => {
  expect(await sdk.agents.list()).toHaveLength(4);
});

plain("vitest's own test is left alone", (context) => {
  expect("service" in context).toBe(false);
});
