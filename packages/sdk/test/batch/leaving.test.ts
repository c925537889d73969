import type { AnalyzeFileInput, BatchOutcome } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { virtualInterface } from "../flow/virtual-interface.ts";
import { clientWith } from "../support/test-client.ts";
import { useFakeTimersInEachTest } from "../support/virtual-time.ts";
import { wavBytes } from "../upload/recordings.ts";

useFakeTimersInEachTest();

const input: AnalyzeFileInput = { file: wavBytes(64), filename: "call.wav", memberId: "m", categoryId: "c" };

test("return() of a batch ends what is under way at once, also while next() waits for an outcome", async () => {
  const { client, readsAtMs } = virtualInterface("processing");
  const outcomes = client().calls.analyzeFiles([input]);
  const pending = outcomes.next();
  await vi.advanceTimersByTimeAsync(10_000);
  const polls = readsAtMs.length;
  await expect(outcomes.return()).resolves.toEqual({ done: true, value: undefined });
  // What the abort made of the input is the outcome that was waited for.
  expect(await pending).toMatchObject({
    value: { ok: false, error: { name: "AbortError" }, resume: { stage: "poll" } },
  });
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(readsAtMs).toHaveLength(polls);
});

/** A source of inputs that notes whether it is closed. */
function sourceWith(next: () => Promise<IteratorResult<AnalyzeFileInput>>) {
  const onReturn = vi.fn(async () => ({ done: true as const, value: undefined }));
  return { source: { [Symbol.asyncIterator]: () => ({ next, return: onReturn }) }, onReturn };
}

test("return() of a batch ends the wait for a source of inputs that gives none", async () => {
  const { source, onReturn } = sourceWith(() => new Promise<never>(() => {}));
  const outcomes = virtualInterface().client().calls.analyzeFiles(source);
  const pending = outcomes.next();
  await vi.advanceTimersByTimeAsync(0);
  await expect(outcomes.return()).resolves.toEqual({ done: true, value: undefined });
  expect(await pending).toEqual({ done: true, value: undefined });
  expect(onReturn).toHaveBeenCalledOnce();
});

test("return() of a batch that was never iterated closes the source of inputs", async () => {
  const { source, onReturn } = sourceWith(() => new Promise<never>(() => {}));
  await virtualInterface().client().calls.analyzeFiles(source).return();
  expect(onReturn).toHaveBeenCalledOnce();
});

test("return() of a batch whose source has ended does not close the source again", async () => {
  const { source, onReturn } = sourceWith(async () => ({ done: true, value: undefined }));
  const outcomes = virtualInterface().client().calls.analyzeFiles(source);
  expect(await outcomes.next()).toEqual({ done: true, value: undefined });
  await outcomes.return();
  expect(onReturn).not.toHaveBeenCalled();
});

test("return() of a watch ends its pause at once: a pending next() is done, and no timer is left", async () => {
  const { client, readsAtMs } = virtualInterface("processing");
  const watch = client().calls.watchAnalysis("call-1");
  await Promise.all([watch.next(), vi.advanceTimersByTimeAsync(2_000)]);
  const pending = watch.next();
  await vi.advanceTimersByTimeAsync(1_000);
  await expect(watch.return()).resolves.toEqual({ done: true, value: undefined });
  expect(await pending).toEqual({ done: true, value: undefined });
  expect(vi.getTimerCount()).toBe(0);
  expect(readsAtMs).toEqual([2_000]);
});

test("return() of a watch cancels the poll that is under way", async () => {
  let signal: AbortSignal | null | undefined;
  const fetch = (_input: string | URL | Request, init?: RequestInit) => {
    signal = init?.signal;
    return new Promise<Response>(() => {});
  };
  const watch = clientWith(fetch).calls.watchAnalysis("call-1", { poll: { initialDelayMs: 0 } });
  const pending = watch.next();
  await vi.advanceTimersByTimeAsync(0);
  expect(signal?.aborted).toBe(false);
  await watch.return();
  expect(signal?.aborted).toBe(true);
  expect(await pending).toEqual({ done: true, value: undefined });
});

test("a signal that is no signal is refused before a watch is iterated", () => {
  const { calls } = virtualInterface().client();
  // As JavaScript's callers may do.
  expect(() => calls.watchAnalysis("call-1", { signal: {} as AbortSignal })).toThrow("signal");
});

test.skipIf(!("asyncDispose" in Symbol))("batches and watches are left by Symbol.asyncDispose", async () => {
  // Not in TypeScript's library for ES2023.
  const { asyncDispose } = Symbol as unknown as { asyncDispose: symbol };
  const { client } = virtualInterface("processing");
  const iterators = [client().calls.analyzeFiles([input]), client().calls.watchAnalysis("call-1")];
  for (const iterator of iterators) {
    const pending = iterator.next();
    await vi.advanceTimersByTimeAsync(3_000);
    const dispose = (iterator as unknown as Record<symbol, () => Promise<void>>)[asyncDispose];
    await dispose?.call(iterator);
    await pending;
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
  }
  expect(vi.getTimerCount()).toBe(0);
});

test("an error of the source of inputs is not reported to who has left", async () => {
  let fail = (_error: Error) => {};
  const next = () =>
    new Promise<IteratorResult<AnalyzeFileInput>>((_, reject) => {
      fail = reject;
    });
  const source = { [Symbol.asyncIterator]: () => ({ next }) };
  const outcomes: AsyncGenerator<BatchOutcome, void, void> = virtualInterface().client().calls.analyzeFiles(source);
  const pending = outcomes.next();
  await vi.advanceTimersByTimeAsync(0);
  const left = outcomes.return();
  fail(new Error("the list is torn"));
  expect(await Promise.all([pending, left])).toEqual([
    { done: true, value: undefined },
    { done: true, value: undefined },
  ]);
});
