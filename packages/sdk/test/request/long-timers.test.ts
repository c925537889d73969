import { expect, test, vi } from "vitest";
import { deafFetch, oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith } from "../support/test-client.ts";
import { useFakeTimersInEachTest } from "../support/virtual-time.ts";

const longestTimerMs = 2 ** 31 - 1;

useFakeTimersInEachTest();

test.each([
  ["timeoutMs", { timeoutMs: longestTimerMs + 1 }, 1],
  ["an endless timeoutMs", { timeoutMs: Number.POSITIVE_INFINITY }, 0],
  ["deadlineMs", { timeoutMs: Number.POSITIVE_INFINITY, deadlineMs: longestTimerMs * 2 }, 1],
])("%s above 2^31-1 ms does not fire at once", async (_name, options, timers) => {
  const timer = vi.spyOn(globalThis, "setTimeout");
  const settled = vi.fn();
  clientWith(deafFetch).agents.list(options).then(settled, settled);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(settled).not.toHaveBeenCalled();
  expect(timer).toHaveBeenCalledTimes(timers);
  for (const [, afterMs] of timer.mock.calls) expect(afterMs).toBeLessThanOrEqual(longestTimerMs);
});

test("a deadline above 2^31-1 ms ends its operation when it has passed, and not before", async () => {
  const settled = vi.fn();
  const options = { timeoutMs: Number.POSITIVE_INFINITY, deadlineMs: longestTimerMs * 2 + 10 };
  clientWith(deafFetch).agents.list(options).then(settled, settled);
  await vi.advanceTimersByTimeAsync(longestTimerMs * 2 + 5);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10);
  expect(settled).toHaveBeenCalledWith(expect.objectContaining({ name: "TimeoutError", kind: "deadline" }));
  expect(vi.getTimerCount()).toBe(0);
});

test("a pause above 2^31-1 ms does not end at once", async () => {
  const { fetch, calls } = oneOffFetch(new Response(null, { status: 429, headers: { "retry-after": "3000000" } }));
  const settled = vi.fn();
  const retry = { maxRetryAfterMs: 1e12 };
  clientWith(fetch).agents.list({ retry }).then(settled, settled);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toHaveLength(1);
  expect(settled).not.toHaveBeenCalled();
});
