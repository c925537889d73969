/** How a batch ends before its inputs do. */
import { analyzeFiles, type BatchOptions, type BatchOutcome } from "@call-analysis/sdk/batch";
import { expect, test, vi } from "vitest";
import { checkRows } from "../support/check-rows.ts";
import { wholeJournal } from "../support/memory-journal.ts";
import {
  type Answer,
  inputNamed,
  manyInputs,
  refusal,
  runBatch,
  SimulatedService,
  summaryOf,
} from "../support/simulated-service.ts";
import { abortAfter, onVirtualTime, pass } from "../support/virtual-run.ts";

const slow = { latencyMs: 2_000, analysisMs: () => 600_000 };

/** A stream whose end is recorded. */
function streamOf(cancelled: string[], name: string) {
  const bytes = new TextEncoder().encode(name);
  const stream = new ReadableStream<Uint8Array>({ cancel: () => void cancelled.push(name) });
  return { ...inputNamed(name), key: name, file: { stream, sizeBytes: bytes.length } };
}

const gracefulStops: [what: string, optionsOf: (signal: AbortSignal) => BatchOptions][] = [
  ["stopSignal", (stopSignal) => ({ stopSignal })],
  ["stopSignal, with a journal", (stopSignal) => ({ stopSignal, journal: wholeJournal() })],
  ["the journal's close()", (closed) => ({ journal: { ...wholeJournal(), closed } })],
];

test("by a graceful stop creations under way finish and are told, uploads and waits end, and the loop ends within seconds", async () => {
  await checkRows(gracefulStops, (optionsOf) =>
    onVirtualTime(async () => {
      const service = new SimulatedService(slow);
      const created: string[] = [];
      const { outcomes, failure } = await runBatch(service.client(), manyInputs(50), {
        // A read of the category, a grant and a PUT take 2 s each: the creations under way end at 8 s.
        ...optionsOf(abortAfter(7_000)),
        // After the journal was told.
        onEvent: (event) => event.type === "created" && created.push(event.callId),
      });
      expect([outcomes, failure]).toEqual([[], undefined]);
      expect(service.nowMs()).toBeLessThan(10_000);
      expect([service.calls.length, created.length]).toEqual([4, 4]);
    }),
  );
});

test("a creation that does not end after a graceful stop is given up in seconds, as uncertain", async () => {
  await onVirtualTime(async () => {
    const service = new SimulatedService({ latencyMs: 25_000 });
    const { outcomes } = await runBatch(service.client(), manyInputs(3), { stopSignal: abortAfter(76_000) });
    expect(service.nowMs()).toBeLessThan(76_000 + 10_000);
    expect(outcomes[0]?.error).toMatchObject({ name: "AbortError", requestSent: true, resume: { uncertain: true } });
  });
});

test("a graceful stop ends a batch that waits for its source, and gives back what comes later", async () => {
  await onVirtualTime(async () => {
    const cancelled: string[] = [];
    async function* rarely() {
      await pass(60_000);
      yield streamOf(cancelled, "late.wav");
    }
    const { outcomes, failure } = await runBatch(new SimulatedService().client(), rarely(), {
      stopSignal: abortAfter(5_000),
    });
    expect([outcomes, failure]).toEqual([[], undefined]);
    await pass(60_000);
    expect(cancelled).toEqual(["late.wav"]);
  });
});

test("with stopOnError an input that its source gives later is not started, and given back", async () => {
  await onVirtualTime(async () => {
    const cancelled: string[] = [];
    const answer: Answer = ({ id }) => (id === "tpyo" ? refusal(404) : undefined);
    const service = new SimulatedService({ answer, analysisMs: () => 300_000 });
    async function* rarely() {
      yield* [inputNamed("a.wav"), { ...inputNamed("b.wav"), categoryId: "tpyo" }];
      await pass(60_000);
      yield streamOf(cancelled, "late.wav");
    }
    const { outcomes } = await runBatch(service.client(), rarely(), { stopOnError: true });
    expect([summaryOf(outcomes), cancelled]).toEqual([{ ok: 1, NotFoundError: 1 }, ["late.wav"]]);
    expect(service.times.grant).toHaveLength(1);
  });
});

test.each(["signal", "stopSignal"])(
  "with the %s aborted before, nothing is sent, and all streams are given back",
  async (name) => {
    await onVirtualTime(async () => {
      const cancelled: string[] = [];
      const service = new SimulatedService();
      const inputs = [null as never, streamOf(cancelled, "a.wav"), streamOf(cancelled, "b.wav"), null as never];
      const { outcomes, failure } = await runBatch(service.client(), inputs, { [name]: AbortSignal.abort("left") });
      expect(outcomes).toEqual([]);
      const aborted = expect.objectContaining({ name: "AbortError", requestSent: false, cause: "left" });
      expect(failure).toEqual(name === "signal" ? aborted : undefined);
      expect(cancelled).toEqual(["a.wav", "b.wav"]);
      expect(service.times.category).toEqual([]);
    });
  },
);

