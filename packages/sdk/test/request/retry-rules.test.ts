import {
  AbortError,
  ConfigurationError,
  ConnectionError,
  KeyProviderError,
  ResponseFormatError,
  TimeoutError,
  UploadError,
} from "@call-analysis/sdk";
import fc from "fast-check";
import { expect, test } from "vitest";
import { apiError } from "../../src/request/error-from-response.js";
import { Secrets } from "../../src/request/redaction.js";
import {
  backoffMs,
  defaultRetryPolicy,
  obeyedRetryAfterMs,
  pauseBeforeNext,
  type RetryPolicy,
} from "../../src/request/retry.js";
import { failureMayHaveBeenProcessed, isRefusal } from "../../src/request/uncertain.js";

const statusError = (status: number, headers = {}, body = "") =>
  apiError("GET x", new Response(null, { status, headers }), body, new Secrets());
const fromProxy = (status: number, code: unknown) => statusError(status, {}, JSON.stringify({ error: { code } }));
const timeout = (kind: "attempt" | "deadline", requestSent: boolean) => new TimeoutError("late", { kind, requestSent });
const broken = (requestSent: boolean) => new ConnectionError("broken", { requestSent });
const format = new ResponseFormatError("html", { status: 200, requestId: null, excerpt: "" });

const pauseFor = (failure: unknown, repeat: "always" | "unprocessed", attempt = 1) =>
  pauseBeforeNext(failure, attempt, { policy: defaultRetryPolicy, repeat, random: 0 });

const policies: fc.Arbitrary<RetryPolicy> = fc.record({
  maxAttempts: fc.integer({ min: 1, max: 50 }),
  initialDelayMs: fc.double({ min: 0, max: 1e9, noNaN: true }),
  factor: fc.double({ min: 0.1, max: 1e300, noNaN: true }),
  maxDelayMs: fc.double({ min: 0, max: 1e9, noNaN: true }),
  jitter: fc.double({ min: 0, max: 1, noNaN: true }),
  maxRetryAfterMs: fc.double({ min: 0, max: 1e9, noNaN: true }),
});
const chance = fc.double({ min: 0, max: 1, noNaN: true });
const attempts = fc.integer({ min: 1, max: 60 });

test("without jitter the pauses are 500, 1000, 2000, 4000 ms and then 8000 ms", () => {
  const pauses = [1, 2, 3, 4, 5, 6].map((attempt) => backoffMs(defaultRetryPolicy, attempt, 0));
  expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000]);
});

test("jitter takes up to 25 % off by default", () => {
  expect(backoffMs(defaultRetryPolicy, 1, 1)).toBe(375);
});

test("a pause is a number from (1 - jitter) of the full pause to the full pause, and never above maxDelayMs", () => {
  fc.assert(
    fc.property(policies, attempts, chance, (policy, attempt, random) => {
      const pauseMs = backoffMs(policy, attempt, random);
      const fullMs = backoffMs(policy, attempt, 0);
      expect(pauseMs).toBeGreaterThanOrEqual(fullMs * (1 - policy.jitter));
      expect(pauseMs).toBeLessThanOrEqual(fullMs);
      expect(fullMs).toBeLessThanOrEqual(policy.maxDelayMs);
    }),
  );
});

test("with a factor of 1 or more no pause is shorter than the one before", () => {
  fc.assert(
    fc.property(policies, attempts, (policy, attempt) => {
      fc.pre(policy.factor >= 1);
      expect(backoffMs(policy, attempt + 1, 0)).toBeGreaterThanOrEqual(backoffMs(policy, attempt, 0));
    }),
  );
});

test("whatever failed, there is no pause after maxAttempts", () => {
  fc.assert(
    fc.property(policies, fc.nat(60), chance, (policy, further, random) => {
      const attempt = policy.maxAttempts + further;
      expect(pauseBeforeNext(statusError(429), attempt, { policy, repeat: "always", random })).toBeUndefined();
    }),
  );
});

test("a Retry-After up to maxRetryAfterMs is the pause, and one above it ends the attempts", () => {
  fc.assert(
    fc.property(policies, fc.integer({ min: 1, max: 2_000_000 }), chance, (policy, askedSeconds, random) => {
      const failure = statusError(429, { "retry-after": String(askedSeconds) });
      const pauseMs = pauseBeforeNext(failure, 1, { policy: { ...policy, maxAttempts: 2 }, repeat: "always", random });
      const askedMs = askedSeconds * 1_000;
      expect(pauseMs).toBe(askedMs > policy.maxRetryAfterMs ? undefined : askedMs);
    }),
  );
});

