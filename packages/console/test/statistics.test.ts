import { expect, test } from "vitest";
import { distribution, groupsOf, overTime, scoredCalls, summaryOf } from "../src/pages/trends/statistics.ts";
import { listedCall as call } from "./support/listed-call.ts";

test("a call of which nothing was assessed does not count, and neither does one without a score", () => {
  const calls = [call({}), call({ score: 0, totalScore: 0 }), call({ score: null }), call({ createdAt: "soon" })];
  expect(scoredCalls(calls)).toHaveLength(1);
});

test("a summary has the mean, the median and the ends", () => {
  expect(summaryOf([10, 40, 20, 90])).toEqual({ count: 4, mean: 40, least: 10, median: 30, most: 90 });
  expect(summaryOf([])).toBeUndefined();
});

test("weeks begin on Monday, and those without a call are left out", () => {
  const days = ["2026-11-02", "2026-11-08", "2026-11-09", "2026-11-30"];
  const scored = scoredCalls(days.map((day, index) => call({ createdAt: `${day}T12:00:00Z`, score: index * 10 })));
  expect(overTime(scored, "week").map(({ count, mean }) => [count, mean])).toEqual([
    [2, 5],
    [1, 20],
    [1, 30],
  ]);
});

test.each([
  [[0.2, 1], 1],
  [[3, 9], 10],
  [[55, 100], 100],
  [[250], 250],
])("the distribution of %j ends at %d", (scores, end) => {
  const bins = distribution(scores);
  expect(bins.at(-1)?.to).toBeCloseTo(end);
  expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(scores.length);
});

test("groups have their own figures on one scale", () => {
  const scored = scoredCalls([call({ score: 95 }), call({ score: 5, outcomeLabel: "" })]);
  const groups = groupsOf(scored, "outcome");
  expect(groups.map(({ label, bins }) => [label, bins.indexOf(1)])).toEqual([
    ["Won", 9],
    ["no outcome", 0],
  ]);
});
