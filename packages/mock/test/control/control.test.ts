import { expect, test } from "vitest";
import { createCall, readAnalysis } from "../support/flow.js";
import { listening } from "./listening.js";

const startAt = "2026-01-31T10:00:00Z";

test("`POST /__mock__/reset` takes another scenario: its data, faults, progression and rate limit", async () => {
  const { control, service } = await listening();
  const reset = { scenario: ["empty", "slow", "rate-limited"] };
  expect(await control("POST", "/reset", reset)).toEqual({ status: 200, body: { status: "ok" } });
  expect(service.db.agents.list()).toEqual([]);
  expect(service.faults.list()).toMatchObject([{ latencyMs: { medianMs: 800 } }, { operation: "uploadRecording" }]);
  service.faults.clear();
  service.seed({ agents: [{ name: "Asha", email: "asha@example.com" }] });
  const { baseUrl, apiKey } = service.clientOptions();
  const list = () => service.fetch(`${baseUrl}/agents`, { headers: { Authorization: `Bearer ${apiKey}` } });
  const statuses = await Promise.all(Array.from({ length: 61 }, async () => (await list()).status));
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
});

test("a reset without a scenario returns to that of the start, after one to another", async () => {
  const { control, service } = await listening();
  await control("POST", "/reset", { scenario: ["slow", "rate-limited"] });
  await control("POST", "/reset", {});
  expect(service.faults.list()).toEqual([]);
  expect(service.engine.inspect(await createCall(service)).progression.mode).toBe("polls");
  const { baseUrl, apiKey } = service.clientOptions();
  const list = () => service.fetch(`${baseUrl}/agents`, { headers: { Authorization: `Bearer ${apiKey}` } });
  const statuses = await Promise.all(Array.from({ length: 61 }, async () => (await list()).status));
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test("a reset to a scenario that there is not gets 400, and changes nothing", async () => {
  const { control, service } = await listening();
  await createCall(service);
  expect((await control("POST", "/reset", { scenario: "bussy" })).status).toBe(400);
  expect(service.db.calls.list()).toHaveLength(1);
});

test("the clock can be read and advanced over HTTP", async () => {
  const { control } = await listening({ clock: { startAt } });
  const startMs = Date.parse(startAt);
  expect((await control("GET", "/clock")).body).toMatchObject({ now: "2026-01-31T10:00:00.000Z", nowMs: startMs });
  const moved = await control("POST", "/clock/advance", { ms: 60_000 });
  expect(moved).toMatchObject({ status: 200, body: { now: "2026-01-31T10:01:00.000Z", nowMs: startMs + 60_000 } });
});

test("`PUT` accepts the state that `GET` returned, and restores the same responses", async () => {
  const { control, service } = await listening({ progression: { mode: "immediate" } });
  const callId = await createCall(service, { udfs: { crmId: "7" } });
  const before = await readAnalysis(service, callId);
  const { body: state } = await control("GET", "/state");
  await control("POST", "/reset");
  expect(await control("PUT", "/state", state)).toEqual({ status: 200, body: { status: "ok" } });
  expect(await readAnalysis(service, callId)).toEqual(before);
});

test.each([
  [{ fail: "Silent." }, { end: "failed", failureReason: "Silent." }],
  [{ fail: { reason: "Silent." } }, { end: "failed", failureReason: "Silent." }],
  [{ fail: true }, { end: "failed" }],
  [{ stall: true }, { end: "completed", status: "processing" }],
  [{ complete: true }, { end: "completed", analysisOverrides: {} }],
  [
    { complete: { score: 91 }, afterPolls: 0 },
    { status: "completed", analysisOverrides: { score: 91 } },
  ],
  [{ afterMs: 5 }, { progression: { mode: "time", processingMs: 5, pendingMs: 0 } }],
])("a rule may be %j", async (rule, expected) => {
  const { control, service } = await listening();
  expect((await control("POST", "/engine/rules", rule)).status).toBe(201);
  expect(service.engine.inspect(await createCall(service))).toMatchObject(expected);
});

test("a call is completed with parts of an analysis, or made to fail, over HTTP", async () => {
  const { control, service } = await listening();
  const [completed, failed] = [await createCall(service), await createCall(service)];
  const done = await control("POST", `/calls/${completed}/complete`, { score: 64 });
  expect([done.status, done.body]).toEqual([200, expect.objectContaining({ callId: completed, status: "completed" })]);
  expect((await readAnalysis(service, completed)).analysis.score).toBe(64);
  expect((await control("POST", `/calls/${failed}/fail`, { reason: "Silent." })).body.failureReason).toBe("Silent.");
  expect((await readAnalysis(service, failed)).status).toBe("failed");
});

test("a call is completed and made to fail without a body, too", async () => {
  const { control, service } = await listening();
  const callId = await createCall(service);
  const failing = await createCall(service);
  expect((await control("POST", `/calls/${failing}/fail`)).body.status).toBe("failed");
  expect((await control("POST", `/calls/${callId}/complete`)).body.status).toBe("completed");
  expect(await control("POST", `/calls/${failing}/complete`)).toMatchObject({
    status: 200,
    body: { status: "failed" },
  });
  expect((await control("GET", `/calls/${callId}`)).body).toMatchObject({ status: "completed", polls: 0 });
});

test.each([
  ["POST", "/clock/advance", {}, 400, "ms"],
  ["POST", "/clock/advance", { ms: "60" }, 400, "ms"],
  ["POST", "/clock/advance", { ms: 1e300 }, 400, "ms"],
  ["POST", "/clock/advance", { ms: 1, seconds: 1 }, 400, "seconds"],
  ["POST", "/engine/rules", {}, 400, ""],
  ["POST", "/engine/rules", { match: 7, stall: true }, 400, "match"],
  ["POST", "/engine/rules", { stall: true, fail: true }, 400, "stall"],
  ["POST", "/engine/rules", { afterMs: 1, afterPolls: 1 }, 400, "afterPolls"],
  ["POST", "/engine/rules", { afterMs: -1 }, 400, "afterMs"],
  ["POST", "/engine/rules", { complete: { score: 200 } }, 400, "complete.score"],
  ["POST", "/calls/CALL/complete", { outcomeLabel: "Sold the moon" }, 400, "outcomeLabel"],
  ["POST", "/calls/CALL/complete", { sections: [{ sectionId: 7 }] }, 400, "sections[0].sectionId"],
  ["POST", "/calls/CALL/fail", { reason: 7 }, 400, "reason"],
  ["PUT", "/state", { version: 2 }, 400, "version"],
  ["POST", "/sandboxes", { scenario: "nonsense" }, 400, "scenario"],
  ["POST", "/sandboxes", { policies: { uploadStatus: 299 } }, 400, "policies.uploadStatus"],
  ["POST", "/sandboxes", { clock: { startAt: "soon" } }, 400, "clock.startAt"],
])("%s %s with %j gets %d and JSON that names %j", async (method, path, body, status, field) => {
  const { control, service } = await listening();
  const reply = await control(method, path.replace("CALL", await createCall(service)), body);
  expect(reply.status).toBe(status);
  expect(reply.body.error.fields.map((each: { path: string }) => each.path)).toContain(field);
});

test.each(["/calls/call_nowhere/complete", "/calls/call_nowhere/fail"])("POST %s gets 404 and JSON", async (path) => {
  const { control } = await listening();
  expect(await control("POST", path)).toMatchObject({ status: 404, body: { error: { code: "not_found" } } });
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
