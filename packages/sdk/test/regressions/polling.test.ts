/** Bugs that waiting for an analysis had: options, what a status means, limits, watching. */
import { CallAnalysis, ConfigurationError, type PollOptions, PollTimeoutError, TimeoutError } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { analysis, settled, virtualInterface } from "../flow/virtual-interface.js";
import { clientWith } from "../support/test-client.js";
import { useFakeTimersInEachTest } from "../support/virtual-time.ts";

useFakeTimersInEachTest();

const unreachable = new CallAnalysis({ apiKey: "key", baseUrl: "https://api.test/v1", fetch: () => Promise.reject() });

test.each(["", ".", ".."])("a wait for the callId %j is refused at once, not after the first pause", async (callId) => {
  await expect(unreachable.calls.waitForAnalysis(callId)).rejects.toBeInstanceOf(ConfigurationError);
  expect(() => unreachable.calls.watchAnalysis(callId)).toThrow(ConfigurationError);
  expect(vi.getTimerCount()).toBe(0);
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
