/** The service's address is built from operation and ids. Nothing of the browser's address is sent on. */
import { operations } from "@call-analysis/sdk/operations";
import { expect, test } from "vitest";
import { startProxy } from "../support/proxied-service.ts";

const codes: Record<number, string> = { 400: "invalid_id", 404: "not_found", 405: "method_not_allowed" };

/** Whatever an attacker asks for, nothing reaches the service. */
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
  ["/v1/categories/%25252e%25252e", 400],
  ["/v1/categories/a%2f..%2f..%2fagents", 400],
  ["/v1/categories/a%252f..%252fagents", 400],
  ["/v1/categories/..%5cagents", 400],
  ["/v1/categories/a%255cb", 400],
  ["/v1/categories/a%00b", 400],
  ["/v1/categories/a%0d%0aHost:%20evil", 400],
  ["/v1/categories/%ff", 400],
  ["/v1/categories/50%2525", 400],
  [`/v1/categories/%${"25".repeat(6_000)}2e`, 400],
  ["/v1/categories/", 400],
  ["/v1/calls//analysis", 400],
];

test.each(elsewhere)("%s gets %i, and nothing reaches the service", async (path, status) => {
  const { service, send } = startProxy();
  const received = await send(`GET ${path}`);
  expect([received.status, received.body.error.code]).toEqual([status, codes[status]]);
  expect(service.journal.entries()).toEqual([]);
});

test("another base path is not the proxy's, not even one of the same length", async () => {
  const { service, handler } = startProxy();
  const headers = { authorization: "Bearer asha" };
  const { status } = await handler(new Request("https://app.example.com/call-analysed/v1/agents", { headers }));
  expect([status, service.journal.entries()]).toEqual([404, []]);
});

/** For each path of the table, a method that it does not have, and HEAD. */
const methods = Object.values(operations).flatMap((row): [request: string, allow: string][] => {
  const known = Object.values(operations).flatMap(({ path, method }): string[] => (path === row.path ? [method] : []));
  const path = ("target" in row ? row.path : `/v1${row.path}`).replace(/\{\w+\}/, "x.y");
  const unknown = ["GET", "POST", "PUT"].find((method) => !known.includes(method)) ?? "";
  return [unknown, "HEAD"].map((method) => [`${method} ${path}`, known.join(", ")]);
});

test.each(methods)("%s gets 405 with the methods that there are", async (request, allow) => {
  const { service, send } = startProxy();
  const received = await send(request);
  expect([received.status, received.headers.get("allow")]).toEqual([405, allow]);
  expect(service.journal.entries()).toEqual([]);
});
