/** Bugs that waiting for an analysis had: options, what a status means, limits, watching. */
import { CallAnalysis, ConfigurationError, type PollOptions, PollTimeoutError, TimeoutError } from "@call-analysis/sdk";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { defaultPollOptions, pauseBeforePoll } from "../../src/flow/poll-options.js";
import { analysis, refusal, settled, virtualInterface } from "../flow/virtual-interface.js";
import { clientWith } from "../support/test-client.js";
import { wavBytes } from "../upload/recordings.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const unreachable = new CallAnalysis({ apiKey: "key", baseUrl: "https://api.test/v1", fetch: () => Promise.reject() });

test.each([
  ["a factor that is a string", { factor: "2" }],
  ["a factor without end", { factor: Number.POSITIVE_INFINITY }],
  ["a jitter that is a string", { jitter: "0.5" }],
  ["null in place of options", null],
])("%s is a ConfigurationError", async (_name, poll) => {
  // As JavaScript's callers may do.
  const wait = unreachable.calls.waitForAnalysis("call-1", { poll: poll as Partial<PollOptions> });
  await expect(wait).rejects.toBeInstanceOf(ConfigurationError);
});

test.each(["", ".", ".."])("a wait for the callId %j is refused at once, not after the first pause", async (callId) => {
  await expect(unreachable.calls.waitForAnalysis(callId)).rejects.toBeInstanceOf(ConfigurationError);
  expect(() => unreachable.calls.watchAnalysis(callId)).toThrow(ConfigurationError);
  expect(vi.getTimerCount()).toBe(0);
});

test("jitter never makes a pause longer than maxIntervalMs", () => {
  expect(pauseBeforePoll(defaultPollOptions, 20, 0.999)).toBeLessThanOrEqual(defaultPollOptions.maxIntervalMs);
});

test("an interval of 0 stays 0 in waits of thousands of polls", () => {
  expect(pauseBeforePoll({ ...defaultPollOptions, intervalMs: 0 }, 5_000, 0.5)).toBe(0);
});

test("a classify that answers with another word is a ConfigurationError, not a wait without end", async () => {
  // As JavaScript's callers may do.
  const classify = (() => "done") as unknown as PollOptions["classify"];
  const { client, readsAtMs } = virtualInterface("completed");
  const wait = client().calls.waitForAnalysis("call-1", { poll: { classify } });
  expect(await settled(wait)).toBeInstanceOf(ConfigurationError);
  expect(readsAtMs).toHaveLength(1);
});

test("a classify that throws is a ConfigurationError that keeps the call", async () => {
  const cause = new Error("no word for it");
  const classify = () => {
    throw cause;
  };
  const { client } = virtualInterface("completed");
  const error = await settled(client().calls.waitForAnalysis("call-1", { poll: { classify } }));
  expect(error).toBeInstanceOf(ConfigurationError);
  expect(error).toMatchObject({ cause, stage: "poll", resume: { callId: "call-1" } });
});

test("a call that is not found for 29 s after its creation is waited for", async () => {
  const notFoundYet = Array.from({ length: 29 }, () => refusal(404));
  const sdk = virtualInterface(...notFoundYet, "completed").client();
  const poll = { initialDelayMs: 1_000, intervalMs: 1_000, factor: 1, jitter: 0 };
  const flow = sdk.calls.analyzeFile({ file: wavBytes(), memberId: "m", categoryId: "c" }, { poll });
  expect(await settled(flow)).toMatchObject({ status: "completed" });
});

test("when the time is up on a completed call without an analysis, the error says that this was missing", async () => {
  const { client } = virtualInterface({ callId: "call-1", status: "completed", analysis: null });
  const wait = client().calls.waitForAnalysis("call-1", { poll: { timeoutMs: 20_000 } });
  expect(String(await settled(wait))).toContain("without an analysis");
});

test("a status that stays `completed` until the analysis is there is one item of a watch", async () => {
  const early = { callId: "call-1", status: "completed", analysis: null };
  const { client } = virtualInterface(early, early, { ...early, analysis });
  const watchAll = async () => {
    const items = [];
    for await (const item of client().calls.watchAnalysis("call-1")) items.push(item);
    return items;
  };
  expect(await settled(watchAll())).toEqual([{ ...early, analysis, metadata: {} }]);
});

test("an error that ends a watch carries the stage and the token of its call", async () => {
  const { client } = virtualInterface("pending");
  const watch = client().calls.watchAnalysis("call-1", { poll: { timeoutMs: 5_000 } });
  const watchAll = async () => {
    for await (const _ of watch);
  };
  const resume = { version: 1, stage: "poll", callId: "call-1" };
  expect(await settled(watchAll())).toMatchObject({ name: "PollTimeoutError", stage: "poll", resume });
});

test("an analysis that failed is final: its error carries no token, which could never succeed", async () => {
  const { client } = virtualInterface("failed");
  const error = await settled(client().calls.waitForAnalysis("call-1"));
  expect(error).toMatchObject({ name: "AnalysisFailedError", stage: "poll" });
  expect(error).not.toHaveProperty("resume");
});

/** A clock that is half a millisecond behind its timers while a poll hangs: Node's timers fire that early. */
function skewedClient() {
  let skewMs = 0;
  vi.spyOn(performance, "now").mockImplementation(() => Date.now() - skewMs);
  return clientWith(() => {
    skewMs = 0.5;
    return new Promise(() => {});
  });
}

test("a wait whose deadline passes during a poll ends by that deadline although the timer fires early", async () => {
  const wait = skewedClient().calls.waitForAnalysis("call-1", { deadlineMs: 10_000, poll: { initialDelayMs: 0 } });
  const error = await settled(wait);
  expect(error).toBeInstanceOf(TimeoutError);
  expect(error).toMatchObject({ kind: "deadline", stage: "poll", attempts: 1 });
});

test("a wait whose own time passes during a poll ends by poll.timeoutMs although the timer fires early", async () => {
  const poll = { initialDelayMs: 0, timeoutMs: 10_000 };
  const error = await settled(skewedClient().calls.waitForAnalysis("call-1", { deadlineMs: 20_000, poll }));
  expect(error).toBeInstanceOf(PollTimeoutError);
});
