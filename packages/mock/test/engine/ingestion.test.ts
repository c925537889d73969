import fc from "fast-check";
import { expect, test } from "vitest";
import type { Progression } from "../../src/engine/call-status.js";
import { countedRecordings, type IngestionMarks } from "../../src/engine/ingestion.js";

const count = fc.nat(4);

const byTime = fc.record({ mode: fc.constant("time" as const), processingMs: fc.nat(50), pendingMs: fc.nat(50) });

const notByTime: fc.Arbitrary<Progression> = fc.oneof(
  fc.record({ mode: fc.constant("polls" as const), processing: count, pending: count }),
  fc.constant({ mode: "immediate" as const }),
  fc.constant({ mode: "manual" as const }),
);

/** Recordings oldest first, and the marks of a call of them. */
const stored = fc.array(fc.nat(200), { maxLength: 6 }).chain((times) => {
  const timesMs = times.sort((one, other) => one - other);
  return fc.record({
    timesMs: fc.constant(timesMs),
    storedAtCreation: fc.nat(timesMs.length),
    storedAtEnd: fc.option(fc.nat(timesMs.length)),
  });
});

const counted = (progression: Progression, marks: IngestionMarks, timesMs: readonly number[], createdAtMs = 100) =>
  countedRecordings({ progression, createdAtMs }, marks, timesMs);

test("until a poll or a test has ended processing, every recording so far counts, whatever the time", () => {
  fc.assert(
    fc.property(notByTime, stored, (progression, { timesMs, storedAtCreation }) => {
      expect(counted(progression, { storedAtCreation, storedAtEnd: null }, timesMs)).toBe(timesMs.length);
    }),
  );
});

test("once a poll or a test has ended processing, what is stored later does not count", () => {
  fc.assert(
    fc.property(notByTime, stored, fc.array(fc.nat()), (progression, { timesMs, storedAtCreation }, later) => {
      const marks = { storedAtCreation, storedAtEnd: timesMs.length };
      expect(counted(progression, marks, [...timesMs, ...later])).toBe(timesMs.length);
    }),
  );
});

test("by time, what was stored before the creation counts, and later what was stored before processing ended", () => {
  fc.assert(
    fc.property(byTime, stored, (progression, { timesMs, storedAtCreation }) => {
      const endMs = 100 + progression.processingMs;
      const inTime = timesMs.filter((timeMs) => timeMs < endMs).length;
      const marks = { storedAtCreation, storedAtEnd: null };
      expect(counted(progression, marks, timesMs)).toBe(Math.max(storedAtCreation, inTime));
    }),
  );
});

test("by time, a recording that is stored to the millisecond at which processing ends does not count", () => {
  const progression: Progression = { mode: "time", processingMs: 10, pendingMs: 0 };
  const marks = { storedAtCreation: 0, storedAtEnd: null };
  expect([109, 110].map((timeMs) => counted(progression, marks, [timeMs]))).toEqual([1, 0]);
});

test("a later recording never takes away one that counts, and never more count than there are", () => {
  fc.assert(
    fc.property(fc.oneof(byTime, notByTime), stored, fc.nat(300), (progression, { timesMs, ...marks }, timeMs) => {
      const before = counted(progression, marks, timesMs);
      const after = counted(progression, marks, [...timesMs, timeMs]);
      expect(after).toBeGreaterThanOrEqual(before);
      expect(before).toBeLessThanOrEqual(timesMs.length);
    }),
  );
});
