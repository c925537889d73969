import { expect, test } from "vitest";
import { overallScore, type Points } from "../../src/engine/score.js";

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
