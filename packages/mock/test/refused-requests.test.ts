/** What the service refuses beyond the cases of the contract suite: it names the fields, and reads no more than it must. */
import { expect, test } from "vitest";
import { parseJson } from "../src/core/body.js";
import { createMockService } from "../src/index.js";
import { ask, type Fields, type Refused } from "./support/ask.js";
import { known } from "./support/flow.js";

const emails = ["", "@example.com", "dev patel@example.com", "a@b@c.example"];

test.each<[path: string, body: unknown, fields: string[]]>([
  ["/agents", {}, ["name", "email"]],
  // A key with this name reaches nothing.
  ["/agents", '{"__proto__":{"name":"Dev Patel","email":"dev.patel@example.com"}}', ["name", "email"]],
  ...emails.map((email): [string, unknown, string[]] => ["/agents", { name: "  ", email }, ["name", "email"]]),
  ["/calls/presigned-url", {}, ["filename", "contentType"]],
  ["/calls/presigned-url", { filename: " ", contentType: "audio" }, ["filename", "contentType"]],
  ["/calls/presigned-url", { filename: 1, contentType: 2 }, ["filename", "contentType"]],
])("POST %s with %j gets 400, which names %j", async (path, body, fields) => {
  const reply = await ask<Refused>(createMockService(), `POST ${path}`, { body });
  expect([reply.status, reply.body.error.fields.map((field) => field.path)]).toEqual([400, fields]);
});

test.each([
  ["", "malformed_body", /./],
  ["{'a':1}", "malformed_body", /./],
  ["\u0000", "malformed_body", /./],
  ['{"a":1}x', "malformed_body", /./],
  ["null", expect.any(String), /^must be an object, got null$/],
  ["[{}]", expect.any(String), /^must be an object, got a list$/],
])("the body %j gets 400, and a JSON body that says what is wrong with it", async (body, code, message) => {
  const reply = await ask<Refused>(createMockService(), "POST /agents", { body });
  expect(reply).toMatchObject({ status: 400, body: { error: { code, message: expect.stringMatching(message) } } });
});

test("a list of agents gets 400, although a rule and the journal look for one", async () => {
  const service = createMockService();
  service.engine.when({ memberId: "asha.verma@example.com" }).fail();
  expect((await ask(service, "POST /calls", { body: { memberId: [1] } })).status).toBe(400);
  expect(service.journal.find({ memberId: "asha.verma@example.com" })).toEqual([]);
});

test("a seeded call without a URL can be read, although a rule looks for its file name", async () => {
  const service = createMockService({ scenario: { policies: { rateLimit: undefined } }, seed: 0.5 });
  const analysis = { score: 70, sections: [], callObservations: {}, outcomeLabel: "Sold" };
  const metadata = { createdAt: "2026-01-01T00:00:00Z", audioUrl: null };
  service.seed({ calls: [{ id: "call_1", analysis, metadata }] } as never);
  service.faults.inject({ match: { filename: "a.wav" }, status: 500 });
  expect((await ask(service, "GET /calls/call_1/analysis")).status).toBe(200);
  expect(service.journal.entries()).toHaveLength(1);
  expect(() => service.restore(createMockService({ seed: 0.5 }).snapshot())).not.toThrow();
});

test("a text of ten megabytes with what may be a long number is no number", () => {
  const text = "3e4".repeat(3_500_000);
  expect(parseJson(new TextEncoder().encode(JSON.stringify({ text })))).toEqual({ text });
});

test("a body that is not UTF-8 gets 400: nothing of it is replaced", async () => {
  const body = new Uint8Array([...new TextEncoder().encode('{"name":"Ren'), 0xe9, ...new TextEncoder().encode('"}')]);
  const { fetch, addresses } = createMockService();
  const headers = { authorization: "Bearer test-key" };
  const response = await fetch(`${addresses.baseUrl}/agents`, { method: "POST", headers, body });
  expect([response.status, (await response.json()).error.code]).toEqual([400, "malformed_body"]);
});

