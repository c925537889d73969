import { PollTimeoutError, TimeoutError } from "@call-analysis/sdk";
import { beforeEach, expect, test, vi } from "vitest";
import { settled } from "../analysis/virtual-interface.js";
import { clientWith } from "../support/test-client.ts";

let skewMs = 0;

beforeEach(() => {
  vi.useFakeTimers();
  skewMs = 0;
  vi.spyOn(performance, "now").mockImplementation(() => Date.now() - skewMs);
});

/** A reading that hangs, and whose timer fires half a millisecond early, as Node's do. */
function hang(): Promise<Response> {
  skewMs = 0.5;
  return new Promise(() => {});
}

test("a wait whose deadline passes during a reading ends by that deadline although the timer fires early", async () => {
  const wait = clientWith(hang).calls.waitForAnalysis("call-1", { deadlineMs: 10_000, poll: { initialDelayMs: 0 } });
  const error = await settled(wait);
  expect(error).toBeInstanceOf(TimeoutError);
  expect(error).toMatchObject({ kind: "deadline", stage: "poll", attempts: 1 });
});

test("a wait whose own time passes during a reading ends by poll.timeoutMs although the timer fires early", async () => {
  const poll = { initialDelayMs: 0, timeoutMs: 10_000 };
  const error = await settled(clientWith(hang).calls.waitForAnalysis("call-1", { deadlineMs: 20_000, poll }));
  expect(error).toBeInstanceOf(PollTimeoutError);
});
