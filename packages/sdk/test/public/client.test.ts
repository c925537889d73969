import { inspect } from "node:util";
import type { ClientOptions } from "@call-analysis/sdk";
import * as sdkPackage from "@call-analysis/sdk";
import { describe, expect, test, vi } from "vitest";
import { failureOf, quickRetry, startFake } from "./support/fake.ts";

const { analyzeFiles } = await import("@call-analysis/sdk/batch");
const { CallAnalysis, CallAnalysisError, ConfigurationError } = sdkPackage;
const options: ClientOptions = { apiKey: "test-key-1234567", baseUrl: "https://api.call-analysis.test/v1" };

describe("a client cannot be made", () => {
  const refused: [string, ClientOptions][] = [
    ["without a key", { apiKey: undefined }],
    ["with a key that is not visible ASCII", { apiKey: "key\nX-Other: 1" }],
    ["without a base URL", { baseUrl: undefined }],
    ["with a base URL that is no address", { baseUrl: "api.test" }],
    ["with plain http to a host that is not loopback", { baseUrl: "http://api.call-analysis.test/v1" }],
    ["with an attempt limit of 0", { timeoutMs: 0 }],
    ["with a deadline below 0", { deadlineMs: -1 }],
  ];
  test.each(refused)("%s", (_, changed) => {
    vi.stubEnv("CALL_ANALYSIS_API_KEY", undefined);
    vi.stubEnv("CALL_ANALYSIS_BASE_URL", undefined);
    expect(() => new CallAnalysis({ ...options, ...changed })).toThrow(ConfigurationError);
    vi.unstubAllEnvs();
  });

  test.each(["http://127.0.0.1:4010/v1", "http://localhost:4010/v1", "http://[::1]:4010/v1"])(
    "but with plain http to %s it can",
    (baseUrl) => void new CallAnalysis({ ...options, baseUrl }),
  );

  test("but with plain http beyond loopback it can when that is asked for", () => {
    void new CallAnalysis({ ...options, baseUrl: "http://fake:4010/v1", dangerouslyAllowHttp: true });
  });
});

test("an option or a field that there is not is refused by every method, before anything is sent", async () => {
  const { service, sdk, memberId, categoryId, input } = startFake();
  const call = { memberId, categoryId, audio_url: "https://recordings.example.com/a.wav" };
  // What the types do not allow, and JavaScript does.
  const wrong = (fields: object): never => fields as never;
  const atOnce = [
    () => new CallAnalysis(wrong({ ...options, timeoutMS: 5 })),
    () => sdk.withOptions(wrong({ retries: false })),
    () => sdk.calls.watchAnalysis("call_1", wrong({ polls: {} })),
    () => analyzeFiles(sdk, [input()], wrong({ journals: undefined, concurency: 1 })),
  ];
  for (const make of atOnce) expect(make).toThrow(ConfigurationError);
  const requests = [
    sdk.agents.list(wrong({ timeoutMS: 5 })),
    sdk.agents.list({ retry: wrong({ maxAttempt: 1 }) }),
    sdk.agents.create(wrong({ name: "A", email: "a@example.com", phone: "+1" })),
    sdk.calls.createUploadUrl(wrong({ filename: "a.wav", contenttype: "audio/wav" })),
    sdk.calls.create(wrong({ ...call, udf: { crm: 7 } })),
    sdk.calls.analyzeFile(wrong({ ...input(), udf: { crm: 7 } })),
    sdk.calls.analyzeFile(input(), { poll: wrong({ intervalMS: 5 }) }),
    sdk.calls.resume(
      { version: 1, baseUrl: service.clientOptions().baseUrl, stage: "poll", callId: "call_1" },
      wrong({ recreated: true }),
    ),
  ];
  for (const failure of requests.map(failureOf)) expect(await failure).toBeInstanceOf(ConfigurationError);
  expect(service.journal.entries()).toEqual([]);
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

test("the headers of one request go with it alone, and replace the client's of the same name", async () => {
  const { service, sdk } = startFake();
  const sent: (string | null)[][] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    sent.push(["x-team", "x-site", "x-ticket"].map((name) => headers.get(name)));
    return service.fetch(input, init);
  };
  const client = sdk.withOptions({ fetch, headers: { "x-team": "sales", "x-site": "pune" } });
  await client.agents.list({ headers: { "x-team": "support", "x-ticket": "T-7" } });
  await client.agents.list();
  expect(sent).toEqual([
    ["support", "pune", "T-7"],
    ["sales", "pune", null],
  ]);
});

test("the fetch of the process is looked up at each request, and not when the client is made", async () => {
  const { service } = startFake();
  const sdk = new CallAnalysis(service.clientOptions());
  vi.stubGlobal("fetch", service.fetch);
  expect(await sdk.agents.list()).toHaveLength(4);
  vi.unstubAllGlobals();
});

test("a key from a function is asked for at each request, and an invalid one fails that request", async () => {
  const { service } = startFake();
  const keys = ["test-key", "bad\nkey", "test-key"];
  const apiKey = async () => keys.shift() ?? "";
  const sdk = new CallAnalysis({ ...service.clientOptions(), apiKey, fetch: service.fetch, retry: false });
  await sdk.agents.list();
  expect(CallAnalysisError.is(await failureOf(sdk.agents.list()))).toBe(true);
  await sdk.agents.list();
  expect(service.journal.count({ operation: "listAgents" })).toBe(2);
});

test("a key function that fails once is asked again, and one that always fails is a KeyProviderError", async () => {
  const { service } = startFake();
  let asked = 0;
  const apiKey = () => {
    asked += 1;
    if (asked === 1) throw new Error("the vault is away");
    return "test-key";
  };
  const reach = { ...service.clientOptions(), fetch: service.fetch, retry: quickRetry };
  expect(await new CallAnalysis({ ...reach, apiKey }).agents.list()).toHaveLength(4);
  const failing = new CallAnalysis({ ...reach, apiKey: () => Promise.reject(new Error("away")) });
  expect(sdkPackage.KeyProviderError.is(await failureOf(failing.agents.list()))).toBe(true);
  expect(service.journal.count({ operation: "listAgents" })).toBe(1);
});

test("inspecting a client shows no key", () => {
  expect(inspect(new CallAnalysis(options), { depth: 9, showHidden: true })).not.toContain(options.apiKey);
});

test("a response that violates the contract is refused by a strict client, and passes through others", async () => {
  const { service, sdk } = startFake();
  service.faults.inject({ operation: "listAgents", status: 200, body: { data: [{ id: 7 }] } });
  expect(await sdk.agents.list()).toEqual([{ id: 7 }]);
  const { createValidator } = await import("@call-analysis/sdk/schemas");
  const strict = sdk.withOptions({ validate: { mode: "strict", validator: createValidator() } });
  const error = await failureOf(strict.agents.list());
  expect(sdkPackage.ResponseValidationError.is(error)).toBe(true);
  expect(error.issues.length).toBeGreaterThan(0);
});
