import { expect, test } from "vitest";
import type { Random } from "../../src/core/random.js";
import { drawLatencyMs } from "../../src/rules/slow.js";

/** Draws these numbers. */
function drawing(...numbers: number[]): Random {
  return { next: () => numbers.shift() ?? Number.NaN } as Random;
}

test("a number is the latency", () => {
  expect(drawLatencyMs(120, drawing())).toBe(120);
});

// The normal number that 1 - e^-0.5 and an angle make has the cosine of the angle as its value.
const radius = 1 - Math.exp(-0.5);
const longestTimerMs = 2 ** 31 - 1;

test.each([
  [2, 0, 100 * Math.E ** 2],
  [2, 0.25, 100],
  [2, 0.5, 100 / Math.E ** 2],
  [2, 1 / 6, 100 * Math.E],
  [0, 0.5, 100],
  [20, 0, longestTimerMs],
])("with the sigma %d and the angle %d a lognormal latency is %d ms", (sigma, angle, milliseconds) => {
  expect(drawLatencyMs({ medianMs: 100, sigma }, drawing(radius, angle))).toBeCloseTo(milliseconds, 6);
});
