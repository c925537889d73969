/** The forms of the `Retry-After` header, as `retryAfterMs` of an error tells them. */
import { isMainThread } from "node:worker_threads";
import { RateLimitError } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith } from "../support/test-client.ts";

/** In another year than the local clock is. */
const date = "Thu, 01 Jan 2026 00:00:00 GMT";

async function read(headers: Record<string, string>): Promise<number | undefined> {
  const { fetch } = oneOffFetch(new Response(null, { status: 429, headers }));
  return (await rejectionOf(clientWith(fetch, { retry: false }).agents.list(), RateLimitError)).retryAfterMs;
}

test.each([
  ["seconds", "7", 7_000],
  ["a fraction of a second", "0.125", 125],
  ["HTTP's preferred form of a date", "Thu, 01 Jan 2026 00:00:07 GMT", 7_000],
  ["its older form", "Thursday, 01-Jan-26 00:00:07 GMT", 7_000],
  ["its oldest form, which has no zone", "Thu Jan  1 00:00:07 2026", 7_000],
  ["a date with an offset", "Thu Jan  1 05:30:07 2026 +0530", 7_000],
  ["ISO 8601", "2026-01-01T00:00:07Z", 7_000],
  ["a date that has passed", "Wed, 31 Dec 2025 23:59:00 GMT", 0],
  ["a negative number", "-1", undefined],
  ["a number with a unit", "7s", undefined],
  ["a word", "soon", undefined],
  ["words that Date.parse takes for a date", "soon 5", undefined],
  ["a year alone", "2099x", undefined],
  ["words before a date", "later, Thu, 01 Jan 2026 00:00:07 GMT", undefined],
  ["an impossible day", "Thu, 01 Foo 2026 00:00:07 GMT", undefined],
])("Retry-After as %s, which is %j, is read as %j ms", async (_form, value, expectedMs) => {
  expect(await read({ "retry-after": value, date })).toBe(expectedMs);
});

test("without the header nothing is asked for", async () => {
  expect(await read({ date })).toBeUndefined();
});

test("a Date header that is no date leaves the local clock", async () => {
  const inOneHour = new Date(Date.now() + 3_600_000).toUTCString();
  const readMs = await read({ "retry-after": inOneHour, date: "yesterday" });
  expect(readMs).toBeGreaterThan(3_000_000);
});

// A thread cannot change its zone.
test.runIf(isMainThread)("HTTP's oldest form of a date is in GMT, wherever the program runs", async () => {
  vi.stubEnv("TZ", "Asia/Kolkata");
  expect(await read({ "retry-after": "Thu Jan  1 00:00:07 2026", date })).toBe(7_000);
});
