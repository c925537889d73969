import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultPollOptions, type PollOptions, pauseBeforePoll } from "../../src/flow/poll-options.js";

const options: fc.Arbitrary<PollOptions> = fc
  .record({
    initialDelayMs: fc.nat(1e9),
    intervalMs: fc.nat(1e9),
    factor: fc.double({ min: 1, max: 1e6, noNaN: true }),
    maxIntervalMs: fc.nat(1e9),
    jitter: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map((asked) => ({ ...defaultPollOptions, ...asked }));
const poll = fc.integer({ min: 2, max: 100_000 });
const random = fc.double({ min: 0, max: 1, noNaN: true });
const middle = 0.5;

test("by default the pauses are 2, 2, 3, 4.5, 6.75, 10.125, 15, 15 … seconds", () => {
  const pauses = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => pauseBeforePoll(defaultPollOptions, number, middle));
  expect(pauses).toEqual([2_000, 2_000, 3_000, 4_500, 6_750, 10_125, 15_000, 15_000]);
});

test("the first pause is what was asked for, without jitter", () => {
  fc.assert(
    fc.property(options, random, (asked, dice) => {
      expect(pauseBeforePoll(asked, 1, dice)).toBe(asked.initialDelayMs);
    }),
  );
});

test("no pause is negative, longer than maxIntervalMs, or NaN", () => {
  fc.assert(
    fc.property(options, poll, random, (asked, number, dice) => {
      const pauseMs = pauseBeforePoll(asked, number, dice);
      expect(pauseMs).toBeGreaterThanOrEqual(0);
      expect(pauseMs).toBeLessThanOrEqual(asked.maxIntervalMs);
    }),
  );
});

test("without jitter no pause is shorter than the one before it", () => {
  fc.assert(
    fc.property(options, poll, (asked, number) => {
      const steady = { ...asked, jitter: 0 };
      const [one, next] = [pauseBeforePoll(steady, number, middle), pauseBeforePoll(steady, number + 1, middle)];
      expect(next).toBeGreaterThanOrEqual(one);
    }),
  );
});

test("jitter takes or adds at most its part of the pause", () => {
  fc.assert(
    fc.property(options, poll, random, (asked, number, dice) => {
      const fullMs = pauseBeforePoll({ ...asked, jitter: 0 }, number, middle);
      const rounding = 1e-6;
      const tolerance = asked.jitter * fullMs + rounding;
      expect(Math.abs(pauseBeforePoll(asked, number, dice) - fullMs)).toBeLessThanOrEqual(tolerance);
    }),
  );
});
