import { TimeoutError } from "@call-analysis/sdk";
import { afterEach, expect, test, vi } from "vitest";
import { Deadline, runAttempt } from "../../src/request/deadline.js";
import { rejectionOf } from "../support/failure-of.ts";
import { deafFetch, oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith } from "../support/test-client.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("a deadline is named as the reason although the timer fires half a millisecond early, as on Node", async () => {
  vi.spyOn(performance, "now").mockReturnValue(1_000);
  const deadline = new Deadline(5);
  const options = { what: "GET x", timeoutMs: 9, deadline, signal: undefined, trace: { sent: true } };
  vi.spyOn(performance, "now").mockReturnValue(1_004.5);
  const attempt = runAttempt(() => new Promise(() => {}), { ...options, timeUp: () => new Error("attempt") });
  expect(await rejectionOf(attempt, TimeoutError)).toMatchObject({ kind: "deadline" });
});

test("no attempt starts when the pause before it ended after the deadline, as in a busy program", async () => {
  const { fetch, calls } = oneOffFetch(new Response(null, { status: 503 }));
  const now = performance.now.bind(performance);
  let lateMs = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now() + lateMs);
  const onRetry = () => {
    lateMs = 10_000;
  };
  const options = { deadlineMs: 5_000, onRetry, retry: { initialDelayMs: 20, maxDelayMs: 20 } };
  const error = await rejectionOf(clientWith(fetch).agents.list(options), TimeoutError);
  expect(error).toMatchObject({ kind: "deadline", attempts: 1, cause: { status: 503 } });
  expect(calls).toHaveLength(1);
});

test("progress that is reported after the end starts no timer", async () => {
  vi.useFakeTimers();
  const options = {
    what: "PUT x",
    timeoutMs: 1_000,
    deadline: new Deadline(undefined),
    signal: undefined,
    trace: { sent: true },
    timeUp: () => new Error("time up"),
  };
  let report = () => {};
  await runAttempt(async (_signal, onProgress) => {
    report = onProgress;
  }, options);
  report();
  expect(vi.getTimerCount()).toBe(0);
});

test("a key function that takes all of an attempt's time is named as the reason", async () => {
  const sdk = clientWith(deafFetch, { apiKey: () => new Promise(() => {}), timeoutMs: 10, retry: false });
  const error = await rejectionOf(sdk.agents.list(), TimeoutError);
  expect(error).toMatchObject({ kind: "attempt", requestSent: false });
  expect(error.message).toMatch(/apiKey/);
});
