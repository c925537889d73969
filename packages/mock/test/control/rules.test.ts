import { expect, test } from "vitest";
import { soon } from "../support/soon.js";
import { listening } from "./listening.js";

test.each([
  ["GET", "/gates/rule-9"],
  ["DELETE", "/gates/rule-9"],
  ["GET", "/rules/rule-9"],
  ["PATCH", "/rules/rule-9"],
  ["DELETE", "/rules/rule-9"],
])("%s of an id that there is not, %s, gets 404", async (method, path) => {
  const { control } = await listening();
  expect(await control(method, path)).toMatchObject({ status: 404, body: { error: { code: "not_found" } } });
});

const then = { respond: { status: 503, retryAfter: 1 }, delayMs: 1 };
const sequence = [{ break: { network: "reset", when: "after" } }, "pass", { delayMs: 1 }];

/** Rules with each effect. */
const rules: object[] = [
  { when: { operation: "listAgents" }, times: 2, skip: 1, probability: 0.5, then },
  { enabled: false, when: {}, then: { sequence } },
  { when: {}, then: { delayMs: { after: 1 }, respond: { status: 503, when: "after" } } },
  { enabled: true, when: {}, then: { break: { cutAfterBytes: 9 } } },
  { when: {}, then: { bandwidth: 9 } },
  { when: { operation: "createCall", match: { udfs: { crm: 7 } } }, then: { hold: true } },
  { when: { match: { udfs: { vip: true } } }, times: 1, then: { end: { fail: { reason: "Silent." }, afterPolls: 2 } } },
  { when: { operation: "listAgents" }, then: { respond: { status: 410, body: "gone" } } },
  { when: { operation: "readRecording" }, then: { respond: { status: 404 } } },
];

test.each(rules)("the rule %j is listed as it was given, and added again from that", async (rule) => {
  const { control } = await listening();
  const id = "rule-1";
  expect(await control("POST", "/rules", rule)).toEqual({ status: 201, body: { id } });
  const held = "hold" in Object(rule).then ? { held: 0 } : {};
  const passed = Object.hasOwn(rule, "skip") ? { passed: 0 } : {};
  const listed = { id, enabled: true, ...rule, used: 0, ...passed, ...held };
  expect((await control("GET", "/rules")).body).toEqual({ rules: [listed] });
  expect((await control("GET", `/rules/${id}`)).body).toEqual(listed);
  const switched = { ...listed, enabled: !listed.enabled };
  expect((await control("PATCH", `/rules/${id}`, { enabled: switched.enabled })).body).toEqual(switched);
  expect((await control("DELETE", `/rules/${id}`)).status).toBe(200);
  expect((await control("GET", "/rules")).body).toEqual({ rules: [] });
});

const when = { operation: "listAgents" };

const refusedRules: [rule: unknown, field: string, message: RegExp][] = [
  [{ then: {} }, "then", /needs one of delayMs, respond, break, bandwidth, hold, end/],
  [{ then: { hold: true, end: { stall: true } } }, "then.hold", /combined with other effects/],
  [{ whn: {}, then: { hold: true } }, "whn", /did you mean when\?/],
  [{ when: { operatin: 1 }, then }, "when.operatin", /did you mean operation\?/],
  [{ when: { operation: "listAgent" }, then }, "when.operation", /did you mean listAgents/],
  [{ when: { operation: "listAgents", match: { udfs: {} } }, then }, "when.match.udfs", /is unknown/],
  [{ then, times: 0 }, "times", /must be a whole number, 1 or more/],
  [{ then, times: 1.5 }, "times", /must be a whole number, 1 or more/],
  [{ then, skip: -1 }, "skip", /must be a whole number, 0 or more/],
  [{ then, probability: 0 }, "probability", /must be a number greater than 0 and at most 1/],
  [{ when: { match: 7 }, then }, "when.match", /must be an object of fields/],
  [{ then: { delayMs: -1 } }, "then.delayMs", /must be a number of milliseconds from 0|must be milliseconds from 0/],
  [{ then: { respond: { statuss: 503 } } }, "then.respond.statuss", /did you mean status\?/],
  [{ then: { respond: { status: 99 } } }, "then.respond.status", /from 200 to 599/],
  [{ then: { respond: { status: 204, body: {} } } }, "then.respond.body", /a response with status 204 has no body/],
  [{ then: { respond: "function" } }, "then.respond", /Pass functions to service\.use\(\)/],
  [{ then: { break: {} } }, "then.break", /needs one of network, body, cutAfterBytes/],
  [{ then: { break: { body: "truncated" } } }, "then.break.body", /must be one of truncate/],
  [{ then: { break: { body: "empty", when: "after" } } }, "then.break.when", /is allowed only beside `network`/],
  [{ when, then: { break: { cutAfterBytes: 1 } } }, "then.break", /is allowed only for uploadRecording/],
  [{ then: { sequence: ["pass", { respond: { status: 99 } }] } }, "then.sequence[1].respond.status", /200 to 599/],
  [{ then: { sequence: ["pass"] }, times: 2 }, "times", /cannot be combined with a sequence/],
  [{ then: { sequence: ["pass"], delayMs: 1 } }, "then", /with a sequence/],
  [{ when, then: { end: { stall: true } } }, "then.end", /is allowed only for createCall/],
  [{ then: { end: {} } }, "then.end", /needs one of complete/],
  [{ then: { end: { complete: { scor: 1 } } } }, "then.end.complete.scor", /did you mean score\?/],
];

test.each(refusedRules)("POST /rules with %j gets 400, which names %s", async (rule, path, message) => {
  const { control } = await listening();
  const reply = await control("POST", "/rules", rule);
  expect(reply.status).toBe(400);
  expect(reply.body.error.fields).toContainEqual({ path, message: expect.stringMatching(message) });
  expect((await control("GET", "/rules")).body).toEqual({ rules: [] });
});

test("who waits at a gate that is deleted is told that it was not reached", async () => {
  const { control } = await listening();
  await control("POST", "/gates", { operation: "listAgents" });
  const waiting = control("GET", "/gates/rule-1?waitMs=120000");
  await control("POST", "/reset");
  const reply = await soon(waiting, () => control("GET", "/health"));
  // The reset may come before the wait.
  expect(reply.status === 404 || reply.body.reached === false).toBe(true);
});

test("a gate is released as one, and no other rule is", async () => {
  const { control, service } = await listening();
  await control("POST", "/gates", { operation: "listAgents" });
  await control("POST", "/faults", { status: 503 });
  expect((await control("DELETE", "/gates/rule-2")).status).toBe(404);
  expect((await control("DELETE", "/gates/rule-1")).status).toBe(200);
  expect(service.rules.list()).toMatchObject([{ id: "rule-2" }]);
  expect((await control("DELETE", "/faults")).status).toBe(200);
  expect(service.rules.list()).toEqual([]);
});
