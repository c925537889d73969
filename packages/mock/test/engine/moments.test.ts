import { expect, test } from "vitest";
import { withTimes } from "../../src/engine/answers.js";
import type { Answer } from "../../src/engine/configuration.js";
import { drawKeys } from "../../src/engine/draw-keys.js";
import { callInput, sectionAsking } from "./call-input.js";

/** The moments of 50 calls, whose sections have these answers. */
function momentsOf(answersOfSections: Answer[][], durationSeconds: number): number[][] {
  return Array.from({ length: 50 }, (_, index) => {
    const sections = answersOfSections.map((answers, place) => {
      const pointer = { ...sectionAsking(...answers), sectionId: `sec_${place}` };
      const criteria = pointer.criterias.map((definition, at) => ({
        definition,
        answer: answers[at] ?? "met",
        level: 1,
      }));
      return { pointer, criteria };
    });
    const keys = drawKeys(callInput({ recordingHash: `call-${index}` }));
    const timed = withTimes({ outcome: null, sections }, { keys, durationSeconds });
    return timed.sections.flatMap(({ criteria }) => criteria.map((criterion) => criterion.evidenceTimeSeconds));
  });
}

/** The moments of calls of which the first section and the last take 12 seconds each. */
const momentsOfCalls = () => momentsOf([["met"], ["met", "notApplicable", "notApplicable", "met"], ["met"]], 624);

test("without a middle, each section has as much of the call as it has criteria", () => {
  for (const [first = 0, second = 0, , last = 0] of momentsOf([["met"], ["met", "met", "met"]], 400))
    expect([first < 100, second > 100, last < 400]).toEqual([true, true, true]);
});

test("the moments of a section are unevenly far apart", () => {
  const steps = momentsOf([["met"], ["met", "met", "met", "met"], ["met"]], 824).map(
    ([, first = 0, second = 0, third = 0]) => (second - first) / (third - second),
  );
  expect(steps.filter((ratio) => ratio < 0.8 || ratio > 1.25).length).toBeGreaterThan(20);
});

test("in a short call a criterion of the last section has twice the time of any other", () => {
  for (const [first = 0, second = 0, third = 0, last = 0] of momentsOf([["met"], ["met", "met"], ["met"]], 25)) {
    expect([first < 5, second >= 5, third < 15]).toEqual([true, true, true]);
    expect([18, 19, 20, 21]).toContain(last);
  }
});

test("what does not apply takes no time of the call", () => {
  for (const [greeting = 0, first = 0, , , second = 0, goodbye = 0] of momentsOfCalls()) {
    expect([greeting < 12, goodbye >= 612]).toEqual([true, true]);
    // Each of the two has from a fifth to four fifths of 600 seconds to itself, and is somewhere around the middle of it.
    expect([first >= 12 + 42, first <= 12 + 312, second >= 612 - 312, second <= 612 - 42]).toEqual([
      true,
      true,
      true,
      true,
    ]);
  }
});

test("moments ascend, also those of what does not apply", () => {
  for (const each of momentsOfCalls()) expect(each).toEqual(each.toSorted((one, other) => one - other));
});
