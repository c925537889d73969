import { CallAnalysis } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { createMockService } from "../src/index.js";
import { ask, type Fields } from "./support/ask.js";
import { createCall, finishedCall, grant, known, put } from "./support/flow.js";

const startAt = "2026-01-31T10:00:00Z";

test("two services in one process share nothing", async () => {
  const one = createMockService();
  const other = createMockService();
  const before = other.db.agents.list();
  await ask(one, "POST /agents", { body: { name: "Dev Patel", email: "dev.patel@example.com" } });
  await createCall(one);
  one.clock.advance(60_000);
  one.db.categories.delete(known(one).category.id);
  expect(other.db.agents.list()).toEqual(before);
  expect(other.db.calls.list()).toEqual([]);
  expect(other.db.categories.list()).toHaveLength(3);
  expect(one.clock.now() - other.clock.now()).toBeGreaterThanOrEqual(59_000);
});

test("the same seed gives the same ids for the same requests, and another seed gives others", async () => {
  const idsOf = async (seed: number) => {
    const service = createMockService({ seed, clock: { startAt } });
    const { key } = await grant(service);
    return [known(service).agent.id, known(service).campaign.id, key, await createCall(service)];
  };
  expect(await idsOf(1)).toEqual(await idsOf(1));
  const [one, other] = [await idsOf(1), await idsOf(2)];
  expect(one.filter((id) => other.includes(id))).toEqual([]);
});

test("reset can be a hook of vitest itself, which hands it its context", (context) => {
  const service = createMockService();
  service.faults.inject({ operation: "listAgents", status: 503 });
  const hook: (context: object) => void = service.reset as (context: object) => void;
  hook(context);
  expect(service.rules.list()).toEqual([]);
});

test("reset returns to the scenario and the time of the start, and leads to the same responses again", async () => {
  const service = createMockService({ clock: { startAt } });
  const run = async () => {
    const agent = await ask(service, "POST /agents", { body: { name: "Dev", email: "dev.patel@example.com" } });
    const call = await finishedCall(service, { memberId: agent.body.data.id });
    service.clock.advance(1_000);
    return { agent: agent.body, requestId: agent.headers.get("x-request-id"), call };
  };
  const first = await run();
  service.reset();
  expect(service.db.calls.list()).toEqual([]);
  expect(service.db.agents.list()).toHaveLength(4);
  expect(service.clock.now()).toBe(Date.parse(startAt));
  expect(await run()).toEqual(first);
});

test("an analysis is the same whatever was done before it", async () => {
  const alone = createMockService();
  const busy = createMockService();
  await finishedCall(busy, { audio_url: "https://recordings.example.com/other.wav" });
  const [one, other] = [await finishedCall(alone), await finishedCall(busy)];
  expect(other.callId).not.toBe(one.callId);
  expect(other.analysis).toEqual(one.analysis);
  expect(other.metadata.duration).toBe(one.metadata.duration);
});

test("seed adds data under its own ids to the organization of a name, by default the first", () => {
  const service = createMockService({ scenario: "empty", keys: { "key-north": "North", "key-south": "South" } });
  service.seed({ campaigns: [{ id: "spring", name: "Spring" }] });
  service.seed({ organization: "South", agents: [{ name: "Dev Patel", email: "dev.patel@example.com" }] });
  const [north, south] = service.db.organizations.list();
  expect(service.db.campaigns.get("spring")?.organizationId).toBe(north?.id);
  expect(service.db.agents.list()).toMatchObject([{ organizationId: south?.id, email: "dev.patel@example.com" }]);
  expect(() => service.seed({ organization: "West" })).toThrow(/no organization "West"/);
});

test("the tables are the service's state: what a test changes is in the responses", async () => {
  const service = createMockService();
  const { agent } = known(service);
  service.db.agents.update(agent.id, { name: "Changed" });
  service.db.agents.insert({ ...agent, id: "mem_own", email: "own@example.com" });
  const { body } = await ask<{ data: Fields[] }>(service, "GET /agents");
  expect(body.data.map(({ name }) => name)).toContain("Changed");
  expect(body.data.map(({ id }) => id)).toContain("mem_own");
  expect(service.db.agents.delete("mem_own")).toBe(true);
  expect(() => service.db.agents.insert({ ...agent, id: "mem_twin" })).toThrow(/cannot have email/);
});

