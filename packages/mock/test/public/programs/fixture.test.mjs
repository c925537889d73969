import { test } from "@call-analysis/mock/vitest";
import { expect } from "vitest";

const seeds = test.extend({ mockOptions: { seed: 2 } });

test("each test has a fresh service, and a client that waits for nothing", async ({ service, sdk }) => {
  const [agent] = await sdk.agents.list();
  const [category] = await sdk.categories.list();
  const file = new Blob(["RIFF....WAVE"], { type: "audio/wav" });
  const call = await sdk.calls.analyzeFile({ file, filename: "a.wav", memberId: agent.id, categoryId: category.id });
  expect(call.status).toBe("completed");
  expect(service.db.calls.list()).toHaveLength(1);
});

test("the next test sees nothing of it", ({ service }) => {
  expect(service.db.calls.list()).toEqual([]);
});

seeds("options of the service can be chosen", async ({ service, sdk }) => {
  expect(service.snapshot().seed).toBe(2);
  expect(await sdk.agents.list()).toHaveLength(4);
});
