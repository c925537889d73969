import {
  AbortError,
  CallAnalysis,
  ConfigurationError,
  RateLimitError,
  SubmissionUncertainError,
  TimeoutError,
} from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { backoffMs, defaultRetryPolicy } from "../../src/request/retry.js";
import { retryAfterMs } from "../../src/request/retry-after.js";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { callInput } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";

const askedMs = (value: string) => retryAfterMs(new Headers({ "retry-after": value }), Date.UTC(1994, 10, 6, 8, 49, 7));

test("after Retry-After: 0 the pause is the policy's own", async () => {
  const { fetch } = oneOffFetch(new Response(null, { status: 429, headers: { "retry-after": "0" } }));
  const pauses: number[] = [];
  const options = {
    retry: { initialDelayMs: 10, jitter: 0 },
    onRetry: ({ pauseMs }: { pauseMs: number }) => pauses.push(pauseMs),
  };
  const sdk = clientWith(fetch, { retry: { maxAttempts: 3, maxDelayMs: 1_000 } });
  await rejectionOf(sdk.agents.list(options), RateLimitError);
  expect(pauses).toEqual([10, 20]);
});

test.each(["-1", "soon 5", "1e3", "5, 10", "later"])("Retry-After: %s asks for nothing", (value) => {
  expect(askedMs(value)).toBeUndefined();
});

test.each(["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"])(
  "the three forms of a date in HTTP are in GMT, whatever the local zone: %s",
  (value) => {
    expect(askedMs(value)).toBe(30_000);
  },
);

test("an overflowing factor and an initial pause of 0 give a pause of 0, and not NaN", () => {
  const policy = { ...defaultRetryPolicy, initialDelayMs: 0, factor: 1e200 };
  expect(backoffMs(policy, 9, 0.5)).toBe(0);
});

test.each([
  ["retry.factor", { factor: Number.POSITIVE_INFINITY }],
  ["retry.jitter", { jitter: "0.5" }],
  ["retry", ["twice"]],
])("%s that is not a usable number is refused by name", (name, retry) => {
  const options = { apiKey: "k", baseUrl: "https://service.test/v1", retry: retry as never };
  const construct = () => new CallAnalysis(options);
  expect(construct).toThrow(new RegExp(`^${name.replace(".", "\\.")} `));
  expect(construct).toThrow(ConfigurationError);
});

test("an abort in a pause counts the attempts before it, and says that they were sent", async () => {
  expect(await abortInPause(new Response(null, { status: 500 }))).toMatchObject({ attempts: 1, requestSent: true });
});

test("an abort in a pause after a 429 says that nothing was processed", async () => {
  expect(await abortInPause(new Response(null, { status: 429 }))).toMatchObject({ attempts: 1, requestSent: false });
});

test("a deadline that ends the operation after a 500 says that the request was sent", async () => {
  const { fetch } = oneOffFetch(new Response(null, { status: 500 }));
  const options = { deadlineMs: 20_000, retry: { initialDelayMs: 60_000, maxDelayMs: 60_000 } };
  const error = await rejectionOf(clientWith(fetch).agents.update("a", {}, options), TimeoutError);
  expect(error).toMatchObject({ kind: "deadline", requestSent: true, attempts: 1 });
});

test("the cause of an uncertain submission counts its attempts as the error itself does", async () => {
  const { fetch } = oneOffFetch(new Response(null, { status: 429 }), new Response(null, { status: 502 }));
  const error = await rejectionOf(clientWith(fetch).calls.create(callInput), SubmissionUncertainError);
  expect(error).toMatchObject({ attempts: 2, cause: { status: 502, attempts: 2 } });
});

function abortInPause(response: Response) {
  const controller = new AbortController();
  const { fetch } = oneOffFetch(response);
  const onRetry = () => setTimeout(() => controller.abort(), 5);
  const options = { signal: controller.signal, onRetry, retry: { initialDelayMs: 60_000, maxDelayMs: 60_000 } };
  return rejectionOf(clientWith(fetch).agents.list(options), AbortError);
}
