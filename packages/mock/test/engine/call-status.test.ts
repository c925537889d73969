import fc from "fast-check";
import { expect, test } from "vitest";
import { type AnalysisPlan, type Progression, statusAt } from "../../src/engine/call-status.js";

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

test("by polls, so many answers are processing, so many pending, and then the call is completed", () => {
  const plan = planOf({ mode: "polls", processing: 2, pending: 1 });
  const answers = [0, 1, 2, 3, 4].map((polls) => statusAt(plan, 0, { polls: polls, finalStatus }));
  expect(answers).toEqual(["processing", "processing", "pending", "completed", "completed"]);
});

test("by polls, time changes nothing", () => {
  const plan = planOf({ mode: "polls", processing: 1, pending: 1 });
  expect(statusAt(plan, Number.MAX_SAFE_INTEGER, { polls: 0, finalStatus })).toBe("processing");
});

test("by time, each stage ends to the millisecond, and polls change nothing", () => {
  const plan = planOf({ mode: "time", processingMs: 500, pendingMs: 3_000 });
  const answers = [999, 1_000, 1_499, 1_500, 4_499, 4_500].map((nowMs) =>
    statusAt(plan, nowMs, { polls: 99, finalStatus }),
  );
  expect(answers).toEqual(["processing", "processing", "processing", "pending", "pending", "completed"]);
});

test("a call with immediate progression is completed at the first answer", () => {
  expect(statusAt(planOf({ mode: "immediate" }), 1_000, { polls: 0, finalStatus })).toBe("completed");
});

test("a call with manual progression stays processing until it is frozen", () => {
  expect(statusAt(planOf({ mode: "manual" }), 9e15, { polls: 1_000, finalStatus })).toBe("processing");
  expect(statusAt(planOf({ mode: "manual" }, { statusOverride: "completed" }), 0, { polls: 0, finalStatus })).toBe(
    "completed",
  );
});

test("a call that fails ends with the failed status that the policy names", () => {
  const ended = { polls: 0, finalStatus: () => "error" };
  expect(statusAt(planOf({ mode: "immediate" }, { outcome: "failed" }), 1_000, ended)).toBe("error");
});

test("an overriding status stays, whatever the progression, the time and the polls", () => {
  fc.assert(
    fc.property(progression, fc.integer(), fc.nat(), (each, nowMs, polls) => {
      expect(statusAt(planOf(each, { statusOverride: "cancelled" }), nowMs, { polls: polls, finalStatus })).toBe(
        "cancelled",
      );
    }),
  );
});

test("a call never goes back while time passes and answers are given", () => {
  fc.assert(
    fc.property(progression, fc.nat(12_000), fc.nat(12_000), count, count, (each, nowMs, passedMs, polls, more) => {
      const earlier = statusAt(planOf(each), nowMs, { polls: polls, finalStatus });
      const later = statusAt(planOf(each), nowMs + passedMs, { polls: polls + more, finalStatus });
      expect(stages.indexOf(later)).toBeGreaterThanOrEqual(stages.indexOf(earlier));
    }),
  );
});

test("asking for the status changes nothing and is answered the same each time", () => {
  fc.assert(
    fc.property(progression, fc.nat(12_000), count, (each, nowMs, polls) => {
      const asked = Object.freeze(planOf(Object.freeze(each)));
      expect(statusAt(asked, nowMs, { polls: polls, finalStatus })).toBe(
        statusAt(asked, nowMs, { polls: polls, finalStatus }),
      );
    }),
  );
});
