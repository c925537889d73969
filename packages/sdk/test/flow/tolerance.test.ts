import {
  AbortError,
  type CallAnalysis,
  type CreationLedger,
  type FlowEvent,
  type Logger,
  type PollOptions,
} from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { deafFetch } from "../support/one-off-fetch.ts";
import { useFakeTimersInEachTest } from "../support/virtual-time.ts";
import { noAnswer, type Reading, refusal, settled, virtualInterface } from "./virtual-interface.js";

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

test("a 429 is tolerated five times in a row too, and reading pauses", async () => {
  const { client, readsAtMs } = virtualInterface(...times(5, () => refusal(429)), "completed");
  const retry = { initialDelayMs: 3_000, factor: 1, jitter: 0 };
  const wait = client({ retry }).calls.waitForAnalysis("call-1", { poll: steady });
  expect(await settled(wait)).toMatchObject({ status: "completed" });
  expect(readsAtMs).toEqual([1_000, 4_000, 7_000, 10_000, 13_000, 16_000]);
});

test("a poll without an answer is tolerated like another failure, and the next one begins after its pause", async () => {
  const { client, readsAtMs } = virtualInterface(noAnswer, "completed");
  const wait = client({ timeoutMs: 5_000 }).calls.waitForAnalysis("call-1", { poll: steady });
  expect(await settled(wait)).toMatchObject({ status: "completed" });
  expect(readsAtMs).toEqual([1_000, 7_000]);
});

test("the sixth failure in a row is the error, with stage and token", async () => {
  const { client, readsAtMs } = virtualInterface(refusal(502));
  const error = await settled(client().calls.waitForAnalysis("call-1"));
  expect(error).toMatchObject({ name: "ServerError", status: 502, stage: "poll", resume: { callId: "call-1" } });
  expect(readsAtMs).toHaveLength(6);
});

