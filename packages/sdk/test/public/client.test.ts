import type { ClientOptions } from "@call-analysis/sdk";
import * as sdkPackage from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { checkRows } from "../support/check-rows.ts";
import { failureOf, startFake } from "./support/fake.ts";

const { CallAnalysis, CallAnalysisError, ConfigurationError } = sdkPackage;
const options: ClientOptions = { apiKey: "test-key-1234567", baseUrl: "https://api.call-analysis.test/v1" };

const refused: [what: string, ClientOptions][] = [
  ["without a key", { apiKey: undefined }],
  ["with a key that is not visible ASCII", { apiKey: "key\nX-Other: 1" }],
  ["without a base URL", { baseUrl: undefined }],
  ["with a base URL that is no address", { baseUrl: "api.test" }],
  ["with plain http to a host that is not loopback", { baseUrl: "http://api.call-analysis.test/v1" }],
  ["with an attempt limit of 0", { timeoutMs: 0 }],
  ["with a deadline below 0", { deadlineMs: -1 }],
];

test("a client cannot be made without what it needs, or with options that cannot be right", async () => {
  vi.stubEnv("CALL_ANALYSIS_API_KEY", undefined);
  vi.stubEnv("CALL_ANALYSIS_BASE_URL", undefined);
  await checkRows(refused, (changed) => {
    expect(() => new CallAnalysis({ ...options, ...changed })).toThrow(ConfigurationError);
  });
  vi.unstubAllEnvs();
});

test("the environment gives the key and the addresses that are not passed", async () => {
  const { service } = startFake();
  vi.stubEnv("CALL_ANALYSIS_API_KEY", "test-key");
  vi.stubEnv("CALL_ANALYSIS_BASE_URL", "https://api.call-analysis.test/v1");
  vi.stubEnv("CALL_ANALYSIS_CAMPAIGN_BASE_URL", "https://campaigns.call-analysis.test");
  const sdk = new CallAnalysis({ fetch: service.fetch });
  vi.unstubAllEnvs();
  expect(await sdk.agents.list()).toHaveLength(4);
  const [campaign] = service.db.campaigns.list();
  expect(await sdk.campaigns.addProspect(campaign?.id ?? "", { name: "A", phone: "+1" })).toMatchObject({
    success: true,
  });
});

test("a client without a campaign address fails in addProspect alone", async () => {
  const { service } = startFake();
  const sdk = new CallAnalysis({ ...options, apiKey: "test-key", fetch: service.fetch });
  expect(await sdk.categories.list()).toHaveLength(3);
  expect(await failureOf(sdk.campaigns.addProspect("c", { name: "A", phone: "+1" }))).toBeInstanceOf(
    ConfigurationError,
  );
});

test("agents are listed, created, updated and deleted, and an update has the id under both names", async () => {
  const { sdk } = startFake();
  const created = await sdk.agents.create({ name: "Nia Roy", email: "nia@example.com" });
  expect(created).toMatchObject({ id: expect.any(String), userId: expect.any(String), name: "Nia Roy" });
  const updated = await sdk.agents.update(created.id, { name: "Nia Sen" });
  expect(updated).toMatchObject({ id: created.id, memberId: created.id, name: "Nia Sen", email: "nia@example.com" });
  expect((await sdk.agents.list()).map(({ name }) => name)).toContain("Nia Sen");
  expect(await sdk.agents.delete(created.id)).toBeUndefined();
  expect((await sdk.agents.list()).map(({ id }) => id)).not.toContain(created.id);
});

test("a deletion that is answered with 200 and does not say success is an error", async () => {
  const { service, sdk, memberId } = startFake();
  service.faults.inject({ operation: "deleteAgent", status: 200, body: { success: false } });
  expect(CallAnalysisError.is(await failureOf(sdk.agents.delete(memberId, { retry: false })))).toBe(true);
});

test("categories are listed, and each can be read with its outcomes and sections", async () => {
  const { sdk, categoryId } = startFake();
  const [first] = await sdk.categories.list();
  const detail = await sdk.categories.get(categoryId);
  expect(detail).toMatchObject({ ...first });
  expect(detail.possibleOutcomes.length).toBeGreaterThan(0);
  expect(detail.analysisPointers.length).toBeGreaterThan(0);
});

