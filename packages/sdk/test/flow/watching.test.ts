import type { AnalysisSnapshot } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { settled, virtualInterface } from "../support/virtual-interface.ts";
import { useFakeTimersInEachTest } from "../support/virtual-time.ts";

useFakeTimersInEachTest();

const steady = { initialDelayMs: 1_000, intervalMs: 1_000, factor: 1, jitter: 0 };

test("a watch gives the failed snapshot, and then throws", async () => {
  const seen: AnalysisSnapshot[] = [];
  const { client } = virtualInterface("processing", "failed");
  const watch = async () => {
    for await (const snapshot of client().calls.watchAnalysis("call-1")) seen.push(snapshot);
  };
  expect(await settled(watch())).toMatchObject({ name: "AnalysisFailedError", status: "failed" });
  expect(seen.map(({ status }) => status)).toEqual(["processing", "failed"]);
});

test.each(["completed", "done"])(
  "a watch of a call that is %s before its analysis is there ends with it",
  async (end) => {
    const ended = (analysis: object | null) => ({ callId: "call-1", status: end, analysis });
    const { client } = virtualInterface("processing", ended(null), ended(null), ended({ score: 7 }));
    const classify = (status: string) => (status === end ? "completed" : "pending");
    const seen: boolean[] = [];
    const watch = async () => {
      const watching = client().calls.watchAnalysis("call-1", { poll: { classify } });
      for await (const { analysis } of watching) seen.push(Boolean(analysis));
    };
    await settled(watch());
    expect(seen).toEqual([false, false, true]);
  },
);

test("a watch asks for nothing before it is iterated", async () => {
  const { client, readsAtMs } = virtualInterface("completed");
  client().calls.watchAnalysis("call-1");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(readsAtMs).toHaveLength(0);
});

test("a watch that nobody iterates further makes no requests in the meantime", async () => {
  const { client, readsAtMs } = virtualInterface("processing", "pending", "completed");
  const watch = client().calls.watchAnalysis("call-1", { poll: steady });
  await settled(watch.next());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(readsAtMs).toHaveLength(1);
});