test.each([401, 403])("a %i ends the wait at once", async (status) => {
  const { client, readsAtMs } = virtualInterface("processing", refusal(status), "completed");
  expect(await settled(client().calls.waitForAnalysis("call-1"))).toMatchObject({ status, stage: "poll" });
  expect(readsAtMs).toHaveLength(2);
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

const knowing: CreationLedger = {
  claim: async () => ({ status: "created", callId: "call-1" }),
  created: async () => {},
  released: async () => {},
};

test.each<[string, (calls: CallAnalysis["calls"], poll: Partial<PollOptions>) => Promise<unknown>]>([
  ["is waited for alone", (calls, poll) => calls.waitForAnalysis("call-1", { poll })],
  ["a ledger knew", (calls, poll) => calls.analyzeUrl(input, { poll, ledger: knowing, key: "order-7" })],
])("for a call that %s, an early 404 is a failure too", async (_name, waitFor) => {
  const { client, readsAtMs } = virtualInterface(refusal(404));
  const wait = waitFor(client().calls, { ...steady, toleratedFailures: 2 });
  expect(await settled(wait)).toMatchObject({ name: "NotFoundError" });
  expect(readsAtMs).toEqual([1_000, 2_000, 3_000]);
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

test("a Retry-After of a 429 is obeyed beyond the time that is left: there is no last poll", async () => {
  const { client, readsAtMs } = virtualInterface(refusal(429, { "retry-after": "3600" }), "completed");
  const wait = client().calls.waitForAnalysis("call-1", { poll: { ...steady, timeoutMs: 60_000 } });
  expect(await settled(wait)).toMatchObject({ name: "PollTimeoutError", waitedMs: 60_000 });
  expect(readsAtMs).toEqual([1_000]);
});

test("a Retry-After of a 503 beyond the time that is left is cut, so that there is a last poll", async () => {
  const { client, readsAtMs } = virtualInterface(refusal(503, { "retry-after": "3600" }), "completed");
  const wait = client().calls.waitForAnalysis("call-1", { poll: { ...steady, timeoutMs: 60_000 } });
  expect(await settled(wait)).toMatchObject({ status: "completed" });
  expect(readsAtMs).toEqual([1_000, 60_000]);
});

test("a failure that is tolerated is reported with the pause that follows", async () => {
  const events: FlowEvent[] = [];
  const lines: string[] = [];
  const logger = { debug() {}, info: (line: string) => lines.push(line), warn() {}, error() {} } as Logger;
  const { client } = virtualInterface(refusal(503, { "retry-after": "7" }), "completed");
  await settled(
    client({ logger, logLevel: "info" }).calls.waitForAnalysis("call-1", { onEvent: (event) => events.push(event) }),
  );
  expect(lines).toContainEqual(expect.stringContaining("call-1 failed (1 in a row)"));
  expect(events[0]).toMatchObject({
    type: "retrying",
    stage: "poll",
    attempt: 1,
    pauseMs: 7_000,
    error: { status: 503 },
  });
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

test.each([
  ["poll.timeoutMs", { timeoutMs: 4_000, deadlineMs: 60_000 }, 4_000, { name: "PollTimeoutError" }],
  ["deadlineMs", { timeoutMs: 60_000, deadlineMs: 4_000 }, 4_000, { name: "TimeoutError", kind: "deadline" }],
  ["deadlineMs, when both are over at once", { timeoutMs: 4_000, deadlineMs: 4_000 }, 4_000, { name: "TimeoutError" }],
])(
  "a poll without an answer ends with the time of %s, and is no failure of its own",
  async (_name, limits, atMs, is) => {
    const { client } = virtualInterface("processing", noAnswer);
    const poll = { ...steady, timeoutMs: limits.timeoutMs, toleratedFailures: 0 };
    const startMs = performance.now();
    const { deadlineMs } = limits;
    const error = await settled(client().calls.waitForAnalysis("call-1", { poll, deadlineMs }));
    expect(error).toMatchObject({ ...is, stage: "poll", attempts: 2, resume: { callId: "call-1" } });
    expect(performance.now() - startMs).toBe(atMs);
  },
);

test("a poll that another wait's 429 keeps from being sent is told, and is not counted", async () => {
  const events: FlowEvent[] = [];
  const { client, readsAtMs } = virtualInterface(refusal(429, { "retry-after": "30" }), "processing", "completed");
  const { calls } = client();
  const first = calls.waitForAnalysis("call-1", { poll: { ...steady, initialDelayMs: 500, timeoutMs: 600 } });
  const onEvent = (event: FlowEvent) => void events.push(event);
  const poll = { ...steady, intervalMs: 40_000, maxIntervalMs: 40_000 };
  const second = calls.waitForAnalysis("call-1", { poll, onEvent });
  await settled(Promise.allSettled([first, second]));
  expect(readsAtMs).toEqual([500, 30_500, 70_500]);
  expect(events).toMatchObject([
    { type: "paused", stage: "poll", pauseMs: 29_500 },
    { type: "polling", poll: 1 },
    { type: "polling", poll: 2 },
    { type: "completed" },
  ]);
});

test("each request of a flow without a deadline has that of the client", async () => {
  const startMs = performance.now();
  const { calls } = virtualInterface().client({ fetch: deafFetch, deadlineMs: 1_000 });
  const error = await settled(calls.analyzeUrl(input));
  expect(error).toMatchObject({ name: "SubmissionUncertainError", cause: { kind: "deadline" } });
  expect(performance.now() - startMs).toBe(1_000);
});

test("a flow whose deadline has passed between two steps sends no creation", async () => {
  const nowMs = performance.now.bind(performance);
  let lateMs = 0;
  vi.spyOn(performance, "now").mockImplementation(() => nowMs() + lateMs);
  const service = virtualInterface("completed");
  const onEvent = ({ type }: FlowEvent) => {
    if (type === "uploaded") lateMs = 10_000;
  };
  const file = { file: new Uint8Array(64), filename: "call.wav", memberId: "m", categoryId: "c" };
  const error = await settled(service.client().calls.analyzeFile(file, { deadlineMs: 5_000, onEvent }));
  const message = expect.stringContaining("The flow");
  expect(error).toMatchObject({ kind: "deadline", stage: "create", requestSent: false, message });
  expect(error).toMatchObject({ resume: { stage: "create", uncertain: false } });
  expect(service.creates).toBe(0);
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
