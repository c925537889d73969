import { isMainThread } from "node:worker_threads";
import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import { retryAfterMs } from "../../src/request/retry-after.js";

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

// A thread cannot change its zone.
test.runIf(isMainThread).each([
  ["Asia/Kolkata", -330],
  ["America/New_York", 300],
])("a date without a zone is in GMT, also where the clocks are those of %s", (zone, minutes) => {
  vi.stubEnv("TZ", zone);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(new Date(2026, 0, 1).getTimezoneOffset()).toBe(minutes);
  expect(read({ "retry-after": "Thu Jan  1 00:00:07 2026" })).toBe(7_000);
  expect(read({ "retry-after": "2026-01-01T00:00:07" })).toBe(7_000);
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
  ["ISO-8601 without a zone", "2026-01-01T00:00:07", 7_000],
  ["ISO-8601 with an offset", "2026-01-01T05:30:07.000+05:30", 7_000],
  ["an empty header", "", undefined],
  ["a negative number", "-1", undefined],
  ["a number with a unit", "7s", undefined],
  ["a word before a number", "x7", undefined],
  ["a point without a fraction", "7.", undefined],
  ["words that Date.parse takes for a date", "soon 5", undefined],
  ["a word before a date", "until Thu, 01 Jan 2026 00:00:07 GMT", undefined],
  ["an impossible day", "Thu, 01 Foo 2026 00:00:07 GMT", undefined],
])("Retry-After may be %s: %j", (_name, value, expectedMs) => {
  expect(read({ "retry-after": value })).toBe(expectedMs);
});

test.each(["retry-after", "date"])("blanks around %s, which not every runtime takes away, do not matter", (name) => {
  const values = { date: httpDate(localNowMs - 60_000), "retry-after": httpDate(localNowMs - 53_000) };
  const headers = { get: (asked: keyof typeof values) => (asked === name ? ` ${values[asked]}\t` : values[asked]) };
  expect(retryAfterMs(headers as unknown as Headers, localNowMs)).toBe(7_000);
  const seconds = { get: () => "\t7 " };
  expect(retryAfterMs(seconds as unknown as Headers, localNowMs)).toBe(7_000);
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
