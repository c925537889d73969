/** A call is created once, whatever a browser repeats. */
import { setImmediate } from "node:timers/promises";
import { createMockService } from "@call-analysis/mock";
import { type Journal, ServerError } from "@call-analysis/sdk";
import type { ProxyOptions } from "@call-analysis/sdk/proxy";
import { expect, onTestFinished, test, vi } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import {
  type ProxiedService,
  type Sent,
  serverKey,
  startProxy,
  timeoutMs,
  uploadedCall,
} from "../support/proxied-service.ts";

/** A proxy, and a function that asks it to create the call of one recording, with changes to its fields. */
async function startWithCall(changes: Partial<ProxyOptions> = {}) {
  const proxy = startProxy(changes);
  return { ...proxy, ...(await creatorOf(proxy)) };
}

async function creatorOf(proxy: ProxiedService) {
  // By a proxy without the test's changes: handles are signed by the secret alone.
  const call = await uploadedCall(startProxy({}, proxy.service));
  const create = (fields: object = {}, sent: Sent = {}) =>
    proxy.send("POST /v1/calls", { ...sent, body: { ...call, ...fields } });
  return { call, create };
}

/** Gives a function that resolves once so many creations are compared with those in flight. */
function comparedCreations(sign = vi.spyOn(crypto.subtle, "sign")) {
  // A signature is the last thing that is awaited before that.
  return async (count: number) => {
    const signed = () => sign.mock.settledResults.filter(({ type }) => type === "fulfilled").length;
    while (signed() < count) await setImmediate();
    await setImmediate();
  };
}

function useFakeTimers() {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
}

/** A journal that keeps what it is told, in order. */
function tellingJournal(changes: Partial<Journal> = {}) {
  const told: string[] = [];
  const journal: Journal = {
    claim: async () => {
      told.push("claim");
      return { status: "claimed" };
    },
    created: async () => void told.push("created"),
    released: async () => void told.push("released"),
    uncertain: async () => void told.push("uncertain"),
    ...changes,
  };
  return { journal, told };
}

const uncertain = {
  error: { code: "submission_uncertain", message: expect.stringContaining("upload the recording again") },
};

test("a page's client knows of a creation that was not made that it was not", async () => {
  const { service, call, clientOf } = await startWithCall({ apiKey: "a-key-that-is-refused" });
  await rejectionOf(clientOf("asha").calls.create(call), ServerError);
  expect(service.db.calls.list()).toHaveLength(0);
});

test("another field, another recording or another user is another creation", async () => {
  const proxy = await startWithCall();
  await proxy.create();
  for (const udfs of [{ a: 1 }, { a: "1" }, { a: [1] }]) await proxy.create({ udfs });
  await proxy.create({ date: "2026-01-02" });
  await proxy.create({ audio_url: (await uploadedCall(proxy)).audio_url });
  await proxy.clientOf("rohan").calls.create(await uploadedCall(proxy, "rohan"));
  expect(proxy.service.db.calls.list()).toHaveLength(7);
});

test("two users to whom the service grants one address create two calls", async () => {
  const grant = { key: "k", presignedUrl: "https://store.test/a?s", publicUrl: "https://store.test/a" };
  let calls = 0;
  const { send } = startProxy({
    fetch: async (url) => {
      if (url.endsWith("/presigned-url")) return Response.json({ data: grant });
      calls += 1;
      return Response.json({ data: { callId: `call-${calls}`, status: "processing" } }, { status: 202 });
    },
  });
  for (const user of ["asha", "rohan"]) {
    const asked = { filename: "a.wav", contentType: "audio/wav" };
    const { body } = await send("POST /v1/calls/presigned-url", { user, body: asked });
    const call = { memberId: "m", categoryId: "c", audio_url: body.data.publicUrl };
    expect((await send("POST /v1/calls", { user, body: call })).status).toBe(202);
  }
  expect(calls).toBe(2);
});

test("a creation that may have been done stays claimed: its repetition gets 409 and is not sent", async () => {
  const faults = [
    { status: 500, when: "after" },
    { status: 503, when: "after" },
    { status: 408 },
    { network: "reset", when: "after" },
    { body: "malformed" },
    { status: 302 },
  ] as const;
  for (const fault of faults) {
    const { service, create, asked } = await startWithCall();
    service.faults.inject({ operation: "createCall", times: 1, ...fault });
    const replies = [await create(), await create(), await create()];
    const status = "status" in fault && fault.status === 503 ? 503 : 502;
    expect([fault, replies.map((reply) => reply.status)]).toEqual([fault, [status, 409, 409]]);
    for (const { body } of replies) expect(body).toMatchObject(uncertain);
    expect(asked("createCall")).toBe(1);
  }
});

test("a creation that was refused can be sent again", async () => {
  for (const status of [400, 401, 404, 422, 429]) {
    const { service, create, asked } = await startWithCall();
    service.faults.inject({ operation: "createCall", times: 1, status });
    const replies = [await create(), await create()];
    expect(replies.map((reply) => reply.status)).toEqual([status === 401 ? 502 : status, 202]);
    expect(asked("createCall")).toBe(2);
  }
});

