import { operations } from "@call-analysis/sdk/operations";
import { expect, test } from "vitest";
import { createMockService } from "../src/index.js";
import { ask, type Fields } from "./support/ask.js";

interface Refused {
  error: { code: string; message: string; fields: Fields[] };
}

test.each([
  ["", "malformed_body", /./],
  ["{", "malformed_body", /./],
  ["{'a':1}", "malformed_body", /./],
  ["\u0000", "malformed_body", /./],
  ['{"a":1}x', "malformed_body", /./],
  ["null", expect.any(String), /^must be an object, and is null$/],
  ['"text"', expect.any(String), /^must be an object, and is a string$/],
  ["[{}]", expect.any(String), /^must be an object, and is a list$/],
])("the body %j gets 400, and a JSON body that says what is wrong with it", async (body, code, message) => {
  const reply = await ask<Refused>(createMockService(), "POST /agents", { body });
  expect(reply).toMatchObject({ status: 400, body: { error: { code, message: expect.stringMatching(message) } } });
});

test("a key named `__proto__` in a body reaches nothing", async () => {
  const service = createMockService();
  const body = '{"__proto__":{"name":"Dev Patel","email":"dev.patel@example.com"}}';
  const reply = await ask<Refused>(service, "POST /agents", { body });
  expect(reply.body.error.fields.map(({ path }) => path)).toEqual(["name", "email"]);
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

test("JSON that is nested without end gets 400", async () => {
  const service = createMockService();
  for (const nested of ["[".repeat(400_000), `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`]) {
    const body = `{"memberId":"m","categoryId":"c","audio_url":"https://a.test","udfs":{"a":${nested}}}`;
    expect((await ask(service, "POST /calls", { body })).status).toBe(400);
  }
});

test("brackets in strings are no nesting", async () => {
  const name = `${"[{".repeat(500)}"\\`;
  const reply = await ask(createMockService(), "POST /agents", { body: { name, email: "dev.patel@example.com" } });
  expect(reply.body.data.name).toBe(name);
});

test("an unknown path gets 404 and JSON, on the external and on the campaign interface", async () => {
  const service = createMockService();
  for (const path of ["", "/", "/agents/", "/agent", "/agents/a/b", "/calls/x", "//agents", "/agents/%2e%2e/x", "/*"]) {
    const reply = await ask<Refused>(service, `GET ${service.addresses.baseUrl}${path}`);
    expect([reply.status, reply.body.error.code]).toEqual([404, "not_found"]);
  }
  const campaign = await ask(service, `GET ${service.addresses.campaignBaseUrl}/v1/campaigns`);
  expect([campaign.status, campaign.body]).toEqual([404, { detail: "There is nothing at this path." }]);
});

test("a known path with another method gets 405, JSON, and the methods that it takes", async () => {
  const service = createMockService();
  const { campaignBaseUrl } = service.addresses;
  const rows = Object.values(operations);
  for (const { path, ...row } of rows) {
    const known: string[] = rows.flatMap((other) => (other.path === path ? [other.method] : []));
    const unknown = ["GET", "POST", "OPTIONS"].find((method) => !known.includes(method)) ?? "";
    const asked = `${"target" in row ? campaignBaseUrl : ""}${path}`.replace(/\{\w+\}/, "1");
    const reply = await ask(service, `${unknown} ${asked}`);
    const allow = known.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])).join(", ");
    expect([path, reply.status, reply.headers.get("allow")]).toEqual([path, 405, allow]);
    expect(reply.body).toBeTypeOf("object");
  }
});

test("ids of odd characters and broken percent-encodings are not found, and nothing worse", async () => {
  const service = createMockService();
  for (const id of [
    "%",
    "%zz",
    "%E0%A4%A",
    "%00",
    "%2F%2F",
    "__proto__",
    "constructor",
    ":id",
    "*",
    "é",
    "a".repeat(9_000),
  ]) {
    expect((await ask(service, `PATCH /agents/${id}`, { body: {} })).status).toBe(404);
    expect((await ask(service, `GET /categories/${id}`)).status).toBe(404);
    expect((await ask(service, `GET /calls/${id}/analysis`)).status).toBe(404);
  }
});

test("methods named like properties of objects are no methods", async () => {
  const service = createMockService();
  for (const method of ["constructor", "toString", "__proto__"]) {
    expect((await ask(service, `${method} /agents`)).status).toBe(405);
  }
});
