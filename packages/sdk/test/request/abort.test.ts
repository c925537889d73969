import { setImmediate as nextTurn } from "node:timers/promises";
import { AbortError } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { type Deferred, deferred } from "../support/deferred.ts";
import { rejectionOf } from "../support/failure-of.ts";
import { deafFetch, oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList } from "../support/samples.ts";
import { startScriptedService } from "../support/scripted-service.ts";
import { clientOf, clientWith } from "../support/test-client.ts";
import { useFakeTimersInEachTest } from "../support/virtual-time.ts";

const reason = { why: "the user left the page" };

// The clock stands still: whatever waited for a timer would never come.
useFakeTimersInEachTest({ toFake: ["setTimeout", "clearTimeout", "performance"] });

/** Aborts a listing once it waits for what the test is about; gives the error. */
async function abortListing(sdk: ReturnType<typeof clientWith>, paused: Deferred<void>) {
  const controller = new AbortController();
  const listing = rejectionOf(
    sdk.agents.list({ signal: controller.signal, onRetry: () => paused.resolve() }),
    AbortError,
  );
  await paused.promise;
  // The client goes on from there to its next wait.
  await nextTurn();
  controller.abort(reason);
  return listing;
}

test("AbortSignal.timeout ends the operation with an AbortError, and the signal's reason is the cause", async () => {
  const error = await rejectionOf(clientWith(deafFetch).agents.list({ signal: AbortSignal.timeout(10) }), AbortError);
  expect(error.cause).toMatchObject({ name: "TimeoutError" });
});

test("the aborted request's connection is closed", async () => {
  const requested = deferred<void>();
  const service = await startScriptedService(() => requested.resolve());
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
