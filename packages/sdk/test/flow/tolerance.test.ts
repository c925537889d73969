import { AbortError } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { deafFetch } from "../support/one-off-fetch.ts";
import { noAnswer, type Reading, refusal, settled, virtualInterface } from "../support/virtual-interface.ts";
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

test("a poll without an answer is tolerated like another failure, and the next one begins after its pause", async () => {
  const { client, readsAtMs } = virtualInterface(noAnswer, "completed");
  const wait = client({ timeoutMs: 5_000 }).calls.waitForAnalysis("call-1", { poll: steady });
  expect(await settled(wait)).toMatchObject({ status: "completed" });
  expect(readsAtMs).toEqual([1_000, 7_000]);
});

test("a 404 in the first 30 s after the creation is no failure", async () => {
  const { client } = virtualInterface(...times(29, () => refusal(404)), "completed");
  const flow = client().calls.analyzeUrl(input, { poll: { ...steady, toleratedFailures: 0 } });
  expect(await settled(flow)).toMatchObject({ status: "completed" });
});

test("a client that pauses for no time does not poll a call that is not there for 30 s", async () => {
  const { client, readsAtMs } = virtualInterface(refusal(404));
  const poll = { initialDelayMs: 0, intervalMs: 0, toleratedFailures: 0 };
  expect(await settled(client().calls.analyzeUrl(input, { poll }))).toMatchObject({ name: "NotFoundError" });
  expect(readsAtMs).toHaveLength(51);
});

test("a 404 later is a failure like any other", async () => {
  const { client, readsAtMs } = virtualInterface(refusal(404));
  const flow = client().calls.analyzeUrl(input, { poll: { ...steady, toleratedFailures: 2 } });
  expect(await settled(flow)).toMatchObject({ name: "NotFoundError", resume: { stage: "poll" } });
  expect(readsAtMs.at(-1)).toBe(32_000);
});

test.each([429, 503])("Retry-After on a %i is obeyed when it is longer than the pause", async (status) => {
  const { client, readsAtMs } = virtualInterface(refusal(status, { "retry-after": "40" }), "pending", "completed");
  await settled(client().calls.waitForAnalysis("call-1", { poll: steady }));
  expect(readsAtMs).toEqual([1_000, 41_000, 42_000]);
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

test.each([
  ["poll.timeoutMs", { poll: { ...steady, timeoutMs: 3_500 } }],
  ["deadlineMs", { poll: steady, deadlineMs: 3_500 }],
])(
  "when the time of %s is up, a failure after which the call was read again is not the cause",
  async (_name, options) => {
    const { client } = virtualInterface(refusal(500), "processing");
    const error = await settled(client().calls.waitForAnalysis("call-1", options));
    expect(error).toMatchObject({ stage: "poll", resume: { callId: "call-1" } });
    expect(error).not.toHaveProperty("cause");
  },
);

test("a deadline after the wait's own end takes no poll from it, although the pause was longer", async () => {
  const { client, readsAtMs } = virtualInterface("completed");
  const options = { poll: { ...steady, initialDelayMs: 10_000, timeoutMs: 3_000 }, deadlineMs: 5_000 };
  expect(await settled(client().calls.waitForAnalysis("call-1", options))).toMatchObject({ status: "completed" });
  expect(readsAtMs).toEqual([3_000]);
});

test("a deadline ends the wait at once when the next poll would be after it", async () => {
  const { client, readsAtMs } = virtualInterface("processing");
  const startMs = performance.now();
  const error = await settled(client().calls.waitForAnalysis("call-1", { poll: steady, deadlineMs: 3_500 }));
  expect(error).toMatchObject({ name: "TimeoutError", kind: "deadline", stage: "poll", resume: { callId: "call-1" } });
  expect(error).toMatchObject({ requestSent: false, attempts: 3 });
  expect(readsAtMs).toEqual([1_000, 2_000, 3_000]);
  expect(performance.now() - startMs).toBe(3_000);
});

test("each request of a flow without a deadline has that of the client", async () => {
  const startMs = performance.now();
  const { calls } = virtualInterface().client({ fetch: deafFetch, deadlineMs: 1_000 });
  const error = await settled(calls.analyzeUrl(input));
  expect(error).toMatchObject({ name: "SubmissionUncertainError", cause: { kind: "deadline" } });
  expect(performance.now() - startMs).toBe(1_000);
});

test("an abort in a pause ends the wait at once, and leaves no timer", async () => {
  const controller = new AbortController();
  const { client, readsAtMs } = virtualInterface("processing");
  const wait = client().calls.waitForAnalysis("call-1", { poll: steady, signal: controller.signal });
  setTimeout(() => controller.abort("enough"), 2_500);
  const error = await settled(wait);
  expect(error).toBeInstanceOf(AbortError);
  expect(error).toMatchObject({ cause: "enough", stage: "poll", resume: { callId: "call-1" } });
  expect(readsAtMs).toEqual([1_000, 2_000]);
  expect(vi.getTimerCount()).toBe(0);
});