test("a prospect goes to the campaign interface with the campaign's key and all of its fields", async () => {
  const keys = { "test-key": "One", "campaign-key": "One" };
  const { service, sdk } = startFake({ keys }, { campaignApiKey: "campaign-key" });
  const [campaign] = service.db.campaigns.list();
  const sent: (string | null)[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    sent.push(new Headers(init?.headers).get("authorization"));
    return service.fetch(input, init);
  };
  const client = sdk.withOptions({ fetch });
  const result = await client.campaigns.addProspect(campaign?.id ?? "", { name: "A", phone: "+1", source: ["fair"] });
  await client.agents.list();
  expect(sent).toEqual(["Bearer campaign-key", "Bearer test-key"]);
  expect(result).toMatchObject({ success: true, added_count: 1 });
  expect(service.db.prospects.list()).toMatchObject([{ fields: { name: "A", phone: "+1", source: ["fair"] } }]);
});

test.each<unknown>([
  "",
  ".",
  "..",
  "a\u0000b",
  "a\nb",
  "\u007f",
  "\u0085",
  "a\ud800",
  { toString: () => "a" },
  undefined,
  null,
])("the id %j is refused before anything is sent", async (wrong) => {
  // As JavaScript's callers may pass it.
  const id = wrong as string;
  const { service, sdk } = startFake();
  const failures = [
    sdk.agents.update(id, { name: "x" }),
    sdk.agents.delete(id),
    sdk.categories.get(id),
    sdk.calls.getAnalysis(id),
    sdk.calls.waitForAnalysis(id),
    (async () => sdk.calls.watchAnalysis(id))(),
    sdk.campaigns.addProspect(id, { name: "A", phone: "+1" }),
  ].map(failureOf);
  for (const failure of failures) expect(await failure).toBeInstanceOf(ConfigurationError);
  expect(String(await failures[2])).toContain("categoryId");
  expect(service.journal.entries()).toHaveLength(0);
});

test.each(["../agents", "a\\b", "%2e%2e", "a?b=1", "a#b", "{id}", "$&", " ", "é", "*", "...", 7])(
  "the id %j is one segment of the path, and read back as it was",
  async (id) => {
    const addresses: string[] = [];
    const fetch = async (address: string | URL | Request) => {
      addresses.push(String(address));
      return Response.json({ data: {} });
    };
    // Programs in JavaScript have numbers as ids.
    await new CallAnalysis({ ...options, fetch }).categories.get(id as string);
    const [address = ""] = addresses;
    const segment = address.slice(`${options.baseUrl}/categories/`.length);
    expect(new URL(address).href).toBe(address);
    expect(segment).toMatch(/^[^/?#\\]+$/);
    expect(decodeURIComponent(segment)).toBe(String(id));
  },
);

test("withResponse() gives the data, the response and the request's id, and sends once", async () => {
  const { service, sdk } = startFake();
  const request = sdk.agents.list();
  const { data, response, requestId } = await request.withResponse();
  expect(data).toEqual(await request);
  expect(response.status).toBe(200);
  expect(requestId).toBe(service.journal.entries()[0]?.requestId);
  expect(requestId).toEqual(expect.any(String));
  expect(service.journal.count({ operation: "listAgents" })).toBe(1);
});

test("a request starts when its method is called, before anybody awaits it", async () => {
  const { service, sdk } = startFake();
  const gate = service.hold("listAgents");
  const request = sdk.agents.list();
  await gate.reached();
  gate.release();
  await request;
});

test("a derived client has other options, and the first one keeps its own", async () => {
  const { service, sdk } = startFake();
  const agents: (string | null)[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    agents.push(new Headers(init?.headers).get("x-team"));
    return service.fetch(input, init);
  };
  const first = sdk.withOptions({ fetch });
  await first.withOptions({ headers: { "x-team": "sales" } }).agents.list();
  await first.agents.list();
  expect(agents).toEqual(["sales", null]);
});

test("the fetch of the process is looked up at each request, and not when the client is made", async () => {
  const { service } = startFake();
  const sdk = new CallAnalysis(service.clientOptions());
  vi.stubGlobal("fetch", service.fetch);
  expect(await sdk.agents.list()).toHaveLength(4);
  vi.unstubAllGlobals();
});
