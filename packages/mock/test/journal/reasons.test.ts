/** The journal says why a request was refused or failed, and shows what was sent without its secrets. */
import { expect, test } from "vitest";
import { createMockService } from "../../src/index.js";
import { ask } from "../support/ask.js";
import { known } from "../support/flow.js";
import { soon } from "../support/soon.js";

const noKey = "The Authorization header is missing.";

test.for<[string, string | null, string | null]>([
  ["GET /agents", null, noKey],
  ["GET /agents", "Bearer ", "The Authorization header has no key."],
  ["GET /agents", "Bearer wrong-4711", "This service does not know the API key."],
  ["GET /call", "Bearer test-key", "The path /v1/call does not exist."],
  ["GET /agent/mem_1", "Bearer test-key", "The path /v1/agent/mem_1 does not exist."],
  ["PUT /agents", "Bearer test-key", "This path allows only GET, HEAD, POST."],
  ["GET /calls/nowhere/analysis", "Bearer test-key", "There is no such call."],
  ["GET /agents", "Bearer test-key", null],
])("%s with %s: %s", async ([request, authorization, reason]) => {
  const service = createMockService();
  const [method, path] = request.split(" ");
  const headers: HeadersInit = authorization === null ? {} : { authorization };
  await service.fetch(`${service.addresses.baseUrl}${path}`, { method: method ?? "", headers });
  expect(service.journal.entries()).toMatchObject([{ reason }]);
});

test.for([
  ["/agents", " Did you mean /v1/agents?"],
  ["/agents/mem_1", " Did you mean /v1/agents/mem_1?"],
  ["/favicon.ico", ""],
])("on one host with the storage, %s is answered with the path that was meant", async ([path, hint]) => {
  const addresses = { campaignBaseUrl: "https://fake.test", storageUrl: "https://fake.test/storage" };
  const service = createMockService({ baseUrl: "https://fake.test/v1", ...addresses });
  await service.fetch(`https://fake.test${path}`);
  expect(service.journal.entries()[0]?.reason).toBe(`The path ${path} does not exist.${hint}`);
});

test("a fault is named by its id, and a delay alone is no reason", async () => {
  const service = createMockService();
  const slow = service.faults.inject({ operation: "listAgents", latencyMs: 0 });
  await ask(service, "GET /agents");
  const id = service.faults.inject({ operation: "listCategories", status: 503, times: 1 });
  await ask(service, "GET /categories");
  const [delayed, failed] = service.journal.entries();
  expect(delayed).toMatchObject({ reason: null, faults: ["latency"], rules: [slow] });
  expect(failed?.reason).toBe(`The rule ${id} made this request fail: status 503.`);
});

test.for([
  [{ network: "error", when: "after" }, true],
  [{ status: 503, when: "after" }, true],
  [{ body: "truncate" }, true],
  [{ network: "error" }, false],
  [{ status: 503 }, false],
  [{ latencyMs: 0, when: "after" }, false],
] as const)(
  "an entry with the fault %j says whether a call was created and its response lost: %s",
  async ([fault, isLost]) => {
    const service = createMockService();
    service.faults.inject({ operation: "createCall", ...fault });
    const { agent, category, audio_url } = known(service);
    const body = { memberId: agent.id, categoryId: category.id, audio_url };
    await ask(service, "POST /calls", { body }).catch(() => {});
    const [call] = service.db.calls.list();
    const lostResponse = isLost ? { status: 202, callId: call?.id } : null;
    expect(service.journal.entries()).toMatchObject([{ lostResponse }]);
  },
);

test("an override is the reason of an error that it answers with, and of nothing else", async () => {
  const service = createMockService();
  service.use("listAgents", () => ({ data: [] }));
  service.use("listCategories", () => new Response(null, { status: 410 }));
  await ask(service, "GET /agents");
  await ask(service, "GET /categories");
  expect(service.journal.entries().map(({ status, reason }) => [status, reason])).toEqual([
    [200, null],
    [410, "A function passed to service.use() sent this response."],
  ]);
});

test("a request that its client gave up says so", async () => {
  const service = createMockService();
  const gate = service.hold("listAgents");
  const stop = new AbortController();
  const headers = { authorization: "Bearer test-key" };
  const sent = service.fetch(`${service.addresses.baseUrl}/agents`, { headers, signal: stop.signal });
  await soon(gate.reached());
  stop.abort();
  await expect(sent).rejects.toThrow();
  const entry = await service.journal.waitFor({ operation: "listAgents" });
  expect(entry.reason).toBe("The client ended the request before the response.");
});

test("headers and query are shown, and what may be a secret is removed from them", async () => {
  const service = createMockService();
  const secrets = {
    authorization: "Bearer test-key",
    cookie: "session=4711",
    "x-api-key": "other-4711",
    "x-admin-token": "admin-4711",
    "x-password": "word-4711",
    "x-credential": "credential-4711",
    "x-secret": "secret-4711",
  };
  const headers = { ...secrets, "x-note": "has test-key inside", accept: "application/json" };
  const query = "page=2&page=3&note=%74est-key&api_key=wrong-4711&X-Signature=4711";
  await service.fetch(`${service.addresses.baseUrl}/agents?${query}`, { headers });
  const [entry] = service.journal.entries();
  expect(entry?.requestHeaders).toEqual(
    expect.arrayContaining([
      ...Object.keys(secrets).map((name) => ({ name, value: "[removed]" })),
      { name: "x-note", value: "has [removed] inside" },
      { name: "accept", value: "application/json" },
    ]),
  );
  expect(entry?.query).toEqual([
    { name: "page", value: "2" },
    { name: "page", value: "3" },
    { name: "note", value: "[removed]" },
    { name: "api_key", value: "[removed]" },
    { name: "X-Signature", value: "[removed]" },
  ]);
  expect(entry?.responseHeaders).toContainEqual({ name: "content-type", value: "application/json" });
  expect(JSON.stringify(entry)).not.toMatch(/test-key|4711/);
});
