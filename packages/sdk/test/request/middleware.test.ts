import type { CallAnalysis } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { failureOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList, callInput, createdAgent } from "../support/samples.ts";
import { json } from "../support/scripted-responses.ts";
import { startScriptedService } from "../support/scripted-service.ts";
import { clientOf, clientWith } from "../support/test-client.ts";

type Middleware = NonNullable<NonNullable<ConstructorParameters<typeof CallAnalysis>[0]>["middleware"]>[number];

test("the first middleware is outermost", async () => {
  const steps: string[] = [];
  const named =
    (name: string): Middleware =>
    async (request, next) => {
      steps.push(`${name} before`);
      const response = await next(request);
      steps.push(`${name} after`);
      return response;
    };
  const { fetch } = oneOffFetch(Response.json(agentList));
  await clientWith(fetch, { middleware: [named("first"), named("second")] }).agents.list();
  expect(steps).toEqual(["first before", "second before", "second after", "first after"]);
});

test("a middleware sees every attempt, with its number and its operation", async () => {
  const seen: unknown[] = [];
  const middleware: Middleware[] = [
    async (request, next, context) => {
      const response = await next(request);
      seen.push({ ...context, method: request.method, url: request.url, status: response.status });
      return response;
    },
  ];
  const { fetch } = oneOffFetch(new Response(null, { status: 503 }), Response.json(agentList));
  await clientWith(fetch, { middleware }).agents.list();
  const expected = { operation: "listAgents", method: "GET", url: "https://service.test/v1/agents" };
  expect(seen).toEqual([
    { ...expected, attempt: 1, status: 503 },
    { ...expected, attempt: 2, status: 200 },
  ]);
});

test("a middleware may change the request: its headers, its body and its path", async () => {
  const service = await startScriptedService(json(201, createdAgent));
  const change: Middleware = async (request, next) => {
    const body = { ...(await request.clone().json()), team: "sales" };
    const headers = new Headers(request.headers);
    headers.set("x-trace", "7");
    return next(new Request(`${request.url}?dry=1`, { method: request.method, headers, body: JSON.stringify(body) }));
  };
  await clientOf(service, { middleware: [change] }).agents.create({ name: "Asha", email: "a@example.com" });
  const [request] = service.requests;
  expect(request).toMatchObject({ method: "POST", path: "/v1/agents?dry=1" });
  expect(request?.headers).toMatchObject({ "x-trace": "7", "content-type": "application/json" });
  expect(JSON.parse(request?.body ?? "")).toEqual({ name: "Asha", email: "a@example.com", team: "sales" });
});

test("a middleware may change the response", async () => {
  const { fetch } = oneOffFetch(Response.json({ data: "encrypted" }));
  const decrypt: Middleware = async (request, next) => {
    await next(request);
    return Response.json(agentList);
  };
  await expect(clientWith(fetch, { middleware: [decrypt] }).agents.list()).resolves.toEqual(agentList.data);
});

test("a middleware may respond by itself, and nothing is sent", async () => {
  const { fetch, calls } = oneOffFetch(new Response());
  const cached: Middleware = () => Response.json(agentList);
  await expect(clientWith(fetch, { middleware: [cached] }).agents.list()).resolves.toEqual(agentList.data);
  expect(calls).toHaveLength(0);
});

test("what a middleware throws before sending rejects the operation unchanged, without a retry", async () => {
  const { fetch, calls } = oneOffFetch(Response.json(agentList));
  const failure = new Error("the circuit is open");
  const open: Middleware = () => {
    throw failure;
  };
  expect(await failureOf(clientWith(fetch, { middleware: [open] }).agents.list())).toBe(failure);
  expect(await failureOf(clientWith(fetch, { middleware: [open] }).calls.create(callInput))).toBe(failure);
  expect(calls).toHaveLength(0);
});

test("the signal of a middleware's request is aborted when the attempt is ended", async () => {
  let signal: AbortSignal | undefined;
  const slow: Middleware = (request) => {
    signal = request.signal;
    return new Promise(() => {});
  };
  const { fetch } = oneOffFetch(Response.json(agentList));
  await failureOf(clientWith(fetch, { middleware: [slow], timeoutMs: 20, retry: false }).agents.list());
  expect(signal?.aborted).toBe(true);
});
