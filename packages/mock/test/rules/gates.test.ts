import { expect, test } from "vitest";
import { createMockService } from "../../src/index.js";
import { ask } from "../support/ask.js";
import { createCall } from "../support/flow.js";
import { soon } from "../support/soon.js";

test("a gate holds the requests that match, and lets others pass", async () => {
  const service = createMockService();
  const gate = service.hold("createCall", { udfs: { held: true } });
  const held = createCall(service, { udfs: { held: true } });
  await soon(gate.reached());
  const passed = await soon(createCall(service, { udfs: { held: false } }));
  expect(service.db.calls.list().map(({ id }) => id)).toEqual([passed]);
  gate.release();
  expect(await soon(held)).not.toBe(passed);
});

test("a gate holds every request that matches from now on, and release lets all through", async () => {
  const service = createMockService();
  const gate = service.hold("listAgents");
  const requests = Array.from({ length: 5 }, () => ask(service, "GET /agents"));
  await expect.poll(() => gate.held).toBe(5);
  gate.release();
  expect((await soon(Promise.all(requests))).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(gate.held).toBe(0);
});

test("who waits at a gate that is released is told which one", async () => {
  const gate = createMockService().hold("createCall", { memberId: "mem_1" });
  gate.release();
  const message = 'The gate for createCall {"memberId":"mem_1"} was released before a request reached it.';
  await expect(soon(gate.reached())).rejects.toThrow(message);
});

test("all gates that match hold a request at the same time, and it waits for each of them", async () => {
  const service = createMockService();
  const [one, other] = [service.hold("listAgents"), service.hold("listAgents")];
  const request = ask(service, "GET /agents");
  await soon(Promise.all([one.reached(), other.reached()]));
  expect([one.held, other.held]).toEqual([1, 1]);
  other.release();
  expect([one.held, other.held]).toEqual([1, 0]);
  service.rules.disable(one.id);
  expect((await soon(request)).status).toBe(200);
  expect(service.journal.find({ operation: "listAgents" })).toMatchObject([{ rules: [one.id, other.id] }]);
});

test("a request that is aborted is held by none of its gates any more", async () => {
  const service = createMockService();
  const gates = [service.hold("listAgents"), service.hold("listAgents")];
  const ended = new AbortController();
  const request = service.fetch(`${service.addresses.baseUrl}/agents`, { signal: ended.signal });
  await soon(Promise.all(gates.map((gate) => gate.reached())));
  ended.abort(new Error("enough"));
  await expect(request).rejects.toThrow("enough");
  await expect.poll(() => gates.map(({ held }) => held)).toEqual([0, 0]);
});

test("a gate comes before faults: they apply to a held request once it is released", async () => {
  const service = createMockService();
  const gate = service.hold("listAgents");
  const request = ask(service, "GET /agents");
  await soon(gate.reached());
  service.faults.inject({ status: 503 });
  gate.release();
  expect((await soon(request)).status).toBe(503);
});

test("a reset lets a request go on that waits at the first of two gates", async () => {
  const service = createMockService();
  const first = service.hold("listAgents");
  service.hold("listAgents");
  const request = ask(service, "GET /agents");
  await soon(first.reached());
  service.reset();
  expect((await soon(request)).status).toBe(200);
});

test("a gate does not hold a request that came before it", async () => {
  const service = createMockService();
  const first = service.hold("listAgents");
  const request = ask(service, "GET /agents");
  await soon(first.reached());
  const later = service.hold("listAgents");
  first.release();
  expect((await soon(request)).status).toBe(200);
  expect(later.held).toBe(0);
});
