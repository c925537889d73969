import { expect, test } from "vitest";
import { draw } from "../../src/engine/draw.js";
import { drawKeys } from "../../src/engine/draw-keys.js";
import { momentsOf } from "../../src/engine/moments.js";
import { callInput, demoCategories } from "./call-input.js";

/** Calls of every outcome of the demo, in calls of all lengths. */
const calls = demoCategories.flatMap((category) =>
  category.possibleOutcomes.flatMap((outcome) =>
    [1, 3, 60, 400, 4_000].map((durationSeconds) => {
      const input = callInput({ category, durationSeconds, analysisOverrides: { outcomeLabel: outcome.label } });
      const drawn = draw(input, drawKeys(input));
      return { outcome, durationSeconds, drawn, moments: momentsOf(drawn, { key: "call", durationSeconds }) };
    }),
  ),
);

test("moments ascend and lie within the call, in the order of the criteria", () => {
  for (const { durationSeconds, drawn, moments } of calls) {
    const criteria = drawn.sections.flatMap((section) => section.criteria);
    const all = criteria.flatMap((criterion) => {
      const moment = moments.of.get(criterion);
      return moment ? [moment.seconds, moment.nextSeconds] : [];
    });
    expect(all).toHaveLength(2 * criteria.length);
    expect(all).toEqual(all.toSorted((one, other) => one - other));
    expect(Math.max(...all, moments.outcome.nextSeconds)).toBeLessThanOrEqual(durationSeconds);
  }
});

test("the greeting and the goodbye take seconds of the call, and the moments are unevenly far apart", () => {
  for (const { durationSeconds, drawn, moments } of calls.filter((call) => call.durationSeconds === 400)) {
    const secondsOf = (index: number) =>
      drawn.sections.at(index)?.criteria.map((criterion) => moments.of.get(criterion)?.seconds ?? 0) ?? [];
    expect(Math.max(...secondsOf(0))).toBeLessThan(60);
    expect(Math.min(...secondsOf(-1))).toBeGreaterThan(durationSeconds - 60);
    const middle = drawn.sections.slice(1, -1).flatMap((_, at) => secondsOf(at + 1));
    const steps = middle.slice(1).map((seconds, at) => seconds - (middle[at] ?? 0));
    expect(Math.max(...steps)).toBeGreaterThan(1.25 * Math.min(...steps));
  }
});

test("an outcome is decided after what it implies to be met, and before the rest of the closing", () => {
  const next = calls.find(
    ({ outcome, durationSeconds }) => outcome.id === "out_demo_booked" && durationSeconds === 400,
  );
  const closing = next?.drawn.sections.at(-1)?.criteria ?? [];
  const [cause = 0, after = 0] = closing.map((criterion) => next?.moments.of.get(criterion)?.seconds ?? 0);
  expect(next?.moments.outcome.seconds).toBeGreaterThan(cause);
  expect(next?.moments.outcome.seconds).toBeLessThan(after);
});
