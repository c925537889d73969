import { getEventListeners } from "node:events";
import { expect, test, vi } from "vitest";
import { awaitWrite, tryWrite } from "../../src/record/await-write.js";
import { Deadline, type RunLimits, runLimited, type Within, withinLimits } from "../../src/request/deadline.js";
import { noLimit } from "../../src/request/timers.js";
import { failureOf } from "../support/failure-of.ts";
import { useFakeTimersInEachTest } from "../support/virtual-time.ts";

useFakeTimersInEachTest();

const never = () => new Promise<never>(() => {});
const timeUp = () => new Error("the attempt's time is up");
const endless: RunLimits = {
  what: "GET x",
  deadline: new Deadline(),
  signal: undefined,
  timeoutMs: noLimit,
  mark: { sent: false },
  timeUp,
};

/** What it fails with, and when. Time passes until it has ended. */
async function endOf(work: Promise<unknown>) {
  const startMs = performance.now();
  const failure = failureOf(work).then((error) => ({ error, tookMs: performance.now() - startMs }));
  await vi.runAllTimersAsync();
  return failure;
}

test("what would begin after its deadline, as after work that stopped the event loop, does not", async () => {
  const work = vi.fn(never);
  const deadline = new Deadline(100);
  vi.advanceTimersByTime(100);
  expect(await failureOf(runLimited(work, { ...endless, deadline }))).toMatchObject({ kind: "deadline" });
  // Who has left is told that, whatever has passed besides.
  const left = runLimited(work, { ...endless, deadline, signal: AbortSignal.abort() });
  expect(await failureOf(left)).toMatchObject({ name: "AbortError" });
  expect(work).not.toHaveBeenCalled();
});

test("a deadline counts down to 0, and passes within a pause that is as long as what is left", () => {
  const deadline = new Deadline(100);
  vi.advanceTimersByTime(40);
  expect([deadline.remainingMs(), deadline.isSet]).toEqual([60, true]);
  expect([59, 60, 61].map((pauseMs) => deadline.passesWithin(pauseMs))).toEqual([false, true, true]);
  vi.advanceTimersByTime(100);
  expect([deadline.remainingMs(), deadline.passesWithin(0)]).toEqual([0, true]);
});

test("a deadline that nobody has set never passes", () => {
  const deadline = new Deadline();
  vi.advanceTimersByTime(1e9);
  expect([deadline.remainingMs(), deadline.isSet, deadline.passesWithin(1e12)]).toEqual([noLimit, false, false]);
});

test.each([
  ["the attempt's, when it is shorter", 100, 101, { message: "the attempt's time is up" }, 100],
  ["the deadline, when it is shorter", 100, 99, { name: "TimeoutError", kind: "deadline" }, 99],
  ["the deadline, when both are the same", 100, 100, { name: "TimeoutError", kind: "deadline" }, 100],
])("the limit that ends an attempt is %s", async (_name, timeoutMs, deadlineMs, expected, tookMs) => {
  const result = await endOf(runLimited(never, { ...endless, timeoutMs, deadline: new Deadline(deadlineMs) }));
  expect(result).toMatchObject({ error: expected, tookMs });
});

test("a deadline is named as the reason although the timer fires half a millisecond early, as on Node", async () => {
  const now = vi.spyOn(performance, "now").mockReturnValue(1_000);
  const deadline = new Deadline(5);
  now.mockReturnValue(1_004.5);
  const attempt = failureOf(runLimited(never, { ...endless, timeoutMs: 9, deadline }));
  await vi.runAllTimersAsync();
  now.mockRestore();
  expect(await attempt).toMatchObject({ kind: "deadline" });
});

test("an attempt without limits starts no timer", () => {
  void runLimited(never, endless);
  expect(vi.getTimerCount()).toBe(0);
});

test("an attempt that ends by itself leaves neither timer nor listener, whatever it gives", async () => {
  const { signal } = new AbortController();
  const options = { ...endless, signal, timeoutMs: 100 };
  await expect(runLimited(async () => "done", options)).resolves.toBe("done");
  await expect(runLimited(() => Promise.reject(new Error("no")), options)).rejects.toThrow("no");
  expect([vi.getTimerCount(), getEventListeners(signal, "abort").length]).toEqual([0, 0]);
});

test("an attempt whose time is up leaves no listener, and its work is told why", async () => {
  const { signal } = new AbortController();
  const given: AbortSignal[] = [];
  const work = (own: AbortSignal) => {
    given.push(own);
    return never();
  };
  const { error } = await endOf(runLimited(work, { ...endless, signal, timeoutMs: 100 }));
  expect(given.map(({ aborted, reason }) => [aborted, reason])).toEqual([[true, error]]);
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});

