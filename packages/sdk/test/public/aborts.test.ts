/** An abort ends whatever is under way within 300 ms of virtual time, and says where. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { FlowStage } from "@call-analysis/sdk";
import * as sdkPackage from "@call-analysis/sdk";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { all, failureOf, startFake } from "./support/fake.ts";

const { AbortError } = sdkPackage;
const { analyzeFiles } = await import("@call-analysis/sdk/batch");
const reason = { why: "the user left the page" };

// Time stands still but for what a test lets pass.
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** What a promise is rejected with, when that takes no more than 300 ms. */
async function abortedIn300Ms(work: Promise<unknown>, controller: AbortController) {
  let settled = false;
  const error = failureOf(work).finally(() => {
    settled = true;
  });
  error.catch(() => {});
  controller.abort(reason);
  await vi.advanceTimersByTimeAsync(300);
  for (let turn = 0; turn < 50 && !settled; turn += 1) await nextTurn();
  expect(settled).toBe(true);
  return error;
}

/** Lets the pauses of no length pass that come before something. */
async function reached(something: Promise<unknown>): Promise<void> {
  let isReached = false;
  something.then(() => {
    isReached = true;
  });
  for (let turn = 0; turn < 1_000 && !isReached; turn += 1) {
    await vi.advanceTimersByTimeAsync(0);
    await nextTurn();
  }
  expect(isReached).toBe(true);
}

const operations = {
  grant: "createUploadUrl",
  upload: "uploadRecording",
  create: "createCall",
  poll: "getCallAnalysis",
} as const;
const stages = Object.entries(operations) as [FlowStage, (typeof operations)[FlowStage]][];
const tokens: Record<FlowStage, object | undefined> = {
  grant: undefined,
  upload: undefined,
  create: { stage: "create", uncertain: true },
  poll: { stage: "poll" },
};

describe("of a flow whose request is under way at the stage", () => {
  test.each(stages)("%s", async (stage, operation) => {
    const { service, sdk, input } = startFake();
    const gate = service.hold(operation);
    const controller = new AbortController();
    const flow = sdk.calls.analyzeFile(input(), { signal: controller.signal });
    await reached(gate.reached());
    const error = await abortedIn300Ms(flow, controller);
    expect(error.stage).toBe(stage);
    expect([AbortError.is(error), error.cause]).toEqual([true, reason]);
    // Nobody knows what became of a creation that was sent.
    if (stage === "create") expect(error).toMatchObject({ requestSent: true, resume: { uncertain: true } });
    if (tokens[stage]) expect(error.resume).toMatchObject(tokens[stage]);
    else expect(error.resume).toBeUndefined();
  });
});

test("of waitForAnalysis, of watchAnalysis and of a batch", async () => {
  const { service, sdk, input } = startFake({ progression: { mode: "manual" } });
  const { callId } = await sdk.calls.submitFile(input());
  const poll = { initialDelayMs: 0, intervalMs: 60_000 };
  for (const start of [
    (signal: AbortSignal) => sdk.calls.waitForAnalysis(callId, { signal, poll }),
    (signal: AbortSignal) => all(sdk.calls.watchAnalysis(callId, { signal, poll })),
    (signal: AbortSignal) => all(analyzeFiles(sdk, [input("b.wav")], { signal, poll })),
  ]) {
    const polled = service.journal.waitFor({ operation: "getCallAnalysis" });
    const controller = new AbortController();
    const work = start(controller.signal);
    await reached(polled);
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
    expect(AbortError.is(await abortedIn300Ms(work, controller))).toBe(true);
    service.journal.clear();
  }
});

test("a signal that is aborted already sends nothing", async () => {
  const { service, sdk, input } = startFake();
  const signal = AbortSignal.abort(reason);
  for (const work of [sdk.agents.list({ signal }), sdk.calls.analyzeFile(input(), { signal })]) {
    expect(AbortError.is(await failureOf(work))).toBe(true);
  }
  expect(service.journal.entries()).toHaveLength(0);
});
