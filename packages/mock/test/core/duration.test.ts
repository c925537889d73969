import { expect, test } from "vitest";
import { durationSchema, longestDurationMs, mustBeDuration } from "../../src/core/duration.js";

test.each([
  [-1, false],
  [-0.5, false],
  [0, true],
  [0.5, true],
  [longestDurationMs, true],
  [longestDurationMs + 1, false],
  [Number.NaN, false],
  [Number.POSITIVE_INFINITY, false],
])("%d ms is a duration: %j", (milliseconds, isValid) => {
  const messages = durationSchema.safeParse(milliseconds).error?.issues.map(({ message }) => message);
  expect(messages).toEqual(isValid ? undefined : [mustBeDuration]);
});

test("what is not a number is refused, in the same words", () => {
  expect(durationSchema.safeParse("1 s").error?.issues).toMatchObject([{ message: mustBeDuration }]);
});
