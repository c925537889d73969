import {
  type AnalyzeFileInput,
  type BatchEvent,
  type BatchInput,
  type BatchOptions,
  type BatchOutcome,
  ConfigurationError,
  type UploadProgress,
} from "@call-analysis/sdk";
import { expect } from "vitest";
import { deferred } from "../support/deferred.ts";
import { json, type OpenExchange, type RecordingService, test } from "../upload/recording-service.js";
import { wavBytes } from "../upload/recordings.js";

const poll = { initialDelayMs: 0, intervalMs: 1 };

function inputsOf(count: number): AnalyzeFileInput[] {
  return Array.from({ length: count }, (_, index) => ({
    file: wavBytes(64 + index),
    filename: `call-${index}.wav`,
    memberId: "m",
    categoryId: "c",
  }));
}

async function outcomesOf(
  service: RecordingService,
  inputs: Parameters<typeof analyze>[1],
  options: BatchOptions = {},
) {
  const outcomes: BatchOutcome[] = [];
  for await (const outcome of analyze(service, inputs, options)) outcomes.push(outcome);
  return outcomes;
}

function analyze(
  service: RecordingService,
  inputs: Iterable<AnalyzeFileInput> | AsyncIterable<AnalyzeFileInput>,
  options: BatchOptions = {},
) {
  return service.client().calls.analyzeFiles(inputs, { poll, ...options });
}

test("pollConcurrency says how many analyses are waited for at once", async ({ service }) => {
  const enough = deferred<void>();
  let waiting = 0;
  let most = 0;
  const onEvent = ({ type }: BatchEvent) => {
    if (type === "polling") most = Math.max(most, waiting);
    if (type === "completed") waiting -= 1;
  };
  service.answer(
    "reads",
    ...Array.from({ length: 8 }, () => async (exchange: OpenExchange) => {
      waiting += 1;
      if (waiting === 2) enough.resolve();
      await enough.promise;
      await new Promise((resolve) => setTimeout(resolve, 20));
      const callId = exchange.received.path.split("/")[3];
      await json(200, { data: { callId, status: "completed", analysis: { score: 1 } } })(exchange);
    }),
  );
  await outcomesOf(service, inputsOf(8), { pollConcurrency: 2, onEvent });
  expect(most).toBe(2);
});

test("a wait that fails gives its place back: the next analysis is waited for", async ({ service }) => {
  service.answer("reads", json(200, { data: { callId: "call-1", status: "failed" } }));
  const outcomes = await outcomesOf(service, inputsOf(3), { concurrency: 1, pollConcurrency: 1 });
  expect(outcomes.map(({ ok }) => ok)).toEqual([false, true, true]);
});

test("every upload's progress has the index of its input, and what a callback throws is ignored", async ({
  service,
}) => {
  const progress: (UploadProgress & { index: number })[] = [];
  const onProgress = (step: UploadProgress & { index: number }) => {
    progress.push(step);
    throw new Error("of the caller");
  };
  const outcomes = await outcomesOf(service, inputsOf(2), { onProgress });
  expect(outcomes.map(({ ok }) => ok)).toEqual([true, true]);
  for (const index of [0, 1]) {
    const steps = progress.filter((step) => step.index === index);
    expect(steps[0]).toMatchObject({ sentBytes: 0 });
    expect(steps.at(-1)).toEqual({ index, sentBytes: steps[0]?.totalBytes, totalBytes: steps[0]?.totalBytes });
  }
});

test("a slow reader holds the batch up: outcomes do not pile up", async ({ service }) => {
  let taken = 0;
  function* many() {
    for (const input of inputsOf(50)) {
      taken += 1;
      yield input;
    }
  }
  const iterator = analyze(service, many(), { concurrency: 2, pollConcurrency: 2 });
  await iterator.next();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(taken).toBeLessThanOrEqual(5);
  await iterator.return();
});

test("an outcome is given while the next input is still awaited", async ({ service }) => {
  async function* stalled() {
    yield* inputsOf(1);
    await new Promise(() => {});
  }
  const iterator = analyze(service, stalled());
  expect(await iterator.next()).toMatchObject({ value: { index: 0, ok: true } });
  expect(await iterator.return()).toMatchObject({ done: true });
});

