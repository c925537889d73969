import { TimeoutError } from "@call-analysis/sdk";
import { afterEach, expect, test, vi } from "vitest";
import { Deadline, runAttempt } from "../../src/http/deadline.js";
import { rejectionOf } from "../support/failure-of.ts";

afterEach(() => vi.restoreAllMocks());

test("a deadline is a deadline although the timer fires half a millisecond early, as Node's do", async () => {
  vi.spyOn(performance, "now").mockReturnValue(1_000);
  const deadline = new Deadline(5);
  const limits = { what: "GET x", timeoutMs: 9, deadline, signal: undefined, trace: { sent: true } };
  vi.spyOn(performance, "now").mockReturnValue(1_004.5);
  const attempt = runAttempt(() => new Promise(() => {}), { ...limits, timeUp: () => new Error("attempt") });
  expect(await rejectionOf(attempt, TimeoutError)).toMatchObject({ kind: "deadline" });
});
