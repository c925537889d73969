import { AbortError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { deafFetch, oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList } from "../support/samples.ts";
import { retryAfter, stall, stallMidBody } from "../support/scripted-responses.ts";
import { startScriptedService } from "../support/scripted-service.ts";
import { clientOf, clientWith } from "../support/test-client.ts";

const reason = { why: "the user left the page" };

/** Aborts a listing some milliseconds after its start; gives its error, which must come before any later event. */
async function abortListing(sdk: ReturnType<typeof clientWith>) {
  const controller = new AbortController();
  const events: string[] = [];
  const nextTurn = new Promise<void>((resolve) => {
    setTimeout(() => {
      controller.abort(reason);
      setImmediate(() => {
        events.push("the next turn");
        resolve();
      });
    }, 40);
  });
  const error = await rejectionOf(sdk.agents.list({ signal: controller.signal }), AbortError);
  events.push("rejected");
  await nextTurn;
  expect(events).toEqual(["rejected", "the next turn"]);
  return error;
}

test.each([
  ["while headers are due", stall()],
  ["in the middle of a body", stallMidBody()],
  ["in the pause that Retry-After asks for", retryAfter(429, "30")],
])("an abort %s rejects at once, with the signal's reason as its cause", async (_name, scripted) => {
  const service = await startScriptedService(scripted);
  const error = await abortListing(clientOf(service));
  expect(error.cause).toBe(reason);
  expect(error.attempts).toBe(1);
});

test("an abort in a backoff pause rejects at once", async () => {
  const { fetch, calls } = oneOffFetch(new Response(null, { status: 500 }));
  const retry = { initialDelayMs: 60_000, maxDelayMs: 60_000 };
  const error = await abortListing(clientWith(fetch, { retry }));
  expect(error.cause).toBe(reason);
  expect(calls).toHaveLength(1);
});

test("an abort while the key function is called rejects at once, and nothing is sent", async () => {
  const { fetch, calls } = oneOffFetch(Response.json(agentList));
  const error = await abortListing(clientWith(fetch, { apiKey: () => new Promise(() => {}) }));
  expect(error.requestSent).toBe(false);
  expect(calls).toHaveLength(0);
});

test("an abort rejects at once although fetch ignores its signal", async () => {
  expect((await abortListing(clientWith(deafFetch))).cause).toBe(reason);
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
  const service = await startScriptedService(stall());
  await abortListing(clientOf(service));
  await expect.poll(() => service.openConnections()).toBe(0);
});

test("an abort after the response changes nothing", async () => {
  const controller = new AbortController();
  const { fetch } = oneOffFetch(Response.json(agentList));
  const agents = await clientWith(fetch).agents.list({ signal: controller.signal });
  controller.abort(reason);
  expect(agents).toEqual(agentList.data);
});
