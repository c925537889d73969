import { expect, test } from "vitest";
import { createCall } from "../support/flow.js";
import { listening } from "./listening.js";

test("`POST /__mock__/reset` takes another scenario: its data, rules, progression and rate limit", async () => {
  const { control, service } = await listening();
  const reset = { scenario: ["empty", "slow", "rate-limited"] };
  expect(await control("POST", "/reset", reset)).toEqual({ status: 200, body: { status: "ok" } });
  expect(service.db.agents.list()).toEqual([]);
  expect(service.rules.list()).toMatchObject([{ then: { bandwidth: 250_000 } }, { then: { delayMs: 800 } }]);
  service.faults.clear();
  service.seed({ agents: [{ name: "Asha", email: "asha@example.com" }] });
  const { baseUrl, apiKey } = service.clientOptions();
  const list = () => service.fetch(`${baseUrl}/agents`, { headers: { Authorization: `Bearer ${apiKey}` } });
  const statuses = await Promise.all(Array.from({ length: 61 }, async () => (await list()).status));
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
});

test("a call is completed and made to fail without a body, too", async () => {
  const { control, service } = await listening();
  const callId = await createCall(service);
  const failing = await createCall(service);
  expect((await control("POST", `/calls/${failing}/fail`)).body.status).toBe("failed");
  expect((await control("POST", `/calls/${callId}/complete`)).body.status).toBe("completed");
  const again = await control("POST", `/calls/${failing}/complete`);
  const message = `The call "${failing}" has already ended with the status "failed".`;
  expect([again.status, again.body.error.message]).toEqual([400, message]);
  expect((await control("GET", `/calls/${callId}`)).body).toMatchObject({ status: "completed", polls: 0 });
});

test("a body that is not JSON gets 400, and one above 1 MiB 413, but a state may be larger", async () => {
  const { control, service } = await listening();
  const callId = await createCall(service);
  expect((await control("POST", "/clock/advance", "{")).status).toBe(400);
  const large = { outcomeRationale: "x".repeat(1_048_577) };
  expect((await control("POST", `/calls/${callId}/complete`, large)).status).toBe(413);
  service.engine.complete(callId, large);
  const { body: state } = await control("GET", "/state");
  expect((await control("PUT", "/state", state)).status).toBe(200);
});

test("where the console was not built, a text says so, and has no data", async () => {
  const { url, service } = await listening();
  await createCall(service);
  const response = await fetch(`${url}/__mock__/`);
  expect(response.headers.get("content-type")).toContain("text/plain");
  const page = await response.text();
  expect(page).toContain("npx call-analysis-mock");
  expect(page).not.toContain(service.db.calls.list()[0]?.id);
});
