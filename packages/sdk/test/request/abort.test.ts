import { setImmediate as nextTurn } from "node:timers/promises";
import { AbortError } from "@call-analysis/sdk";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { gate } from "../support/gate.ts";
import { deafFetch, oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList } from "../support/samples.ts";
import { retryAfter, stallMidBody } from "../support/scripted-responses.ts";
import { startScriptedService } from "../support/scripted-service.ts";
import { clientOf, clientWith } from "../support/test-client.ts";

const reason = { why: "the user left the page" };

// The clock stands still: whatever waited for a timer would never come.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Aborts a listing once it waits for what the test is about; gives the error. */
async function abortListing(sdk: ReturnType<typeof clientWith>, { opened, open }: ReturnType<typeof gate>) {
  const controller = new AbortController();
  const listing = rejectionOf(sdk.agents.list({ signal: controller.signal, onRetry: open }), AbortError);
  await opened;
  // The client goes on from there to its next wait.
  await nextTurn();
  controller.abort(reason);
  return listing;
}

test("an abort while headers are due rejects at once, with the signal's reason as its cause", async () => {
  const requested = gate();
  const service = await startScriptedService(requested.open);
  expect(await abortListing(clientOf(service), requested)).toMatchObject({ cause: reason, attempts: 1 });
});

test("an abort in the middle of a body rejects at once, with the signal's reason as its cause", async () => {
  const service = await startScriptedService(stallMidBody());
  const headersRead = gate();
  const fetch = async (...parameters: Parameters<typeof globalThis.fetch>) => {
    const response = await globalThis.fetch(...parameters);
    headersRead.open();
    return response;
  };
  const error = await abortListing(clientOf(service, { fetch }), headersRead);
  expect(error).toMatchObject({ cause: reason, attempts: 1 });
});

test("an abort in the pause that Retry-After asks for rejects at once", async () => {
  const service = await startScriptedService(retryAfter(429, "30"));
  const error = await abortListing(clientOf(service), gate());
  expect(error).toMatchObject({ cause: reason, attempts: 1 });
});

test("an abort in a backoff pause rejects at once", async () => {
  const { fetch, calls } = oneOffFetch(new Response(null, { status: 500 }));
  const retry = { initialDelayMs: 60_000, maxDelayMs: 60_000 };
  const error = await abortListing(clientWith(fetch, { retry }), gate());
  expect(error.cause).toBe(reason);
  expect(vi.getTimerCount()).toBe(0);
  expect(calls).toHaveLength(1);
});

test("an abort while the key function is asked rejects at once, and nothing is sent", async () => {
  const { fetch, calls } = oneOffFetch(Response.json(agentList));
  const asked = gate();
  const apiKey = () => {
    asked.open();
    return new Promise<string>(() => {});
  };
  const error = await abortListing(clientWith(fetch, { apiKey }), asked);
  expect(error.requestSent).toBe(false);
  expect(calls).toHaveLength(0);
});

test("an abort rejects at once although fetch ignores its signal", async () => {
  const called = gate();
  const fetch = () => {
    called.open();
    return deafFetch();
  };
  expect(await abortListing(clientWith(fetch), called)).toMatchObject({ cause: reason });
});

test("a signal that is aborted already sends nothing", async () => {
  const { fetch, calls } = oneOffFetch(Response.json(agentList));
  const error = await rejectionOf(clientWith(fetch).agents.list({ signal: AbortSignal.abort(reason) }), AbortError);
  expect(error).toMatchObject({ cause: reason, attempts: 0, requestSent: false });
  expect(calls).toHaveLength(0);
});

test("an abort without a reason has the platform's own reason as its cause", async () => {
  const error = await rejectionOf(clientWith(deafFetch).agents.list({ signal: AbortSignal.abort() }), AbortError);
  expect(error.cause).toMatchObject({ name: "AbortError" });
});

test("AbortSignal.timeout ends the operation with an AbortError, and the signal's reason is the cause", async () => {
  const error = await rejectionOf(clientWith(deafFetch).agents.list({ signal: AbortSignal.timeout(10) }), AbortError);
  expect(error.cause).toMatchObject({ name: "TimeoutError" });
});

test("the aborted request's connection is closed", async () => {
  const requested = gate();
  const service = await startScriptedService(requested.open);
  await abortListing(clientOf(service), requested);
  vi.useRealTimers();
  await expect.poll(() => service.openConnections()).toBe(0);
});

test("an abort after the response changes nothing", async () => {
  const controller = new AbortController();
  const { fetch } = oneOffFetch(Response.json(agentList));
  const agents = await clientWith(fetch).agents.list({ signal: controller.signal });
  controller.abort(reason);
  expect(agents).toEqual(agentList.data);
});
