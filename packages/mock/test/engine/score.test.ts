import { expect, test } from "vitest";
import type { CriterionAnswer } from "../../src/engine/findings.js";
import { exact, overallScore, type Points, pointsOf, sectionPoints, sumOfPoints } from "../../src/engine/score.js";
import { sectionAsking } from "./call-input.js";

const pointer = sectionAsking("Was it?");

function criterion(answer: CriterionAnswer["answer"], points?: number): CriterionAnswer {
  const [definition] = pointer.criterias;
  if (!definition) throw new Error("There is one criterion.");
  return { definition, answer, level: 0.5, ...(points === undefined ? {} : { points }) };
}

test.each<[criterion: CriterionAnswer, points: number]>([
  [criterion("met"), 1],
  [criterion("partly"), 0.5],
  [criterion("partly", 0.25), 0.25],
  [criterion("partly", 0), 0],
  [criterion("missed"), 0],
  [criterion("notApplicable"), 0],
])("%j is worth %d points", (answer, points) => {
  expect(pointsOf(answer)).toBe(points);
});

test("a section has the points of the criteria that apply, and their number", () => {
  const criteria = [criterion("met"), criterion("partly", 0.1), criterion("partly", 0.2), criterion("notApplicable")];
  expect(sumOfPoints(criteria)).toBeCloseTo(1.3, 10);
  expect(sectionPoints({ pointer, criteria })).toEqual({ score: 1.3, totalScore: 3 });
  expect(sectionPoints({ pointer, criteria: [criterion("notApplicable", 0.5)] })).toEqual({ score: 0, totalScore: 0 });
});

test("points have four decimals", () => {
  expect([0.1 + 0.2, 1.23456, 0.00004].map(exact)).toEqual([0.3, 1.2346, 0]);
});

test.each<[sections: Points[], percent: number, points: number]>([
  [[], 0, 0],
  [[{ score: 0, totalScore: 0 }], 0, 0],
  [[{ score: 1, totalScore: 3 }], 33.3, 1],
  [
    [
      { score: 0.1, totalScore: 1 },
      { score: 0.2, totalScore: 2 },
    ],
    10,
    0.3,
  ],
  [[{ score: 2, totalScore: 2 }], 100, 2],
])("the overall score of %j is %d as a percentage, and %d as points", (sections, percent, points) => {
  expect([overallScore(sections, "percent"), overallScore(sections, "points")]).toEqual([percent, points]);
});
