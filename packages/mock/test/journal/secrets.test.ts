import { expect, test } from "vitest";
import { createMockService, type MockService } from "../../src/index.js";
import { type AskOptions, ask } from "../support/ask.js";
import { createCall, grant, put, readAnalysis } from "../support/flow.js";

/** All that the journal ever shows, to the letter: JSON of it would hide a key that is written as JSON already. */
async function allText(service: MockService): Promise<string> {
  const { journal } = service;
  const other = { path: "/nowhere", id: "nobody", audio_url: "https://a.test/none", udfs: { note: "none" } };
  const miss = await journal.waitFor(other, { timeoutMs: 1 }).catch(String);
  return textsIn([journal.entries(), miss]).join("\n");
}

/** The names and the texts in a value, at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [String(value)];
  return Object.entries(value).flatMap(([name, item]) => [name, ...textsIn(item)]);
}

test("a right key is in no field: not of bodies, names, paths, queries, types or methods", async () => {
  const service = createMockService();
  const body = { name: "test-key", email: "test-key@example.com", "test-key": { deep: ["x test-key y"] } };
  await ask(service, "POST /agents", { body });
  await ask(service, "PATCH /agents/test-key?api_key=test-key", { body: {} });
  await ask(service, "GET /agents/%74est-key");
  await ask(service, "test-key /agents");
  await createCall(service, { udfs: { note: "test-key" }, audio_url: "https://a.test/test-key/a.wav?test-key" });
  await ask(service, `POST /calls`, { body: { memberId: "mem_none", udfs: { "mock:test-key": 1 } } });
  await ask(service, "GET /nowhere/%74est-key");
  const headers = {
    "content-type": "test-key",
    "test-key": "1",
    referer: "https://a.test/%74est-key",
    "x-mock-client": "test-key",
  };
  await service.fetch(`${service.addresses.baseUrl}/agents`, { headers });
  expect(await allText(service)).not.toContain("est-key");
});

test("what a call is about, which misses name, has no key either", async () => {
  const service = createMockService();
  const callId = await createCall(service, { udfs: { note: "test-key" }, audio_url: "https://a.test/test-key.wav" });
  await readAnalysis(service, callId);
  service.journal.clear();
  await readAnalysis(service, callId);
  const text = await allText(service);
  expect(text).toContain('audio_url is "https://a.test/[removed].wav", not');
  expect(text).not.toContain("test-key");
});

test("a wrong key is in no field, whatever scheme it is sent with", async () => {
  const service = createMockService();
  for (const authorization of ["Token wrong-key-4711", "bearer wrong-key-4711", "wrong-key-4711"])
    await service.fetch(`${service.addresses.baseUrl}/agents/wrong-key-4711`, { headers: { authorization } });
  expect(await allText(service)).not.toContain("4711");
});

test.for(["wrong-key-4711", "wrong key 4711"])("the wrong key '%s' is in no field either", async (key) => {
  const service = createMockService();
  service.faults.inject({ operation: "createAgent", latencyMs: 0 });
  await ask(service, "POST /agents", { key, body: { name: `the ${key}`, email: "asha@example.com" } });
  await ask(service, `GET /agents/${encodeURIComponent(key)}`, { key });
  expect(await allText(service)).not.toContain(key.slice(0, 9));
});

test("a key that JSON or addresses write in another way is found in both", async () => {
  const key = 'a"b\\c%d/e';
  const service = createMockService({ keys: { [key]: "North" } });
  const body = { name: key, link: `https://a.test/${encodeURIComponent(key)}` };
  await ask(service, `PATCH /agents/${encodeURIComponent(key)}`, { key, body });
  await ask(service, "POST /agents", { key, body: `{"name":${JSON.stringify(key)},` });
  const text = await allText(service);
  for (const form of [key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key)]) expect(text).not.toContain(form);
});

test("a short key is kept out where it stands alone, and leaves words whole", async () => {
  const service = createMockService({ keys: { "7": "North" } });
  await ask(service, "POST /agents", { key: "7", body: { name: "7", email: "agent17@example.com", level: 7 } });
  expect(service.journal.entries()[0]?.request.content).toEqual({
    name: "[removed]",
    email: "agent17@example.com",
    level: "[removed]",
  });
});

test("a signature is in no field: not of the grant, nor of what is sent on", async () => {
  const service = createMockService();
  const { presignedUrl } = await grant(service);
  const signature = new URL(presignedUrl).searchParams.get("X-Signature") ?? "";
  expect(signature).toMatch(/^[0-9a-f]{32}$/);
  await put(service, presignedUrl);
  await put(service, presignedUrl.replace(/.$/, "0"));
  await createCall(service, { audio_url: presignedUrl, udfs: { link: encodeURIComponent(presignedUrl) } });
  await put(service, "https://storage.call-analysis.test/recordings/a/X-Signature=0123456789abcdef");
  const text = await allText(service);
  expect(text).not.toContain(signature.slice(0, 60));
  expect(text).not.toContain("0123456789abcdef");
});

test.each([1, 4, 8])("a key of which the first %i characters are kept shows none", async (shown) => {
  const service = createMockService({ keys: { "~q7-key-4711": "North" } });
  const body = `{"name":"${"-".repeat(65_536 - 9 - shown)}~q7-key-4711"}`;
  await ask(service, "POST /agents", { key: "~q7-key-4711", body: JSON.parse(body) });
  service.use("listAgents", () => new Response(body, { status: 500 }));
  await ask(service, "GET /agents", { key: "~q7-key-4711" });
  expect(await allText(service)).not.toContain("~");
});

const organizations = { "key-north": "North", "key-south": "South" };

const named = (name: string) => ({ name, email: "a@example.com" });

const others: [what: string, keys: Record<string, string>, request: Parameters<typeof ask>[1], sent: AskOptions][] = [
  ["of another organization", organizations, "POST /agents", { key: "key-north", body: named("key-south") }],
  [
    "of which another key is the beginning",
    { "key-north": "North", "key-north-south": "South" },
    "POST /agents",
    { key: "key-north", body: named("key-north-south") },
  ],
  ["in a request with a wrong key", organizations, "GET /agents/key-south", { key: "wrong-key-4711" }],
  [
    "in a body nested without end",
    organizations,
    "POST /agents",
    { key: "key-north", body: `${"[".repeat(20_000)}"key-south"${"]".repeat(20_000)}` },
  ],
];

test.each(others)("a right key %s is in no field", async (_, keys, request, sent) => {
  const service = createMockService({ keys });
  await ask(service, request, sent);
  expect(await allText(service)).not.toMatch(/north|south/);
});

test("a secret in a fault's body is kept out, too", async () => {
  const service = createMockService();
  service.faults.inject({ status: 401, body: { detail: "test-key is not valid" } });
  await ask(service, "GET /agents");
  expect(await allText(service)).not.toContain("test-key");
});

test("an entry is found by the signed URL that it shows without the signature", async () => {
  const service = createMockService({ strict: false });
  const { presignedUrl } = await grant(service);
  await createCall(service, { audio_url: presignedUrl });
  expect(service.journal.count({ operation: "createCall", audio_url: presignedUrl })).toBe(1);
});