test("the scheme is Bearer in any case, before any number of spaces", async () => {
  const { fetch, addresses } = createMockService();
  for (const authorization of ["bearer  test-key", "BEARER test-key"])
    expect((await fetch(`${addresses.baseUrl}/agents`, { headers: { authorization } })).status).toBe(200);
});

test("the campaign interface sees its organization's campaigns alone, and says where a body is wrong", async () => {
  const service = createMockService({ keys: { "key-north": "North", "key-south": "South" } });
  const address = `${service.addresses.campaignBaseUrl}/v1/campaigns/${known(service).campaign.id}/prospects-zap`;
  const add = (key: string, body: unknown) => ask<Fields>(service, `POST ${address}`, { key, body });
  expect((await add("key-south", { name: "Ravi Kumar", phone: "+919812345678" })).status).toBe(404);
  const missing = [{ loc: ["body", "name"] }, { loc: ["body", "phone"] }];
  expect(await add("key-north", { city: "Pune" })).toMatchObject({ status: 422, body: { detail: missing } });
  expect(await add("key-north", "{")).toMatchObject({ status: 422, body: { detail: [{ loc: ["body"] }] } });
});

test("a body of 20 MB gets 413, and is not read to its end", async () => {
  const service = createMockService();
  let sentBytes = 0;
  const body = new ReadableStream({
    pull(controller) {
      sentBytes += 65_536;
      controller.enqueue(new Uint8Array(65_536));
      if (sentBytes >= 20_000_000) controller.close();
    },
  });
  const init = { method: "POST", body, duplex: "half", headers: { authorization: "Bearer test-key" } } as RequestInit;
  const response = await service.fetch(`${service.addresses.baseUrl}/agents`, init);
  expect(response.status).toBe(413);
  expect(sentBytes).toBeLessThan(2_000_000);
});

test("a body whose Content-Length is too large is rejected before any of it is read", async () => {
  const { fetch, addresses } = createMockService();
  const headers = { authorization: "Bearer test-key", "content-length": "20000000" };
  expect((await fetch(`${addresses.baseUrl}/agents`, { method: "POST", headers, body: "{}" })).status).toBe(413);
});

/** A stream that one half of a tee leaves unread cannot be cancelled until the other half is; the fake waited for that. */
test("a body that is refused half read gets its answer, also when the request was cloned before", async () => {
  const service = createMockService();
  const request = new Request(`${service.addresses.baseUrl}/agents`, {
    method: "POST",
    headers: { authorization: "Bearer test-key" },
    body: "x".repeat(2_000_000),
  });
  const clone = request.clone();
  expect((await service.fetch(request)).status).toBe(413);
  expect(await clone.text()).toHaveLength(2_000_000);
});

test("brackets in strings are no nesting", async () => {
  const name = `${"[{".repeat(500)}"\\`;
  const reply = await ask(createMockService(), "POST /agents", { body: { name, email: "dev.patel@example.com" } });
  expect(reply.body.data.name).toBe(name);
});

test("ids of odd characters and broken percent-encodings are not found, and nothing worse", async () => {
  const service = createMockService();
  for (const id of ["%", "%E0%A4%A", "%00", "%2F%2F", "__proto__", ":id", "*", "é", "a".repeat(9_000)]) {
    expect((await ask(service, `PATCH /agents/${id}`, { body: {} })).status).toBe(404);
    expect((await ask(service, `GET /categories/${id}`)).status).toBe(404);
    expect((await ask(service, `GET /calls/${id}/analysis`)).status).toBe(404);
  }
});

test("an update may repeat the agent's own e-mail, in any case", async () => {
  const service = createMockService();
  const { id, email } = known(service).agent;
  const reply = await ask(service, `PATCH /agents/${id}`, { body: { email: email.toUpperCase() } });
  expect([reply.status, reply.body.data.email]).toEqual([200, email.toUpperCase()]);
});
