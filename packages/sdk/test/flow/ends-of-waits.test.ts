/** What ends a wait besides a status: a wrong `classify`, an analysis that is missing, timers that fire early. */
import { ConfigurationError, type PollOptions, PollTimeoutError, TimeoutError } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { FlowContext } from "../../src/flow/flow-context.js";
import { Deadline } from "../../src/request/deadline.js";
import { analysis, settled, virtualInterface } from "../flow/virtual-interface.js";
import { clientWith } from "../support/test-client.js";
import { useFakeTimersInEachTest } from "../support/virtual-time.ts";

useFakeTimersInEachTest();

const noWord = new Error("no word for it");

test.each<[string, () => unknown, object]>([
  ["answers with another word", () => "done", {}],
  [
    "throws",
    () => {
      throw noWord;
    },
    { cause: noWord },
  ],
])(
  "a classify that %s is a ConfigurationError that keeps the call, and not a wait without end",
  async (_what, classify, fields) => {
    const { client, readsAtMs } = virtualInterface("completed");
    // As JavaScript's callers may do.
    const poll = { classify: classify as PollOptions["classify"] };
    const error = await settled(client().calls.waitForAnalysis("call-1", { poll }));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({ stage: "poll", resume: { callId: "call-1" }, ...fields });
    expect(readsAtMs).toHaveLength(1);
  },
);

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

test("a flow whose time is over asks for nothing more, and says that nothing was sent", () => {
  const context = new FlowContext({ deadline: new Deadline(0) });
  expect(() => context.requestOptions("create")).toThrow(
    expect.objectContaining({ name: "TimeoutError", kind: "deadline", requestSent: false }),
  );
});
