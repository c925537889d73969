/** What a request may bring: one JSON object, of a limited size, with the fields of the contract. */
import { expect, test } from "vitest";
import { startProxy, uploadedCall } from "../support/proxied-service.ts";

const request = "POST /v1/agents";

test.each([
  ["an array", "[]"],
  ["a text", '"text"'],
  ["null", "null"],
  ["nothing", ""],
  ["JSON that is cut", '{"name":'],
  ["two objects", "{}{}"],
  ["JSON that is nested thousands of levels deep", `{"a":${'{"b":'.repeat(3_000)}1${"}".repeat(3_000)}}`],
  ["JSON of 101 levels", `{"a":${"[".repeat(99)}{"b":1}${"]".repeat(99)}}`],
])("%s is a 400, and nothing reaches the service", async (_what, body) => {
  const { service, send } = startProxy();
  expect(await send(request, { body })).toMatchObject({ status: 400, body: { error: { code: "invalid_body" } } });
  expect(service.journal.entries()).toEqual([]);
});

test("a call of 100 levels is created", async () => {
  const proxy = startProxy();
  const udfs = JSON.parse(`{"a":${"[".repeat(98)}1${"]".repeat(98)}}`);
  const body = { ...(await uploadedCall(proxy)), udfs };
  expect((await proxy.send("POST /v1/calls", { body })).status).toBe(202);
});

test("an empty body has its own message: something may have read it before", async () => {
  expect((await startProxy().send(request, { body: "" })).body.error.message).toContain("read it already");
});

test.each<Record<string, string>>([
  { "content-type": "text/plain" },
  { "content-type": "application/x-www-form-urlencoded" },
  { "content-type": "multipart/form-data; boundary=x" },
  { "content-type": "" },
  { "content-encoding": "gzip" },
])("a body with %o is a 415", async (headers) => {
  const { service, send } = startProxy();
  expect((await send(request, { headers, body: { name: "R", email: "r@example.com" } })).status).toBe(415);
  expect(service.journal.entries()).toEqual([]);
});

/** An agent whose JSON has so many bytes. */
function agentOf(sizeBytes: number): string {
  const agent = JSON.stringify({ name: "", email: "r@example.com" });
  return agent.replace('""', `"${"x".repeat(sizeBytes - agent.length)}"`);
}

test.each([
  ["maxBodyBytes", 100, { maxBodyBytes: 100 }],
  ["1 MiB by default", 2 ** 20, {}],
])("a body of exactly the limit passes, and one byte more is a 413: %s", async (_what, limit, options) => {
  const { service, send } = startProxy(options);
  expect((await send(request, { body: agentOf(limit + 1) })).status).toBe(413);
  // Before it is read.
  expect((await send(request, { body: "{}", headers: { "content-length": String(limit + 1) } })).status).toBe(413);
  expect(service.journal.entries()).toEqual([]);
  expect((await send(request, { body: agentOf(limit) })).status).not.toBe(413);
});

test.each([
  ["/v1/calls/presigned-url", { filename: "a.wav", contentType: "audio/wav" }],
  ["/v1/calls", { memberId: "m", categoryId: "c", audio_url: "https://a" }],
  ["/v1/agents", { name: "R", email: "r@example.com" }],
])("an unknown field is a 400 that names it, and nothing reaches the service: %s", async (path, fields) => {
  const { service, send } = startProxy();
  const { status, body } = await send(`POST ${path}`, { body: { ...fields, billTo: "other" } });
  expect([status, body.error.code, body.error.message]).toEqual([
    400,
    "invalid_body",
    expect.stringContaining("billTo"),
  ]);
  expect(service.journal.entries()).toEqual([]);
});

test.each([
  ["memberId", 7],
  ["categoryId", ""],
  ["audio_url", null],
  ["udfs", []],
  ["date", "31/31/2026"],
])("a call whose %s is %o is a 400 that names the field", async (field, value) => {
  const proxy = startProxy();
  const { status, body } = await proxy.send("POST /v1/calls", {
    body: { ...(await uploadedCall(proxy)), [field]: value },
  });
  expect([status, body.error.code]).toEqual([400, "invalid_call"]);
  expect(body.error.message).toContain(field);
});
