import { afterEach, expect, test, vi } from "vitest";
import { Deadline, runAttempt } from "../../src/http/deadline.js";

afterEach(() => vi.useRealTimers());

const limits = {
  what: "PUT x",
  timeoutMs: 1_000,
  deadline: new Deadline(undefined),
  signal: undefined,
  trace: { sent: true },
  timeUp: () => new Error("time up"),
};

test("progress that is reported after the end starts no timer", async () => {
  vi.useFakeTimers();
  let report = () => {};
  await runAttempt(async (_signal, onProgress) => {
    report = onProgress;
  }, limits);
  report();
  expect(vi.getTimerCount()).toBe(0);
});