test("an uncertain creation comes down with the service's request id and Retry-After", async () => {
  const headers = { "retry-after": "6.5", "x-request-id": "req-7" };
  const { create } = await startWithCall({ fetch: async () => new Response(null, { status: 503, headers }) });
  expect(Object.fromEntries((await create()).headers)).toMatchObject({ "retry-after": "7", "x-request-id": "req-7" });
});

/** A connection that cannot be made. */
const refusedConnection = async () => {
  throw new TypeError("fetch failed", { cause: Object.assign(new Error(), { code: "ECONNREFUSED" }) });
};
const claimFails = { claim: () => Promise.reject(new Error("redis at 10.0.0.7 is down")) };

test.each<[string, Partial<ProxyOptions>, number]>([
  ["a journal that fails", { journal: tellingJournal(claimFails).journal }, 500],
  ["no connection", { fetch: refusedConnection }, 502],
  ["a stampUdfs that fails", { stampUdfs: () => Promise.reject(new Error("10.0.0.7 is down")) }, 500],
  ["a key function that fails", { apiKey: () => Promise.reject(new Error("10.0.0.7 is down")) }, 500],
])("a failure before anything was created says so: %s", async (_what, changes, status) => {
  const { create, asked } = await startWithCall(changes);
  const reply = await create();
  expect([reply.status, reply.body.error.code]).toEqual([status, "not_created"]);
  expect(reply.text).not.toContain("10.0.0.7");
  expect(asked("createCall")).toBe(0);
});

test("a refused agent is not said to be not created", async () => {
  const { send } = startProxy({ fetch: async () => new Response(null, { status: 503 }) });
  const reply = await send("POST /v1/agents", { body: { name: "R", email: "r@example.com" } });
  expect(reply).toMatchObject({ status: 503, body: { error: { code: "service_unavailable" } } });
});

test("a repetition at another server gets 409 while the first is in flight, and its call afterwards", async () => {
  const { journal } = tellingJournal();
  const claim = vi.spyOn(journal, "claim");
  const { service, call, create, asked } = await startWithCall({ journal });
  const other = startProxy({ journal }, service);
  const gate = service.hold("createCall");
  const creating = create();
  await gate.reached();
  claim.mockResolvedValue({ status: "unknown" });
  expect(await other.send("POST /v1/calls", { body: call })).toMatchObject({ status: 409, body: uncertain });
  gate.release();
  const { body } = await creating;
  claim.mockResolvedValue({ status: "created", callId: service.db.calls.list()[0]?.id ?? "" });
  expect(await other.send("POST /v1/calls", { body: call })).toMatchObject({ status: 202, body });
  expect(new Set(claim.mock.calls.map(([key]) => key)).size).toBe(1);
  expect(asked("createCall")).toBe(1);
});

test("the journal is told neither the user nor the recording by its key, nor the stamps, which may differ each time", async () => {
  const { journal } = tellingJournal();
  const claim = vi.spyOn(journal, "claim");
  let count = 0;
  const { create } = await startWithCall({ journal, stampUdfs: () => ({ count: ++count }) });
  await create();
  await create();
  const [[key] = []] = claim.mock.calls;
  expect(key).toMatch(/^[\w-]{43}$/);
  expect(claim.mock.calls).toEqual(Array(2).fill([key, expect.objectContaining({ recreate: false })]));
});

test("a call that the journal says to skip is a 409 of its own, and is not sent", async () => {
  const { journal } = tellingJournal({ claim: async () => ({ status: "skipped" }) });
  const { create, asked } = await startWithCall({ journal });
  expect(await create()).toMatchObject({ status: 409, body: { error: { code: "skipped" } } });
  expect(asked("createCall")).toBe(0);
});

test("a journal that does not answer is a 504 after timeoutMs, and nothing is sent", async () => {
  const claim = vi.fn(() => new Promise<never>(() => {}));
  const { create, asked } = await startWithCall({ journal: tellingJournal({ claim }).journal });
  useFakeTimers();
  const replied = vi.fn();
  const creating = create().then(({ status }) => replied(status));
  while (claim.mock.calls.length === 0) await setImmediate();
  await vi.advanceTimersByTimeAsync(timeoutMs - 1);
  expect(replied).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await creating;
  expect(replied).toHaveBeenCalledExactlyOnceWith(504);
  expect(asked("createCall")).toBe(0);
});

test("a repetition waits timeoutMs for a first reply that never comes, and the next one asks the journal", async () => {
  const { journal, told } = tellingJournal();
  const { service, create, asked } = await startWithCall({ journal });
  const sign = vi.spyOn(crypto.subtle, "sign");
  const compared = comparedCreations(sign);
  const gate = service.hold("createCall");
  useFakeTimers();
  void create();
  await gate.reached();
  const replied = vi.fn();
  const repeated = create().then(({ status }) => replied(status));
  await compared(2);
  // The first reply is never made, as when workerd has ended its request.
  sign.mockImplementationOnce(() => new Promise(() => {}));
  gate.release();
  while (sign.mock.calls.length < 3) await setImmediate();
  await vi.advanceTimersByTimeAsync(timeoutMs - 1);
  expect(replied).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await repeated;
  expect(replied).toHaveBeenCalledExactlyOnceWith(409);
  expect(asked("createCall")).toBe(1);
  await create();
  expect(told.filter((what) => what === "claim")).toHaveLength(2);
});

