import { expect, test } from "vitest";
import { ask } from "../support/ask.js";
import { createCall } from "../support/flow.js";
import { listening } from "./listening.js";

test("faults are listed in the order of their injection, shown and removed one by one", async () => {
  const { control, service } = await listening();
  const sequence = [{ status: 503 }, { status: 429, retryAfter: 1 }, "pass"];
  const first = await control("POST", "/faults", { operation: "listAgents", sequence });
  const second = await control("POST", "/faults", { operation: "listAgents", skip: 9, status: 500 });
  expect([first.status, first.body, second.body]).toEqual([201, { id: "fault-1" }, { id: "fault-2" }]);
  const rows = [
    { id: "fault-1", operation: "listAgents", sequence, used: 0 },
    { id: "fault-2", operation: "listAgents", skip: 9, status: 500, used: 0 },
  ];
  expect(await control("GET", "/faults")).toEqual({ status: 200, body: { faults: rows } });
  expect(await control("GET", "/faults/fault-2")).toEqual({ status: 200, body: rows[1] });
  expect(await control("DELETE", "/faults/fault-2")).toEqual({ status: 200, body: { status: "ok" } });
  const statuses = [];
  for (let request = 0; request < 4; request += 1) statuses.push((await ask(service, "GET /agents")).status);
  expect(statuses).toEqual([503, 429, 200, 200]);
  expect((await control("GET", "/faults")).body).toEqual({ faults: [] });
});

test("rules are listed, shown and removed one by one", async () => {
  const { control, service } = await listening();
  await control("POST", "/engine/rules", { match: { udfs: { vip: true } }, fail: "Silent." });
  const { body } = await control("POST", "/engine/rules", { stall: true, afterPolls: 2 });
  const rows = [
    { id: "rule-1", match: { udfs: { vip: true } }, fail: { reason: "Silent." } },
    { id: body.id, match: {}, stall: true, afterPolls: 2 },
  ];
  expect(await control("GET", "/engine/rules")).toEqual({ status: 200, body: { rules: rows } });
  expect((await control("GET", `/engine/rules/${body.id}`)).body).toEqual(rows[1]);
  expect((await control("DELETE", `/engine/rules/${body.id}`)).status).toBe(200);
  const callId = await createCall(service, { udfs: { vip: true } });
  expect(service.engine.inspect(callId).failureReason).toBe("Silent.");
  expect((await control("DELETE", "/engine/rules")).status).toBe(200);
  expect((await control("GET", "/engine/rules")).body).toEqual({ rules: [] });
});

test.each([
  ["GET", "/faults/fault-9"],
  ["DELETE", "/faults/fault-9"],
  ["GET", "/engine/rules/rule-9"],
  ["DELETE", "/engine/rules/rule-9"],
  ["GET", "/gates/gate-9"],
  ["DELETE", "/gates/gate-9"],
])("%s of an id that there is not, %s, gets 404", async (method, path) => {
  const { control } = await listening();
  expect(await control(method, path)).toMatchObject({ status: 404, body: { error: { code: "not_found" } } });
});

test("a gate holds a request, tells that it was reached, and lets it go on when it is deleted", async () => {
  const { control, service } = await listening();
  const match = { udfs: { crm: 7 } };
  const { status, body } = await control("POST", "/gates", { operation: "createCall", match });
  expect([status, body]).toEqual([201, { id: "gate-1" }]);
  expect(await control("GET", "/gates/gate-1")).toEqual({ status: 200, body: { reached: false } });
  expect(await control("GET", "/gates/gate-1?waitMs=1")).toEqual({ status: 200, body: { reached: false } });
  const waiting = control("GET", "/gates/gate-1?waitMs=120000");
  const created = createCall(service, match);
  expect((await waiting).body).toEqual({ reached: true });
  expect((await control("GET", "/gates/gate-1")).body).toEqual({ reached: true });
  const row = { id: "gate-1", operation: "createCall", match, held: 1 };
  expect((await control("GET", "/gates")).body).toEqual({ gates: [row] });
  expect(service.db.calls.list()).toEqual([]);
  expect(await control("DELETE", "/gates/gate-1")).toEqual({ status: 200, body: { status: "ok" } });
  expect(service.db.calls.list().map(({ id }) => id)).toEqual([await created]);
  expect((await control("GET", "/gates")).body).toEqual({ gates: [] });
});

test("who waits at a gate that is deleted is told that it was not reached", async () => {
  const { control } = await listening();
  await control("POST", "/gates", { operation: "listAgents" });
  const waiting = control("GET", "/gates/gate-1?waitMs=120000");
  await control("POST", "/reset");
  const reply = await waiting;
  // The reset may come before the wait.
  expect(reply.status === 404 || reply.body.reached === false).toBe(true);
});

test("an override responds with its whole body, so many times, and is removed", async () => {
  const { control, service } = await listening();
  const once = { operation: "listAgents", status: 200, body: { data: [] }, times: 1 };
  expect((await control("POST", "/overrides", once)).status).toBe(201);
  expect((await ask(service, "GET /agents")).body).toEqual({ data: [] });
  expect((await ask<{ data: unknown[] }>(service, "GET /agents")).body.data).toHaveLength(4);

  await control("POST", "/overrides", { operation: "listAgents", status: 410, body: { error: "gone" } });
  await control("POST", "/overrides", { operation: "listCategories", status: 503 });
  const gone = await ask<object>(service, "GET /agents");
  expect([gone.status, gone.body]).toEqual([410, { error: "gone" }]);
  await control("DELETE", "/overrides", { operation: "listAgents" });
  expect((await ask(service, "GET /agents")).status).toBe(200);
  expect((await ask(service, "GET /categories")).status).toBe(503);
  await control("DELETE", "/overrides");
  expect((await ask(service, "GET /categories")).status).toBe(200);
});

test.each([
  ["/overrides", { operation: "listAgents", status: 200, body: { data: [{ id: 7 }] } }, "body.data.0.id"],
  ["/overrides", { operation: "listAgents", status: 204, body: {} }, "body"],
  ["/overrides", { operation: "listAgent", status: 200 }, "operation"],
  ["/overrides", { operation: "listAgents", status: 99 }, "status"],
  ["/overrides", { operation: "listAgents", status: 500, time: 1 }, "time"],
  ["/gates", { operation: "listAgent" }, "operation"],
  ["/gates", { operation: "listAgents", match: { categoryId: "cat_1" } }, "match.categoryId"],
  ["/gates", {}, "operation"],
])("POST %s with %j gets 400, which names %s", async (path, body, field) => {
  // The policy is about the service's own interface.
  const { control } = await listening({ policies: { invalidInputStatus: 422 } });
  const reply = await control("POST", path, body);
  const fields = reply.body.error?.fields.map((each: { path: string }) => each.path);
  expect([reply.status, fields]).toEqual([400, expect.arrayContaining([field])]);
});
