import { AbortError, RateLimitError, ServerError } from "@call-analysis/sdk";
import fc from "fast-check";
import { expect, test } from "vitest";
import { retryAfterMs } from "../../src/request/retry-after.js";
import { rejectionOf } from "../support/failure-of.ts";
import { agentList } from "../support/samples.ts";
import { json, retryAfter } from "../support/scripted-responses.ts";
import { startScriptedService } from "../support/scripted-service.ts";
import { clientOf } from "../support/test-client.ts";
import { thenPass, useVirtualTime } from "../support/virtual-time.ts";

const localNowMs = Date.UTC(2026, 0, 1);
const read = (headers: Record<string, string>) => retryAfterMs(new Headers(headers), localNowMs);
const httpDate = (ms: number) => new Date(ms).toUTCString();

test("a number means seconds", () => {
  fc.assert(
    fc.property(fc.nat(), (seconds) => {
      expect(read({ "retry-after": `${seconds}` })).toBe(seconds * 1_000);
    }),
  );
});

test("a date is compared with the server's own Date, however wrong the local clock is", () => {
  const times = fc.integer({ min: 0, max: 4_000_000_000 });
  fc.assert(
    fc.property(times, fc.nat(100_000), (serverSeconds, pauseSeconds) => {
      const date = httpDate(serverSeconds * 1_000);
      const until = httpDate((serverSeconds + pauseSeconds) * 1_000);
      expect(read({ date, "retry-after": until })).toBe(pauseSeconds * 1_000);
    }),
  );
});

test("without a Date header a date is compared with the local clock", () => {
  expect(read({ "retry-after": httpDate(localNowMs + 7_000) })).toBe(7_000);
});

test("a date that has passed asks for no pause", () => {
  expect(read({ "retry-after": httpDate(localNowMs - 7_000) })).toBe(0);
});

test.each([
  ["a fraction of a second", "0.125", 125],
  ["HTTP's preferred form", "Thu, 01 Jan 2026 00:00:07 GMT", 7_000],
  ["its older form", "Thursday, 01-Jan-26 00:00:07 GMT", 7_000],
  ["its oldest form, without a zone", "Thu Jan  1 00:00:07 2026", 7_000],
  ["a date with hyphens, without a zone", "Thu, 01-Jan-2026 00:00:07", 7_000],
  ["a date with an offset", "Thu, 01 Jan 2026 05:30:07 +0530", 7_000],
  ["ISO-8601", "2026-01-01T00:00:07Z", 7_000],
  ["ISO-8601 with an offset", "2026-01-01T05:30:07.000+05:30", 7_000],
  ["an empty header", "", undefined],
  ["a negative number", "-1", undefined],
  ["a number with a unit", "7s", undefined],
  ["a word before a number", "x7", undefined],
  ["a point without a fraction", "7.", undefined],
  ["words that Date.parse takes for a date", "soon 5", undefined],
  ["a word before a date", "until Thu, 01 Jan 2026 00:00:07 GMT", undefined],
  ["a day that is none", "Thu, 01 Foo 2026 00:00:07 GMT", undefined],
])("Retry-After may be %s: %j", (_name, value, expectedMs) => {
  expect(read({ "retry-after": value })).toBe(expectedMs);
});

test("a Date header that is no date leaves the local clock", () => {
  expect(read({ date: "yesterday", "retry-after": httpDate(localNowMs + 7_000) })).toBe(7_000);
});

test("no header asks for nothing, and no text asks for a negative pause", () => {
  expect(read({})).toBeUndefined();
  fc.assert(
    fc.property(fc.string({ unit: "grapheme-ascii" }), (text) => {
      expect(read({ "retry-after": text }) ?? 0).toBeGreaterThanOrEqual(0);
    }),
  );
});

test("after a 429 the pause is as long as Retry-After asks, in seconds", async () => {
  const service = await startScriptedService(retryAfter(429, "1"), json(200, agentList));
  await clientOf(service).agents.list();
  const [first, second] = service.requests;
  expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(990);
});

test("Retry-After may be a fraction of a second, and is obeyed on 503 too", async () => {
  const service = await startScriptedService(retryAfter(503, "0.2"), retryAfter(503, "0.2"), json(200, agentList));
  await clientOf(service).agents.list();
  const [first, , third] = service.requests;
  expect(service.requests).toHaveLength(3);
  expect((third?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(390);
});

test("the pause until a date is computed with the server's clock, which may be a year off", async () => {
  const serverNowMs = Date.now() - 365 * 86_400_000;
  const scripted = retryAfter(429, httpDate(serverNowMs + 40_000), { date: httpDate(serverNowMs) });
  const service = await startScriptedService(scripted);
  const controller = new AbortController();
  const pauses: number[] = [];
  const onRetry = ({ pauseMs }: { pauseMs: number }) => {
    pauses.push(pauseMs);
    setTimeout(() => controller.abort());
  };
  await rejectionOf(clientOf(service).agents.list({ onRetry, signal: controller.signal }), AbortError);
  expect(pauses).toEqual([40_000]);
});

test.each([
  ["429", 429, RateLimitError],
  ["503", 503, ServerError],
])(
  "a Retry-After above maxRetryAfterMs on %s ends the operation at once with that error",
  async (_name, status, type) => {
    const service = await startScriptedService(retryAfter(status, "61"), json(200, agentList));
    const error = await rejectionOf(clientOf(service).agents.list(), type as typeof RateLimitError);
    expect(error).toMatchObject({ retryAfterMs: 61_000, attempts: 1, isRetryable: true });
    expect(service.requests).toHaveLength(1);
  },
);

test("maxRetryAfterMs can be set for one call", async () => {
  const service = await startScriptedService(retryAfter(429, "2"));
  const listing = clientOf(service).agents.list({ retry: { maxRetryAfterMs: 1_999 } });
  expect(await rejectionOf(listing, RateLimitError)).toMatchObject({ retryAfterMs: 2_000, attempts: 1 });
});

test("a Retry-After of exactly maxRetryAfterMs is waited for", async () => {
  useVirtualTime();
  const service = await startScriptedService(thenPass(2_000, retryAfter(503, "2")), json(200, agentList));
  await clientOf(service).agents.list({ retry: { maxRetryAfterMs: 2_000 } });
  expect(service.requests).toHaveLength(2);
});
