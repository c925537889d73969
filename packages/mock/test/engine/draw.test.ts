import { expect, test } from "vitest";
import type { ReviewedCategory } from "../../src/engine/configuration.js";
import { draw } from "../../src/engine/draw.js";
import { drawKeys } from "../../src/engine/draw-keys.js";
import type { DrawnCriterion } from "../../src/engine/drawn.js";
import type { Answer } from "../../src/engine/review-schema.js";
import { answerOf } from "../../src/engine/score.js";
import { callInput, demoCategory, emptyCategory, outcomeOf, sectionAsking } from "./call-input.js";

interface Call {
  seed?: number;
  recordingHash?: string;
}

/** The answers of a call that has the category's first outcome. */
function drawn(changes: Partial<ReviewedCategory>, { seed = 1, recordingHash = "a" }: Call = {}): DrawnCriterion[] {
  const category = { ...emptyCategory, ...changes };
  const [outcome] = category.possibleOutcomes;
  const input = callInput({ category, recordingHash, seed, analysisOverrides: { outcomeLabel: outcome?.label } });
  return draw(input, drawKeys(input)).sections.flatMap(({ criteria }) => criteria);
}

/** What is drawn for a question in each of many calls, and what the call's outcome makes of it. */
function pairs(allowed: Answer[]): (readonly [free: DrawnCriterion, implied: DrawnCriterion])[] {
  const analysisPointers = [sectionAsking("Was it?")];
  return Array.from({ length: 80 }, (_, index) => {
    const [free, implied] = [{}, { implies: { crit_0: allowed } }].flatMap((review) =>
      drawn({ analysisPointers, possibleOutcomes: [outcomeOf("Won", review)] }, { recordingHash: `call-${index}` }),
    );
    if (!free || !implied) throw new Error("There is one criterion.");
    return [free, implied];
  });
}

test.each<[allowed: Answer[], met: Answer, partly: Answer, missed: Answer, shift: number]>([
  [["met"], "met", "met", "met", 2],
  [["missed"], "missed", "missed", "missed", -2],
  [["partly", "missed"], "partly", "partly", "missed", -2],
  [["met", "partly"], "met", "partly", "partly", 2],
  [["met", "partly", "missed"], "met", "partly", "missed", 0],
])(
  "where an outcome allows %j, what was drawn as met is %s, partly %s and missed %s, and the last to change for a score",
  (allowed, met, partly, missed, shift) => {
    const answers: Partial<Record<Answer, Answer>> = { met, partly, missed };
    const seen = pairs(allowed).map(([free, implied]) => {
      expect(answerOf(implied)).toBe(answers[answerOf(free)]);
      expect(implied.level - free.level).toBeCloseTo(shift);
      return answerOf(free);
    });
    expect(new Set(seen).size).toBe(3);
  },
);

test("what an outcome implies not to apply never does; where it is one of several, sometimes", () => {
  expect(new Set(pairs(["notApplicable"]).map(([, implied]) => implied.points))).toEqual(new Set([null]));
  const points = pairs(["notApplicable", "met"]).map(([, implied]) => implied.points);
  expect(new Set(points)).toEqual(new Set([null, 1]));
});

test("a criterion with its own answers gets each of them, evenly from none to all of its point", () => {
  const section = sectionAsking("Rate the greeting.");
  const criterias = section.criterias.map((criterion) => ({ ...criterion, answers: ["1", "2", "3"] }));
  const points = Array.from({ length: 120 }, (_, index) =>
    drawn({ analysisPointers: [{ ...section, criterias }] }, { recordingHash: `call-${index}` }).map(
      (each) => each.points,
    ),
  );
  expect(new Set(points.flat())).toEqual(new Set([0, 0.5, 1]));
});

test("a high score makes a success likely, and no score makes a call one that is not assessed", () => {
  const category = demoCategory("Sales qualification");
  const outcomesFor = (score: number) =>
    Array.from({ length: 60 }, (_, index) => {
      const input = callInput({ category, recordingHash: `call-${index}`, analysisOverrides: { score } });
      return draw(input, drawKeys(input)).outcome;
    });
  const [high, low, none] = [95, 10, 0].map(outcomesFor);
  const successes = (outcomes: typeof high) => outcomes?.filter((outcome) => outcome?.isSuccess).length;
  expect(successes(high)).toBeGreaterThan(50);
  expect(successes(low)).toBeLessThan(10);
  expect(none?.filter((outcome) => outcome?.isNotApplicable)).toEqual([]);
});
