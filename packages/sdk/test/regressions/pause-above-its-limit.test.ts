import { expect, test } from "vitest";
import { defaultPollOptions, pauseBeforePoll } from "../../src/analysis/poll-options.js";

test("chance never makes a pause longer than maxIntervalMs", () => {
  expect(pauseBeforePoll(defaultPollOptions, 20, 0.999)).toBeLessThanOrEqual(defaultPollOptions.maxIntervalMs);
});

test("an interval of 0 stays 0 in waits of thousands of polls", () => {
  expect(pauseBeforePoll({ ...defaultPollOptions, intervalMs: 0 }, 5_000, 0.5)).toBe(0);
});
