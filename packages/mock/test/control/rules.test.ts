import { expect, test } from "vitest";
import { soon } from "../support/soon.js";
import { listening } from "./listening.js";

test.each([
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

/** A rule of each kind, and its id. */
const kinds: [rule: object, id: string][] = [
  [{ when: { operation: "listAgents" }, times: 2, skip: 1, probability: 0.5, then }, "fault-1"],
  [{ enabled: false, when: {}, then: sequence }, "fault-1"],
  [{ when: {}, then: { slow: { latencyMs: 1, when: "after" }, fail: { status: 503, when: "after" } } }, "fault-1"],
  [{ when: {}, then: { slow: { latencyMs: 1, when: "after" } } }, "fault-1"],
  [{ enabled: true, when: {}, then: { fail: { cutAfterBytes: 9 } } }, "fault-1"],
  [{ when: {}, then: { slow: { bytesPerSecond: 9 } } }, "fault-1"],
  [{ when: { operation: "createCall", match: { udfs: { crm: 7 } } }, then: { hold: true } }, "gate-1"],
  [
    {
      when: { match: { udfs: { vip: true } } },
      times: 1,
      then: { end: { fail: { reason: "Silent." }, afterPolls: 2 } },
    },
    "rule-1",
  ],
  [{ when: { operation: "listAgents" }, then: { respond: { status: 410, body: "gone" } } }, "override-1"],
];

test.each(kinds)("the rule %j is added as %s, and listed as it was given", async (rule, id) => {
  const { control } = await listening();
  expect(await control("POST", "/rules", rule)).toEqual({ status: 201, body: { id } });
  const held = id === "gate-1" ? { held: 0 } : {};
  const passed = Object.hasOwn(rule, "skip") ? { passed: 0 } : {};
  const listed = { id, enabled: true, ...rule, used: 0, ...passed, ...held };
  expect((await control("GET", "/rules")).body).toEqual({ rules: [listed] });
  expect((await control("GET", `/rules/${id}`)).body).toEqual(listed);
  expect((await control("DELETE", `/rules/${id}`)).status).toBe(200);
  expect((await control("GET", "/rules")).body).toEqual({ rules: [] });
});

const when = { operation: "listAgents" };

const refusedRules: [rule: unknown, field: string, message: RegExp][] = [
  [{ then: {} }, "then", /must be one of fail, slow, hold, respond and end/],
  [{ then: { hold: true, end: { stall: true } } }, "then", /slow and fail go together/],
  [{ whn: {}, then: { hold: true } }, "whn", /nearest known name is when/],
  [{ when: { operatin: 1 }, then }, "when.operatin", /nearest known name is operation/],
  [{ when: { operation: "listAgent" }, then }, "when.operation", /did you mean listAgents/],
  [{ then, times: 0 }, "times", /must be a whole number, 1 or more/],
  [{ then: { fail: { statuss: 503 } } }, "then.fail.statuss", /nearest known name is status/],
  [{ then: { fail: { status: 99 } } }, "then.fail.status", /from 200 to 599/],
  [{ then: { fail: { status: 503, network: "reset" } } }, "then.fail.network", /together with status/],
  [{ then: { fail: { body: "truncated" } } }, "then.fail.body", /must be one of truncate/],
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
  [{ then: { hold: true } }, "when.operation", /must be one of/],
  [{ when, then: { respond: "resolver" } }, "then.respond.status", /must be a whole number/],
  [{ when, then: { respond: { status: 204, body: {} } } }, "then.respond.body", /a 204 has none/],
  [{ when: { operation: "readRecording" }, then: { respond: { status: 404 } } }, "when.operation", /must be one of/],
  [{ when, then: { end: { stall: true } } }, "when.operation", /is not known here/],
  [{ then: { end: {} } }, "then.end", /needs one of complete/],
  [{ then: { end: { complete: { scor: 1 } } } }, "then.end.complete.scor", /nearest known name is score/],
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
  const reply = await control("PATCH", "/rules/fault-1", { enabled: false, times: 0 });
  expect([reply.status, reply.body.error.fields[0].path]).toEqual([400, "times"]);
  expect((await control("PATCH", "/rules/fault-1", "[]")).status).toBe(400);
  expect((await control("GET", "/rules/fault-1")).body).toMatchObject({ enabled: true });
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

test("a gate is released as one, and no other rule is", async () => {
  const { control, service } = await listening();
  await control("POST", "/gates", { operation: "listAgents" });
  await control("POST", "/faults", { status: 503 });
  expect((await control("GET", "/gates/gate-1")).body).toEqual({ reached: false, held: 0 });
  expect((await control("DELETE", "/gates/fault-1")).status).toBe(404);
  expect((await control("DELETE", "/gates/gate-1")).status).toBe(200);
  expect(service.rules.list()).toMatchObject([{ id: "fault-1" }]);
  expect((await control("DELETE", "/faults")).status).toBe(200);
  expect(service.rules.list()).toEqual([]);
});
