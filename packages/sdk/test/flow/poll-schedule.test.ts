/** When an analysis is read by default, and for how long. */
import { PollTimeoutError } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { settled, virtualInterface } from "../support/virtual-interface.ts";
import { useFakeTimersInEachTest } from "../support/virtual-time.ts";

useFakeTimersInEachTest();

const eight = [...Array(7).fill("processing"), "completed"];

/** When each poll was made, with this as every random number. */
async function readsWith(random: number, options = {}) {
  vi.spyOn(Math, "random").mockReturnValue(random);
  const { client, readsAtMs } = virtualInterface(...eight);
  await settled(client().calls.waitForAnalysis("call-1", { poll: options }));
  return readsAtMs;
}

test("by default the pauses are 2, 2, 3, 4.5, 6.75, 10.125, 15 and 15 seconds", async () => {
  expect(await readsWith(0.5)).toEqual([2_000, 4_000, 7_000, 11_500, 18_250, 28_375, 43_375, 58_375]);
});

test.each([
  [0, [2_000, 3_600, 6_000]],
  [1, [2_000, 4_400, 8_000]],
])(
  "by default jitter makes a pause up to a fifth longer or shorter, but not the first (%d)",
  async (random, expected) => {
    expect((await readsWith(random)).slice(0, 3)).toEqual(expected);
  },
);

test("with jitter too, no pause is longer than maxIntervalMs", async () => {
  const reads = await readsWith(0.999_999, { maxIntervalMs: 5_000 });
  const pauses = reads.slice(1).map((atMs, index) => atMs - (reads[index] ?? 0));
  expect(Math.max(...pauses)).toBe(5_000);
});

test("by default a wait ends after 30 minutes", async () => {
  const { client } = virtualInterface("processing");
  const error = await settled(client().calls.waitForAnalysis("call-1"));
  expect(PollTimeoutError.is(error) && error.waitedMs).toBe(1_800_000);
});

test.each(["failed", "error", "cancelled", "canceled", "rejected", "expired"])(
  "by default the status %s ends a wait as failed",
  async (status) => {
    const { client } = virtualInterface(status);
    expect(await settled(client().calls.waitForAnalysis("call-1"))).toMatchObject({
      name: "AnalysisFailedError",
      status,
    });
  },
);

test.each(["pending", "queued", "Completed", "done", ""])("by default the status %j is pending", async (status) => {
  const { client, readsAtMs } = virtualInterface(status, "completed");
  await settled(client().calls.waitForAnalysis("call-1"));
  expect(readsAtMs).toHaveLength(2);
});

test("the analysis of another call is a failure, and never the result", async () => {
  const other = { callId: "call-2", status: "completed", analysis: { score: 1 }, metadata: null };
  const { client } = virtualInterface(other);
  const error = await settled(client().calls.waitForAnalysis("call-1"));
  expect(error).toMatchObject({ name: "ResponseFormatError", message: expect.stringContaining("another call") });
});

test("failures count in a row: a success in between begins the count anew", async () => {
  const five = () => Array.from({ length: 5 }, () => new TypeError("fetch failed"));
  const { client, readsAtMs } = virtualInterface(...five(), "processing", ...five(), "completed");
  expect(await settled(client().calls.waitForAnalysis("call-1"))).toMatchObject({ status: "completed" });
  expect(readsAtMs).toHaveLength(12);
});
