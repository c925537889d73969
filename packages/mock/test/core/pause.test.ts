import { afterEach, expect, test, vi } from "vitest";
import { pause } from "../../src/core/pause.js";

afterEach(() => vi.useRealTimers());

/** A timer of more than 2^31 - 1 milliseconds fires at once: a very slow upload was done immediately. */
test("a pause that is longer than any timer ends when the longest timer does", async () => {
  vi.useFakeTimers();
  const ended = vi.fn();
  void pause(1e12).then(ended);
  await vi.advanceTimersByTimeAsync(2 ** 31 - 2);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalled();
});
