import { AbortError, ConnectionError, RateLimitError, ServerError, TimeoutError } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { type AttemptInfo, type RetryEvent, type RetryLoopOptions, withRetries } from "../../src/request/attempts.js";
import { Deadline } from "../../src/request/deadline.js";
import { apiError } from "../../src/request/error-from-response.js";
import { Starts } from "../../src/request/pause.js";
import { Secrets } from "../../src/request/redaction.js";
import { rejectionOf } from "../support/failure-of.ts";
import { useFakeTimersInEachTest } from "../support/virtual-time.ts";

useFakeTimersInEachTest();

const policy = {
  maxAttempts: 3,
  initialDelayMs: 400,
  factor: 1,
  maxDelayMs: 400,
  jitter: 0,
  maxRetryAfterMs: 60_000,
};
const statusError = (status: number, headers = {}) =>
  apiError("GET x", new Response(null, { status, headers }), "", new Secrets());
const busy = (retryAfterSeconds?: number) =>
  statusError(429, retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) });

/** Runs attempts that fail with these, one after the other; the last one stays. Time passes until the loop has ended. */
async function attemptsThatFail(failures: readonly unknown[], options: Partial<RetryLoopOptions> = {}) {
  const attempts: (AttemptInfo & { atMs: number })[] = [];
  const events: RetryEvent[] = [];
  const startMs = performance.now();
  const run = async (attempt: AttemptInfo) => {
    attempts.push({ ...attempt, atMs: performance.now() - startMs });
    throw failures[Math.min(attempt.number, failures.length) - 1];
  };
  const loop = withRetries(run, {
    what: "GET x",
    policy,
    repeat: "always",
    deadline: new Deadline(),
    signal: undefined,
    log: () => {},
    onRetry: (event) => events.push(event),
    ...options,
  });
  const error = rejectionOf(loop, Error);
  await vi.runAllTimersAsync();
  return { error: await error, attempts, events, tookMs: performance.now() - startMs };
}

test("an attempt knows its number, and whether an earlier one may have been processed, whatever the last one proves", async () => {
  const { attempts, error } = await attemptsThatFail([busy(), statusError(500), busy()], {
    policy: { ...policy, maxAttempts: 4 },
  });
  expect(attempts).toMatchObject([
    { number: 1, mayHaveBeenProcessed: false, atMs: 0 },
    { number: 2, mayHaveBeenProcessed: false, atMs: 400 },
    { number: 3, mayHaveBeenProcessed: true, atMs: 800 },
    { number: 4, mayHaveBeenProcessed: true, atMs: 1_200 },
  ]);
  expect(error).toMatchObject({ status: 429, attempts: 4 });
});

test("onRetry is told of each pause before it begins, and the last failure has none", async () => {
  const first = statusError(500);
  const { events } = await attemptsThatFail([first, statusError(503, { "retry-after": "2" })]);
  expect(events).toEqual([
    { attempt: 1, pauseMs: 400, error: first },
    { attempt: 2, pauseMs: 2_000, error: expect.objectContaining({ status: 503 }) },
  ]);
});

test("a Retry-After of exactly maxRetryAfterMs is obeyed", async () => {
  const exactly = { ...policy, maxRetryAfterMs: 2_000, maxAttempts: 2 };
  expect((await attemptsThatFail([busy(2)], { policy: exactly })).tookMs).toBe(2_000);
});

test("an error of other code passes unchanged, after one attempt", async () => {
  const failure = Object.freeze(new Error("the middleware's own"));
  const { error, attempts } = await attemptsThatFail([failure]);
  expect(error).toBe(failure);
  expect(attempts).toHaveLength(1);
});

test("a signal that is aborted already starts no attempt", async () => {
  const { error, attempts } = await attemptsThatFail([busy()], { signal: AbortSignal.abort("enough") });
  expect(error).toMatchObject({ name: "AbortError", requestSent: false, attempts: 0, cause: "enough" });
  expect(error.message).toContain("GET x");
  expect(attempts).toHaveLength(0);
});

test.each([
  ["a 429, which proves that nothing was done", busy(), false],
  ["a 500", statusError(500), true],
])("an abort in the pause after %s says whether the request may have been processed", async (_name, failure, sent) => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 100);
  const { error, tookMs } = await attemptsThatFail([failure], { signal: controller.signal });
  expect(AbortError.is(error) && error).toMatchObject({ requestSent: sent, attempts: 1 });
  expect(tookMs).toBe(100);
});

test.each([
  ["as long as what is left", 400, 1, 0],
  ["a millisecond shorter than what is left", 401, 2, 400],
])("a pause that is %s before the deadline is made or not", async (_name, deadlineMs, made, tookMs) => {
  const result = await attemptsThatFail([statusError(500)], { deadline: new Deadline(deadlineMs) });
  expect(TimeoutError.is(result.error) && result.error).toMatchObject({
    kind: "deadline",
    requestSent: true,
    attempts: made,
    cause: expect.any(ServerError),
  });
  expect(result).toMatchObject({ tookMs, attempts: { length: made }, events: { length: made - 1 } });
});

test("a pause that ends after the deadline, as timers of a busy program do, is followed by no attempt", async () => {
  const onRetry = () => vi.advanceTimersByTime(100);
  const { error, attempts } = await attemptsThatFail([new ConnectionError("none", { requestSent: false })], {
    deadline: new Deadline(450),
    onRetry,
  });
  expect(error).toMatchObject({ name: "TimeoutError", kind: "deadline", requestSent: false, attempts: 1 });
  expect(attempts).toHaveLength(1);
});

test.each<[string, { throttleTimeoutMs?: number; failures: unknown[]; attempts: number; tookMs: number }]>([
  ["by default they use up the attempts", { failures: [busy()], attempts: 1, tookMs: 0 }],
  ["until it is over they use up none", { throttleTimeoutMs: 900, failures: [busy()], attempts: 4, tookMs: 1_200 }],
  ["one at its end does", { throttleTimeoutMs: 800, failures: [busy()], attempts: 3, tookMs: 800 }],
  ["other failures do", { throttleTimeoutMs: 900, failures: [busy(), statusError(500)], attempts: 2, tookMs: 400 }],
  ["a longer Retry-After is obeyed", { throttleTimeoutMs: 3_000, failures: [busy(3)], attempts: 2, tookMs: 3_000 }],
  ["one beyond its end is not", { throttleTimeoutMs: 2_999, failures: [busy(3)], attempts: 1, tookMs: 0 }],
])("for throttleTimeoutMs from the first 429 on, 429s are waited out: %s", async (_name, expected) => {
  const { throttleTimeoutMs, failures, attempts, tookMs } = expected;
  const once = { ...policy, maxAttempts: 1, maxRetryAfterMs: 2_000 };
  const result = await attemptsThatFail(failures, { policy: once, throttleTimeoutMs });
  expect(result).toMatchObject({ attempts: { length: attempts }, tookMs });
});

test("the time of throttleTimeoutMs begins with the first 429, not with the first failure", async () => {
  const failures = [statusError(500), busy()];
  const twice = { ...policy, maxAttempts: 2 };
  const { attempts, error } = await attemptsThatFail(failures, { policy: twice, throttleTimeoutMs: 400 });
  expect(RateLimitError.is(error)).toBe(true);
  expect(attempts.map(({ atMs }) => atMs)).toEqual([0, 400, 800]);
});

test("an attempt that sends nothing tells its operation so", async () => {
  const starts = new Starts();
  const ended = vi.spyOn(starts, "ended");
  await attemptsThatFail([new Error("no key")], { starts });
  expect(ended.mock.calls).toEqual([[1, { sent: false }]]);
});
