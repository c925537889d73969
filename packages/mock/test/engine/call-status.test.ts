import fc from "fast-check";
import { expect, test } from "vitest";
import { type AnalysisPlan, nextChangeMs, type Progression, statusAt } from "../../src/engine/call-status.js";
import { createMockService } from "../../src/index.js";

const finalStatus = () => "completed";

const stages = ["processing", "pending", "completed"];

const count = fc.nat({ max: 5 });

const progression: fc.Arbitrary<Progression> = fc.oneof(
  fc.record({ mode: fc.constant("polls"), processing: count, pending: count }),
  fc.record({ mode: fc.constant("time"), processingMs: fc.nat(5_000), pendingMs: fc.nat(5_000) }),
  fc.constant({ mode: "immediate" }),
  fc.constant({ mode: "manual" }),
);

function planOf(progression: Progression, changes: Partial<AnalysisPlan> = {}): AnalysisPlan {
  return { progression, createdAtMs: 1_000, outcome: "completed", ...changes };
}

const byPolls: Progression = { mode: "polls", processing: 1, pending: 1 };

const byTime: Progression = { mode: "time", processingMs: 500, pendingMs: 3_000 };

const immediate: Progression = { mode: "immediate" };

const manual: Progression = { mode: "manual" };

test.each<[Progression, polls: number, nowMs: number, status: string]>([
  [{ ...byPolls, processing: 2 }, 0, Number.MAX_SAFE_INTEGER, "processing"],
  [{ ...byPolls, processing: 2 }, 1, 0, "processing"],
  [{ ...byPolls, processing: 2 }, 2, 0, "pending"],
  [{ ...byPolls, processing: 2 }, 3, 0, "completed"],
  [{ ...byPolls, processing: 2 }, 4, 0, "completed"],
  [byTime, 99, 999, "processing"],
  [byTime, 99, 1_000, "processing"],
  [byTime, 99, 1_499, "processing"],
  [byTime, 99, 1_500, "pending"],
  [byTime, 99, 4_499, "pending"],
  [byTime, 99, 4_500, "completed"],
  [immediate, 0, 1_000, "completed"],
  [manual, 1_000, 9e15, "processing"],
])("a call of %j is after %d polls, at %d, %s", (progression, polls, nowMs, status) => {
  expect(statusAt(planOf(progression), nowMs, { polls, finalStatus })).toBe(status);
});

test("a call never goes back while time passes and answers are given", () => {
  fc.assert(
    fc.property(progression, fc.nat(12_000), fc.nat(12_000), count, count, (each, nowMs, passedMs, polls, more) => {
      const earlier = statusAt(planOf(each), nowMs, { polls, finalStatus });
      const later = statusAt(planOf(each), nowMs + passedMs, { polls: polls + more, finalStatus });
      expect(stages.indexOf(later)).toBeGreaterThanOrEqual(stages.indexOf(earlier));
    }),
  );
});

test.each<[Progression, nowMs: number, changeMs: number | null]>([
  [byTime, 0, 1_500],
  [byTime, 1_499, 1_500],
  [byTime, 1_500, 4_500],
  [byTime, 4_499, 4_500],
  [byTime, 4_500, null],
  [byPolls, 0, null],
  [immediate, 0, null],
  [manual, 0, null],
])("a call of %j is next changed by time after %i at %j", (progression, nowMs, changeMs) => {
  expect(nextChangeMs(planOf(progression), nowMs)).toBe(changeMs);
  expect(nextChangeMs(planOf(progression, { statusOverride: "processing" }), nowMs)).toBeNull();
});

test.each<[unknown, problem: RegExp]>([
  [{ mode: "polls", processing: -1, pending: 0 }, /progression\.processing/],
  [{ mode: "polls", processing: 0 }, /progression\.pending/],
  [{ mode: "time", processingMs: 0, pendingMs: -1 }, /progression\.pendingMs/],
  [{ mode: "time", processingMs: 0, pendingMs: 0, jitter: 0 }, /progression\.jitter/],
  [{ mode: "immediate", pending: 1 }, /pending/],
  [{ mode: "manual", pending: 1 }, /pending/],
  [{ mode: "soon" }, /must be polls, time, immediate or manual/],
  ["immediate", /^progression: must be an object, such as { mode: "immediate" }$/],
])("%j is no progression", (value, problem) => {
  expect(() => createMockService({ progression: value as Progression })).toThrow(problem);
});