test.each([
  ["createCall", "POST /v1/calls"],
  ["createAgent", "POST /v1/agents"],
] as const)("%s goes on when its page goes, and its repetition gets the answer", async (operation, request) => {
  const { service, call, send, asked } = await startWithCall();
  const body = operation === "createCall" ? call : { name: "Rohan", email: "rohan@example.com" };
  const gate = service.hold(operation);
  const compared = comparedCreations();
  const page = new AbortController();
  const left = send(request, { body, signal: page.signal });
  await gate.reached();
  page.abort();
  const repeated = send(request, { body });
  await compared(2);
  gate.release();
  await left;
  expect([200, 201, 202]).toContain((await repeated).status);
  expect(asked(operation)).toBe(1);
});

test.each([
  ["POST /v1/calls", "authorize"],
  ["POST /v1/agents", "authorize"],
  ["POST /v1/calls", "stampUdfs"],
])("a page that goes before its creation is sent creates nothing: %s, during %s", async (request, during) => {
  const page = new AbortController();
  const leave = (where: string) => {
    if (where === during) page.abort();
  };
  const { call, send, asked } = await startWithCall({
    authorize: () => {
      leave("authorize");
      return { userId: "asha" };
    },
    stampUdfs: () => {
      leave("stampUdfs");
      return {};
    },
  });
  const body = request.endsWith("calls") ? call : { name: "Rohan", email: "rohan@example.com" };
  expect((await send(request, { body, signal: page.signal })).status).toBe(499);
  expect([asked("createCall"), asked("createAgent")]).toEqual([0, 0]);
});

test.each([
  ["createAgent", "POST /v1/agents", { name: "Ravi", email: "ravi@example.com" }],
  ["addProspect", "POST /v1/campaigns/CAMPAIGN/prospects-zap", { name: "Ravi", phone: "+919812345678" }],
] as const)(
  "%s is sent once for simultaneous repetitions, and again when it is asked for later",
  async (id, path, body) => {
    const { service, send, asked } = startProxy();
    const request = path.replace("CAMPAIGN", service.db.campaigns.list()[0]?.id ?? "");
    const gate = service.hold(id);
    const compared = comparedCreations();
    const creating = [send(request, { body }), send(request, { body })];
    await gate.reached();
    await compared(2);
    gate.release();
    const [first, second] = await Promise.all(creating);
    expect([first?.text === second?.text, asked(id)]).toEqual([true, 1]);
    await send(request, { body });
    await send(request, { body, user: "rohan" });
    expect(asked(id)).toBe(3);
  },
);

test("equal prospects of two campaigns are two, also at the same time", async () => {
  const { service, send } = startProxy();
  service.seed({ campaigns: [{ name: "Second outreach" }] });
  const body = { name: "Ravi", phone: "+919812345678" };
  const campaigns = service.db.campaigns.list();
  await Promise.all(campaigns.map(({ id }) => send(`POST /v1/campaigns/${id}/prospects-zap`, { body })));
  expect(
    service.db.prospects
      .list()
      .map(({ campaignId }) => campaignId)
      .sort(),
  ).toEqual(campaigns.map(({ id }) => id).sort());
});

test("the fields that the server stamps win, field by field, and __proto__ is a field like any other", async () => {
  const stampUdfs = vi.fn(async () => JSON.parse('{"tenant":"acme","__proto__":{"role":"user"}}'));
  const { service, call, send } = await startWithCall({ stampUdfs });
  const udfs = '{"crmId":"84113","tenant":"evil","__proto__":{"role":"admin"}}';
  const body = `${JSON.stringify(call).slice(0, -1)},"udfs":${udfs}}`;
  expect((await send("POST /v1/calls", { body })).status).toBe(202);
  expect(stampUdfs).toHaveBeenCalledExactlyOnceWith({ userId: "asha" });
  const [created] = service.db.calls.list();
  expect(JSON.stringify(created?.udfs)).toBe('{"crmId":"84113","tenant":"acme","__proto__":{"role":"user"}}');
});

test.each([5, "x", null, ["x"], new Map([["createdBy", "asha"]])])(
  "a stampUdfs that returns %j in place of an object is a 500, and nothing is claimed or sent",
  async (stamps) => {
    const { journal, told } = tellingJournal();
    const { create, asked } = await startWithCall({ journal, stampUdfs: () => stamps as never });
    expect((await create()).status).toBe(500);
    expect([told, asked("createCall")]).toEqual([[], 0]);
  },
);

test("without a journal of yours, each proxy remembers its own calls", async () => {
  const service = createMockService({ keys: { [serverKey]: "org" } });
  const proxy = startProxy({}, service);
  const { call, create } = await creatorOf(proxy);
  const first = await create();
  const elsewhere = await startProxy({}, service).send("POST /v1/calls", { body: call });
  expect(first.body.data.callId).not.toBe(elsewhere.body.data.callId);
});
