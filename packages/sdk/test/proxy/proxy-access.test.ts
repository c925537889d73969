/** Who may use the proxy, and from which pages. */
import { expect, test, vi } from "vitest";
import { origin as own, startProxy } from "../support/proxied-service.ts";

const listed = "https://pages.example.com";
const write = "POST /v1/agents";
const body = { name: "Ravi", email: "ravi@example.com" };

test.each([null, undefined])("when authorize returns %s, the request gets 401 and is not sent", async (nobody) => {
  const { service, send } = startProxy({ authorize: async () => nobody as null });
  expect(await send("GET /v1/agents")).toMatchObject({ status: 401, body: { error: { code: "unauthorized" } } });
  expect(service.journal.entries()).toEqual([]);
});

test.each([{}, { userId: "" }, { userId: 7 }, true])("a user of %o is a 500, and nothing is sent", async (user) => {
  const { service, send } = startProxy({ authorize: () => user as never });
  expect((await send("GET /v1/agents")).status).toBe(500);
  expect(service.journal.entries()).toEqual([]);
});

test("an error of authorize is a 500 that does not quote it, and is logged", async () => {
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  const authorize = () => Promise.reject(new Error("database at 10.0.0.7 refused password hunter2"));
  const { service, send } = startProxy({ authorize, logger: { debug: log, info: log, warn: log, error: log } });
  const received = await send("GET /v1/agents");
  expect(received.status).toBe(500);
  expect(received.text).not.toMatch(/database|10\.0\.0\.7|hunter2/);
  expect(lines.join()).toContain("database at 10.0.0.7");
  expect(service.journal.entries()).toEqual([]);
});

test("a failure after the page has gone is not a failure of the server, and is not logged", async () => {
  const page = new AbortController();
  const log = vi.fn();
  const authorize = () => {
    page.abort();
    throw new Error("The session is closed.");
  };
  const { send } = startProxy({ authorize, logger: { debug: log, info: log, warn: log, error: log } });
  expect((await send("GET /v1/agents", { signal: page.signal })).status).toBe(499);
  expect(log).not.toHaveBeenCalled();
});

test.each([
  ["malformed", "{"],
  ["too large", "x".repeat(2_000)],
])("somebody who is not signed in gets 401, not that the body is %s", async (_what, malformed) => {
  const { send } = startProxy({ authorize: () => null, maxBodyBytes: 1_000 });
  expect((await send(write, { body: malformed })).status).toBe(401);
});

test.each<Record<string, string>>([
  { origin: "https://evil.test" },
  { origin: "null" },
  { origin: listed },
  { origin: own.replace("https", "http") },
  { origin: "https://evil.test", "sec-fetch-site": "same-origin" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { "sec-fetch-site": "anything" },
])("a write of another page, with %o, is refused before anybody is asked who sends it", async (headers) => {
  const authorize = vi.fn(() => ({ userId: "asha" }));
  const { service, send } = startProxy({ authorize });
  const received = await send(write, { body, headers });
  expect(received).toMatchObject({ status: 403, body: { error: { code: "foreign_origin" } } });
  expect(received.headers.get("access-control-allow-origin")).toBeNull();
  expect(authorize).not.toHaveBeenCalled();
  expect(service.journal.entries()).toEqual([]);
});

test.each<[string, Record<string, string>]>([
  ["the proxy's own page", { origin: own, "sec-fetch-site": "same-origin" }],
  ["the proxy's own page in a browser without Sec-Fetch-Site", { origin: own }],
  ["the address bar", { "sec-fetch-site": "none" }],
  ["another server", {}],
])("a write of %s passes", async (_what, headers) => {
  const received = await startProxy().send(write, { body, headers });
  expect([received.status, received.headers.get("vary")]).toEqual([201, null]);
});

test("a read that another page starts is answered, since that page cannot see the answer", async () => {
  const { send } = startProxy({ origins: [listed] });
  const received = await send("GET /v1/agents", { headers: { origin: "https://evil.test" } });
  expect([received.status, received.headers.get("access-control-allow-origin")]).toEqual([200, null]);
});

test("a refused write is logged with both origins, so that a wrong setting shows", async () => {
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  const { send } = startProxy({ logger: { debug: log, info: log, warn: log, error: log } });
  await send(write, { body, headers: { origin: listed } });
  expect(lines).toEqual([expect.stringMatching(`Origin ${listed}.*The proxy's own origin is ${own}`)]);
});

test("a page of a listed origin may write, and read the response, an error too", async () => {
  const { send } = startProxy({ origins: [listed] });
  const headers = { origin: listed, "sec-fetch-site": "cross-site" };
  const received = [await send(write, { body, headers }), await send("GET /v1/nothing", { headers })];
  expect(received.map(({ status }) => status)).toEqual([201, 404]);
  for (const response of received)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "access-control-allow-origin": listed,
      "access-control-allow-credentials": "true",
      // Without it a page's client does not see how long to wait.
      "access-control-expose-headers": "retry-after, x-request-id",
      vary: "origin",
    });
});

test("a preflight of a listed origin is answered before anybody signs in", async () => {
  const { service, send } = startProxy({ origins: [listed], authorize: () => null });
  const received = await send("OPTIONS /v1/agents", { headers: { origin: listed } });
  expect(received.status).toBe(204);
  expect(Object.fromEntries(received.headers)).toMatchObject({
    "access-control-allow-origin": listed,
    "access-control-allow-methods": "GET, POST",
    "access-control-allow-headers": "accept, authorization, content-type",
  });
  expect(service.journal.entries()).toEqual([]);
});

test.each<[string, string, Record<string, string>]>([
  ["another origin", "/v1/agents", { origin: "https://evil.test" }],
  ["a page without an origin", "/v1/agents", { origin: "null" }],
  ["something that is not a page", "/v1/agents", {}],
  ["a path without an operation", "/v1/nothing", { origin: listed }],
])("a preflight of %s is refused", async (_what, path, headers) => {
  const received = await startProxy({ origins: [listed] }).send(`OPTIONS ${path}`, { headers });
  expect(received).toMatchObject({ status: 403, body: { error: { code: "foreign_origin" } } });
});