test("what the source of the inputs throws is thrown after the outcomes of the inputs before", async ({ service }) => {
  const torn = new Error("the list is torn");
  function* source() {
    yield* inputsOf(2);
    throw torn;
  }
  const outcomes: BatchOutcome[] = [];
  const read = async () => {
    for await (const outcome of analyze(service, source())) outcomes.push(outcome);
  };
  await expect(read()).rejects.toBe(torn);
  expect(outcomes.map(({ ok }) => ok)).toEqual([true, true]);
});

test("an input that is given as the batch is aborted is not sent", async ({ service }) => {
  const controller = new AbortController();
  function* source() {
    controller.abort("enough");
    yield* inputsOf(1);
  }
  const batch = outcomesOf(service, source(), { signal: controller.signal });
  await expect(batch).rejects.toMatchObject({ name: "AbortError", cause: "enough" });
  expect(service.grants).toHaveLength(0);
});

test("what is thrown and is no error is the cause of one", async ({ service }) => {
  const sdk = service.client({ middleware: [() => Promise.reject("not now")] });
  const { value: outcome } = await sdk.calls.analyzeFiles(inputsOf(1)).next();
  expect(outcome).toMatchObject({ ok: false, error: { name: "Error", message: "not now", cause: "not now" } });
});

test("an outcome has a key only where its input has one", async ({ service }) => {
  const [first, second] = inputsOf(2);
  const outcomes = await outcomesOf(service, [{ ...first, key: "a" } as BatchInput, second as AnalyzeFileInput]);
  outcomes.sort((one, other) => one.index - other.index);
  expect(outcomes[0]).toHaveProperty("key", "a");
  expect(outcomes[1]).not.toHaveProperty("key");
});

test("with stopOnError no further input is taken after a failure, and what is under way is finished", async ({
  service,
}) => {
  const inTurn = { stopOnError: true, concurrency: 1, pollConcurrency: 1 };
  expect(await outcomesOf(service, inputsOf(5), inTurn)).toHaveLength(5);
  service.answer("grants", json(400, { detail: "no" }));
  const outcomes = await outcomesOf(service, inputsOf(20), { stopOnError: true, concurrency: 2 });
  expect(outcomes.filter(({ ok }) => !ok)).toHaveLength(1);
  expect(outcomes.length).toBeLessThan(20);
  expect(outcomes).toHaveLength(service.grants.length - 5);
});

test("with a signal that is already aborted nothing is sent", async ({ service }) => {
  const batch = outcomesOf(service, inputsOf(2), { signal: AbortSignal.abort() });
  const message = expect.stringContaining("The batch");
  await expect(batch).rejects.toMatchObject({ name: "AbortError", requestSent: false, message });
  expect(service.grants).toHaveLength(0);
});

test("an input that is no object is the failure of that input", async ({ service }) => {
  // As JavaScript's callers may do.
  const inputs = [null, ...inputsOf(1)] as AnalyzeFileInput[];
  const outcomes = await outcomesOf(service, inputs);
  expect(outcomes).toContainEqual(
    expect.objectContaining({ index: 0, ok: false, error: expect.any(ConfigurationError) }),
  );
});

test.for<[string, object]>([
  ["concurrency", { concurrency: 0 }],
  ["concurrency", { concurrency: 1.5 }],
  ["pollConcurrency", { pollConcurrency: 0 }],
  ["stopOnError must be a boolean", { stopOnError: "no" }],
  ["ledger is unknown", { ledger: {}, key: "k" }],
])("a wrong %s is refused at once", ([name, options], { service }) => {
  expect(() => analyze(service, [], options)).toThrow(name);
});

test.for([7, {}])("inputs that cannot be iterated, such as %j, are refused at once", (inputs, { service }) => {
  // As JavaScript's callers may do.
  expect(() => analyze(service, inputs as unknown as [])).toThrow("Iterable");
});
