import * as sdkPackage from "@call-analysis/sdk";
import type { BatchOutcome } from "@call-analysis/sdk/batch";
import { expect, test } from "vitest";
import { all, failureOf, startFake } from "./support/fake.ts";

const { analyzeFiles } = await import("@call-analysis/sdk/batch");

const names = (count: number) => Array.from({ length: count }, (_, index) => `call-${index}.wav`);
const failuresOf = (outcomes: BatchOutcome[]) => outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome]));

test("each input has one outcome, with its index and input, and one call", async () => {
  const { sdk, input, calls } = startFake();
  const inputs = names(12).map((name) => ({ ...input(name), key: `key of ${name}` }));
  const outcomes = await all(analyzeFiles(sdk, inputs));
  expect(outcomes.map(({ index }) => index).toSorted((a, b) => a - b)).toEqual([...inputs.keys()]);
  for (const { index, key, input } of outcomes) expect([key, input]).toEqual([inputs[index]?.key, inputs[index]]);
  expect(new Set(outcomes.map((outcome) => outcome.ok && outcome.result.callId)).size).toBe(12);
  expect(calls()).toBe(12);
});

test("without a journal equal inputs are separate calls", async () => {
  const { sdk, input, calls } = startFake();
  expect((await all(analyzeFiles(sdk, [input(), input()]))).map(({ ok }) => ok)).toEqual([true, true]);
  expect(calls()).toBe(2);
});

test("the failure of one input does not touch the others, and its token leads to its call", async () => {
  const { service, sdk, input, calls } = startFake();
  const inputs = names(5).map(input);
  service.faults.inject({ operation: "createCall", status: 422, match: { filename: "call-2.wav" } });
  const outcomes = await all(analyzeFiles(sdk, inputs));
  const [failure, ...others] = failuresOf(outcomes);
  expect([failure?.index, others.length, calls()]).toEqual([2, 0, 4]);
  expect(failure?.error).toMatchObject({ status: 422, resume: { stage: "create", uncertain: false } });
});

test("outcomes come as they settle, and not in the order of the inputs", async () => {
  const { service, sdk, input } = startFake();
  const gate = service.hold("createCall", { filename: "call-0.wav" });
  const settled: number[] = [];
  for await (const { index } of analyzeFiles(sdk, names(4).map(input))) {
    settled.push(index);
    if (settled.length === 3) gate.release();
  }
  expect(settled.at(-1)).toBe(0);
});

test.each([
  [undefined, 4],
  [2, 2],
])("with the concurrency %s, %i recordings are uploaded at once", async (concurrency, atOnce) => {
  const { service, sdk, input } = startFake();
  const gate = service.hold("uploadRecording");
  const batch = all(analyzeFiles(sdk, names(9).map(input), { concurrency }));
  await expect.poll(() => gate.held).toBe(atOnce);
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  expect(gate.held).toBe(atOnce);
  gate.release();
  expect(await batch).toHaveLength(9);
});

test("inputs are read as there is room, also from an endless and from an asynchronous source", async () => {
  const { sdk, input } = startFake();
  let taken = 0;
  let isClosed = false;
  async function* endless() {
    try {
      for (;;) yield input(`call-${taken++}.wav`);
    } finally {
      isClosed = true;
    }
  }
  const outcomes: BatchOutcome[] = [];
  for await (const outcome of analyzeFiles(sdk, endless(), { concurrency: 2, pollConcurrency: 2 })) {
    if (outcomes.push(outcome) === 5) break;
  }
  expect(isClosed).toBe(true);
  expect(taken).toBeLessThan(30);
});

test("a source of inputs that fails ends the batch with its error, after the outcomes before it", async () => {
  const { sdk, input } = startFake();
  async function* broken() {
    yield input();
    throw new Error("the list broke off");
  }
  const outcomes: BatchOutcome[] = [];
  const reading = (async () => {
    for await (const outcome of analyzeFiles(sdk, broken())) outcomes.push(outcome);
  })();
  expect(await failureOf(reading)).toMatchObject({ message: "the list broke off" });
  expect(outcomes).toMatchObject([{ ok: true }]);
});

test("with stopOnError no further input is taken after a failure, and what is under way is finished", async () => {
  const { service, sdk, input, asked } = startFake();
  service.faults.inject({ operation: "createUploadUrl", status: 400, match: { filename: "call-1.wav" } });
  const options = { concurrency: 1, stopOnError: true };
  const outcomes = await all(analyzeFiles(sdk, names(30).map(input), options));
  expect(failuresOf(outcomes).map(({ index }) => index)).toEqual([1]);
  expect(asked("createUploadUrl")).toBeLessThan(30);
  expect(asked("createCall")).toBe(outcomes.length - 1);
});

test("leaving the loop ends what is under way, and creates nothing more", async () => {
  const { service, sdk, input, calls } = startFake();
  for await (const _ of analyzeFiles(sdk, names(20).map(input), { concurrency: 1, pollConcurrency: 1 })) break;
  const created = calls();
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
  expect(created).toBeLessThan(20);
  expect(calls()).toBe(created);
  expect(service.journal.entries().filter(({ operation }) => operation === "createCall")).toHaveLength(created);
});

test("an abort ends what is under way with tokens, and then the batch with an AbortError", async () => {
  const { service, sdk, input } = startFake();
  const gate = service.hold("getCallAnalysis");
  const controller = new AbortController();
  const outcomes: BatchOutcome[] = [];
  const reading = (async () => {
    const batch = analyzeFiles(sdk, names(3).map(input), { signal: controller.signal });
    for await (const outcome of batch) outcomes.push(outcome);
  })();
  await expect.poll(() => gate.held).toBe(3);
  controller.abort();
  expect(sdkPackage.AbortError.is(await failureOf(reading))).toBe(true);
  expect(failuresOf(outcomes).map(({ error }) => Object(error).resume?.stage)).toEqual(["poll", "poll", "poll"]);
});
