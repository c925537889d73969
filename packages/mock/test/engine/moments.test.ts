import { expect, test } from "vitest";
import { withTimes } from "../../src/engine/answers.js";
import type { Answer } from "../../src/engine/configuration.js";
import { drawKeys } from "../../src/engine/draw-keys.js";
import { callInput, sectionAsking } from "./call-input.js";

/** The moments of 50 calls of 624 seconds, of which the first section and the last take 12 each. */
const momentsOfCalls = () =>
  Array.from({ length: 50 }, (_, index) => {
    const sections = [["met"], ["met", "notApplicable", "notApplicable", "met"], ["met"]].map((answers, place) => {
      const pointer = { ...sectionAsking(...answers.map(String)), sectionId: `sec_${place}` };
      const criteria = pointer.criterias.map((definition, at) => ({
        definition,
        answer: answers[at] as Answer,
        level: 1,
      }));
      return { pointer, criteria };
    });
    const keys = drawKeys(callInput({ recordingHash: `call-${index}` }));
    const timed = withTimes({ outcome: null, sections }, { keys, durationSeconds: 624 });
    return timed.sections.flatMap(({ criteria }) => criteria.map((criterion) => criterion.evidenceTimeSeconds));
  });

test("what does not apply takes no time of the call", () => {
  for (const [greeting = 0, first = 0, , , second = 0, goodbye = 0] of momentsOfCalls()) {
    expect([greeting < 12, goodbye >= 612]).toEqual([true, true]);
    // Each of the two has half of 600 seconds to itself, and is somewhere around the middle of it.
    expect(Math.abs(first - 162)).toBeLessThanOrEqual(61);
    expect(Math.abs(second - 462)).toBeLessThanOrEqual(61);
  }
});

test("moments ascend, also those of what does not apply", () => {
  for (const each of momentsOfCalls()) expect(each).toEqual(each.toSorted((one, other) => one - other));
});
