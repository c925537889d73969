/** What a browser repeats by itself is created once. */
import { setImmediate } from "node:timers/promises";
import { SubmissionUncertainError } from "@call-analysis/sdk";
import { fileJournal } from "@call-analysis/sdk/node";
import { createProxyHandler, type ProxyOptions } from "@call-analysis/sdk/proxy";
import { expect, onTestFinished, test, vi } from "vitest";
import { Handles } from "../../src/proxy/handles.js";
import { memoryLedger } from "../../src/record/memory-ledger.js";
import { deferred } from "../support/deferred.ts";
import { failureOf, rejectionOf } from "../support/failure-of.ts";
import { callInput } from "../support/samples.ts";
import { temporaryFolder } from "../upload/recordings.ts";
import { basePath, callOf, proxyOptions, secret, startProxiedMock, startProxy } from "./proxy-server.ts";

/** A proxy with the test's changes, and a call of a recording that a proxy without them has granted. */
async function startWithCall(changes: Partial<ProxyOptions> = {}) {
  const { service, proxy: granting } = await startProxiedMock();
  const body = await callOf(granting);
  const proxy = await startProxy({ ...proxyOptions(service.clientOptions()), ...changes });
  const create = (fields: object = {}) =>
    proxy.send({ method: "POST", path: "/v1/calls", body: { ...body, ...fields } });
  const sent = () => service.journal.count({ operation: "createCall" });
  return { service, proxy, body, create, sent };
}

/** Notes creations, and gives a function that resolves once so many are compared with those under way. */
function comparedCreations() {
  // The last that is done for a creation before that.
  const naming = vi.spyOn(crypto.subtle, "sign");
  return async (count: number) => {
    await expect.poll(() => naming.mock.settledResults.filter(({ type }) => type === "fulfilled").length).toBe(count);
    await setImmediate();
  };
}

test("a journal as the proxy's ledger has the address of a recording whose creation is uncertain", async () => {
  const ledger = fileJournal(`${temporaryFolder()}/calls.journal`);
  onTestFinished(() => ledger.close());
  const { service, create } = await startWithCall({ ledger });
  service.faults.inject({ operation: "createCall", network: "reset", when: "after", times: 1 });
  expect((await create()).status).toBeGreaterThanOrEqual(400);
  const [entry] = await ledger.entries();
  const audio_url = service.db.calls.list()[0]?.audioUrl;
  expect(await ledger.find(entry?.key ?? "")).toEqual({ stage: "creating", uncertain: true, audio_url });
});

test("a date is the same however it is written, and udfs without a field are none", async () => {
  const { create, sent } = await startWithCall();
  const first = await create({ date: "2026-01-02" });
  expect((await create({ date: "02/01/2026", udfs: {} })).body).toEqual(first.body);
  await create({ date: "2026-01-03" });
  expect(sent()).toBe(2);
});

test("another field, another recording or another user is another creation", async () => {
  const { proxy, create, sent } = await startWithCall();
  await create();
  await create({ udfs: { a: 1 } });
  await create({ udfs: { a: "1" } });
  await create({ udfs: { a: [1] } });
  await create({ audio_url: (await callOf(proxy)).audio_url });
  await proxy.clientOf("rohan").calls.create(await callOf(proxy, "rohan"));
  expect(sent()).toBe(6);
});

test("what the server stamps makes no other creation, although it is new each time", async () => {
  let count = 0;
  const stampUdfs = () => {
    count += 1;
    return { count };
  };
  const { create, sent } = await startWithCall({ stampUdfs });
  await Promise.all([create(), create()]);
  await create();
  expect(sent()).toBe(1);
});

