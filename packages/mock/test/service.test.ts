import { CallAnalysis } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { createMockService } from "../src/index.js";
import { ask } from "./support/ask.js";
import { createCall } from "./support/flow.js";

const startAt = "2026-01-31T10:00:00Z";

test("reset can be a hook of vitest itself, which hands it its context", (context) => {
  const service = createMockService();
  service.faults.inject({ operation: "listAgents", status: 503 });
  const hook: (context: object) => void = service.reset as (context: object) => void;
  hook(context);
  expect(service.rules.list()).toEqual([]);
});

test("request ids begin again after a reset", async () => {
  const service = createMockService();
  const requestId = async () => (await ask(service, "GET /agents")).headers.get("x-request-id");
  const first = await requestId();
  expect(await requestId()).not.toBe(first);
  service.reset();
  expect(await requestId()).toBe(first);
});

test("seed adds data under its own ids to the organization of a name, by default the first", () => {
  const service = createMockService({ scenario: "empty", keys: { "key-north": "North", "key-south": "South" } });
  service.seed({ campaigns: [{ id: "spring", name: "Spring" }] });
  service.seed({ organization: "South", agents: [{ name: "Dev Patel", email: "dev.patel@example.com" }] });
  const [north, south] = service.db.organizations.list();
  expect(service.db.campaigns.get("spring")?.organizationId).toBe(north?.id);
  expect(service.db.agents.list()).toMatchObject([{ organizationId: south?.id, email: "dev.patel@example.com" }]);
  expect(() => service.seed({ organization: "West" })).toThrow(/is not an organization: "West"/);
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
  expect(() => service.clientOptions({ key: "key-south" })).toThrow(/^key: .* apiKey, fast$/);
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

test("invalid addresses, and no keys, are rejected when the service is created", () => {
  expect(() => createMockService({ baseUrl: "api.test/v1" })).toThrow(/baseUrl must be .*got "api.test\/v1"/);
  expect(() => createMockService({ storageUrl: "ftp://store.test" })).toThrow(/storageUrl/);
  expect(() => createMockService({ keys: {} })).toThrow("`keys` must contain at least one API key.");
  for (const key of ["klucz-ł", "key\n", "two words", ""]) {
    const keys = { "key-north": "North", [key]: "South" };
    expect(() => createMockService({ keys })).toThrow(
      new TypeError(
        '`keys`: API key 2, of "South", must be visible ASCII without spaces, because it is sent in a header.',
      ),
    );
  }
});

test("an address of others is a network error, as with the global fetch", async () => {
  const { fetch } = createMockService();
  await expect(fetch("https://elsewhere.test/v1/agents")).rejects.toThrow(TypeError);
  const error = await fetch("https://api.call-analysis.test/v10/agents?X-Signature=4711").catch(String);
  expect(error).toContain("https://api.call-analysis.test/v10/agents.");
  expect(error).not.toContain("4711");
});
