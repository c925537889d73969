import { expect, test } from "vitest";
import { createMockService, type Gate, type MockService } from "../../src/index.js";
import { ask } from "../support/ask.js";
import { soon } from "../support/soon.js";

test.each([
  ["was released", (_: MockService, gate: Gate) => gate.release()],
  ["was removed by a reset", (service: MockService) => service.reset()],
])("who waits at a gate that %s is told so, and which gate it was", async (event, end) => {
  const service = createMockService();
  const gate = service.hold("createCall", { memberId: "mem_1" });
  end(service, gate);
  const message = `No request reached the gate for createCall {"memberId":"mem_1"}: the gate ${event} first.`;
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

test("a gate comes before faults: they apply to a held request once it is released", async () => {
  const service = createMockService();
  const gate = service.hold("listAgents");
  const request = ask(service, "GET /agents");
  await soon(gate.reached());
  service.faults.inject({ status: 503 });
  gate.release();
  expect((await soon(request)).status).toBe(503);
});

test("a state that is restored ends what a gate holds, which uses up no fault, and the gate holds what comes next", async () => {
  const service = createMockService();
  const fault = service.faults.inject({ operation: "listAgents", status: 503 });
  const gate = service.hold("listAgents");
  const ended = ask(service, "GET /agents");
  await soon(gate.reached());
  service.restore(service.snapshot());
  await expect(soon(ended)).rejects.toThrow("fetch failed");
  await soon(ask(service, "GET /categories"));
  expect(service.rules.list()).toContainEqual(expect.objectContaining({ id: fault, used: 0 }));
  service.rules.remove(fault);
  const next = ask(service, "GET /agents");
  await soon(gate.reached());
  expect(gate.held).toBe(1);
  gate.release();
  expect((await soon(next)).status).toBe(200);
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

test("a request that its client gives up leaves its gate", async () => {
  const service = createMockService();
  const gate = service.hold("listAgents");
  const leaving = new AbortController();
  const headers = { authorization: "Bearer test-key" };
  const request = service.fetch(`${service.addresses.baseUrl}/agents`, { headers, signal: leaving.signal });
  await soon(gate.reached());
  leaving.abort();
  await expect(soon(request)).rejects.toThrow("abort");
  expect(gate.held).toBe(0);
});
