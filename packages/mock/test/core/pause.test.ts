import { expect, test, vi } from "vitest";
import { pause } from "../../src/core/pause.js";
import { useFakeTimers } from "../support/fake-timers.js";

/** A timer of more than 2^31 - 1 milliseconds fires at once: a very slow upload was done immediately. */
test("a pause that is longer than any timer ends when the longest timer does", async () => {
  useFakeTimers();
  const ended = vi.fn();
  void pause(1e12).then(ended);
  await vi.advanceTimersByTimeAsync(2 ** 31 - 2);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalled();
});
