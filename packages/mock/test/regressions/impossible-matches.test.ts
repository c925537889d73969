import { expect, test } from "vitest";
import { createMockService, type Fault } from "../../src/index.js";
import { listening } from "../control/listening.js";

type Refused = [method: string, path: string, body: object | undefined, field: string, message: RegExp];

const operation = "createCall";

const refused: Refused[] = [
  ["POST", "/gates", { operation, match: { categoryId: 5 } }, "match.categoryId", /must be a string, and is a number/],
  ["POST", "/gates", { operation, match: { operation: "listAgents" } }, "match.operation", /createCall, or left out/],
  ["POST", "/gates", { operation, match: { method: "post" } }, "match.method", /did you mean POST\?/],
  ["POST", "/gates", { operation, match: { path: "v1/calls" } }, "match.path", /must begin with \//],
  ["POST", "/gates", { operation, match: { path: "/v1/calls?a=1" } }, "match.path", /have no query/],
  ["POST", "/gates", { operation, match: { path: 7 } }, "match.path", /must begin with \//],
  ["POST", "/gates", { operation, match: { udfs: "x" } }, "match.udfs", /must be an object, and is a string/],
  ["POST", "/faults", { status: 503, match: { operation: "listAgentz" } }, "match.operation", /mean listAgents\?/],
  ["POST", "/faults", { status: 503, match: { filename: 5 } }, "match.filename", /must be a string/],
  ["POST", "/faults", { status: 503, match: { organizationId: 17 } }, "match.organizationId", /must be a string/],
  ["POST", "/faults", { status: 503, match: { operation: "listAgents", udfs: {} } }, "match.udfs", /is not known here/],
  ["POST", "/faults", { operation, status: 503, match: { operation: null } }, "match.operation", /createCall, or/],
  ["POST", "/seed", { faults: [{ status: 503, match: { method: "post" } }] }, "faults[0].match.method", /mean POST/],
  ["GET", "/journal?operation=createCal", undefined, "operation", /did you mean createCall\?/],
  ["GET", "/journal?method=get", undefined, "method", /did you mean GET\?/],
  ["GET", "/journal?status=abc", undefined, "status", /must be a status/],
  ["GET", "/journal?status=202&status=404", undefined, "status", /must not be given twice/],
  ["GET", "/journal?bodies=nope", undefined, "bodies", /did you mean none\?|must be one of none/],
  ["GET", "/journal?operation=listAgents&callId=1", undefined, "callId", /is not known here/],
  ["DELETE", "/journal?operation=createCall", undefined, "operation", /is not known here/],
  ["GET", "/gates/gate-1?waitms=5000", undefined, "waitms", /nearest known name is waitMs/],
  ["GET", "/calls?limit=5&limit=abc", undefined, "limit", /must not be given twice/],
  ["GET", "/state?bytes=nonee", undefined, "bytes", /did you mean none\?/],
  ["GET", "/clock?x=1", undefined, "x", /is not known here/],
  ["POST", "/reset?scenario=demo", undefined, "scenario", /is not known here/],
  ["GET", "/view/v1/agents?limit=1", undefined, "limit", /is not known here/],
  ["GET", "/events?after=1", undefined, "after", /is not known here/],
  ["GET", "/recordings/0?x=1", undefined, "x", /is not known here/],
];

test.each(refused)("%s %s with the body %j gets 400, which names %s", async (method, path, body, field, message) => {
  const { control } = await listening();
  const reply = await control(method, path, body);
  expect(reply.status).toBe(400);
  expect(reply.body.error.fields).toContainEqual({ path: field, message: expect.stringMatching(message) });
  expect((await control("GET", "/faults")).body.faults).toEqual([]);
  expect((await control("GET", "/gates")).body.gates).toEqual([]);
});

test("a key named `__proto__` in a match is a field that is not known", async () => {
  const { control } = await listening();
  const body = '{"status":503,"match":{"__proto__":{"x":1}}}';
  expect((await control("POST", "/faults", body)).status).toBe(400);
});

test("in process a match that can never match is refused, and the message names its field", async () => {
  const { hold, faults, engine, journal } = createMockService();
  const wrong = { categoryId: 5 } as object;
  expect(() => hold("createCall", wrong)).toThrow(/^match\.categoryId: must be a string, and is a number$/);
  expect(() => faults.inject({ status: 503, match: wrong } as Fault)).toThrow(/^match\.categoryId: must be a string/);
  expect(() => engine.when(wrong)).toThrow(/^categoryId: must be a string/);
  expect(() => journal.find({ ...wrong, status: "404" } as object)).toThrow(/categoryId: .*status: must be/);
  await expect(journal.waitFor({ operation: "createCal" } as object)).rejects.toThrow(/did you mean createCall\?/);
});

test("matches that can match are taken: texts, null where there may be none, and keys of a prospect's own", async () => {
  const { control } = await listening();
  const match = {
    organizationId: null,
    path: "/v1/calls",
    method: "POST",
    udfs: { crm: { id: 7 } },
    memberId: "mem_1",
  };
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
