/** The service's address is built from operation and ids. Nothing of the browser's address is sent on. */
import { expect, test } from "vitest";
import { operations } from "../../src/contract/operations.js";
import { findRoute } from "../../src/proxy/route.js";
import { everything, startProxiedMock } from "./proxy-server.ts";

const codes: Record<number, string> = { 400: "invalid_id", 404: "not_found", 405: "method_not_allowed" };

/** Whatever an attacker asks for, the service gets nothing. */
const elsewhere: [path: string, status: number][] = [
  ["/v1", 404],
  ["/v1/", 404],
  ["/v1/unknown", 404],
  ["/v1//agents", 404],
  ["/agents", 404],
  ["/v2/agents", 404],
  ["/v1/%61gents", 404],
  ["/v1/campaigns//prospects-zap", 405],
  ["/v1/../../__mock__/state", 404],
  ["/v1/%2e%2e/%2e%2e/__mock__/state", 404],
  ["/v1/categories/%2e%2e", 404],
  ["/v1/categories/%2e%2e/campaigns/x/prospects-zap", 405],
  ["/v1/categories/.%2e/.%2e/__mock__", 404],
  ["/v1/categories/%252e%252e", 400],
  ["/v1/categories/%252e", 400],
  ["/v1/categories/%25252e%25252e", 400],
  ["/v1/categories/a%2f..%2f..%2fagents", 400],
  ["/v1/categories/a%252f..%252fagents", 400],
  ["/v1/categories/..%5cagents", 400],
  ["/v1/categories/a%255cb", 400],
  ["/v1/categories/a%00b", 400],
  ["/v1/categories/a%0d%0aHost:%20evil", 400],
  ["/v1/categories/a%250ab", 400],
  ["/v1/categories/%ff", 400],
  ["/v1/categories/50%2525", 400],
  [`/v1/categories/%${"25".repeat(6_000)}2e`, 400],
  ["/v1/categories/", 400],
  ["/v1/calls//analysis", 400],
];

test.each(elsewhere)("%s gets %i, and nothing reaches the service", async (path, status) => {
  const { service, proxy } = await startProxiedMock();
  const received = await proxy.send({ path });
  expect(received).toMatchObject({ status, body: { error: { code: codes[status] } } });
  expect(service.journal.entries()).toEqual([]);
});

test("a path of another base path is none, not even one that is as long", () => {
  const find = (pathname: string) => findRoute({ pathname, method: "GET" }, "/base");
  expect(find("/base/v1/categories/x").parameters).toEqual({ categoryId: "x" });
  expect(() => find("/case/v1/categories/x")).toThrow(
    expect.objectContaining({ reply: expect.objectContaining({ status: 404 }) }),
  );
});

test("an id is sent as one encoded segment, whatever it contains", async () => {
  const { service, proxy } = await startProxiedMock();
  await proxy.send({ path: "/v1/categories/a%3Fkey=1%23x%20100%25a" });
  expect(service.journal.entries()).toMatchObject([
    { operation: "getCategory", path: "/v1/categories/a%3Fkey%3D1%23x%20100%25a" },
  ]);
});

test("a query is dropped", async () => {
  const paths: string[] = [];
  const { proxy } = await startProxiedMock({
    fetch: async (input) => {
      paths.push(String(input));
      return Response.json({ data: [] });
    },
  });
  expect((await proxy.send({ path: "/v1/agents?limit=1&target=https://evil.test" })).status).toBe(200);
  expect(paths).toEqual([expect.stringMatching(/\/v1\/agents$/)]);
});

test("headers that name a target change nothing", async () => {
  const addresses: string[] = [];
  const { proxy } = await startProxiedMock({
    fetch: async (input) => {
      addresses.push(String(input));
      return Response.json({ data: [] });
    },
  });
  const headers = {
    "x-target-url": "https://evil.test/v1",
    "x-forwarded-host": "evil.test",
    forwarded: "host=evil.test",
  };
  await proxy.send({ path: "/v1/agents", headers });
  expect(addresses).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1\/agents$/)]);
});

/** For each path of the table a method that it has not, and HEAD, which no proxied path has. */
const methods = Object.values(operations).flatMap(
  ({ path, ...row }): [method: string, path: string, allow: string][] => {
    const known = Object.values(operations).flatMap((other) => (other.path === path ? [other.method] : []));
    const asked = ("target" in row ? path : `/v1${path}`).replace(/\{\w+\}/, "x.y");
    const unknown = ["GET", "POST", "PUT"].find((method) => !known.some((each) => each === method)) ?? "";
    return [unknown, "HEAD"].map((method) => [method, asked, known.join(", ")]);
  },
);

test.each(methods)("%s %s gets 405 with the methods that there are", async (method, path, allow) => {
  const { service, proxy } = await startProxiedMock();
  const received = await proxy.send({ method, path });
  expect(received.status).toBe(405);
  expect(received.headers.allow).toBe(allow);
  expect(service.journal.entries()).toEqual([]);
});

test.each([[{ allow: [] }], [{ allow: undefined }]])("with %o no operation is allowed", async (changes) => {
  const { service, proxy } = await startProxiedMock(changes);
  for (const [method, path] of [
    ["GET", "/v1/agents"],
    ["GET", "/v1/categories"],
    ["GET", "/v1/categories/x"],
    ["DELETE", "/v1/agents/x"],
  ] as const) {
    const received = await proxy.send({ method, path });
    expect(received.status).toBe(403);
    expect(received.body?.error?.code).toBe("not_allowed");
  }
  expect(service.journal.entries()).toEqual([]);
});

test("an operation that is not listed is refused although others are allowed", async () => {
  const { service, proxy } = await startProxiedMock({ allow: everything.filter((id) => id !== "deleteAgent") });
  expect((await proxy.send({ method: "DELETE", path: "/v1/agents/x" })).status).toBe(403);
  expect(service.journal.entries()).toEqual([]);
});
