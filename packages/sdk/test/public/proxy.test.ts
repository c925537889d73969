/** The proxy for browsers: what it passes on, and to whom. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import * as sdkPackage from "@call-analysis/sdk";
import type { ProxyOptions } from "@call-analysis/sdk/proxy";
import { getRequestListener } from "@hono/node-server";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { failureOf, startFake, wav } from "./support/fake.ts";

const { createProxyHandler } = await import("@call-analysis/sdk/proxy");

/** Of the process: the proxies' own requests go to the fake. */
const processFetch = globalThis.fetch;
afterEach(() => void vi.unstubAllGlobals());

const serverKey = "the-servers-own-key-1234";
const origin = "https://app.example.com";
const everything: ProxyOptions["allow"] = [
  "listAgents",
  "createUploadUrl",
  "createCall",
  "getCallAnalysis",
  "addProspect",
];

/** Users sign in by their name: `Authorization: Bearer asha`. */
const authorize = ({ headers }: Request) => {
  const [, userId] = /^Bearer ([a-z]+)$/.exec(headers.get("authorization") ?? "") ?? [];
  return userId === undefined ? null : { userId };
};

/** A proxy before a fake, and what browsers send to it. */
function startProxy(changes: Partial<ProxyOptions> = {}, upstream?: typeof fetch) {
  const fake = startFake({ keys: { [serverKey]: "org" } });
  const { service } = fake;
  vi.stubGlobal("fetch", upstream ?? service.fetch);
  const { baseUrl, campaignBaseUrl } = service.clientOptions();
  const handler = createProxyHandler({
    apiKey: serverKey,
    baseUrl,
    campaignBaseUrl,
    basePath: "/call-analysis",
    secret: "only-the-server-knows-this-text-0123456789",
    allow: everything,
    authorize,
    ...changes,
  } as ProxyOptions);
  const send = async (request: string, body?: unknown, headers: Record<string, string> = {}, user = "asha") => {
    const [method = "", path = ""] = request.split(" ");
    const init: RequestInit = {
      method,
      headers: { authorization: `Bearer ${user}`, "content-type": "application/json", ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    const response = await handler(new Request(`${origin}/call-analysis${path}`, init));
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text.startsWith("{") ? JSON.parse(text) : {},
    };
  };
  return { ...fake, handler, send, clientOf: (user: string) => browserClient(handler, { user, store: service.fetch }) };
}

/** An ordinary client, as a page makes it: its requests go to the proxy, its uploads to the store. */
function browserClient(
  handler: (request: Request) => Promise<Response>,
  { user, store }: { user: string; store: typeof fetch },
) {
  const page: typeof fetch = (address, init) =>
    String(address).startsWith(origin) ? handler(new Request(address, init)) : store(address, init);
  const poll = { initialDelayMs: 0, intervalMs: 0 };
  return new sdkPackage.CallAnalysis({ apiKey: user, baseUrl: `${origin}/call-analysis/v1`, fetch: page, poll });
}

/** The fields of a call of a recording that a user has uploaded through the proxy. */
async function uploadedCall({ clientOf, memberId, categoryId }: ReturnType<typeof startProxy>, user = "asha") {
  const { publicUrl } = await clientOf(user).calls.upload(wav(user), { filename: "a.wav" });
  return { memberId, categoryId, audio_url: publicUrl };
}

test("a page analyses a recording by an ordinary client, without the server's key in anything it gets", async () => {
  const proxy = startProxy();
  const { service, memberId, categoryId, send } = proxy;
  const input = { file: wav(), filename: "a.wav", memberId, categoryId, udfs: { crm: 7 } };
  const call = await proxy.clientOf("asha").calls.analyzeFile(input);
  expect(call).toMatchObject({ status: "completed", metadata: { udfs: { crm: 7 } } });
  const received = [await send("GET /v1/agents"), await send(`GET /v1/calls/${call.callId}/analysis`)];
  expect(received.map(({ status }) => status)).toEqual([200, 200]);
  for (const { text, headers } of received) expect(text + JSON.stringify([...headers])).not.toContain(serverKey);
  expect(service.journal.count({ operation: "listAgents", status: 200 })).toBe(1);
});

test("only the listed operations are passed on, and by default none", async () => {
  const { service, send } = startProxy({ allow: ["listAgents"] });
  expect((await send("GET /v1/agents")).status).toBe(200);
  const others = [
    "GET /v1/categories",
    "POST /v1/agents",
    "DELETE /v1/agents/x",
    "POST /v1/calls",
    "GET /v1/calls/x/analysis",
  ];
  for (const other of others)
    expect([other, (await send(other, other.startsWith("POST") ? {} : undefined)).status]).toEqual([other, 403]);
  expect(service.journal.entries()).toHaveLength(1);
  const closed = startProxy({ allow: undefined as never });
  expect((await closed.send("GET /v1/agents")).status).toBe(403);
});

test("neither cookies nor unknown headers and queries are passed on, in either direction", async () => {
  const seen: Request[] = [];
  const upstream = async (address: string | URL | Request, init?: RequestInit) => {
    seen.push(new Request(address, init));
    return Response.json({ data: [] }, { headers: { "set-cookie": "session=1", "x-secret": "s" } });
  };
  const { send } = startProxy({}, upstream as typeof fetch);
  const { headers } = await send("GET /v1/agents?admin=1", undefined, { cookie: "a=b", "x-forwarded-user": "root" });
  expect([headers.get("set-cookie"), headers.get("x-secret")]).toEqual([null, null]);
  const [sent] = seen;
  expect([sent?.headers.get("cookie"), sent?.headers.get("x-forwarded-user"), new URL(sent?.url ?? "").search]).toEqual(
    [null, null, ""],
  );
  expect(sent?.headers.get("authorization")).toBe(`Bearer ${serverKey}`);
});

test("a creation that the browser repeats gets the first answer, also at the same time and with its fields in another order", async () => {
  const proxy = startProxy();
  const call = { ...(await uploadedCall(proxy)), udfs: { a: 1, b: 2 } };
  const { audio_url, categoryId, memberId } = call;
  const reordered = { udfs: { b: 2, a: 1 }, audio_url, categoryId, memberId };
  const gate = proxy.service.hold("createCall");
  const first = [proxy.send("POST /v1/calls", call), proxy.send("POST /v1/calls", reordered)];
  await gate.reached();
  gate.release();
  const replies = [...(await Promise.all(first)), await proxy.send("POST /v1/calls", call)];
  expect(replies.map(({ status }) => status)).toEqual([202, 202, 202]);
  expect(new Set(replies.map(({ body }) => body.data.callId)).size).toBe(1);
  expect([proxy.asked("createCall"), proxy.calls()]).toEqual([1, 1]);
  await proxy.send("POST /v1/calls", { ...call, udfs: { a: 2 } });
  expect(proxy.calls()).toBe(2);
});

test("a creation that was sent goes on when its page goes, and its repetition gets the call", async () => {
  const proxy = startProxy();
  const { handler, send, service, asked, calls } = proxy;
  const call = await uploadedCall(proxy);
  const gate = service.hold("createCall");
  const page = new AbortController();
  const init = {
    method: "POST",
    headers: { authorization: "Bearer asha", "content-type": "application/json" },
    body: JSON.stringify(call),
    signal: page.signal,
  };
  const left = handler(new Request(`${origin}/call-analysis/v1/calls`, init));
  await gate.reached();
  page.abort();
  const repeated = send("POST /v1/calls", call);
  gate.release();
  await left;
  expect([(await repeated).status, asked("createCall"), calls()]).toEqual([202, 1, 1]);
});

test("proxies with one secret and one journal create a call once, whichever of them a page asks", async () => {
  const created = new Map<string, string>();
  const journal: ProxyOptions["journal"] = {
    claim: async (key) => {
      const callId = created.get(key);
      return callId === undefined ? { status: "claimed" } : { status: "created", callId };
    },
    created: async (key, callId) => void created.set(key, callId),
    released: async () => {},
  };
  const first = startProxy({ journal });
  const call = await uploadedCall(first);
  const { callId } = (await first.send("POST /v1/calls", call)).body.data;
  const second = startProxy({ journal });
  const repeated = await second.send("POST /v1/calls", call);
  expect([repeated.status, repeated.body.data.callId]).toEqual([202, callId]);
  expect([first.calls(), second.asked("createCall")]).toEqual([1, 0]);
});

test("getRequestListener() of @hono/node-server serves the handler on node:http", async () => {
  const { handler } = startProxy();
  const server = createServer(getRequestListener(handler, { overrideGlobalObjects: false }));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/call-analysis/v1/agents`;
  const response = await processFetch(url, { headers: { authorization: "Bearer asha" } });
  expect([response.status, (await response.json()).data.length]).toEqual([200, 4]);
  expect((await processFetch(url)).status).toBe(401);
});

test.each([
  ["no secret", { secret: undefined as never }],
  ["a short secret", { secret: "short" }],
  ["no authorize", { authorize: undefined as never }],
  ["an unknown operation", { allow: ["listAgent"] as never }],
])("a proxy cannot be made with %s", async (_, changes) => {
  const made = (async () => startProxy(changes))();
  expect((await failureOf(made)).name).toBe("ConfigurationError");
});