test.each<[string, created: number, object | undefined]>([
  ["find", 0, undefined],
  ["uploaded", 0, { stage: "create", uncertain: false }],
  ["claim", 0, { stage: "create", uncertain: false }],
  ["created", 1, { stage: "poll", callId: "call-1" }],
])("signal ends the wait for a journal that hangs in %s, and the outcome says what is certain", async (...row) => {
  const [method, created, resume] = row;
  await onVirtualTime(async () => {
    const service = new SimulatedService({ analysisMs: () => 60_000 });
    const journal = { ...wholeJournal(), [method]: () => new Promise(() => {}) };
    const { outcomes } = await runBatch(service.client(), manyInputs(1), { journal, signal: abortAfter(5_000) });
    expect(service.nowMs()).toBe(5_000);
    expect(summaryOf(outcomes)).toEqual({ AbortError: 1 });
    expect(service.calls).toHaveLength(created);
    if (resume) expect(outcomes[0]?.error).toMatchObject({ resume });
  });
});

test("leaving the loop ends uploads, create requests and waits at once", async () => {
  await onVirtualTime(async () => {
    const service = new SimulatedService({ analysisMs: (nth) => (nth === 1 ? 0 : 600_000) });
    let leftAtMs = 0;
    for await (const _ of analyzeFiles(service.client(), manyInputs(200), { createsPerSecond: 2 })) {
      leftAtMs = service.nowMs();
      break;
    }
    expect(service.nowMs()).toBe(leftAtMs);
    const created = service.calls.length;
    await pass(60_000);
    expect(service.calls).toHaveLength(created);
  });
});

test("the streams of all inputs are given back when the loop is left", async () => {
  await onVirtualTime(async () => {
    const cancelled: string[] = [];
    const names = Array.from({ length: 20 }, (_, index) => `call-${index}.wav`);
    const inputs = [inputNamed("first.wav"), ...names.map((name) => streamOf(cancelled, name))];
    for await (const _ of analyzeFiles(new SimulatedService().client(), inputs, { concurrency: 1, pollConcurrency: 1 }))
      break;
    await pass(1_000);
    expect(cancelled).toEqual(names);
  });
});

test.each([
  ["a graceful stop", "stopSignal", {}],
  ["an abort that is a graceful stop too", "signal", { AbortError: 5 }],
])("%s leaves no timer and no listener behind", async (_, name, expected) => {
  await onVirtualTime(async () => {
    const controller = new AbortController();
    // One call is created by then, and four creations wait.
    void pass(1_000).then(() => controller.abort());
    let listeners = 0;
    const { addEventListener, removeEventListener } = controller.signal;
    controller.signal.addEventListener = (...parameters: unknown[]) => {
      listeners += 1;
      return Reflect.apply(addEventListener, controller.signal, parameters);
    };
    controller.signal.removeEventListener = (...parameters: unknown[]) => {
      listeners -= 1;
      return Reflect.apply(removeEventListener, controller.signal, parameters);
    };
    const { outcomes } = await runBatch(new SimulatedService().client(), manyInputs(10), {
      [name]: controller.signal,
      stopSignal: controller.signal,
      createsPerSecond: 0.01,
      deadlineMs: 600_000,
    });
    expect(summaryOf(outcomes)).toEqual(expected);
    expect([listeners, vi.getTimerCount()]).toEqual([0, 0]);
  });
});

test.each(["leaving the loop", "stopSignal"])("a source that does not end does not hold up %s", async (by) => {
  await onVirtualTime(async () => {
    const next = async () => ({ done: false, value: inputNamed("a.wav") }) as const;
    const endless = { [Symbol.asyncIterator]: () => ({ next, return: () => new Promise<never>(() => {}) }) };
    const stopSignal = by === "stopSignal" ? abortAfter(5_000) : undefined;
    let count = 0;
    for await (const _ of analyzeFiles(new SimulatedService().client(), endless, { stopSignal })) {
      count += 1;
      if (!stopSignal) break;
    }
    expect(count).toBeGreaterThan(0);
  });
});

test("inputs that need no timer leave timers their turn", async () => {
  const inputs = Array.from({ length: 5_000 }, (_, index) => ({ ...inputNamed(`call-${index}.wav`), categoryId: "" }));
  const outcomes: BatchOutcome[] = [];
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
  }, 1);
  for await (const outcome of analyzeFiles(new SimulatedService().client(), inputs)) outcomes.push(outcome);
  clearInterval(timer);
  expect(summaryOf(outcomes)).toEqual({ ConfigurationError: 5_000 });
  expect(ticks).toBeGreaterThanOrEqual(Math.floor(5_000 / 64) - 1);
});
