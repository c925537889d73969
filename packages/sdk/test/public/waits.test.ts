/** Retries, pauses, deadlines and polls, on virtual time. */
import type { ClientOptions } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { failureOf } from "../support/failure-of.ts";
import { type Answer, inputNamed, refusal, SimulatedService } from "../support/simulated-service.ts";
import { onVirtualTime } from "../support/virtual-run.ts";

const input = inputNamed("call.wav");
const gapsOf = (times: number[]) => times.slice(1).map((time, index) => time - (times[index] ?? 0));
const exactly = { jitter: 0 };
const stillProcessing = (callId: string) => Response.json({ data: { callId, status: "processing" } });

/** A service that answers at once, and completes each call at its first poll. */
function startService(answer?: Answer, options?: ClientOptions) {
  const service = new SimulatedService({ answer, latencyMs: 0 });
  return { sdk: service.client(options), times: service.times };
}

/** Refuses an operation with so many answers, in order. */
function refusing(operation: string, ...answers: (() => Response | Error)[]): Answer {
  return (request) => (request.operation === operation ? answers[request.nth - 1]?.() : undefined);
}

test("a Retry-After above maxRetryAfterMs ends at once with that error", async () => {
  const { sdk, times } = startService(() => refusal(429, 61));
  expect(await failureOf(sdk.agents.list())).toMatchObject({ name: "RateLimitError", retryAfterMs: 61_000 });
  expect(times.agents).toHaveLength(1);
});

test("a pause that would pass the deadline is not begun: the error comes at once, with its cause", async () => {
  await onVirtualTime(async () => {
    const startMs = performance.now();
    const { sdk, times } = startService(() => refusal(429, 30));
    const error = await failureOf(sdk.agents.list({ deadlineMs: 20_000 }));
    expect(error).toMatchObject({ name: "TimeoutError", kind: "deadline", cause: { status: 429 } });
    expect([times.agents.length, performance.now() - startMs]).toEqual([1, 0]);
  });
});

test("polls come after 2 s, and then in pauses that grow to 15 s", async () => {
  await onVirtualTime(async () => {
    const wait: Answer = ({ operation, nth }) =>
      operation === "analysis" && nth < 9 ? stillProcessing("call_x") : undefined;
    const { sdk, times } = startService(wait);
    await sdk.calls.waitForAnalysis("call_x", { poll: exactly });
    expect(times.analysis[0]).toBe(2_000);
    expect(gapsOf(times.analysis)).toEqual([2_000, 3_000, 4_500, 6_750, 10_125, 15_000, 15_000, 15_000]);
  });
});

test("the options of a wait go before those of its client", async () => {
  await onVirtualTime(async () => {
    const { sdk, times } = startService(undefined, { poll: { ...exactly, initialDelayMs: 700 } });
    await sdk.calls.waitForAnalysis("call_x");
    await sdk.calls.waitForAnalysis("call_x", { poll: { initialDelayMs: 50 } });
    expect(times.analysis).toEqual([700, 750]);
  });
});

test("when the time ends in the pause of a 429, there is no last poll", async () => {
  await onVirtualTime(async () => {
    const { sdk, times } = startService(() => refusal(429, 50));
    const error = await failureOf(sdk.calls.waitForAnalysis("call_x", { poll: { timeoutMs: 10_000 } }));
    expect(error).toMatchObject({ name: "PollTimeoutError" });
    expect(times.analysis).toHaveLength(1);
  });
});

test("a wait sleeps through a Retry-After", async () => {
  await onVirtualTime(async () => {
    const { sdk, times } = startService(refusing("analysis", () => refusal(429, 100)));
    const call = await sdk.calls.waitForAnalysis("call_x", { poll: { initialDelayMs: 0 } });
    expect([call.status, times.analysis]).toEqual(["completed", [0, 100_000]]);
  });
});

test("five failures in a row are tolerated, the sixth is the error, and a success begins the count anew", async () => {
  await onVirtualTime(async () => {
    const failing = startService(() => refusal(500));
    expect(await failureOf(failing.sdk.calls.waitForAnalysis("call_x"))).toMatchObject({ status: 500, stage: "poll" });
    expect(failing.times.analysis).toHaveLength(6);
    const recovering = startService(({ nth }) => {
      if (nth === 12) return undefined;
      return nth === 6 ? stillProcessing("call_x") : refusal(500);
    });
    expect(await recovering.sdk.calls.waitForAnalysis("call_x")).toMatchObject({ status: "completed" });
  });
});

test.each([401, 403])("a %i ends the wait at once", async (status) => {
  await onVirtualTime(async () => {
    const { sdk, times } = startService(() => refusal(status));
    expect(await failureOf(sdk.calls.waitForAnalysis("call_x"))).toMatchObject({ status, stage: "poll" });
    expect(times.analysis).toHaveLength(1);
  });
});

test("a 404 right after the creation is no failure, and one for a call that was not created here is", async () => {
  await onVirtualTime(async () => {
    const notYet: Answer = ({ operation, nth }) => (operation === "analysis" && nth <= 3 ? refusal(404) : undefined);
    const poll = { toleratedFailures: 0 };
    const { sdk, times } = startService(notYet);
    await sdk.calls.analyzeFile(input, { poll });
    expect(times.analysis).toHaveLength(4);
    const other = startService(notYet);
    expect(await failureOf(other.sdk.calls.waitForAnalysis("call_x", { poll }))).toMatchObject({ status: 404 });
  });
});
