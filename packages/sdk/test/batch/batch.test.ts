import { type CallAnalysisError, ConfigurationError } from "@call-analysis/sdk";
import { analyzeFiles, type BatchInput, type BatchOptions } from "@call-analysis/sdk/batch";
import { expect, test } from "vitest";
import { wholeJournal } from "../support/memory-journal.ts";
import {
  type Answer,
  inputNamed,
  manyInputs,
  runBatch,
  SimulatedService,
  summaryOf,
} from "../support/simulated-service.ts";
import { onVirtualTime, pass } from "../support/virtual-run.ts";

test.each([
  ["no object", null],
  ["an unknown field", { ...inputNamed("a.wav"), agentId: "m" }],
  ["no category", { ...inputNamed("a.wav"), categoryId: "" }],
  ["an impossible date", { ...inputNamed("a.wav"), date: "2026-02-30" }],
  ["a bare string as its file", { ...inputNamed("a.wav"), file: "a.wav" }],
])("an input with %s fails alone, and nothing is uploaded for it", async (_, input) => {
  const service = new SimulatedService();
  const { outcomes } = await runBatch(service.client(), [input as never]);
  expect(summaryOf(outcomes)).toEqual({ ConfigurationError: 1 });
  expect(service.times.grant).toEqual([]);
});

test.each([
  [{ concurrency: 0 }, "concurrency: expected"],
  [{ pollConcurrency: Number.NaN }, "pollConcurrency: expected"],
  [{ stopAfterUncertain: 0 }, "stopAfterUncertain: expected"],
  [{ createsPerSecond: 0 }, "createsPerSecond: expected"],
  [{ timeoutMs: -1 }, "timeoutMs: expected"],
  [{ stopOnError: "yes" }, "stopOnError: expected"],
  [{ signal: {} }, "signal: expected an AbortSignal"],
  [{ stopSignal: "now" }, "stopSignal: expected an AbortSignal"],
  [{ onEvent: true }, "onEvent: expected a function"],
  [{ journal: {} }, "journal: expected an object with the methods"],
  [{ poll: { interval: 1 } }, "Did you mean intervalMs?"],
  [{ retry: { attempts: 2 } }, "Did you mean maxAttempts?"],
  [{ concurency: 4 }, "Did you mean concurrency?"],
  [{ createsPerMinute: 4 }, "Did you mean createsPerSecond?"],
])("the options %j are refused at once", (options, message) => {
  const start = () => analyzeFiles(new SimulatedService().client(), [], options as unknown as BatchOptions);
  expect(start).toThrow(ConfigurationError);
  expect(start).toThrow(message);
});

test.each([
  ["a string", "call.wav"],
  ["one input", inputNamed("a.wav")],
  ["nothing", undefined],
])("%s in the place of the inputs is refused at once", (_, inputs) => {
  expect(() => analyzeFiles(new SimulatedService().client(), inputs as never)).toThrow(
    "inputs: expected an Iterable or AsyncIterable",
  );
});

test.each([undefined, null, {}])("%j in the place of the client is refused at once", (sdk) => {
  expect(() => analyzeFiles(sdk as never, [])).toThrow(ConfigurationError);
  expect(() => analyzeFiles(sdk as never, [])).toThrow("sdk: expected a CallAnalysis");
});

test.each([5, ""])("the key %j fails its input, and nothing is sent for it, with or without a journal", async (key) => {
  for (const options of [{}, { journal: wholeJournal() }]) {
    const service = new SimulatedService();
    const inputs = [{ ...inputNamed("a.wav"), key: key as string }];
    const { outcomes } = await runBatch(service.client(), inputs, options);
    expect(outcomes[0]?.error).toMatchObject({ name: "ConfigurationError", message: expect.stringContaining("key: ") });
    expect(Object.values(service.times).flat()).toEqual([]);
  }
});

