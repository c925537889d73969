import { expect, test } from "vitest";
import { createMockService, type Fault, type MockService } from "../../src/index.js";
import { ask } from "../support/ask.js";
import { createCall } from "../support/flow.js";

/** The statuses of so many lists of agents. */
async function statuses(service: MockService, count: number): Promise<number[]> {
  const seen: number[] = [];
  for (let request = 0; request < count; request += 1) seen.push((await ask(service, "GET /agents")).status);
  return seen;
}

test("a sequence applies in order, once, and then requests pass", async () => {
  const service = createMockService();
  service.faults.inject({
    operation: "listAgents",
    sequence: [{ status: 503 }, "pass", { status: 429, retryAfter: 1 }],
  });
  expect(await statuses(service, 5)).toEqual([503, 200, 429, 200, 200]);
  expect(service.faults.list()).toEqual([]);
});

test("a step that is later in a sequence has its own headers and its own moment", async () => {
  const service = createMockService();
  service.faults.inject({ operation: "createCall", sequence: ["pass", { status: 500, when: "after" }] });
  await createCall(service);
  await expect(createCall(service)).rejects.toThrow();
  expect(service.db.calls.list()).toHaveLength(2);
});

test("requests that do not match take no step of a sequence", async () => {
  const service = createMockService();
  service.faults.inject({ operation: "listAgents", sequence: [{ status: 503 }] });
  expect((await ask(service, "GET /categories")).status).toBe(200);
  expect(await statuses(service, 2)).toEqual([503, 200]);
});

test("skip lets requests pass first, and times counts those after them", async () => {
  const service = createMockService();
  service.faults.inject({ operation: "listAgents", status: 503, skip: 2, times: 1 });
  expect(await statuses(service, 4)).toEqual([200, 200, 503, 200]);
});

test("skip goes with a sequence, too", async () => {
  const service = createMockService();
  service.faults.inject({ operation: "listAgents", skip: 1, sequence: [{ status: 503 }, { status: 500 }] });
  expect(await statuses(service, 4)).toEqual([200, 503, 500, 200]);
});

test("list has the faults in the order of their injection, with how often each applied", async () => {
  const service = createMockService();
  const first = service.faults.inject({ operation: "listAgents", status: 503, match: { method: "GET" } });
  const second = service.faults.inject({ operation: "listCategories", sequence: [{ status: 500 }, "pass"] });
  await statuses(service, 2);
  expect(service.faults.list()).toEqual([
    { id: first, operation: "listAgents", status: 503, match: { method: "GET" }, used: 2 },
    { id: second, operation: "listCategories", sequence: [{ status: 500 }, "pass"], used: 0 },
  ]);
});

test("remove removes one fault by its id, and says whether there was one", async () => {
  const service = createMockService();
  const id = service.faults.inject({ operation: "listAgents", status: 503 });
  service.faults.inject({ operation: "listCategories", status: 503 });
  expect([service.faults.remove(id), service.faults.remove(id)]).toEqual([true, false]);
  expect(await statuses(service, 1)).toEqual([200]);
  expect((await ask(service, "GET /categories")).status).toBe(503);
});

test("ids begin again after a reset", () => {
  const service = createMockService();
  const id = service.faults.inject({ status: 503 });
  service.reset();
  expect(service.faults.inject({ status: 503 })).toBe(id);
});

test.each<[unknown, string]>([
  [{ sequence: [] }, "sequence"],
  [{ sequence: [{ status: 99 }] }, "sequence[0].status"],
  [{ sequence: ["pass", {}] }, "sequence[1]"],
  [{ sequence: [{ status: 503, tims: 1 }] }, "sequence[0].tims"],
  [{ sequence: [{ status: 503 }], times: 2 }, "times"],
  [{ sequence: [{ status: 503 }], status: 500 }, "status"],
  [{ sequence: [{ upload: { cutAfterBytes: 1 } }] }, "operation"],
  [{ status: 503, skip: -1 }, "skip"],
])("%j is refused, naming %s", (fault, field) => {
  // Not a fault's type: the check is what is tested.
  expect(() => createMockService().faults.inject(fault as Fault)).toThrow(`${field}: `);
});
