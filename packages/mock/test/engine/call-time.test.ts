import { expect, test } from "vitest";
import { clockTime, durationText } from "../../src/engine/call-time.js";

test.each([
  [0, "00:00"],
  [7.9, "00:07"],
  [59, "00:59"],
  [60, "01:00"],
  [72, "01:12"],
  [3_599, "59:59"],
  [3_600, "1:00:00"],
  [3_672, "1:01:12"],
  [36_000, "10:00:00"],
])("%d seconds from the start are written %s", (seconds, text) => {
  expect(clockTime(seconds)).toBe(text);
});

test.each([
  [0, "0 s"],
  [0.4, "0 s"],
  [0.5, "1 s"],
  [59.5, "1 min"],
  [312, "5 min 12 s"],
  [3_600, "1 h"],
  [3_601, "1 h 1 s"],
  [3_900, "1 h 5 min"],
  [7_325, "2 h 2 min 5 s"],
])("a duration of %d seconds is written %s", (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});
