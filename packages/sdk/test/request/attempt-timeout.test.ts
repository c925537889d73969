import { ServerError, TimeoutError } from "@call-analysis/sdk";
import { afterEach, expect, test, vi } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { deafFetch, oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList } from "../support/samples.ts";
import { after, json, type ScriptedResponse, stall, stallMidBody } from "../support/scripted-responses.ts";
import { startScriptedService } from "../support/scripted-service.ts";
import { clientOf, clientWith } from "../support/test-client.ts";
import { passTime, thenPass, useVirtualTime } from "../support/virtual-time.ts";

afterEach(() => vi.useRealTimers());

test.each([
  ["headers that do not come", stall()],
  ["a body that stops in the middle", stallMidBody()],
  ["an error's body that stops in the middle", stallMidBody(500)],
])("timeoutMs ends an attempt with %s", async (_name, answer) => {
  useVirtualTime();
  const service = await startScriptedService(thenPass(5_000, answer));
  const startedMs = performance.now();
  const error = await rejectionOf(clientOf(service, { retry: false, timeoutMs: 5_000 }).agents.list(), TimeoutError);
  expect(error).toMatchObject({ kind: "attempt", requestSent: true, attempts: 1, isRetryable: true });
  expect(error.message).toContain("timeoutMs = 5000 ms");
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(5_000);
});

test("timeoutMs covers headers and body together", async () => {
  vi.useFakeTimers();
  const headersLate = () => new Promise<Response>((resolve) => setTimeout(resolve, 300, new Response(endlessBody())));
  const { fetch } = oneOffFetch(headersLate);
  const rejection = rejectionOf(clientWith(fetch, { retry: false, timeoutMs: 400 }).agents.list(), TimeoutError);
  await vi.advanceTimersByTimeAsync(400);
  expect(await rejection).toMatchObject({ kind: "attempt", requestSent: true });
});

function endlessBody(): ReadableStream {
  return new ReadableStream({ pull: () => new Promise(() => {}) });
}

test("headers that are slow, and within the time, are waited for", async () => {
  const service = await startScriptedService(after(60, json(200, agentList)));
  await expect(clientOf(service, { timeoutMs: 5_000 }).agents.list()).resolves.toEqual(agentList.data);
});

test("each attempt has the whole time again", async () => {
  useVirtualTime();
  const late: ScriptedResponse = async (response, request) => {
    await passTime(30_000);
    await json(200, agentList)(response, request);
  };
  const service = await startScriptedService(thenPass(60_000, stall()), late);
  await expect(clientOf(service, { timeoutMs: 60_000 }).agents.list()).resolves.toEqual(agentList.data);
  expect(service.requests).toHaveLength(2);
});

test("timeoutMs of one call replaces the client's", async () => {
  const service = await startScriptedService(stall());
  const error = await rejectionOf(
    clientOf(service, { retry: false, timeoutMs: 60_000 }).agents.list({ timeoutMs: 30 }),
    TimeoutError,
  );
  expect(error.message).toContain("timeoutMs = 30 ms");
});

test("an attempt ends when its time is up although fetch ignores its signal", async () => {
  const listing = clientWith(deafFetch, { retry: false, timeoutMs: 20 }).agents.list();
  await rejectionOf(listing, TimeoutError);
});

test("the connection of an attempt whose time is up is closed", async () => {
  useVirtualTime();
  const service = await startScriptedService(thenPass(5_000, stallMidBody()));
  await rejectionOf(clientOf(service, { retry: false, timeoutMs: 5_000 }).agents.list(), TimeoutError);
  await expect.poll(() => service.openConnections()).toBe(0);
});

test("a response in time is not affected by the timer of its attempt", async () => {
  const service = await startScriptedService(json(500, {}), json(500, {}), after(50, json(500, {})));
  await rejectionOf(clientOf(service, { timeoutMs: 5_000 }).agents.list(), ServerError);
  expect(service.requests).toHaveLength(3);
});