test("an input is sent as it was when it was taken, and its outcome has the very object", async () => {
  await onVirtualTime(async () => {
    const sent: unknown[] = [];
    const one: BatchInput<{ nth: number }> = { ...inputNamed(""), udfs: { nth: 0 } };
    function* reused() {
      for (let nth = 0; nth < 3; nth += 1) yield Object.assign(one, inputNamed(`${nth}.wav`), { udfs: { nth } });
    }
    const service = new SimulatedService();
    const fetch: typeof service.fetch = async (address, init) => {
      if (address.endsWith("/calls")) sent.push(JSON.parse(String(init?.body)));
      if (init?.method === "PUT") Object.assign(one, { memberId: "changed", filename: "changed" });
      return service.fetch(address, init);
    };
    const { outcomes } = await runBatch(service.client({ fetch }), reused());
    expect(sent).toMatchObject([0, 1, 2].map((nth) => ({ memberId: "m", udfs: { nth } })));
    expect(service.names().toSorted()).toEqual(["0.wav", "1.wav", "2.wav"]);
    for (const { input } of outcomes) expect(input).toBe(one);
  });
});

test.each([
  [{ concurrency: 2, pollConcurrency: 3 }, 2 + 3],
  [{}, 4 + 100],
])("with %j there are at most so many uploads ahead and analyses that are waited for: %i", async (options, most) => {
  await onVirtualTime(async () => {
    const service = new SimulatedService({ analysisMs: () => 100_000 });
    const reading = runBatch(service.client(), manyInputs(most + 10), options);
    await pass(60_000);
    expect(service.calls).toHaveLength(most);
    await reading;
    expect(service.calls).toHaveLength(most + 10);
  });
});

test("a loop that is slow holds the batch up: outcomes do not pile up", async () => {
  await onVirtualTime(async () => {
    let taken = 0;
    function* many() {
      for (const input of manyInputs(50)) {
        taken += 1;
        yield input;
      }
    }
    const options = { concurrency: 2, pollConcurrency: 2 };
    const batch = analyzeFiles(new SimulatedService().client(), many(), options);
    await batch.next();
    await pass(3_600_000);
    expect(taken).toBeLessThanOrEqual(1 + 2 * 2);
    await batch.return();
  });
});

test("an outcome comes while the next input is still awaited, and leaving the loop does not wait for that", async () => {
  await onVirtualTime(async () => {
    async function* stalled() {
      yield inputNamed("a.wav");
      await new Promise(() => {});
    }
    const seen: boolean[] = [];
    for await (const { ok } of analyzeFiles(new SimulatedService().client(), stalled())) {
      seen.push(ok);
      break;
    }
    expect(seen).toEqual([true]);
  });
});

test("a wait that fails gives its place to the next one", async () => {
  await onVirtualTime(async () => {
    const failed = { data: { callId: "call-1", status: "failed" } };
    const answer: Answer = ({ operation, nth }) =>
      operation === "analysis" && nth === 1 ? Response.json(failed) : undefined;
    const options = { concurrency: 1, pollConcurrency: 1 };
    const { outcomes } = await runBatch(new SimulatedService({ answer }).client(), manyInputs(3), options);
    expect(summaryOf(outcomes)).toEqual({ AnalysisFailedError: 1, ok: 2 });
    // A token of its upload would create the call again.
    expect(outcomes.find(({ ok }) => !ok)?.error).not.toHaveProperty("resume");
  });
});

test("what is thrown and is no error is the cause of one", async () => {
  await onVirtualTime(async () => {
    const onRequest = () => Promise.reject("not now");
    const sdk = new SimulatedService().client({ hooks: { onRequest } });
    const { outcomes } = await runBatch(sdk, manyInputs(1));
    expect(outcomes[0]?.error).toBeInstanceOf(Error);
    expect(outcomes[0]?.error).toMatchObject({ message: "not now", cause: "not now" });
  });
});

