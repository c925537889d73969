import { expect, test } from "vitest";
import { ask } from "../support/ask.js";
import { createCall } from "../support/flow.js";
import { soon } from "../support/soon.js";
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
  ["GET", "/rules/fault-9"],
  ["PATCH", "/rules/fault-9"],
  ["DELETE", "/rules/fault-9"],
])("%s of an id that there is not, %s, gets 404", async (method, path) => {
  const { control } = await listening();
  expect(await control(method, path)).toMatchObject({ status: 404, body: { error: { code: "not_found" } } });
});

const then = { fail: { status: 503, retryAfter: 1 }, slow: { latencyMs: 1 } };
const sequence = [{ fail: { network: "reset", when: "after" } }, "pass", { slow: { latencyMs: 1 } }];

/** A rule of each kind, and what the list of its kind has of it. */
const kinds: [rule: object, path: string, row: object][] = [
  [
    { when: { operation: "listAgents" }, times: 2, skip: 1, probability: 0.5, then },
    "/faults/fault-1",
    { operation: "listAgents", times: 2, skip: 1, probability: 0.5, status: 503, retryAfter: 1, latencyMs: 1, used: 0 },
  ],
  [
    { enabled: false, when: {}, then: sequence },
    "/faults/fault-1",
    { sequence: [{ network: "reset", when: "after" }, "pass", { latencyMs: 1 }], used: 0, enabled: false },
  ],
  [
    { when: {}, then: { slow: { latencyMs: 1, when: "after" }, fail: { status: 503, when: "after" } } },
    "/faults/fault-1",
    { latencyMs: 1, status: 503, when: "after", used: 0 },
  ],
  [
    { when: {}, then: { slow: { latencyMs: 1, when: "after" } } },
    "/faults/fault-1",
    { latencyMs: 1, when: "after", used: 0 },
  ],
  [
    { enabled: true, when: {}, then: { fail: { cutAfterBytes: 9 } } },
    "/faults/fault-1",
    { upload: { cutAfterBytes: 9 }, used: 0 },
  ],
  [{ when: {}, then: { slow: { bytesPerSecond: 9 } } }, "/faults/fault-1", { upload: { bytesPerSecond: 9 }, used: 0 }],
  [
    { when: { operation: "createCall", match: { udfs: { crm: 7 } } }, then: { hold: true } },
    "/gates/gate-1",
    { operation: "createCall", match: { udfs: { crm: 7 } }, held: 0 },
  ],
  [
    {
      when: { match: { udfs: { vip: true } } },
      times: 1,
      then: { end: { fail: { reason: "Silent." }, afterPolls: 2 } },
    },
    "/engine/rules/rule-1",
    { match: { udfs: { vip: true } }, times: 1, fail: { reason: "Silent." }, afterPolls: 2 },
  ],
  [
    { when: { operation: "listAgents" }, then: { respond: { status: 410, body: "gone" } } },
    "/overrides/override-1",
    {},
  ],
];

test.each(kinds)("the rule %j is added, listed as it was given, and is a row of %s", async (rule, path, row) => {
  const { control } = await listening();
  const id = path.split("/").at(-1);
  expect(await control("POST", "/rules", rule)).toEqual({ status: 201, body: { id } });
  const held = path.startsWith("/gates") ? { held: 0 } : {};
  const passed = Object.hasOwn(rule, "skip") ? { passed: 0 } : {};
  const listed = { id, enabled: true, ...rule, used: 0, ...passed, ...held };
  expect((await control("GET", "/rules")).body).toEqual({ rules: [listed] });
  expect((await control("GET", `/rules/${id}`)).body).toEqual(listed);
  const [, list = ""] = /^(.*)\/[^/]+$/.exec(path) ?? [];
  const { body } = await control("GET", list);
  if (!path.startsWith("/overrides")) expect(Object.values(body)).toEqual([[{ id, ...row }]]);
  expect((await control("DELETE", `/rules/${id}`)).status).toBe(200);
  expect((await control("GET", "/rules")).body).toEqual({ rules: [] });
});

test("rules are listed in matching order, changed, moved, switched off, and removed all at once", async () => {
  const { control, service } = await listening();
  await control("POST", "/overrides", { operation: "listAgents", status: 410 });
  await control("POST", "/faults", { operation: "listAgents", status: 500 });
  await control("POST", "/rules", { when: { operation: "listAgents" }, then: { fail: { status: 503 } } });
  const ids = async () => (await control("GET", "/rules")).body.rules.map(({ id }: { id: string }) => id);
  const status = async () => (await ask(service, "GET /agents")).status;
  expect([await ids(), await status()]).toEqual([["fault-2", "fault-1", "override-1"], 503]);
  const moved = await control("PATCH", "/rules/fault-1", { before: "fault-2", times: 1 });
  expect(moved.body).toMatchObject({ id: "fault-1", times: 1, then: { fail: { status: 500 } } });
  expect([await ids(), await status()]).toEqual([["fault-1", "fault-2", "override-1"], 500]);
  expect((await control("PATCH", "/rules/fault-2", { enabled: false })).body).toMatchObject({
    enabled: false,
    used: 1,
  });
  expect([await ids(), await status()]).toEqual([["fault-2", "override-1"], 410]);
  expect((await control("DELETE", "/rules")).status).toBe(200);
  expect([await ids(), await status()]).toEqual([[], 200]);
});

const when = { operation: "listAgents" };