test.for([
  ["/v1/calls", "authorize"],
  ["/v1/agents", "authorize"],
  ["/v1/calls", "stampUdfs"],
])("a page that goes before its creation is sent creates nothing: at %s, during %s", async ([path, during]) => {
  const { service, body } = await startWithCall();
  const before = service.journal.count({});
  const page = new AbortController();
  const leave = (when: string) => {
    if (when === during) page.abort();
  };
  const handler = createProxyHandler({
    ...proxyOptions(service.clientOptions()),
    authorize: () => {
      leave("authorize");
      return { userId: "asha" };
    },
    stampUdfs: () => {
      leave("stampUdfs");
      return {};
    },
  });
  const fields = path === "/v1/calls" ? body : { name: "Rohan", email: "rohan@example.com" };
  const headers = { "content-type": "application/json" };
  const request = { method: "POST", headers, body: JSON.stringify(fields), signal: page.signal };
  expect((await handler(new Request(`http://localhost${basePath}${path}`, request))).ok).toBe(false);
  expect(page.signal.aborted).toBe(true);
  expect(service.journal.count({})).toBe(before);
});

test("a repetition at another server, while the first is under way, gets 409", async () => {
  const ledger = memoryLedger();
  const { service, proxy, body, create, sent } = await startWithCall({ ledger });
  const { baseUrl, campaignBaseUrl } = service.clientOptions();
  const other = await startProxy({ ...proxyOptions({ baseUrl, campaignBaseUrl }), ledger });
  const gate = service.hold("createCall");
  const creating = create();
  await gate.reached();
  const repeated = await other.send({ method: "POST", path: "/v1/calls", body });
  expect(repeated.status).toBe(409);
  gate.release();
  const first = await creating;
  expect((await other.send({ method: "POST", path: "/v1/calls", body })).body).toEqual(first.body);
  expect(proxy.origin).not.toBe(other.origin);
  expect(sent()).toBe(1);
});

test("a creation that may have been done stays claimed: its repetition gets 409, and is not sent", async () => {
  const { service, create, sent } = await startWithCall();
  service.faults.inject({ operation: "createCall", times: 1, when: "after", status: 500 });
  const isUncertain = { error: expect.objectContaining({ code: "submission_uncertain" }) };
  expect(await create()).toMatchObject({ status: 502, body: isUncertain });
  for (const repeated of [await create(), await create()])
    expect(repeated).toMatchObject({ status: 409, body: isUncertain });
  expect(sent()).toBe(1);
});

test("a failure before anything was created is certain in the page's client too", async () => {
  const ledger = { ...memoryLedger(), claim: () => Promise.reject(new Error("redis is down")) };
  const refused: typeof fetch = () =>
    Promise.reject(new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } }));
  const isCreate = (input: unknown, init?: RequestInit) => init?.method === "POST" && String(input).endsWith("/calls");
  const failures = [
    { ledger },
    { fetch: ((input, init) => (isCreate(input, init) ? refused(input) : fetch(input, init))) as typeof fetch },
    { stampUdfs: () => Promise.reject(new Error("the directory is down")) },
  ];
  for (const options of failures) {
    const { proxy, body } = await startWithCall(options);
    const error = await failureOf(proxy.clientOf("asha").calls.analyzeUrl(body));
    expect(error).toMatchObject({ name: "ServerError", resume: { stage: "create", uncertain: false } });
  }
});

test("a repeated uncertain creation is a SubmissionUncertainError in the page's client too, and says what to do", async () => {
  const { service, proxy, body } = await startWithCall();
  service.faults.inject({ operation: "createCall", when: "after", times: 1, status: 500 });
  const { calls } = proxy.clientOf("asha");
  await rejectionOf(calls.create(body), SubmissionUncertainError);
  const error = await rejectionOf(calls.analyzeUrl(body), SubmissionUncertainError);
  expect(error.cause).toMatchObject({ status: 409, message: expect.stringContaining("upload the recording again") });
  expect(error.resume).toMatchObject({ stage: "create", uncertain: true });
  expect(service.db.calls.list()).toHaveLength(1);
});

test("a ledger that cannot be asked is a 500, and nothing is sent", async () => {
  const ledger = { ...memoryLedger(), claim: () => Promise.reject(new Error("redis at 10.0.0.7 is down")) };
  const { create, sent } = await startWithCall({ ledger });
  const received = await create();
  expect(received.status).toBe(500);
  expect(received.text).not.toContain("redis");
  expect(sent()).toBe(0);
});

