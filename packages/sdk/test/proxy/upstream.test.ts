/** What goes up to the service, what comes down from it, and what stays on the server. */
import { RateLimitError } from "@call-analysis/sdk";
import { createProxyHandler } from "@call-analysis/sdk/proxy";
import { expect, test } from "vitest";
import { Handles } from "../../src/proxy/handles.js";
import { rejectionOf } from "../support/failure-of.ts";
import {
  endless,
  halfBody,
  html,
  json,
  redirect,
  reset,
  retryAfter,
  type ScriptedResponse,
  stall,
  text,
} from "../support/scripted-responses.ts";
import { startScriptedService } from "../support/scripted-service.ts";
import { basePath, proxyOptions, secret, serverKey, startProxiedMock, startProxy } from "./proxy-server.ts";

const secretWord = "host-10-0-0-7-of-the-service";

async function startScripted(...script: [ScriptedResponse, ...ScriptedResponse[]]) {
  const service = await startScriptedService(...script);
  const options = proxyOptions({ baseUrl: service.baseUrl, campaignBaseUrl: service.origin });
  return { service, proxy: await startProxy(options) };
}

test("up go the server's key, accept, content-type and the user agent, and nothing else of the browser", async () => {
  const { service, proxy } = await startScripted(json(201, { data: { id: "mem_1" } }));
  const headers = {
    cookie: "session=of-the-user",
    "user-agent": "Mozilla/5.0",
    "accept-language": "hi",
    "x-custom": "1",
    "x-api-key": "2",
    "x-forwarded-for": "10.0.0.1",
    referer: "https://app.example.com/secret-page",
    "proxy-authorization": "Basic x",
  };
  await proxy.send({ method: "POST", path: "/v1/agents", body: { name: "R", email: "r@example.com" }, headers });
  const sent = service.requests[0]?.headers ?? {};
  expect(sent).toMatchObject({ authorization: `Bearer ${serverKey}`, "content-type": "application/json" });
  expect(sent["user-agent"]).toMatch(/^call-analysis-sdk|@call-analysis\/sdk/);
  const known = ["accept", "authorization", "content-length", "content-type", "user-agent"];
  const ofFetch = [
    "accept-encoding",
    "accept-language",
    "cache-control",
    "connection",
    "host",
    "pragma",
    "sec-fetch-mode",
  ];
  expect(Object.keys(sent).filter((name) => ![...known, ...ofFetch].includes(name))).toEqual([]);
  expect(JSON.stringify(sent)).not.toMatch(/of-the-user|Mozilla|hi"|secret-page|10\.0\.0\.1|asha/);
});

test("down come content-type and the request id, and neither cookies nor anything else of the service", async () => {
  const headers = {
    "set-cookie": "upstream=1",
    "x-request-id": "req_1",
    server: "service/1.2.3",
    "x-internal": secretWord,
    "access-control-allow-origin": "*",
    "cache-control": "public, max-age=600",
    etag: '"x"',
  };
  const { proxy } = await startScripted(json(200, { data: [] }, headers));
  const received = await proxy.send({ path: "/v1/agents" });
  expect(received.headers).toMatchObject({
    "content-type": "application/json",
    "cache-control": "no-store",
    "x-request-id": "req_1",
  });
  const ofNode = ["connection", "content-length", "date", "keep-alive"];
  const down = ["cache-control", "content-type", "x-request-id"];
  expect(
    Object.keys(received.headers)
      .filter((name) => !ofNode.includes(name))
      .sort(),
  ).toEqual(down);
});

test("a redirect of the service is a 502, is not followed, and its address stays on the server", async () => {
  const elsewhere = await startScriptedService(json(200, { data: [] }));
  for (const status of [301, 302, 303, 307, 308]) {
    const { service, proxy } = await startScripted(redirect(`${elsewhere.origin}/${secretWord}`, status));
    const received = await proxy.send({ path: "/v1/agents" });
    expect([status, received.status]).toEqual([status, 502]);
    expect(received.headers.location).toBeUndefined();
    expect(received.text).not.toContain(secretWord);
    expect(service.requests).toHaveLength(1);
  }
  expect(elsewhere.requests).toEqual([]);
});

const ownError = (status: number): ScriptedResponse =>
  json(status, { error: { message: secretWord, stack: secretWord, key: serverKey } }, { "x-internal": secretWord });

const failures: [what: string, response: ScriptedResponse, status: number][] = [
  ["a 500", ownError(500), 502],
  ["a 502", html(502), 502],
  ["a 503", ownError(503), 503],
  ["a 504", ownError(504), 504],
  ["a 401, which is about the server's key", ownError(401), 502],
  ["a 403, which is about the server's key", ownError(403), 502],
  ["a 407", ownError(407), 502],
  ["a 408, after which browsers send again", ownError(408), 502],
  ["a 421, after which browsers send again", ownError(421), 502],
  ["a 425, after which browsers send again", ownError(425), 502],
  ["a 400", ownError(400), 400],
  ["a 404", ownError(404), 404],
  ["a 409", ownError(409), 409],
  ["a 422", ownError(422), 422],
  ["a page in HTML", html(200), 502],
  ["JSON that is cut", text(200, '{"data":['), 502],
  ["a reset", reset(), 502],
  ["half a body", halfBody(200, { data: [] }), 502],
  ["a body without end", endless(200), 502],
  ["an error body without end", endless(500), 502],
];

test.each(failures)("%s is told in the proxy's own words", async (_what, response, status) => {
  const { proxy } = await startScripted(response);
  const received = await proxy.send({ path: "/v1/agents" });
  expect(received.status).toBe(status);
  expect(received.headers["content-type"]).toBe("application/json");
  const code = status < 500 ? "refused" : "service_unavailable";
  expect(received.body).toEqual({ error: { code, message: expect.any(String), fields: [] } });
  expect(received.text).not.toMatch(new RegExp([secretWord, serverKey, "127.0.0.1", "<"].join("|")));
});

test("a service that does not respond within timeoutMs is a 504", async () => {
  const { baseUrl } = await startScriptedService(stall());
  const proxy = await startProxy({ ...proxyOptions({ baseUrl }), allow: ["listAgents"], timeoutMs: 50 });
  expect((await proxy.send({ path: "/v1/agents" })).status).toBe(504);
});

test("the fields that the service refused come down, and nothing else of its words", async () => {
  const detail = [{ type: "missing", loc: ["body", "phone"], msg: "Field required", ctx: { secretWord } }];
  const { proxy } = await startScripted(json(422, { detail }));
  const received = await proxy.send({ method: "POST", path: "/v1/campaigns/c/prospects-zap", body: {} });
  expect(received.status).toBe(422);
  expect(received.body?.error?.fields).toEqual([{ path: "body.phone", message: "Field required" }]);
  expect(received.text).not.toContain(secretWord);
});

test("Retry-After comes down in seconds, and the page's client waits for it", async () => {
  const { proxy } = await startScripted(retryAfter(429, "120"));
  const received = await proxy.send({ path: "/v1/agents" });
  expect(received.status).toBe(429);
  expect(received.headers["retry-after"]).toBe("120");
  const error = await rejectionOf(proxy.clientOf("asha").agents.list(), RateLimitError);
  expect(error.retryAfterMs).toBe(120_000);
});

test.each([
  ["0.4", "1"],
  ["1.4", "2"],
])("a Retry-After of %s seconds comes down as %s: whole seconds, and never too early", async (sent, received) => {
  const { proxy } = await startScripted(retryAfter(429, sent));
  expect((await proxy.send({ path: "/v1/agents" })).headers["retry-after"]).toBe(received);
});

test.each([
  [200, 200],
  [201, 201],
  [202, 202],
  [203, 200],
])("a success with status %i comes down with %i", async (status, received) => {
  const { proxy } = await startScripted(json(status, { data: [] }));
  expect(await proxy.send({ path: "/v1/agents" })).toMatchObject({ status: received, body: { data: [] } });
});

test("the proxy tries once, and the page's client tries again", async () => {
  const { service, proxy } = await startScripted(json(503, {}), json(200, { data: [] }));
  expect(await proxy.clientOf("asha").agents.list()).toEqual([]);
  expect(service.requests).toHaveLength(2);
});

test("a key function that fails is a 500 without its words", async () => {
  const { proxy } = await startProxiedMock({
    apiKey: () => {
      throw new Error(secretWord);
    },
  });
  const received = await proxy.send({ path: "/v1/agents" });
  expect(received.status).toBe(500);
  expect(received.text).not.toContain(secretWord);
});

test("a grant for an address that recordings may not be sent to does not reach the page", async () => {
  const grant = { key: "k", presignedUrl: "http://169.254.169.254/x", publicUrl: "https://store.test/x" };
  const { proxy } = await startScripted(json(200, { data: grant }));
  const body = { filename: "a.wav", contentType: "audio/wav" };
  const received = await proxy.send({ method: "POST", path: "/v1/calls/presigned-url", body });
  expect(received.status).toBe(502);
  expect(received.text).not.toContain("169.254");
});

test("a prospect goes up with the campaign's own key", async () => {
  const keys: (string | null)[] = [];
  const fetch: typeof globalThis.fetch = async (_url, init) => {
    keys.push(new Headers(init?.headers).get("authorization"));
    return Response.json({ success: true, data: {} });
  };
  const service = { baseUrl: "https://service.test/v1", campaignBaseUrl: "https://campaign.test" };
  const proxy = await startProxy({ ...proxyOptions(service), campaignApiKey: "campaign-key", fetch });
  const body = { name: "R", phone: "+919812345678" };
  await proxy.send({ method: "POST", path: "/v1/campaigns/c/prospects-zap", body });
  expect(keys).toEqual(["Bearer campaign-key"]);
});

test.each(["createUploadUrl", "getCallAnalysis", "listAgents"])(
  "a page that leaves ends the request to the service: %s",
  async (operation) => {
    const service = await startScriptedService(stall());
    const callId = await new Handles(secret).callHandle("call-1", "asha");
    const requests: Record<string, [path: string, init: RequestInit]> = {
      createUploadUrl: [
        "/calls/presigned-url",
        { method: "POST", body: '{"filename":"a.wav","contentType":"audio/wav"}' },
      ],
      getCallAnalysis: [`/calls/${callId}/analysis`, {}],
      listAgents: ["/agents", {}],
    };
    const [path, init] = requests[operation] ?? ["", {}];
    const headers = { authorization: "Bearer asha", "content-type": "application/json" };
    const page = new AbortController();
    const addresses = { baseUrl: service.baseUrl, campaignBaseUrl: service.origin };
    // Longer than the test: only the abort can end the request.
    const handler = createProxyHandler({ ...proxyOptions(addresses), timeoutMs: 600_000 });
    const reply = handler(
      new Request(`http://localhost${basePath}/v1${path}`, { ...init, headers, signal: page.signal }),
    );
    await expect.poll(() => service.requests.length).toBe(1);
    page.abort();
    expect(await reply).toMatchObject({ status: 499 });
    await expect.poll(service.openConnections).toBe(0);
  },
);
