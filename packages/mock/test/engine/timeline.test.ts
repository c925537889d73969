import fc from "fast-check";
import { expect, test } from "vitest";
import { type AnalysisPlan, type Progression, statusAt } from "../../src/engine/timeline.js";

const stages = ["processing", "pending", "completed"];

const count = fc.nat({ max: 5 });

const progression: fc.Arbitrary<Progression> = fc.oneof(
  fc.record({ mode: fc.constant("polls"), processing: count, pending: count }),
  fc.record({ mode: fc.constant("time"), processingMs: fc.nat(5_000), pendingMs: fc.nat(5_000) }),
  fc.constant({ mode: "immediate" }),
  fc.constant({ mode: "manual" }),
);

function plan(course: Progression, changes: Partial<AnalysisPlan> = {}): AnalysisPlan {
  return { progression: course, createdAtMs: 1_000, outcome: "completed", ...changes };
}

test("by polls, so many answers are processing, so many pending, and then the call is completed", () => {
  const course = plan({ mode: "polls", processing: 2, pending: 1 });
  const answers = [0, 1, 2, 3, 4].map((polls) => statusAt(course, 0, polls, "failed"));
  expect(answers).toEqual(["processing", "processing", "pending", "completed", "completed"]);
});

test("by polls, time changes nothing", () => {
  const course = plan({ mode: "polls", processing: 1, pending: 1 });
  expect(statusAt(course, Number.MAX_SAFE_INTEGER, 0, "failed")).toBe("processing");
});

test("by time, each stage ends to the millisecond, and polls change nothing", () => {
  const course = plan({ mode: "time", processingMs: 500, pendingMs: 3_000 });
  const answers = [999, 1_000, 1_499, 1_500, 4_499, 4_500].map((nowMs) => statusAt(course, nowMs, 99, "failed"));
  expect(answers).toEqual(["processing", "processing", "processing", "pending", "pending", "completed"]);
});

test("a call with immediate progression is completed at the first answer", () => {
  expect(statusAt(plan({ mode: "immediate" }), 1_000, 0, "failed")).toBe("completed");
});

test("a call with manual progression stays processing until it is frozen", () => {
  expect(statusAt(plan({ mode: "manual" }), 9e15, 1_000, "failed")).toBe("processing");
  expect(statusAt(plan({ mode: "manual" }, { statusOverride: "completed" }), 0, 0, "failed")).toBe("completed");
});

test("a call that fails ends with the failed status that the policy names", () => {
  expect(statusAt(plan({ mode: "immediate" }, { outcome: "failed" }), 1_000, 0, "error")).toBe("error");
});

test("a frozen status stays, whatever the progression, the time and the polls", () => {
  fc.assert(
    fc.property(progression, fc.integer(), fc.nat(), (course, nowMs, polls) => {
      expect(statusAt(plan(course, { statusOverride: "cancelled" }), nowMs, polls, "failed")).toBe("cancelled");
    }),
  );
});

test("a call never goes back while time passes and answers are given", () => {
  fc.assert(
    fc.property(progression, fc.nat(12_000), fc.nat(12_000), count, count, (course, nowMs, passedMs, polls, more) => {
      const earlier = statusAt(plan(course), nowMs, polls, "failed");
      const later = statusAt(plan(course), nowMs + passedMs, polls + more, "failed");
      expect(stages.indexOf(later)).toBeGreaterThanOrEqual(stages.indexOf(earlier));
    }),
  );
});

test("asking for the status changes nothing and is answered the same each time", () => {
  fc.assert(
    fc.property(progression, fc.nat(12_000), count, (course, nowMs, polls) => {
      const asked = Object.freeze(plan(Object.freeze(course)));
      expect(statusAt(asked, nowMs, polls, "failed")).toBe(statusAt(asked, nowMs, polls, "failed"));
    }),
  );
});
