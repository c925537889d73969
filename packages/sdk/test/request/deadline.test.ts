import { ServerError, TimeoutError } from "@call-analysis/sdk";
import { afterEach, expect, test, vi } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { deafFetch, oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList } from "../support/samples.ts";
import { empty, json, retryAfter, type ScriptedResponse, stall } from "../support/scripted-responses.ts";
import { startScriptedService } from "../support/scripted-service.ts";
import { clientOf, clientWith } from "../support/test-client.ts";
import { passTime, thenPass, useVirtualTime } from "../support/virtual-time.ts";

afterEach(() => vi.useRealTimers());

test("a deadline ends an attempt that is under way", async () => {
  useVirtualTime();
  const service = await startScriptedService(thenPass(20_000, stall()));
  const startedMs = performance.now();
  const error = await rejectionOf(clientOf(service).agents.list({ deadlineMs: 20_000 }), TimeoutError);
  expect(error).toMatchObject({ kind: "deadline", requestSent: true, attempts: 1 });
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(20_000);
  expect(service.requests).toHaveLength(1);
});

test("a deadline bounds all attempts together", async () => {
  useVirtualTime();
  const service = await startScriptedService(thenPass(60_000, stall()));
  const limits = { timeoutMs: 60_000, deadlineMs: 100_000 };
  const error = await rejectionOf(clientOf(service).agents.list(limits), TimeoutError);
  expect(error).toMatchObject({ kind: "deadline", attempts: 2 });
  expect(service.requests).toHaveLength(2);
});

test("a pause that would pass the deadline is not begun: the error comes at once, with the last one as its cause", async () => {
  const service = await startScriptedService(retryAfter(503, "30"));
  // The clock stands still: a pause would never end.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const error = await rejectionOf(clientOf(service).agents.list({ deadlineMs: 20_000 }), TimeoutError);
  expect(error).toMatchObject({ kind: "deadline", attempts: 1 });
  expect(error.cause).toBeInstanceOf(ServerError);
});

test("the deadline of the client holds for each of its operations anew", async () => {
  useVirtualTime();
  const late: ScriptedResponse = async (response, request) => {
    await passTime(20_000);
    await json(200, agentList)(response, request);
  };
  const service = await startScriptedService(empty(500), late);
  const sdk = clientOf(service, { deadlineMs: 30_000 });
  await sdk.agents.list();
  await expect(sdk.agents.list()).resolves.toEqual(agentList.data);
});

test("deadlineMs of one call replaces the client's", async () => {
  const service = await startScriptedService(stall());
  const error = await rejectionOf(
    clientOf(service, { deadlineMs: 60_000 }).agents.list({ deadlineMs: 40 }),
    TimeoutError,
  );
  expect(error.message).toContain("deadlineMs = 40 ms");
});

test("the pauses that fit before a deadline are made, and no more", async () => {
  vi.useFakeTimers();
  const { fetch, calls } = oneOffFetch(new Response(null, { status: 500 }));
  const retry = { maxAttempts: 10, initialDelayMs: 100, factor: 1, maxDelayMs: 100, jitter: 0 };
  const rejection = rejectionOf(clientWith(fetch, { retry }).agents.list({ deadlineMs: 350 }), TimeoutError);
  await vi.advanceTimersByTimeAsync(350);
  expect(await rejection).toMatchObject({ kind: "deadline", attempts: 4 });
  expect(calls).toHaveLength(4);
});

test("a deadline that ends with an attempt's time is named as the reason: no further attempt could follow", async () => {
  vi.useFakeTimers();
  const listing = rejectionOf(
    clientWith(deafFetch, { timeoutMs: 5_000, retry: false }).agents.list({ deadlineMs: 5_000 }),
    TimeoutError,
  );
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await listing).toMatchObject({ kind: "deadline", attempts: 1 });
});