test("an attempt of a signal that is aborted already does not begin", async () => {
  const work = vi.fn(never);
  const { error } = await endOf(runLimited(work, { ...endless, signal: AbortSignal.abort("enough"), timeoutMs: 100 }));
  expect(error).toMatchObject({ name: "AbortError", requestSent: false, cause: "enough" });
  expect(String(error)).toContain("GET x was aborted");
  expect([work.mock.calls.length, vi.getTimerCount()]).toEqual([0, 0]);
});

test.each([
  [true, true],
  [true, false],
  [false, true],
])(
  "an abort and a deadline say whether the request was sent (%j), which matters to a creation (%j)",
  async (sent, isCreate) => {
    const controller = new AbortController();
    const options = { ...endless, mark: { sent }, isCreate };
    setTimeout(() => controller.abort(), 50);
    const aborted = await endOf(runLimited(never, { ...options, signal: controller.signal, timeoutMs: 100 }));
    expect(aborted).toMatchObject({ error: { name: "AbortError", requestSent: sent }, tookMs: 50 });
    expect(String(aborted.error).includes("before you repeat it")).toBe(sent && isCreate);
    expect(vi.getTimerCount()).toBe(0);
    const late = await endOf(runLimited(never, { ...options, deadline: new Deadline(10) }));
    expect(late).toMatchObject({ error: { name: "TimeoutError", requestSent: sent } });
  },
);

test("progress starts the attempt's time anew, but not the deadline's", async () => {
  const work = (_signal: AbortSignal, onProgress: () => void) => {
    for (const atMs of [60, 120, 180]) setTimeout(onProgress, atMs);
    return never();
  };
  expect((await endOf(runLimited(work, { ...endless, timeoutMs: 100 }))).tookMs).toBe(280);
  const bounded = runLimited(work, { ...endless, timeoutMs: 100, deadline: new Deadline(250) });
  expect(await endOf(bounded)).toMatchObject({ error: { kind: "deadline" }, tookMs: 250 });
});

test("progress after the end of an attempt starts no timer", async () => {
  let progress = () => {};
  await runLimited(
    async (_signal, onProgress) => {
      progress = onProgress;
    },
    { ...endless, timeoutMs: 100 },
  );
  progress();
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  [60, 0],
  [59, 60],
])("work that takes %d ms or more is begun only if there is more time", async (leastMs, tookMs) => {
  const work = vi.fn(never);
  const limits = { what: "GET x", deadline: new Deadline(60), signal: undefined, leastMs };
  const result = await endOf(withinLimits(work, limits));
  expect(result).toMatchObject({ error: { kind: "deadline", requestSent: false }, tookMs });
  expect(work.mock.calls).toHaveLength(tookMs === 0 ? 0 : 1);
});

test("work within limits may have begun after a request was sent, and gives what it gives", async () => {
  const limits = { what: "GET x", deadline: new Deadline(60), signal: undefined, mark: { sent: true } };
  await expect(withinLimits(() => "done", limits)).resolves.toBe("done");
  expect((await endOf(withinLimits(never, limits))).error).toMatchObject({ requestSent: true });
});

/** A caller that has left: whatever is waited for, it fails. */
const left = () => Promise.reject(new Error("the caller has left"));
const inTime: Within = (_what, work) => work(new AbortController().signal);
const endingAfter = (afterMs: number) => new Promise<void>((resolve) => setTimeout(resolve, afterMs));

test("a record is waited for a second longer than the caller waits", async () => {
  const kept = awaitWrite("The journal", endingAfter(999), left);
  await vi.runAllTimersAsync();
  await expect(kept).resolves.toBeUndefined();
  expect(await endOf(awaitWrite("The journal", never(), left))).toMatchObject({
    error: { kind: "deadline" },
    tookMs: 1_000,
  });
});

test("a record that fails is reported to the log, and one that succeeds is not", async () => {
  const log = vi.fn();
  const failing = tryWrite("The ledger", () => Promise.reject(new Error("disk full")), { within: inTime, log });
  await expect(failing).resolves.toBeUndefined();
  expect(log.mock.calls).toEqual([["warn", expect.stringMatching(/^The ledger .*disk full/)]]);
  log.mockClear();
  await tryWrite("The ledger", async () => {}, { within: inTime, log });
  expect(log).not.toHaveBeenCalled();
});
