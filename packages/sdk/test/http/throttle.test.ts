import { AbortError, RateLimitError, TimeoutError } from "@call-analysis/sdk";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { settled } from "../analysis/virtual-interface.ts";
import { failureOf, rejectionOf } from "../support/failure-of.ts";
import { type FetchCall, oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList, callInput, categoryList, createdCall, prospectAdded, uploadGrant } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";
import { wavBytes } from "../upload/recordings.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A service that refuses its first request because of the rate. */
function busyOnce(headers: Record<string, string> = { "retry-after": "5" }) {
  return oneOffFetch(new Response(null, { status: 429, headers }), respond);
}

function respond({ url, method }: FetchCall): Response {
  if (method === "PUT") return new Response(null);
  if (url.endsWith("/presigned-url")) return Response.json(uploadGrant);
  if (url.endsWith("/calls")) return Response.json(createdCall, { status: 202 });
  if (url.endsWith("/prospects-zap")) return Response.json(prospectAdded);
  return Response.json(url.endsWith("/agents") ? agentList : categoryList);
}

/** When each request was sent, in milliseconds after the first. */
function timesOf(calls: FetchCall[]): number[] {
  return calls.map(({ atMs }) => Math.round(atMs - (calls[0]?.atMs ?? 0)));
}

test("after a 429 no request of the client starts before the pause that the service asked for is over", async () => {
  const { fetch, calls } = busyOnce();
  const sdk = clientWith(fetch);
  await failureOf(sdk.agents.list({ retry: false }));
  await settled(Promise.all([sdk.agents.list(), sdk.categories.list(), sdk.calls.create(callInput)]));
  expect(calls).toHaveLength(4);
  for (const timeMs of timesOf(calls).slice(1)) expect(timeMs).toBeGreaterThanOrEqual(5_000);
});

test("a later 429 that asks for less does not shorten the pause", async () => {
  const refusal = (seconds: number) => new Response(null, { status: 429, headers: { "retry-after": String(seconds) } });
  const { fetch, calls } = oneOffFetch(refusal(20), refusal(1), respond);
  const sdk = clientWith(fetch);
  // Both are under way before the first is refused.
  await Promise.all([failureOf(sdk.agents.list({ retry: false })), failureOf(sdk.agents.list({ retry: false }))]);
  await settled(sdk.agents.list());
  expect(timesOf(calls)).toEqual([0, 0, 20_000]);
});

test("without a Retry-After the pause is the retry policy's", async () => {
  const { fetch, calls } = busyOnce({});
  const sdk = clientWith(fetch, { retry: { initialDelayMs: 700, jitter: 0 } });
  await failureOf(sdk.agents.list({ retry: false }));
  await settled(sdk.categories.list());
  expect(timesOf(calls)).toEqual([0, 700]);
});

test("requests that waited for the same pause do not start all at once", async () => {
  const { fetch, calls } = busyOnce();
  const sdk = clientWith(fetch);
  await failureOf(sdk.agents.list({ retry: false }));
  await settled(Promise.all(Array.from({ length: 20 }, () => sdk.categories.list())));
  const [, ...times] = timesOf(calls);
  expect(times).toHaveLength(20);
  expect(new Set(times.slice(0, 3)).size).toBe(3);
});

test("the operation that was refused begins again with single requests", async () => {
  const { fetch, calls } = busyOnce();
  const sdk = clientWith(fetch);
  await failureOf(sdk.agents.list({ retry: false }));
  await settled(Promise.all(Array.from({ length: 4 }, () => sdk.agents.list())));
  expect(timesOf(calls)).toEqual([0, 5_000, 6_000, 6_500, 6_750]);
});

test("a derived client shares the pause, also with the client that it was derived from", async () => {
  const { fetch, calls } = busyOnce();
  const sdk = clientWith(fetch);
  await failureOf(sdk.withOptions({ timeoutMs: 1_000 }).agents.list({ retry: false }));
  await settled(Promise.all([sdk.categories.list(), sdk.withOptions({ headers: { a: "b" } }).calls.create(callInput)]));
  expect(calls).toHaveLength(3);
  for (const timeMs of timesOf(calls).slice(1)) expect(timeMs).toBeGreaterThanOrEqual(5_000);
});

test.each([
  ["another key", { apiKey: "another-key" }],
  ["another address", { baseUrl: "https://elsewhere.test/v1" }],
])("a derived client with %s does not share the pause", async (_name, changes) => {
  const { fetch, calls } = busyOnce();
  const sdk = clientWith(fetch);
  await failureOf(sdk.agents.list({ retry: false }));
  await sdk.withOptions(changes).agents.list();
  expect(timesOf(calls)).toEqual([0, 0]);
});

test("the campaign interface is not paused by the external one", async () => {
  const { fetch, calls } = busyOnce();
  const sdk = clientWith(fetch, { campaignBaseUrl: "https://campaign.test" });
  await failureOf(sdk.agents.list({ retry: false }));
  await sdk.campaigns.addProspect("spring", { name: "Ravi", phone: "+911" });
  expect(timesOf(calls)).toEqual([0, 0]);
});

