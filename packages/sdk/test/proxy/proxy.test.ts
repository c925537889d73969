import { expect, onTestFinished, test, vi } from "vitest";
import { scriptedFetch, serverKey, startProxy, timeoutMs } from "../support/proxied-service.ts";

const privateWord = "host-10-0-0-7-of-the-service";

/** A proxy before a service that gives one answer to everything. */
function startScripted(answer: () => Response | Promise<Response>) {
  const { fetch, requests } = scriptedFetch(answer);
  return { ...startProxy({ fetch }), requests };
}

test("agents, categories and prospects pass through, with the body and the service's status", async () => {
  const { service, send } = startProxy();
  const campaignId = service.db.campaigns.list()[0]?.id;
  const created = await send("POST /v1/agents", { body: { name: "Ravi", email: "ravi@example.com" } });
  const path = `/v1/agents/${created.body.data.id}`;
  const prospect = { name: "A", phone: "+919812345678", city: "Pune" };
  const received = [
    created,
    await send(`PATCH ${path}`, { body: { name: "Ravi K" } }),
    await send(`DELETE ${path}`),
    await send(`GET /v1/categories/${service.db.categories.list()[0]?.id}`),
    await send(`POST /v1/campaigns/${campaignId}/prospects-zap`, { body: prospect }),
  ];
  expect(received.map(({ status }) => status)).toEqual([201, 200, 200, 200, 200]);
  expect(service.db.prospects.list()).toMatchObject([{ fields: prospect }]);
});

test("a redirect of the service is a 502 and is not followed", async () => {
  for (const status of [301, 302, 303, 307, 308]) {
    const headers = { location: `https://elsewhere.test/${privateWord}` };
    const { send, requests } = startScripted(() => new Response(null, { status, headers }));
    const received = await send("GET /v1/agents");
    const shown = [status, received.status, received.headers.get("location"), requests.length];
    expect(shown).toEqual([status, 502, null, 1]);
    expect(requests[0]?.redirect).toBe("manual");
    expect(received.text).not.toContain(privateWord);
  }
});

/** An error of the service that says more than a browser may read. */
const refusal = (status: number, headers = {}) => {
  const body = { error: { message: privateWord, key: serverKey }, stack: privateWord };
  return () => Response.json(body, { status, headers: { "x-internal": privateWord, ...headers } });
};
const failures: [what: string, answer: () => Response, status: number, headers: Record<string, string>][] = [
  ["a 400", refusal(400, { "x-request-id": "r-1" }), 400, { "x-request-id": "r-1" }],
  ["a 404", refusal(404), 404, {}],
  ["a 409", refusal(409), 409, {}],
  ["a 422", refusal(422), 422, {}],
  ["a 429", refusal(429, { "retry-after": "120" }), 429, { "retry-after": "120" }],
  ["a 429 that asks for a part of a second", refusal(429, { "retry-after": "1.4" }), 429, { "retry-after": "2" }],
  ["a 401, which is about the server's key", refusal(401), 502, {}],
  ["a 403, which is about the server's key", refusal(403), 502, {}],
  ["a 407", refusal(407), 502, {}],
  ["a 408, after which browsers send again", refusal(408), 502, {}],
  ["a 421, after which browsers send again", refusal(421), 502, {}],
  ["a 425, after which browsers send again", refusal(425), 502, {}],
  ["a 500", refusal(500), 502, {}],
  ["a 503", refusal(503, { "retry-after": "3" }), 503, { "retry-after": "3" }],
  ["a 504", refusal(504), 504, {}],
  ["HTML", () => new Response("<html>", { headers: { "content-type": "text/html" } }), 502, {}],
  ["JSON that is cut", () => new Response('{"data":['), 502, {}],
  ["no connection", () => failConnection(), 502, {}],
];

function failConnection(): never {
  throw new TypeError(`fetch failed: ${privateWord} with ${serverKey}`);
}