test("events and progress have the index of their input, and what they throw changes nothing", async () => {
  await onVirtualTime(async () => {
    const events: string[] = [];
    const sent: number[] = [];
    const { outcomes } = await runBatch(new SimulatedService().client(), manyInputs(2), {
      concurrency: 1,
      onEvent: ({ type, index }) => {
        events.push(`${index} ${type}`);
        throw new Error("of the caller");
      },
      onProgress: ({ index, sentBytes, totalBytes }) => {
        if (sentBytes === totalBytes) sent.push(index);
        throw new Error("of the caller");
      },
    });
    expect(summaryOf(outcomes)).toEqual({ ok: 2 });
    expect(events.filter((event) => event.startsWith("1"))).toEqual(
      ["granting", "uploading", "uploaded", "creating", "created", "polling", "completed"].map((type) => `1 ${type}`),
    );
    expect(sent).toEqual([0, 1]);
  });
});

test("deadlineMs bounds each input from its start", async () => {
  await onVirtualTime(async () => {
    const service = new SimulatedService({ analysisMs: (nth) => (nth === 2 ? 60_000 : 0) });
    const { outcomes } = await runBatch(service.client(), manyInputs(3), { concurrency: 1, deadlineMs: 10_000 });
    expect(summaryOf(outcomes)).toEqual({ ok: 2, TimeoutError: 1 });
    const error = outcomes.find(({ ok }) => !ok)?.error as CallAnalysisError;
    expect(error).toMatchObject({ kind: "deadline", stage: "poll", resume: { stage: "poll", callId: "call-2" } });
  });
});

test("deadlineMs of the client bounds all requests of an input together", async () => {
  await onVirtualTime(async () => {
    const service = new SimulatedService({ latencyMs: 3_000 });
    const [outcome] = (await runBatch(service.client({ deadlineMs: 10_000 }), manyInputs(1))).outcomes;
    // What ends a creation is the cause of its uncertainty.
    expect(outcome?.error?.cause ?? outcome?.error).toMatchObject({ kind: "deadline" });
    expect([outcome?.error, service.nowMs()]).toMatchObject([{ stage: "create" }, 10_000]);
  });
});

test("deadlineMs also bounds the wait for a place among the polls, and the error has the call", async () => {
  await onVirtualTime(async () => {
    const service = new SimulatedService({ analysisMs: () => 600_000 });
    const options = { pollConcurrency: 1, deadlineMs: 20_000 };
    const { outcomes } = await runBatch(service.client(), manyInputs(2), options);
    expect(summaryOf(outcomes)).toEqual({ TimeoutError: 2 });
    const tokens = outcomes.map(({ error }) => (error as CallAnalysisError).resume);
    expect(tokens).toMatchObject([{ callId: "call-1" }, { callId: "call-2" }]);
  });
});

test("deadlineMs also bounds the wait for a turn, and nothing is sent after it", async () => {
  await onVirtualTime(async () => {
    const service = new SimulatedService();
    const options = { createsPerSecond: 0.05, concurrency: 3, deadlineMs: 30_000 };
    // The last gets the turn that two before it have waited for.
    const { outcomes } = await runBatch(service.client(), manyInputs(5), options);
    expect(summaryOf(outcomes)).toEqual({ ok: 3, TimeoutError: 2 });
    expect(outcomes.find(({ ok }) => !ok)?.error).toMatchObject({ kind: "deadline", stage: "create" });
    expect(service.times.create).toHaveLength(3);
  });
});

test("timeoutMs, retry and headers are those of each request", async () => {
  await onVirtualTime(async () => {
    const seen = new Set<string>();
    const service = new SimulatedService();
    const fetch = async (address: string, init: RequestInit & { headers: Record<string, string> }) => {
      if (init.method !== "PUT") seen.add(`${init.headers["x-run"]} ${new URL(address).pathname.split("/")[2]}`);
      return service.fetch(address, init as never);
    };
    const options = { headers: { "X-Run": "7" }, timeoutMs: 40, retry: { maxAttempts: 1 } } as const;
    const slow = await runBatch(service.client({ fetch: fetch as never }), manyInputs(1), { ...options, retry: false });
    expect(slow.outcomes[0]?.error).toMatchObject({ name: "TimeoutError", kind: "attempt" });
    await runBatch(service.client({ fetch: fetch as never }), manyInputs(1), { ...options, timeoutMs: 1_000 });
    expect([...seen].toSorted()).toEqual(["7 calls", "7 categories"]);
  });
});
