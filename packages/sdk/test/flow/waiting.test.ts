import { PollTimeoutError } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith } from "../support/test-client.ts";
import { analysis, settled, virtualInterface } from "../support/virtual-interface.ts";
import { useFakeTimersInEachTest } from "../support/virtual-time.ts";

useFakeTimersInEachTest();

const steady = { initialDelayMs: 1_000, intervalMs: 1_000, factor: 1, jitter: 0 };

test.each([[{}], [[]], ["done"]])("a completed call whose analysis is %j is not completed yet", async (empty) => {
  const { client, readsAtMs } = virtualInterface(
    { callId: "call-1", status: "completed", analysis: empty },
    "completed",
  );
  expect(await settled(client().calls.waitForAnalysis("call-1"))).toMatchObject({ analysis });
  expect(readsAtMs).toHaveLength(2);
});

test.each([null, [], "none"])(
  "classify replaces what statuses mean, and metadata of %j is an object",
  async (metadata) => {
    const done = { callId: "call-1", status: "finished", analysis, metadata };
    const warn = vi.fn();
    const { client } = virtualInterface("failed", done);
    const classify = (status: string) => (status === "finished" ? ("completed" as const) : ("pending" as const));
    const { calls } = client({ logger: { debug() {}, info() {}, warn, error() {} } });
    expect(await settled(calls.waitForAnalysis("call-1", { poll: { classify } }))).toEqual({ ...done, metadata: {} });
    expect(warn).not.toHaveBeenCalled();
  },
);

test("when the time is up, by default after half an hour, the error keeps the call, its last status, and how long was waited", async () => {
  await vi.advanceTimersByTimeAsync(60_000);
  const { client, readsAtMs } = virtualInterface("processing", "pending");
  const wait = client().calls.waitForAnalysis("call-1", { poll: steady });
  const error = await settled(wait);
  expect(error).toBeInstanceOf(PollTimeoutError);
  expect(error).toMatchObject({ callId: "call-1", lastStatus: "pending", waitedMs: 1_800_000, attempts: 1_800 });
  expect(error).toMatchObject({ stage: "poll", resume: { version: 1, stage: "poll", callId: "call-1" } });
  expect(readsAtMs.at(-1)).toBe(1_800_000);
});

test("when the time is up on a completed call without an analysis, the error says that it was missing", async () => {
  const { client } = virtualInterface({ callId: "call-1", status: "completed", analysis: null, metadata: null });
  const error = await settled(client().calls.waitForAnalysis("call-1", { poll: { ...steady, timeoutMs: 3_500 } }));
  expect(error).toMatchObject({ name: "PollTimeoutError", lastStatus: "completed" });
  expect(String(error)).toContain("did not finish within poll.timeoutMs = 3500 ms. Last status: completed.");
});

test("a classify that answers with another word ends the wait, and keeps the call", async () => {
  const { client, readsAtMs } = virtualInterface("processing");
  const poll = { ...steady, classify: () => "done" as never };
  const error = await settled(client().calls.waitForAnalysis("call-1", { poll }));
  expect(error).toMatchObject({ name: "ConfigurationError", stage: "poll", resume: { callId: "call-1" } });
  expect(String(error)).toContain("poll.classify");
  expect(readsAtMs).toHaveLength(1);
});

test("the last poll has the time that it needs, so that a call which was completed since the one before is returned", async () => {
  const answer = (status: string) => async () => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    return Response.json({ data: { callId: "call-1", status, analysis, metadata: null } });
  };
  const { calls } = clientWith(oneOffFetch(answer("processing"), answer("completed")).fetch);
  const wait = calls.waitForAnalysis("call-1", { poll: { ...steady, timeoutMs: 1_500 } });
  expect(await settled(wait)).toMatchObject({ status: "completed" });
});