test.each(failures)("the browser gets the proxy's own words for %s", async (_what, answer, status, headers) => {
  const { send } = startScripted(answer);
  const received = await send("GET /v1/agents");
  const code = status < 500 ? "refused" : "service_unavailable";
  expect([received.status, received.body]).toEqual([
    status,
    { error: { code, message: expect.any(String), fields: [] } },
  ]);
  const common = { "content-type": "application/json", "cache-control": "no-store" };
  expect(Object.fromEntries(received.headers)).toEqual({ ...common, ...headers });
  expect(received.text).not.toMatch(new RegExp(`${privateWord}|${serverKey}|<`));
});

test("a hundred refused fields come down, with 500 characters of each, and nothing else of the service's words", async () => {
  const detail = Array(101).fill({ loc: ["p".repeat(501)], msg: "m".repeat(501), ctx: privateWord });
  const { send } = startScripted(() => Response.json({ detail }, { status: 422 }));
  const received = await send("POST /v1/campaigns/c/prospects-zap", { body: {} });
  expect(received.body.error.fields).toEqual(Array(100).fill({ path: "p".repeat(500), message: "m".repeat(500) }));
  expect(received.text).not.toContain(privateWord);
});

test.each([
  [200, 200],
  [201, 201],
  [202, 202],
  [203, 200],
])("a success with %i comes down with %i", async (status, expected) => {
  const { send } = startScripted(() => Response.json({ data: [] }, { status }));
  expect(await send("GET /v1/agents")).toMatchObject({ status: expected, body: { data: [] } });
});

test("the proxy sends each request once, and the page's client repeats it", async () => {
  const proxy = startProxy();
  proxy.service.faults.inject({ operation: "listAgents", status: 429, times: 1 });
  expect((await proxy.send("GET /v1/agents")).status).toBe(429);
  proxy.service.faults.inject({ operation: "listAgents", status: 429, times: 1 });
  expect(await proxy.clientOf("asha").agents.list()).toHaveLength(4);
  expect(proxy.asked("listAgents")).toBe(3);
});

test("a service that does not answer within timeoutMs is a 504", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { send } = startScripted(() => new Promise(() => {}));
  const ended = vi.fn();
  void send("GET /v1/agents").then(({ status }) => ended(status));
  await vi.advanceTimersByTimeAsync(timeoutMs - 1);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledExactlyOnceWith(504);
});

test.each([
  ["createUploadUrl", "POST /v1/calls/presigned-url", { filename: "a.wav", contentType: "audio/wav" }],
  ["updateAgent", "PATCH /v1/agents/x", { name: "R" }],
  ["listAgents", "GET /v1/agents", undefined],
] as const)("when a page leaves, its request to the service ends: %s", async (operation, request, body) => {
  const { service, send } = startProxy();
  const gate = service.hold(operation);
  const page = new AbortController();
  const left = send(request, { body, signal: page.signal });
  await gate.reached();
  page.abort();
  expect((await left).status).toBe(499);
});

test("a key function that fails is a 500, and its error goes to the log alone", async () => {
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  const { send } = startProxy({
    apiKey: () => {
      throw new Error(privateWord);
    },
    logger: { debug: log, info: log, warn: log, error: log },
  });
  const received = await send("GET /v1/agents");
  expect([received.status, received.text.includes(privateWord)]).toEqual([500, false]);
  expect(lines).toEqual([expect.stringContaining("The proxy responded with 500. KeyProviderError")]);
});

test("a prospect goes up with the campaign interface's own key", async () => {
  const { fetch, requests } = scriptedFetch(() => Response.json({ success: true }));
  const { send } = startProxy({ fetch, campaignApiKey: "campaign-key" });
  await send("POST /v1/campaigns/c/prospects-zap", { body: { name: "R", phone: "+919812345678" } });
  expect(requests[0]?.headers.get("authorization")).toBe("Bearer campaign-key");
});

test("hooks observe the proxy's requests to the service", async () => {
  const onRequest = vi.fn();
  const { send } = startProxy({ hooks: { onRequest } });
  await send("GET /v1/agents");
  expect(onRequest).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ operation: "listAgents", attempt: 1 }));
});