test("an id that a test has put in place is passed over", async () => {
  const startWith = () => createMockService({ clock: { startAt } });
  const taken = await createCall(startWith());
  const service = startWith();
  await createCall(service);
  const [call] = service.db.calls.list();
  service.reset();
  if (call) service.db.calls.insert({ ...call, id: taken });
  expect(await createCall(service)).not.toBe(taken);
});

test("clientOptions returns the addresses and the first key, or the key asked for", () => {
  const service = createMockService({ keys: { "key-north": "North", "key-south": "South" } });
  const { baseUrl, campaignBaseUrl } = service.addresses;
  expect(service.clientOptions()).toEqual({ apiKey: "key-north", baseUrl, campaignBaseUrl });
  expect(service.clientOptions("key-south").apiKey).toBe("key-south");
  expect(service.clientOptions({ apiKey: "key-south" })).toEqual(service.clientOptions("key-south"));
  // @ts-expect-error the option is apiKey
  expect(() => service.clientOptions({ key: "key-south" })).toThrow(/^key: .* apiKey$/);
});

test("clientOptions of a fast client add polls without pauses, which a client takes", async () => {
  const service = createMockService();
  const options = service.clientOptions({ fast: true });
  const poll = { initialDelayMs: 0, intervalMs: 0, maxIntervalMs: 0 };
  expect(options).toEqual({ ...service.clientOptions(), poll });
  const sdk = new CallAnalysis({ ...options, fetch: service.fetch });
  const timers = vi.spyOn(globalThis, "setTimeout");
  await sdk.calls.waitForAnalysis(await createCall(service));
  const pauses = timers.mock.calls.map(([, milliseconds = 0]) => milliseconds);
  timers.mockRestore();
  // Time limits are far longer.
  expect(pauses.filter((milliseconds) => milliseconds > 0 && milliseconds < 20_000)).toEqual([]);
});

test("a service can be at any addresses, and its grants carry the one of the store", async () => {
  const service = createMockService({
    baseUrl: "https://one.test/api/v1/",
    campaignBaseUrl: "https://one.test/api",
    storageUrl: "http://localhost:9000/bucket",
  });
  const { presignedUrl } = await grant(service);
  expect(presignedUrl).toMatch(/^http:\/\/localhost:9000\/bucket\/recordings\//);
  expect((await put(service, presignedUrl)).status).toBe(200);
  const address = `${service.addresses.campaignBaseUrl}/v1/campaigns/${known(service).campaign.id}/prospects-zap`;
  expect((await ask(service, `POST ${address}`, { body: { name: "R", phone: "1" } })).status).toBe(200);
});

test("invalid addresses, and no keys, are rejected when the service is created", () => {
  expect(() => createMockService({ baseUrl: "api.test/v1" })).toThrow(/baseUrl is "api.test\/v1"/);
  expect(() => createMockService({ storageUrl: "ftp://store.test" })).toThrow(/storageUrl/);
  expect(() => createMockService({ keys: {} })).toThrow("`keys` must contain at least one API key.");
});

test("an address of others is a network error, as with the global fetch", async () => {
  const { fetch } = createMockService();
  await expect(fetch("https://elsewhere.test/v1/agents")).rejects.toThrow(TypeError);
  await expect(fetch("https://api.call-analysis.test/v10/agents")).rejects.toThrow(/api\.call-analysis\.test/);
});

test("fetch takes a Request, an URL and an address, and need not be called on the service", async () => {
  const { fetch, addresses } = createMockService();
  const init = { headers: { authorization: "Bearer test-key" } };
  const address = `${addresses.baseUrl}/agents`;
  const responses = [
    await fetch(address, init),
    await fetch(new URL(address), init),
    await fetch(new Request(address, init)),
  ];
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
});

test("fetch rejects with the signal's reason, before and during a request", async () => {
  const service = createMockService();
  const reason = new Error("enough");
  const address = `${service.addresses.baseUrl}/agents`;
  await expect(service.fetch(address, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  const controller = new AbortController();
  const endless = new ReadableStream({ pull: () => new Promise(() => {}) });
  const init = { method: "POST", body: endless, duplex: "half", headers: { authorization: "Bearer test-key" } };
  const request = service.fetch(new Request(address, { ...init, signal: controller.signal } as RequestInit));
  controller.abort(reason);
  await expect(request).rejects.toBe(reason);
});