test("a recording goes to the store during a pause of the service", async () => {
  const { fetch, calls } = oneOffFetch(async (call) => {
    if (call.url.endsWith("/agents")) return new Response(null, { status: 429, headers: { "retry-after": "50" } });
    if (call.method !== "PUT") await failureOf(sdk.agents.list({ retry: false }));
    return respond(call);
  });
  const sdk = clientWith(fetch);
  await sdk.calls.upload(wavBytes(64));
  expect(calls.map(({ method }) => method)).toEqual(["POST", "GET", "PUT"]);
  expect(timesOf(calls)).toEqual([0, 0, 0]);
});

test("a Retry-After above maxRetryAfterMs pauses the others for maxRetryAfterMs", async () => {
  const { fetch, calls } = busyOnce({ "retry-after": "86400" });
  const sdk = clientWith(fetch, { retry: { maxRetryAfterMs: 9_000 } });
  await rejectionOf(sdk.agents.list(), RateLimitError);
  await settled(sdk.categories.list());
  expect(timesOf(calls)).toEqual([0, 9_000]);
});

test("a single operation ends after maxAttempts, as without a pause", async () => {
  const { fetch, calls } = oneOffFetch(new Response(null, { status: 429 }));
  const outcome = await settled(clientWith(fetch).calls.create(callInput));
  expect(outcome).toMatchObject({ name: "RateLimitError", attempts: 3 });
  expect(calls).toHaveLength(3);
});

test("an abort during a pause ends the wait at once: nothing was sent, and no timer is left", async () => {
  const { fetch, calls } = busyOnce();
  const sdk = clientWith(fetch);
  await failureOf(sdk.agents.list({ retry: false }));
  const controller = new AbortController();
  const creation = rejectionOf(sdk.calls.create(callInput, { signal: controller.signal }), AbortError);
  await vi.advanceTimersByTimeAsync(100);
  controller.abort("enough");
  expect(await creation).toMatchObject({ requestSent: false, cause: "enough" });
  expect(vi.getTimerCount()).toBe(0);
  expect(calls).toHaveLength(1);
});

test("a deadline before the end of the pause is reported at once, and nothing was sent", async () => {
  const { fetch, calls } = busyOnce();
  const sdk = clientWith(fetch);
  await failureOf(sdk.agents.list({ retry: false }));
  const error = await rejectionOf(sdk.calls.create(callInput, { deadlineMs: 4_000 }), TimeoutError);
  expect(error).toMatchObject({ kind: "deadline", requestSent: false });
  expect(calls).toHaveLength(1);
});

test("a deadline that passes because the pause became longer ends the wait when it passes", async () => {
  const refusal = new Response(null, { status: 429, headers: { "retry-after": "5" } });
  const { fetch } = oneOffFetch(refusal, refusal, respond);
  const sdk = clientWith(fetch);
  await failureOf(sdk.agents.list({ retry: false }));
  const first = failureOf(sdk.agents.list({ retry: false }));
  const startedMs = performance.now();
  const late = failureOf(sdk.agents.list({ deadlineMs: 7_000 }));
  expect(await settled(Promise.all([first, late]))).toMatchObject([{ status: 429 }, { kind: "deadline" }]);
  expect(Math.round(performance.now() - startedMs)).toBe(7_000);
});

test("the wait is no part of timeoutMs", async () => {
  const { fetch } = busyOnce();
  const sdk = clientWith(fetch, { timeoutMs: 1_000 });
  await failureOf(sdk.agents.list({ retry: false }));
  expect(await settled(sdk.agents.list())).toEqual(agentList.data);
});

test("a pause is one line of the log at info", async () => {
  const info = vi.fn();
  const logger = { debug: vi.fn(), info, warn: vi.fn(), error: vi.fn() };
  const { fetch } = busyOnce();
  await failureOf(clientWith(fetch, { logger, logLevel: "info" }).agents.list({ retry: false }));
  expect(info.mock.calls.flat()).toEqual([expect.stringContaining("answered 429: no request starts for 5000 ms")]);
});

test("5,000 aborted waits leave no timer and no listener behind, and hold nobody up", async () => {
  const { fetch, calls } = busyOnce();
  const sdk = clientWith(fetch);
  await failureOf(sdk.agents.list({ retry: false }));
  const controller = new AbortController();
  const added = vi.spyOn(controller.signal, "addEventListener");
  const removed = vi.spyOn(controller.signal, "removeEventListener");
  const waits = Array.from({ length: 5_000 }, () => failureOf(sdk.agents.list({ signal: controller.signal })));
  await vi.advanceTimersByTimeAsync(0);
  controller.abort();
  await Promise.all(waits);
  expect(vi.getTimerCount()).toBe(0);
  expect(removed.mock.calls.length).toBeGreaterThanOrEqual(added.mock.calls.length);
  await settled(sdk.agents.list());
  expect(timesOf(calls)).toEqual([0, 5_000]);
});

test("a client that never waits for a Retry-After pauses nobody", async () => {
  const { fetch, calls } = busyOnce();
  const sdk = clientWith(fetch, { retry: { maxAttempts: 1, maxRetryAfterMs: 0 } });
  await failureOf(sdk.agents.list());
  await settled(sdk.categories.list());
  expect(timesOf(calls)).toEqual([0, 0]);
});
