/** What control refuses: each row gets 400, which names the field, and changes nothing. */
import { expect, test } from "vitest";
import { createMockService, type Fault } from "../../src/index.js";
import { createCall } from "../support/flow.js";
import { listening } from "./listening.js";

type Refused = [method: string, path: string, body: object | undefined, field: string, message?: RegExp];

const operation = "createCall";

/** The message is for a person who gave too many milliseconds, and does not know the limit. */
const mustBeDuration = /must be a number of milliseconds from 0 to 3153600000000 \(100 years\)/;

const matches: Refused[] = [
  [
    "POST",
    "/gates",
    { operation, match: { categoryId: 5 } },
    "when.match.categoryId",
    /must be a string, got a number/,
  ],
  ["POST", "/gates", { operation, match: { operation: "listAgents" } }, "when.match.operation", /createCall or absent/],
  ["POST", "/gates", { operation, match: { method: "post" } }, "when.match.method", /did you mean POST\?/],
  ["POST", "/gates", { operation, match: { path: "v1/calls" } }, "when.match.path", /must begin with \//],
  ["POST", "/gates", { operation, match: { path: "/v1/calls?a=1" } }, "when.match.path", /have no query/],
  ["POST", "/gates", { operation, match: { udfs: "x" } }, "when.match.udfs", /must be an object, got a string/],
  ["POST", "/faults", { status: 503, match: { operation: "listAgentz" } }, "when.match.operation", /mean listAgents\?/],
  ["POST", "/faults", { operation, status: 503, match: { operation: null } }, "when.match.operation", /createCall or/],
  [
    "POST",
    "/seed",
    { rules: [{ when: { match: { method: "post" } }, then: { delayMs: 1 } }] },
    "rules[0].when.match.method",
    /mean POST/,
  ],
];

const queries: Refused[] = [
  ["GET", "/journal?operation=createCal", undefined, "operation", /did you mean createCall\?/],
  ["GET", "/journal?method=get", undefined, "method", /did you mean GET\?/],
  ["GET", "/journal?status=abc", undefined, "status", /must be a status/],
  ["GET", "/journal?bodies=nope", undefined, "bodies", /did you mean none\?|must be one of none/],
  ["GET", "/journal?operation=listAgents&callId=1", undefined, "callId", /is unknown/],
  ["GET", "/journal?limit=-1", undefined, "limit"],
  ["GET", "/gates/gate-1?waitms=5000", undefined, "waitms", /did you mean waitMs\?/],
  ["GET", "/gates/gate-1?waitMs=long", undefined, "waitMs"],
  ["GET", "/calls?limit=x", undefined, "limit"],
  ["GET", "/calls?after=call_nowhere", undefined, "after"],
  ["GET", "/state?bytes=nonee", undefined, "bytes", /^must be none$/],
  ["GET", "/clock?x=1", undefined, "x", /is unknown/],
  ["GET", "/events?after=1", undefined, "after", /is unknown/],
];

const fields: Refused[] = [
  ["POST", "/clock/advance", {}, "ms"],
  ["POST", "/clock/advance", { ms: 1e300 }, "", /^The clock cannot be set to/],
  ["POST", "/clock/advance", { msec: 1 }, "msec", /the only known name is ms$/],
  ["POST", "/engine/settle", { callId: "x" }, "callId", /is unknown/],
  ["PUT", "/public-url", { url: "x" }, "url", /must be an http or https URL/],
  ["PUT", "/clock", { now: "2027-03-01T09:30:00" }, "now", /ISO 8601 date/],
  ["PUT", "/clock", { now: "1969-01-01T00:00:00Z" }, "", /^The clock cannot/],
  ["POST", "/engine/rules", {}, "then.end"],
  ["POST", "/engine/rules", { stall: true, fail: true }, "then.end.stall"],
  ["POST", "/engine/rules", { afterMs: 1, afterPolls: 1 }, "then.end.afterPolls"],
  ["POST", "/engine/rules", { complete: { outcomeLabel: "Sold the moon" } }, "then.end.complete.outcomeLabel"],
  ["POST", "/calls/CALL/complete", { outcomeLabel: "Sold the moon" }, "outcomeLabel"],
  ["POST", "/calls/CALL/fail", { reason: 7 }, "reason"],
  ["PUT", "/state", { version: 2 }, "version"],
  ["POST", "/seed", { organization: "Nobody" }, "organization"],
  ["POST", "/reset", { scenario: "demoo" }, "scenario", /^must be one of demo, .*; did you mean demo\?$/],
  ["POST", "/reset", { scenario: ["demo", "bussy"] }, "scenario[1]", /did you mean busy\?$/],
  ["POST", "/reset", { scenario: 7 }, "scenario", /^must be one of demo, /],
  ["POST", "/faults", { upload: { cutAfterByte: 5 } }, "upload.cutAfterByte", /did you mean cutAfterBytes\?/],
  ["POST", "/faults", { network: "rest" }, "network", /did you mean reset\?$/],
  ["POST", "/gates", { operation: "creatCall" }, "operation", /did you mean createCall\?$/],
  ["POST", "/gates", {}, "operation"],
  ["POST", "/overrides", { operation: "listAgents", status: 204, body: {} }, "then.respond.body"],
  ["POST", "/overrides", { operation: "listAgent", status: 500 }, "operation", /did you mean listAgents\?$/],
  ["POST", "/overrides", { operation: "listAgents", status: 500, time: 1 }, "time"],
];

const durations: Refused[] = [
  ["POST", "/engine/rules", { afterMs: -1 }, "then.end.afterMs", mustBeDuration],
  ["POST", "/seed", { rules: [{ then: { end: { afterMs: 1e308 } } }] }, "rules[0].then.end.afterMs", mustBeDuration],
];

test.each([...matches, ...queries, ...fields, ...durations])(
  "%s %s with the body %j gets 400, which names %s",
  async (method, path, body, field, message = /./) => {
    // The policy is about the service's own interface.
    const { control, service } = await listening({ policies: { invalidInputStatus: 422 } });
    const reply = await control(method, path.replace("CALL", await createCall(service)), body);
    expect(reply.status).toBe(400);
    expect(reply.body.error.fields).toContainEqual({ path: field, message: expect.stringMatching(message) });
    expect([service.rules.list(), service.engine.inspect(service.db.calls.list()[0]?.id ?? "").status]).toEqual([
      [],
      "processing",
    ]);
  },
);

test("a key named `__proto__` in a match is a field that is not known", async () => {
  const { control } = await listening();
  const body = '{"status":503,"match":{"__proto__":{"x":1}}}';
  expect((await control("POST", "/faults", body)).status).toBe(400);
});

test("in process a match that can never match is refused, and the message names its field", async () => {
  const { hold, faults, engine, journal } = createMockService();
  const wrong = { categoryId: 5 as never };
  expect(() => hold("createCall", wrong)).toThrow(/^when\.match\.categoryId: must be a string, got a number$/);
  expect(() => faults.inject({ status: 503, match: wrong } as Fault)).toThrow(
    /^when\.match\.categoryId: must be a string/,
  );
  expect(() => engine.when(wrong)).toThrow(/^categoryId: must be a string/);
  expect(() => journal.find({ ...wrong, status: "404" as never })).toThrow(/categoryId: .*status: must be/);
  await expect(journal.waitFor({ operation: "createCal" as never })).rejects.toThrow(/did you mean createCall\?/);
});

test("matches that can match are taken: texts, null where there may be none, and keys of a prospect's own", async () => {
  const { control } = await listening();
  const udfs = { crm: { id: 7 } };
  const match = { organizationId: null, path: "/v1/calls", method: "POST", udfs, memberId: "mem_1" };
  expect((await control("POST", "/gates", { operation, match })).status).toBe(201);
  const prospect = { operation: "addProspect", match: { score: 7, name: "Ravi" } };
  expect((await control("POST", "/gates", prospect)).status).toBe(201);
  expect((await control("POST", "/faults", { status: 503, match: { operation, filename: "a.wav" } })).status).toBe(201);
  const query = "operation=createCall&status=202&limit=5&after=1&bodies=none&client=console&filename=a.wav";
  expect((await control("GET", `/journal?${query}`)).status).toBe(200);
});

test("the console's page takes any query, for it reads its own", async () => {
  const { url } = await listening();
  expect((await fetch(`${url}/__mock__/?new=true`)).status).toBe(200);
});
