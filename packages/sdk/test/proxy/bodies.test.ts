/** What a request may bring: one JSON object, of a limited size. */
import { expect, test, vi } from "vitest";
import { memoryLedger } from "../../src/record/memory-ledger.js";
import { callOf, startProxiedMock } from "./proxy-server.ts";

const agents = { method: "POST", path: "/v1/agents" };

const notObjects: [what: string, body: string, status: number][] = [
  ["an array", "[]", 400],
  ["a text", '"text"', 400],
  ["null", "null", 400],
  ["nothing", "", 400],
  ["JSON that is cut", '{"name":', 400],
  ["two objects", "{}{}", 400],
  ["JSON that is nested too deep to be compared", `{"a":${'{"b":'.repeat(3_000)}1${"}".repeat(3_000)}}`, 400],
  ["JSON of 101 levels", `{"a":${"[".repeat(99)}{"b":1}${"]".repeat(99)}}`, 400],
];

test("a call of 100 levels is created", async () => {
  const { proxy, service } = await startProxiedMock();
  const udfs = JSON.parse(`{"a":${"[".repeat(98)}1${"]".repeat(98)}}`);
  const created = await proxy.send({ method: "POST", path: "/v1/calls", body: { ...(await callOf(proxy)), udfs } });
  expect(created.status).toBe(202);
  expect(service.journal.count({ operation: "createCall" })).toBe(1);
});

test.each(notObjects)("%s gets a 4xx, and nothing reaches the service", async (_what, body, status) => {
  const { service, proxy } = await startProxiedMock();
  const received = await proxy.send({ ...agents, body });
  expect(received.status).toBe(status);
  expect(received.body?.error?.code).toBe("invalid_body");
  expect(service.journal.entries()).toEqual([]);
});

test("a body that something has read before is told from one that is no object", async () => {
  const { proxy } = await startProxiedMock();
  const messageOf = async (body: string) => (await proxy.send({ ...agents, body })).body?.error?.message;
  expect(await messageOf("")).not.toBe(await messageOf("1"));
});

test.each<Record<string, string>>([
  { "content-type": "text/plain" },
  { "content-type": "application/x-www-form-urlencoded" },
  { "content-type": "multipart/form-data; boundary=x" },
  { "content-type": "" },
  { "content-encoding": "gzip" },
])("a body with %o gets 415", async (headers) => {
  const { service, proxy } = await startProxiedMock();
  expect((await proxy.send({ ...agents, headers, body: { name: "R", email: "r@example.com" } })).status).toBe(415);
  expect(service.journal.entries()).toEqual([]);
});

test("a body of exactly maxBodyBytes passes, and one byte more gets 413", async () => {
  const { proxy } = await startProxiedMock({ maxBodyBytes: 100 });
  const ofSize = (sizeBytes: number) => {
    const body = JSON.stringify({ name: "", email: "r@example.com" });
    return body.replace('""', `"${"x".repeat(sizeBytes - body.length)}"`);
  };
  expect((await proxy.send({ ...agents, body: ofSize(100) })).status).toBe(201);
  expect((await proxy.send({ ...agents, body: ofSize(101) })).status).toBe(413);
});

test("the limit is 1 MiB by default", async () => {
  const { service, proxy } = await startProxiedMock();
  const received = await proxy.send({ ...agents, body: { name: "x".repeat(1024 * 1024) } });
  expect(received.status).toBe(413);
  expect(service.journal.entries()).toEqual([]);
});

test("the fields that the server stamps win, field by field, and __proto__ is a field like any other", async () => {
  const seen: unknown[] = [];
  const { service, proxy } = await startProxiedMock({
    stampUdfs: async (user) => {
      seen.push(user);
      return JSON.parse('{"tenant":"acme","__proto__":{"role":"user"}}');
    },
  });
  const call = await callOf(proxy);
  const udfs = '{"crmId":"84113","tenant":"evil","__proto__":{"role":"admin"}}';
  const body = `${JSON.stringify(call).slice(0, -1)},"udfs":${udfs}}`;
  expect((await proxy.send({ method: "POST", path: "/v1/calls", body })).status).toBe(202);
  expect(seen).toEqual([{ userId: "asha" }]);
  const [created] = service.db.calls.list();
  expect(JSON.stringify(created?.udfs)).toBe('{"crmId":"84113","tenant":"acme","__proto__":{"role":"user"}}');
});

test("a stampUdfs that fails is a 500, and the call is neither claimed nor sent", async () => {
  const ledger = memoryLedger();
  const claim = vi.spyOn(ledger, "claim");
  const { service, proxy } = await startProxiedMock({
    ledger,
    stampUdfs: () => {
      throw new Error("tenant lookup failed at db-7");
    },
  });
  const received = await proxy.send({ method: "POST", path: "/v1/calls", body: await callOf(proxy) });
  expect(received.status).toBe(500);
  expect(received.text).not.toContain("db-7");
  expect(claim).not.toHaveBeenCalled();
  expect(service.journal.count({ operation: "createCall" })).toBe(0);
});

test.each([5, "x", null, ["x"], new Map([["createdBy", "asha"]])])(
  "a stampUdfs that returns %j in place of an object is a 500, and nothing is sent",
  async (stamps) => {
    const { service, proxy } = await startProxiedMock({ stampUdfs: () => stamps as never });
    const received = await proxy.send({ method: "POST", path: "/v1/calls", body: await callOf(proxy) });
    expect(received.status).toBe(500);
    expect(service.journal.count({ operation: "createCall" })).toBe(0);
  },
);

test("a field of a call that cannot be sent is a 400 that names it", async () => {
  const { proxy } = await startProxiedMock();
  const call = await callOf(proxy);
  for (const [field, value] of [
    ["memberId", 7],
    ["categoryId", ""],
    ["audio_url", null],
    ["udfs", []],
    ["date", 7],
  ] as const) {
    const received = await proxy.send({ method: "POST", path: "/v1/calls", body: { ...call, [field]: value } });
    expect(received).toMatchObject({ status: 400, body: { error: { code: "invalid_call" } } });
    expect(received.body?.error?.message).toContain(field);
  }
});

test.each([
  ["/v1/calls/presigned-url", { filename: "a.wav", contentType: "audio/wav" }],
  ["/v1/calls", { memberId: "m", categoryId: "c", audio_url: "https://a" }],
  ["/v1/agents", { name: "R", email: "r@example.com" }],
])("an unknown field is the page's mistake, and nothing reaches the service: %s", async (path, fields) => {
  const { proxy, service } = await startProxiedMock();
  const received = await proxy.send({ method: "POST", path, body: { ...fields, billTo: "other" } });
  expect(received).toMatchObject({
    status: 400,
    body: { error: { code: "invalid_body", message: expect.stringContaining("billTo") } },
  });
  expect(service.journal.entries()).toEqual([]);
});
