import type { FlowEvent } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { type Reading, refusal, settled, virtualInterface } from "../support/virtual-interface.ts";
import { useFakeTimersInEachTest } from "../support/virtual-time.ts";

useFakeTimersInEachTest();

const steady = { initialDelayMs: 1_000, intervalMs: 1_000, factor: 1, jitter: 0 };
const input = { audio_url: "https://host/call.wav", memberId: "m", categoryId: "c" };
const times = (count: number, make: () => Reading) => Array.from({ length: count }, make);

test.each<[string, () => Reading]>([
  ["a broken connection", () => new TypeError("fetch failed")],
  ["a 500", () => refusal(500)],
  ["a 503", () => refusal(503)],
  ["a 404", () => refusal(404)],
  ["HTML in place of JSON", () => new Response("<html>", { status: 200 })],
  ["an empty body", () => new Response("", { status: 200 })],
])("%s is tolerated five times in a row, without a change of the pauses", async (_name, failure) => {
  const { client, readsAtMs } = virtualInterface(...times(5, failure), "completed");
  const wait = client().calls.waitForAnalysis("call-1", { poll: steady });
  expect(await settled(wait)).toMatchObject({ status: "completed" });
  expect(readsAtMs).toEqual([1_000, 2_000, 3_000, 4_000, 5_000, 6_000]);
});

test("the pauses grow while polls fail as they do while the status is pending", async () => {
  const { client, readsAtMs } = virtualInterface(...times(3, () => refusal(500)), "completed");
  await settled(client().calls.waitForAnalysis("call-1", { poll: { jitter: 0 } }));
  expect(readsAtMs).toEqual([2_000, 4_000, 7_000, 11_500]);
});

test("a 404 later is a failure like any other", async () => {
  const { client, readsAtMs } = virtualInterface(refusal(404));
  const flow = client().calls.analyzeUrl(input, { poll: { ...steady, toleratedFailures: 2 } });
  expect(await settled(flow)).toMatchObject({ name: "NotFoundError", resume: { stage: "poll" } });
  expect(readsAtMs.at(-1)).toBe(32_000);
});

test("a Retry-After that is shorter than the pause, or on another status, does not change the pause", async () => {
  const readings = [refusal(429, { "retry-after": "0" }), refusal(404, { "retry-after": "40" }), "completed"];
  const { client, readsAtMs } = virtualInterface(...readings);
  await settled(client().calls.waitForAnalysis("call-1", { poll: steady }));
  expect(readsAtMs).toEqual([1_000, 2_000, 3_000]);
});

test("a Retry-After of a 503 beyond the time that is left is cut, so that there is a last poll", async () => {
  const { client, readsAtMs } = virtualInterface(refusal(503, { "retry-after": "3600" }), "completed");
  const wait = client().calls.waitForAnalysis("call-1", { poll: { ...steady, timeoutMs: 60_000 } });
  expect(await settled(wait)).toMatchObject({ status: "completed" });
  expect(readsAtMs).toEqual([1_000, 60_000]);
});

test.each<[status: number, retryAfter: string, pausesMs: number[]]>([
  [503, "3600", [59_000]],
  [429, "3600", []],
  [429, "5", [5_000]],
])(
  "after a %i with a Retry-After of %s s, the pauses that are told are those that are made",
  async (status, retryAfter, expected) => {
    const { client } = virtualInterface(refusal(status, { "retry-after": retryAfter }), "completed");
    const pausesMs: number[] = [];
    const onEvent = (event: FlowEvent) => event.type === "retrying" && pausesMs.push(event.pauseMs);
    await settled(client().calls.waitForAnalysis("call-1", { poll: { ...steady, timeoutMs: 60_000 }, onEvent }));
    expect(pausesMs).toEqual(expected);
  },
);

test("a deadline ends the wait at once when the next poll would be after it", async () => {
  const { client, readsAtMs } = virtualInterface("processing");
  const startMs = performance.now();
  const error = await settled(client().calls.waitForAnalysis("call-1", { poll: steady, deadlineMs: 3_500 }));
  expect(error).toMatchObject({ name: "TimeoutError", kind: "deadline", stage: "poll", resume: { callId: "call-1" } });
  expect(error).toMatchObject({ requestSent: true, attempts: 3 });
  expect(readsAtMs).toEqual([1_000, 2_000, 3_000]);
  expect(performance.now() - startMs).toBe(3_000);
});