test("the ledger is told neither the user nor the recording", async () => {
  const ledger = memoryLedger();
  const claim = vi.spyOn(ledger, "claim");
  const { create } = await startWithCall({ ledger });
  await create({ udfs: { phone: "+919812345678" } });
  expect(claim.mock.calls).toEqual([[expect.stringMatching(/^[\w-]{43}$/), expect.anything()]]);
});

test.each([
  ["createAgent", "/v1/agents", { name: "Ravi", email: "ravi@example.com" }],
  ["addProspect", "", { name: "Ravi", phone: "+919812345678" }],
] as const)(
  "%s is sent once for simultaneous repetitions, and again when it is asked for later",
  async (id, path, fields) => {
    const { service, proxy } = await startProxiedMock();
    const campaignId = service.db.campaigns.list()[0]?.id;
    const sent = () => service.journal.count({ operation: id });
    const create = (user = "asha") =>
      proxy.send({ method: "POST", path: path || `/v1/campaigns/${campaignId}/prospects-zap`, body: fields, user });
    const gate = service.hold(id);
    const areCompared = comparedCreations();
    const creating = [create(), create(), create()];
    await gate.reached();
    await areCompared(3);
    gate.release();
    const received = await Promise.all(creating);
    expect(new Set(received.map(({ text }) => text)).size).toBe(1);
    expect(sent()).toBe(1);
    await create();
    await create("rohan");
    expect(sent()).toBe(3);
  },
);

test("equal prospects of two campaigns are two, also at the same time", async () => {
  const { service, proxy } = await startProxiedMock();
  service.seed({ campaigns: [{ name: "Second outreach" }] });
  const campaigns = service.db.campaigns.list();
  const gate = service.hold("addProspect");
  const body = { name: "Ravi", phone: "+919812345678" };
  const adding = campaigns.map(({ id }) =>
    proxy.send({ method: "POST", path: `/v1/campaigns/${id}/prospects-zap`, body }),
  );
  await expect.poll(() => gate.held).toBe(2);
  gate.release();
  await Promise.all(adding);
  for (const { id } of campaigns) expect(service.journal.count({ operation: "addProspect", campaign_id: id })).toBe(1);
});

test.each([
  ["createAgent", "/v1/agents"],
  ["createCall", "/v1/calls"],
] as const)("%s is not ended when its page goes, and its repetition gets the answer", async (operation, path) => {
  const { service, body: call } = await startWithCall();
  const handler = createProxyHandler(proxyOptions(service.clientOptions()));
  const body = JSON.stringify(operation === "createCall" ? call : { name: "Rohan", email: "rohan@example.com" });
  const headers = { "content-type": "application/json", authorization: "Bearer asha" };
  const create = (signal: AbortSignal | null) =>
    handler(new Request(`http://localhost${basePath}${path}`, { method: "POST", headers, body, signal }));
  const gate = service.hold(operation);
  const areCompared = comparedCreations();
  const page = new AbortController();
  const left = create(page.signal);
  await gate.reached();
  page.abort();
  const repeated = create(null);
  await areCompared(2);
  gate.release();
  await left;
  expect((await repeated).ok).toBe(true);
  expect(service.journal.count({ operation })).toBe(1);
});

test("a ledger that does not answer is waited for as long as timeoutMs says", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const asked = deferred<void>();
  const claim = () => {
    asked.resolve();
    return new Promise<never>(() => {});
  };
  const options = { ...proxyOptions({ baseUrl: "https://service.test/v1" }), timeoutMs: 5_000, secret };
  const handler = createProxyHandler({ ...options, allow: ["createCall"], ledger: { ...memoryLedger(), claim } });
  const audio_url = await new Handles(secret).recordingHandle(callInput.audio_url, "asha");
  const headers = { authorization: "Bearer asha", "content-type": "application/json" };
  const sent = { method: "POST", headers, body: JSON.stringify({ ...callInput, audio_url }) };
  const replied = vi.fn();
  void handler(new Request(`https://app.test${basePath}/v1/calls`, sent)).then(({ status }) => replied(status));
  await asked.promise;
  await vi.advanceTimersByTimeAsync(4_999);
  expect(replied).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(replied).toHaveBeenCalledExactlyOnceWith(504);
});
