/** Who may use the proxy, and from which pages. */
import { createProxyHandler } from "@call-analysis/sdk/proxy";
import { expect, test, vi } from "vitest";
import { type BrowserRequest, basePath, proxyOptions, startProxiedMock } from "./proxy-server.ts";

const app = "https://app.example.com";
const agent = { name: "Ravi", email: "ravi@example.com" };
const write = (headers: Record<string, string>): BrowserRequest => ({
  method: "POST",
  path: "/v1/agents",
  headers,
  body: agent,
});

test.each([null, undefined])("nobody gets anything when authorize returns %s", async (nobody) => {
  const { service, proxy } = await startProxiedMock({ authorize: async () => nobody as null });
  const received = await proxy.send({ path: "/v1/agents" });
  expect(received.status).toBe(401);
  expect(received.body?.error?.code).toBe("unauthorized");
  expect(service.journal.entries()).toEqual([]);
});

test.each([
  ["malformed", "{"],
  ["too large", "x".repeat(2_000)],
])("who is not signed in is told so, and not that the body is %s", async (_what, body) => {
  const { proxy } = await startProxiedMock({ authorize: () => null, maxBodyBytes: 1_000 });
  expect((await proxy.send({ ...write({}), body })).status).toBe(401);
});

test("what authorize throws is a 500 without a word of it, and is logged", async () => {
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  const { service, proxy } = await startProxiedMock({
    authorize: () => {
      throw new Error("database at 10.0.0.7 refused password hunter2");
    },
    logger: { debug: log, info: log, warn: log, error: log },
  });
  const received = await proxy.send({ path: "/v1/agents" });
  expect(received.status).toBe(500);
  expect(received.text).not.toMatch(/database|10\.0\.0\.7|hunter2/);
  expect(lines.join()).toContain("database at 10.0.0.7");
  expect(service.journal.entries()).toEqual([]);
});

test("what fails after the page has gone is no failure of the server, and is not logged", async () => {
  const page = new AbortController();
  const log = vi.fn();
  const authorize = () => {
    page.abort();
    throw new Error("The session is closed.");
  };
  const service = { baseUrl: "https://service.test/v1", campaignBaseUrl: "https://campaign.test" };
  const logger = { debug: log, info: log, warn: log, error: log };
  const handler = createProxyHandler({ ...proxyOptions(service), authorize, logger });
  const request = new Request(`http://localhost${basePath}/v1/agents`, { signal: page.signal });
  expect(await handler(request)).toMatchObject({ status: 499 });
  expect(log).not.toHaveBeenCalled();
});

test.each([[{}], [{ userId: "" }], [{ userId: 7 }], [true]])(
  "a user of %o is a 500, and nobody gets in",
  async (user) => {
    const { service, proxy } = await startProxiedMock({ authorize: () => user as never });
    expect((await proxy.send({ path: "/v1/agents" })).status).toBe(500);
    expect(service.journal.entries()).toEqual([]);
  },
);

const foreign: Record<string, string>[] = [
  { origin: "https://evil.test" },
  { origin: "null" },
  { origin: app },
  { origin: "http://127.0.0.1" },
  { origin: "https://evil.test", "sec-fetch-site": "same-origin" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { "sec-fetch-site": "anything" },
];

test.each(foreign)("a write of another page, with %o, is refused", async (headers) => {
  const { service, proxy } = await startProxiedMock();
  const received = await proxy.send(write(headers));
  expect(received).toMatchObject({ status: 403, body: { error: { code: "foreign_origin" } } });
  expect(received.headers["access-control-allow-origin"]).toBeUndefined();
  expect(service.journal.entries()).toEqual([]);
});

test("a read that another page starts is answered, for that page cannot see the answer", async () => {
  const { proxy } = await startProxiedMock();
  const received = await proxy.send({ path: "/v1/agents", headers: { origin: "https://evil.test" } });
  expect(received.status).toBe(200);
  expect(received.headers["access-control-allow-origin"]).toBeUndefined();
});

test("nobody is asked who sends a write of another page, or an operation that is not allowed", async () => {
  const authorize = vi.fn(() => ({ userId: "asha" }));
  const { proxy } = await startProxiedMock({ authorize, allow: ["createAgent"] });
  expect((await proxy.send(write({ "sec-fetch-site": "cross-site" }))).status).toBe(403);
  expect((await proxy.send({ path: "/v1/agents" })).status).toBe(403);
  expect(authorize).not.toHaveBeenCalled();
  expect((await proxy.send(write({}))).status).toBe(201);
});

test("a write that is refused for its page is logged with both origins, which a wrong setting shows", async () => {
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  const { proxy } = await startProxiedMock({ logger: { debug: log, info: log, warn: log, error: log } });
  await proxy.send(write({ origin: app }));
  expect(lines).toEqual([expect.stringContaining(`Origin ${app}`)]);
  expect(lines[0]).toContain(`The proxy is at ${proxy.origin}`);
});

const own: [what: string, headers: (origin: string) => Record<string, string>][] = [
  ["the proxy's own page", (origin) => ({ origin, "sec-fetch-site": "same-origin" })],
  ["the proxy's own page in a browser without Sec-Fetch-Site", (origin) => ({ origin })],
  ["the address bar", () => ({ "sec-fetch-site": "none" })],
  ["another server", () => ({})],
];

test.each(own)("a write of %s passes", async (_what, headers) => {
  const { proxy } = await startProxiedMock();
  const received = await proxy.send(write(headers(proxy.origin)));
  expect(received.status).toBe(201);
  expect(Object.keys(received.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
});

test("a page of a listed origin may write, and read what comes back, errors too", async () => {
  const { proxy } = await startProxiedMock({ origins: [app] });
  const headers = { origin: app, "sec-fetch-site": "cross-site" };
  const cors = {
    "access-control-allow-origin": app,
    "access-control-allow-credentials": "true",
    // Without it a page's client does not see how long to wait.
    "access-control-expose-headers": "retry-after, x-request-id",
    vary: "origin",
  };
  const created = await proxy.send(write(headers));
  expect(created.status).toBe(201);
  expect(created.headers).toMatchObject(cors);
  const refused = await proxy.send({ path: "/v1/nothing", headers });
  expect(refused.status).toBe(404);
  expect(refused.headers).toMatchObject(cors);
});

test("a preflight of a listed origin is answered, before anyone signs in", async () => {
  const { service, proxy } = await startProxiedMock({ origins: [app], authorize: () => null });
  const headers = { origin: app, "access-control-request-method": "POST" };
  const received = await proxy.send({ method: "OPTIONS", path: "/v1/agents", headers });
  expect(received.status).toBe(204);
  expect(received.headers).toMatchObject({
    "access-control-allow-origin": app,
    "access-control-allow-methods": "GET, POST",
    "access-control-allow-headers": "accept, authorization, content-type",
  });
  expect(service.journal.entries()).toEqual([]);
});

const noPages: Record<string, string>[] = [{ origin: "https://evil.test" }, { origin: "null" }, {}];

test.each(noPages)("a preflight with %o is refused", async (headers) => {
  const { proxy } = await startProxiedMock({ origins: [app] });
  const received = await proxy.send({ method: "OPTIONS", path: "/v1/agents", headers });
  expect(received).toMatchObject({ status: 403, body: { error: { code: "foreign_origin" } } });
  expect(Object.keys(received.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
});

test("a preflight of a path without an operation is refused", async () => {
  const { proxy } = await startProxiedMock({ origins: [app] });
  const received = await proxy.send({ method: "OPTIONS", path: "/v1/nothing", headers: { origin: app } });
  expect(received.status).toBe(403);
});
