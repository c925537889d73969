import { expect, test } from "vitest";
import { type Random, seededRandom } from "../../src/core/random.js";
import { drawLatencyMs } from "../../src/rules/slow.js";

/** So many draws, the smallest first. */
function draws(count: number, sigma: number, seed = 1): number[] {
  const random = seededRandom(seed, "latency");
  const drawn = Array.from({ length: count }, () => drawLatencyMs({ medianMs: 100, sigma }, random));
  return drawn.sort((one, other) => one - other);
}

test("a number is the latency", () => {
  expect(drawLatencyMs(120, seededRandom(1))).toBe(120);
});

test("half of the lognormal times are below the median", () => {
  expect(draws(4_001, 0.5)[2_000]).toBeGreaterThan(95);
  expect(draws(4_001, 0.5)[2_000]).toBeLessThan(105);
});

test("about one in six lognormal times is above the median times e to the sigma", () => {
  const above = draws(4_000, 0.5).filter((milliseconds) => milliseconds > 100 * Math.exp(0.5));
  expect(above.length / 4_000).toBeCloseTo(0.159, 1);
});

test("a sigma of 0 means the median each time", () => {
  expect(new Set(draws(100, 0))).toEqual(new Set([100]));
});

test("the same seed draws the same times", () => {
  expect(draws(20, 1)).toEqual(draws(20, 1));
  expect(draws(20, 1, 2)).not.toEqual(draws(20, 1));
});

test("no time is longer than a timer takes", () => {
  expect(Math.max(...draws(4_000, 10))).toBe(2 ** 31 - 1);
});

/** Draws these numbers. */
function drawing(...numbers: number[]): Random {
  return { next: () => numbers.shift() ?? Number.NaN } as Random;
}

// The normal number that 1 - e^-0.5 and an angle make has the cosine of the angle as its value.
const radius = 1 - Math.exp(-0.5);

test.each([
  [0, 100 * Math.E ** 2],
  [0.25, 100],
  [0.5, 100 / Math.E ** 2],
  [1 / 6, 100 * Math.E],
])("with the angle %d a lognormal latency is %d ms", (angle, milliseconds) => {
  expect(drawLatencyMs({ medianMs: 100, sigma: 2 }, drawing(radius, angle))).toBeCloseTo(milliseconds, 6);
});