const each = (statuses: number[], row: (status: number) => Row) => statuses.map(row);
const asksFor = (seconds: string) => ({ "retry-after": seconds });

type Row = [what: string, failure: unknown, pauseMs: number | undefined, pauseOfUnprocessedMs?: number];

test.each<Row>([
  ...each([408, 500, 502, 503, 504, 599], (status) => [`a ${status}`, statusError(status), 500]),
  ["a 429", statusError(429), 500, 500],
  ...each([400, 401, 402, 403, 404, 405, 409, 410, 422, 425, 451], (status) => [
    `a ${status}`,
    statusError(status),
    undefined,
  ]),
  ...each([408, 500, 502], (status) => [
    `a ${status} with Retry-After, which has no meaning there`,
    statusError(status, asksFor("30")),
    500,
  ]),
  ["a 503 with Retry-After", statusError(503, asksFor("30")), 30_000],
  ["a 429 with Retry-After", statusError(429, asksFor("30")), 30_000, 30_000],
  ["a 429 with a Retry-After of 0, which stands for our own pause", statusError(429, asksFor("0")), 500, 500],
  ["a connection that was never made", broken(false), 500, 500],
  ["a broken connection", broken(true), 500],
  ["a timeout before sending", timeout("attempt", false), 500, 500],
  ["a timeout after sending", timeout("attempt", true), 500],
  ["a deadline", timeout("deadline", false), undefined],
  ["an abort", new AbortError("stop", { requestSent: true }), undefined],
  ["a bad option", new ConfigurationError("no"), undefined],
  ["a key function that failed", new KeyProviderError("no key"), 500, 500],
  ["a response that is not JSON", format, undefined],
  ["a 403 of the store", new UploadError("no", { status: 403 }), undefined],
  ["a 500 of the store", new UploadError("no", { status: 500 }), 500],
  ...each([429, 503], (status) => [
    `a ${status} of the store with Retry-After`,
    new UploadError("busy", { status, retryAfterMs: 30_000 }),
    30_000,
  ]),
  ["an error of foreign code", new Error("no"), undefined],
  ["nothing at all", undefined, undefined],
])(
  "after %s what may be repeated always has a pause of %j ms; what may only when it was not processed, of %j ms",
  (...row) => {
    const [, failure, pauseMs, pauseOfUnprocessedMs] = row;
    expect([pauseFor(failure, "always"), pauseFor(failure, "unprocessed")]).toEqual([pauseMs, pauseOfUnprocessedMs]);
  },
);

test.each<[string, unknown, boolean]>([
  ["a 408", statusError(408), true],
  ["a 500", statusError(500), true],
  ["a 599", statusError(599), true],
  ["a 404", statusError(404), false],
  ["a 429", statusError(429), false],
  ["a 499", statusError(499), false],
  ["a 409 of the proxy that is uncertain", fromProxy(409, "submission_uncertain"), true],
  ["a 502 of the proxy that created nothing", fromProxy(502, "not_created"), false],
  ["a 502 of the proxy for another reason", fromProxy(502, "upstream"), true],
  ["a 409 of the proxy for another reason", fromProxy(409, "conflict"), false],
  ["a connection that was never made", broken(false), false],
  ["a broken connection", broken(true), true],
  ["a timeout before sending", timeout("attempt", false), false],
  ["a timeout after sending", timeout("attempt", true), true],
  ["a key function that failed", new KeyProviderError("no key"), false],
  ["an abort, after which nothing is sent", new AbortError("stop", { requestSent: true }), false],
  ["a response that is not JSON", format, true],
  ["an error of foreign code", new Error("no"), true],
])("what failed with %s may have been processed, or not", (_name, failure, expected) => {
  expect(failureMayHaveBeenProcessed(failure)).toBe(expected);
});

test("Retry-After of another failure means nothing, whatever fields it has", () => {
  expect(obeyedRetryAfterMs(Object.assign(new Error("no"), { status: 429, retryAfterMs: 30_000 }))).toBeUndefined();
});

test.each<[status: number | undefined, proves: boolean]>([
  [undefined, false],
  [200, false],
  [302, false],
  [399, false],
  [400, true],
  [407, true],
  [408, false],
  [409, false],
  [410, true],
  [429, true],
  [499, true],
  [500, false],
  [503, false],
])("the status %s alone proves that nothing was done: %s", (status, proves) => {
  expect(isRefusal(status)).toBe(proves);
});