const refusedRules: [rule: unknown, field: string, message: RegExp][] = [
  [{}, "then", /must be one of fail, slow, hold, respond and end/],
  [{ then: {} }, "then", /must be one of fail, slow, hold, respond and end/],
  [{ then: "hold" }, "then", /must be one of/],
  [{ then: { hold: true, end: { stall: true } } }, "then", /slow and fail go together/],
  [{ whn: {}, then: { hold: true } }, "whn", /nearest known name is when/],
  [{ when: { operatin: 1 }, then }, "when.operatin", /nearest known name is operation/],
  [{ when: { operation: "listAgent" }, then }, "when.operation", /did you mean listAgents/],
  [{ when: { match: { filname: "" } }, then }, "when.match.filname", /nearest known name is filename/],
  [{ then, times: 0 }, "times", /must be a whole number, 1 or more/],
  [{ then, probability: 2 }, "probability", /at most 1/],
  [{ then: { fail: { statuss: 503 } } }, "then.fail.statuss", /nearest known name is status/],
  [{ then: { fail: { status: 99 } } }, "then.fail.status", /from 200 to 599/],
  [{ then: { fail: { status: 503, network: "reset" } } }, "then.fail.network", /together with status/],
  [{ then: { fail: { body: "truncated" } } }, "then.fail.body", /must be one of truncate/],
  [{ then: { slow: { latencyMs: -1 } } }, "then.slow.latencyMs", /milliseconds/],
  [{ then: { slow: { bytesPerSecond: 0 } } }, "then.slow.bytesPerSecond", /./],
  [{ then: { slow: { bytesPerSecond: 1 }, fail: { cutAfterBytes: 1 } } }, "then", /must be \{ bytesPerSecond \}/],
  [{ when, then: { fail: { cutAfterBytes: 1 } } }, "when.operation", /must be uploadRecording/],
  [
    { then: { slow: { latencyMs: 1, when: "after" }, fail: { status: 500, when: "before" } } },
    "then.slow.when",
    /fail/,
  ],
  [
    { then: ["pass", { slow: { latencyMs: 1, when: "after" }, fail: { status: 500, when: "before" } }] },
    "then[1].slow.when",
    /fail/,
  ],
  [{ then: ["pass", { fail: { status: 99 } }] }, "then[1].fail.status", /from 200 to 599/],
  [{ then: ["pass", { hold: true }] }, "then[1].hold", /is not known here/],
  [{ then: ["pass"], times: 2 }, "times", /cannot be given together with sequence/],
  [{ then: [] }, "then", /./],
  [{ then: { hold: true } }, "when.operation", /must be one of/],
  [{ when, then: { respond: "resolver" } }, "then.respond.status", /must be a whole number/],
  [{ when, then: { respond: { status: 200, body: { data: 7 } } } }, "then.respond.body.data", /./],
  [{ when: { operation: "readRecording" }, then: { respond: { status: 404 } } }, "when.operation", /must be one of/],
  [{ when, then: { end: { stall: true } } }, "when.operation", /is not known here/],
  [{ then: { end: {} } }, "then.end", /needs one of complete/],
  [{ then: { end: { afterMs: 1, afterPolls: 1 } } }, "then.end.afterPolls", /together with afterMs/],
  [{ then: { end: { complete: { scor: 1 } } } }, "then.end.complete.scor", /nearest known name is score/],
  [{ then: { end: { complete: { score: 200 } } } }, "then.end.complete.score", /./],
];

test.each(refusedRules)("POST /rules with %j gets 400, which names %s", async (rule, path, message) => {
  const { control } = await listening();
  const reply = await control("POST", "/rules", rule);
  expect(reply.status).toBe(400);
  expect(reply.body.error.fields).toContainEqual({ path, message: expect.stringMatching(message) });
  expect((await control("GET", "/rules")).body).toEqual({ rules: [] });
});

test("a change that is refused names the field, and the rule stays as it was", async () => {
  const { control } = await listening();
  await control("POST", "/faults", { status: 503 });
  const reply = await control("PATCH", "/rules/fault-1", { enabled: false, before: "fault-2" });
  expect([reply.status, reply.body.error.fields[0].path]).toEqual([400, "before"]);
  expect((await control("PATCH", "/rules/fault-1", "[]")).status).toBe(400);
  expect((await control("GET", "/rules/fault-1")).body).toMatchObject({ enabled: true });
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
  const others = () => control("GET", "/health");
  expect((await soon(waiting, others)).body).toEqual({ reached: true });
  expect((await control("GET", "/gates/gate-1")).body).toEqual({ reached: true });
  const row = { id: "gate-1", operation: "createCall", match, held: 1 };
  expect((await control("GET", "/gates")).body).toEqual({ gates: [row] });
  expect(service.db.calls.list()).toEqual([]);
  expect(await control("DELETE", "/gates/gate-1")).toEqual({ status: 200, body: { status: "ok" } });
  const callId = await soon(created, others);
  expect(service.db.calls.list().map(({ id }) => id)).toEqual([callId]);
  expect((await control("GET", "/gates")).body).toEqual({ gates: [] });
});

test("who waits at a gate that is deleted is told that it was not reached", async () => {
  const { control } = await listening();
  await control("POST", "/gates", { operation: "listAgents" });
  const waiting = control("GET", "/gates/gate-1?waitMs=120000");
  await control("POST", "/reset");
  const reply = await soon(waiting, () => control("GET", "/health"));
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
