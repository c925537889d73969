import { expect } from "vitest";
import { test } from "../../src/adapters/vitest.js";

const seen = new Set<unknown>();

test("the client reaches the service of its test, without a network", async ({ sdk, service }) => {
  const agents = await sdk.agents.list();
  expect(agents.map(({ id }) => id)).toEqual(service.db.agents.list().map(({ id }) => id));
});

test.concurrent.for([1, 2, 3, 4, 5])("each test has its own service: %d", async (index, { sdk, service }) => {
  expect(seen.has(service)).toBe(false);
  seen.add(service);
  await sdk.agents.create({ name: `Agent ${index}`, email: `agent.${index}@example.com` });
  service.clock.advance(index);
  expect(service.db.agents.list()).toHaveLength(5);
});

const seeded = test.extend({ mockOptions: { scenario: "empty", keys: { "key-north": "North" } } });

seeded("the options of the service can be changed", async ({ sdk, service }) => {
  expect(await sdk.agents.list()).toEqual([]);
  expect(service.clientOptions().apiKey).toBe("key-north");
});

test("what a gate still holds at the end of a test does not outlive it", async ({ service, sdk, onTestFinished }) => {
  const gate = service.hold("listAgents");
  const held = sdk.agents.list();
  await gate.reached();
  onTestFinished(async () => {
    expect(await held).toHaveLength(4);
  });
});
