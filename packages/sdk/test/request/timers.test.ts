import { getEventListeners } from "node:events";
import { expect, test, vi } from "vitest";
import { catchUp, delay, onAbortOf, startLimitTimer, startTimer, timeOfDayMs } from "../../src/request/timers.js";
import { failureOf } from "../support/failure-of.ts";
import { useFakeTimersInEachTest } from "../support/virtual-time.ts";

useFakeTimersInEachTest();

/** Virtual time has one that does not wait for connections. */
const { setImmediate: afterReading } = globalThis;

const listenersOf = ({ signal }: AbortController) => getEventListeners(signal, "abort").length;

test("a timer calls once, when its time has passed", () => {
  const run = vi.fn();
  startTimer(100, run);
  vi.advanceTimersByTime(99);
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(run).toHaveBeenCalledOnce();
});

test("a timer of more than 2^31-1 ms, which a runtime would fire at once, calls after 2^31-1 ms", () => {
  const longestMs = 2 ** 31 - 1;
  const run = vi.fn();
  startTimer(longestMs * 2, run);
  vi.advanceTimersByTime(longestMs - 1);
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(run).toHaveBeenCalledOnce();
});

test("a limit that passed while the process stood still ends a second later, once", () => {
  const run = vi.fn();
  startLimitTimer(100, run);
  // As it is after a suspension: the clock has gone on, and the timer has not fired.
  const realNow = performance.now();
  const clock = vi.spyOn(performance, "now").mockReturnValue(realNow + 600);
  vi.advanceTimersByTime(100);
  expect(run).not.toHaveBeenCalled();
  clock.mockRestore();
  vi.advanceTimersByTime(999);
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(run).toHaveBeenCalledOnce();
});

test("a limit that passes half a second late but for a millisecond ends then, and one that is cancelled never does", () => {
  const run = vi.fn();
  startLimitTimer(100, run);
  const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 599);
  vi.advanceTimersByTime(100);
  expect(run).toHaveBeenCalledOnce();
  const cancel = startLimitTimer(100, run);
  clock.mockReturnValue(performance.now() + 5_000);
  vi.advanceTimersByTime(100);
  cancel();
  // Before the real timers are back: restored later, it would leave the simulated clock to other tests.
  clock.mockRestore();
  vi.advanceTimersByTime(9_000);
  expect(run).toHaveBeenCalledOnce();
});

test("the time of day is the system's", () => {
  vi.setSystemTime(86_400_007);
  expect(timeOfDayMs()).toBe(86_400_007);
});

test("a timer that is cancelled never calls", () => {
  const run = vi.fn();
  startTimer(100, run)();
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(1_000);
  expect(run).not.toHaveBeenCalled();
});

test("a pause ends when its time has passed, and leaves no listener", async () => {
  const controller = new AbortController();
  const ended = vi.fn();
  const pause = delay(100, controller.signal).then(ended);
  expect(listenersOf(controller)).toBe(1);
  await vi.advanceTimersByTimeAsync(99);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await pause;
  expect(listenersOf(controller)).toBe(0);
});

test("an abort ends a pause at once, and leaves neither timer nor listener", async () => {
  const controller = new AbortController();
  const pause = failureOf(delay(100, controller.signal, { what: "GET x", requestSent: true, attempts: 2 }));
  controller.abort("enough");
  const expected = { name: "AbortError", requestSent: true, attempts: 2, cause: "enough" };
  expect(await pause).toMatchObject({ ...expected, message: "GET x was aborted by its signal." });
  expect([vi.getTimerCount(), listenersOf(controller)]).toEqual([0, 0]);
});

test("a pause of a signal that is aborted already does not begin", async () => {
  const pause = failureOf(delay(100, AbortSignal.abort("enough")));
  expect(vi.getTimerCount()).toBe(0);
  expect(await pause).toMatchObject({ requestSent: false, attempts: 0, cause: "enough" });
});

test("whoever listens to one signal shares a listener, and who has stopped is not called", () => {
  const controller = new AbortController();
  const added = vi.spyOn(controller.signal, "addEventListener");
  const [first, second, third] = [vi.fn(), vi.fn(), vi.fn()];
  onAbortOf(controller.signal, first);
  const stopSecond = onAbortOf(controller.signal, second);
  const stopThird = onAbortOf(controller.signal, third);
  expect(listenersOf(controller)).toBe(1);
  expect(added).toHaveBeenCalledOnce();
  stopSecond();
  stopSecond();
  expect(listenersOf(controller)).toBe(1);
  controller.abort();
  stopThird();
  expect([first, second, third].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 1]);
});

test("the last one to stop takes the listener away, and the next to listen puts it back", () => {
  const controller = new AbortController();
  const run = vi.fn();
  onAbortOf(controller.signal, vi.fn())();
  expect(listenersOf(controller)).toBe(0);
  onAbortOf(controller.signal, run);
  controller.abort();
  expect(run).toHaveBeenCalledOnce();
});

test("an abort calls who listened before it, and nobody who listens because of it", () => {
  const controller = new AbortController();
  const late = vi.fn();
  onAbortOf(controller.signal, () => onAbortOf(controller.signal, late));
  controller.abort();
  expect(late).not.toHaveBeenCalled();
});

test("what has arrived while the process stood still is handled before it goes on, also in virtual time", async () => {
  const handled = vi.fn();
  afterReading(handled);
  await catchUp();
  expect(handled).toHaveBeenCalledOnce();
});

test("a runtime that cannot say when it has read, such as a browser, goes on at once", async () => {
  vi.stubGlobal("setImmediate", undefined);
  vi.resetModules();
  const inBrowser = await import("../../src/request/timers.js");
  await inBrowser.catchUp();
});

test("a pause that nobody can end lasts its time", async () => {
  const ended = vi.fn();
  const pause = delay(100).then(ended);
  await vi.advanceTimersByTimeAsync(99);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await pause;
  expect(ended).toHaveBeenCalledOnce();
});
