import { expect, test } from "vitest";
import { scoredCalls, seriesOf, topOf } from "../src/pages/trends/series.ts";
import { listedCall as call } from "./support/listed-call.ts";

test("a call of which nothing was assessed does not count, and neither does one without a score", () => {
  const calls = [call({}), call({ score: 0, totalScore: 0 }), call({ score: null }), call({ createdAt: "soon" })];
  expect(scoredCalls(calls)).toHaveLength(1);
});

test("weeks begin on Monday, and those without a call are left out", () => {
  const days = ["2026-11-02", "2026-11-08", "2026-11-09", "2026-11-30"];
  const scored = scoredCalls(days.map((day, index) => call({ createdAt: `${day}T12:00:00Z`, score: index * 10 })));
  const [series] = seriesOf(scored, "agent", "week");
  expect(series?.points.map(({ count, mean }) => [count, mean])).toEqual([
    [2, 5],
    [1, 20],
    [1, 30],
  ]);
});

test("each agent or category has its own series and average, and the one with the most calls comes first", () => {
  const scored = scoredCalls([
    call({ memberId: "ben", agentName: "Ben", score: 10 }),
    call({ score: 95 }),
    call({ score: 5, categoryId: "support", categoryName: "Support" }),
  ]);
  const rows = (by: "agent" | "category") => seriesOf(scored, by, "day").map(({ label, mean }) => [label, mean]);
  expect(rows("agent")).toEqual([
    ["Asha", 50],
    ["Ben", 10],
  ]);
  expect(rows("category")).toEqual([
    ["Sales", 52.5],
    ["Support", 5],
  ]);
});

test.each([
  [1, 1],
  [9, 10],
  [100, 100],
  [250, 250],
])("a scale of scores up to %d ends at %d", (most, end) => {
  expect(topOf(most)).toBe(end);
});
