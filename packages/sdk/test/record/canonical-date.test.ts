import { expect, test } from "vitest";
import { canonicalDate } from "../../src/record/canonical-date.ts";

test.each([
  ["2026-11-01T00:00:00Z", "2026-11-01T00:00:00+00:00", "2026-11-01T00:00:00,000Z", "2026-11-01T00:00Z"],
  ["2026-11-01T00:00:00.5Z", "2026-11-01T00:00:00,500Z"],
  ["2026-11-01T00:00:00Z", "2026-11-01t00:00:00z", "2026-11-01 05:30:00+0530", "01/11/2026 05:30+05:30"],
  ["2026-11-01T00:00:00Z", "2026-10-31T19:00:00.000000-05", "01-11-2026T00:00Z", "2026/11/01 00:00Z"],
  ["2026-11-01", "2026/11/01", "01-11-2026", "01/11/2026", "2026-11-01T09:00:00+05:30", "2026-11-01T03:30:00Z"],
  ["2026-11-01T10:00", "2026-11-01 10:00:00", "2026/11/01T10:00:00.0", "01-11-2026 10:00", "01/11/2026 10:00"],
])("%s names the same time in other spellings", (...spellings) => {
  expect(new Set(spellings.map(canonicalDate)).size).toBe(1);
});

test.each([
  ["a time without a zone and one with", "2026-11-01T10:00", "2026-11-01T10:00Z"],
  ["a time without a zone and the day", "2026-11-01T09:00", "2026-11-01"],
  ["two times of a day", "2026-11-01T10:00:00Z", "2026-11-01T10:00:01Z"],
  ["parts of a second", "2026-11-01T10:00:00.1234Z", "2026-11-01T10:00:00.1239Z"],
  ["a day and its month exchanged", "02/11/2026", "2026-02-11"],
  ["a day that does not exist and the next", "2026-02-30", "2026-03-02"],
])("%s are not equal", (_what, one, other) => {
  expect(canonicalDate(one)).not.toBe(canonicalDate(other));
});

test.each(["tomorrow", "", "2026-11-01T25:00Z", "2026-02-30", "01/11/2026 10:00 PM", "2026-11-01x"])(
  "%j stays as it is",
  (text) => {
    expect(canonicalDate(text)).toBe(text);
  },
);
