import { createHash } from "node:crypto";
import {
  AbortError,
  type AnalyzeFileInput,
  type BatchEvent,
  type BatchJournal,
  type BatchOptions,
  type BatchOutcome,
  type CallAnalysis,
  TimeoutError,
} from "@call-analysis/sdk";
import { beforeEach, expect, test, vi } from "vitest";
import { identityOf } from "../../src/record/input-identity.js";
import type { InputRecord } from "../../src/record/journal.js";
import { JournaledInputs } from "../../src/record/journaled-inputs.js";
import { settled } from "../flow/virtual-interface.ts";
import { deferred } from "../support/deferred.ts";
import { useFakeTimersInEachTest } from "../support/virtual-time.ts";
import { wavBytes } from "../upload/recordings.ts";
import { emptyInput } from "./journal-input.js";
import { limitedService } from "./limited-service.ts";

useFakeTimersInEachTest();
beforeEach(() => {
  // WebCrypto works in a thread, which virtual time does not wait for.
  vi.spyOn(crypto.subtle, "digest").mockImplementation(async (_algorithm, bytes) => {
    const view = new Uint8Array(bytes as ArrayBuffer);
    return new Uint8Array(createHash("sha256").update(view).digest()).buffer;
  });
});

const input: AnalyzeFileInput = { file: wavBytes(64), filename: "call.wav", memberId: "m", categoryId: "c" };
const never = () => new Promise<never>(() => {});

/** What ends a batch in these tests, each after 5 s. */
const limits: Record<string, () => BatchOptions> = {
  signal: () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort("enough"), 5_000);
    return { signal: controller.signal };
  },
  deadline: () => ({ deadlineMs: 5_000 }),
};

const errors = {
  signal: { name: "AbortError", cause: "enough", requestSent: false },
  deadline: { name: "TimeoutError", kind: "deadline", requestSent: false },
} as const;

/** The outcomes of a batch, also of one that was aborted, and how long it took. */
async function runBatch(client: CallAnalysis, inputs: AnalyzeFileInput[], options: BatchOptions) {
  const startMs = performance.now();
  const outcomes: BatchOutcome[] = [];
  const read = async () => {
    for await (const outcome of client.calls.analyzeFiles(inputs, options)) outcomes.push(outcome);
  };
  const failure = await settled(read());
  if (failure !== undefined && !AbortError.is(failure)) throw failure;
  return { outcomes, tookMs: Math.round(performance.now() - startMs) };
}

type JournalMethod = keyof BatchJournal | "end" | keyof InputRecord;

/** A journal in memory, one of whose methods hangs; what it was told is in order. */
function journalThatHangs(hanging?: JournalMethod) {
  const told: string[] = [];
  const noting = <T extends object>(methods: T): T => {
    const noted = Object.entries(methods).map(([name, method]) => [
      name,
      async (...parameters: unknown[]) => {
        told.push(name);
        return name === hanging ? never() : method(...parameters);
      },
    ]);
    return { ...methods, ...Object.fromEntries(noted) };
  };
  const { id: _, ...methods } = emptyInput("");
  const entry = noting(methods);
  const { end } = noting({ end: async () => {} });
  let inputs = 0;
  const journal = noting<BatchJournal>({
    begin: async () => new JournaledInputs(end),
    identify: async () => ({ key: `key-${inputs++}` }),
    enter: async ({ key }) => ({ ...entry, id: key }),
  });
  return { journal, entry, told };
}

for (const [name, limit] of Object.entries(limits)) {
  const error = errors[name as keyof typeof errors];

  const certain = { ok: false, error: { ...error, stage: "create" }, resume: { stage: "create", uncertain: false } };
  const known = { ok: false, error, resume: { stage: "poll", callId: "call-1" } };
  const result = { ok: true, result: { callId: "call-1" } };
  const isFailed = { poll: { classify: () => "failed" as const } };
  test.each<[JournalMethod, outcome: object, created: number, tookMs: number, options?: BatchOptions]>([
    ["identify", { ok: false, error }, 0, 5_000],
    ["enter", { ok: false, error }, 0, 5_000],
    ["find", { ok: false, error }, 0, 5_000],
    ["uploaded", certain, 0, 5_000],
    ["claim", certain, 0, 5_000],
    ["sending", certain, 0, 5_000],
    // What has happened has a second more to be recorded.
    ["created", known, 1, 6_000],
    ["completed", result, 1, 6_000],
    ["failed", { ok: false, error: { name: "AnalysisFailedError" } }, 1, 6_000, isFailed],
  ])(
    `the ${name} ends the wait for a journal that hangs in %s, and the outcome says what is certain`,
    async (method, outcome, created, tookMs, options) => {
      const service = limitedService(() => undefined);
      const { journal } = journalThatHangs(method);
      const run = await runBatch(service.client(), [input], { journal, ...options, ...limit() });
      expect(run).toMatchObject({ outcomes: [outcome], tookMs });
      expect(service.created).toHaveLength(created);
    },
  );

  test(`the ${name} ends the hashing of a large recording between two blocks, and closes it`, async () => {
    const service = limitedService(() => undefined);
    let readBytes = 0;
    let isClosed = false;
    const open = () =>
      new ReadableStream({
        pull: async (stream) => {
          await new Promise((resolve) => setTimeout(resolve, 10));
          readBytes += 16 * 1024;
          stream.enqueue(new Uint8Array(16 * 1024));
        },
        cancel: () => {
          isClosed = true;
        },
      });
    const { journal } = journalThatHangs();
    journal.identify = identityOf;
    const large = { ...input, file: { open, sizeBytes: 3 * 1024 ** 3 }, contentType: "audio/wav" };
    const { outcomes } = await runBatch(service.client(), [large], { journal, ...limit() });
    expect(outcomes).toMatchObject([{ ok: false, error }]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(readBytes).toBeLessThan(3 * 1024 ** 3);
    expect(vi.getTimerCount()).toBe(0);
    expect(isClosed).toBe(true);
  });

  test(`the ${name} ends the wait for a place among the polls: the error has the call`, async () => {
    const service = limitedService(() => undefined);
    const poll = { classify: () => "pending" as const };
    const inputs = [input, { ...input, filename: "second.wav" }];
    const { outcomes } = await runBatch(service.client(), inputs, { pollConcurrency: 1, poll, ...limit() });
    const { requestSent: _, ...ofWait } = error;
    expect(outcomes).toHaveLength(2);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ ok: false, error: { ...ofWait, stage: "poll" } });
    const callIds = outcomes.map((outcome) => !outcome.ok && outcome.resume?.stage === "poll" && outcome.resume.callId);
    expect(callIds.sort()).toEqual(["call-1", "call-2"]);
  });

  test(`the ${name} ends the wait for a creation's place under maxCreatesPerSecond`, async () => {
    const service = limitedService(() => undefined);
    const inputs = [input, { ...input, filename: "second.wav" }];
    const client = service.client({ maxCreatesPerSecond: 0.01 });
    const { outcomes } = await runBatch(client, inputs, limit());
    const token = { stage: "create", uncertain: false };
    expect(outcomes).toContainEqual(expect.objectContaining({ ok: true }));
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ error, resume: token });
    expect(service.created).toHaveLength(1);
  });
}

test("deadlineMs counts from the start of each input, and covers what comes before the upload", async () => {
  const service = limitedService(() => undefined);
  const { journal, entry } = journalThatHangs();
  entry.find = () => new Promise((resolve) => setTimeout(resolve, 4_000, undefined));
  const inputs = [input, { ...input, filename: "second.wav" }];
  const events: BatchEvent[] = [];
  const onEvent = (event: BatchEvent) => events.push(event);
  const options = { journal, concurrency: 1, deadlineMs: 5_000, poll: { initialDelayMs: 3_000 }, onEvent };
  const { outcomes } = await runBatch(service.client(), inputs, options);
  expect(outcomes.map((outcome) => !outcome.ok && TimeoutError.is(outcome.error))).toEqual([true, true]);
  expect(String((outcomes[0] as { error: Error }).error.message)).toContain("deadlineMs = 5000 ms");
  expect(events.filter(({ type }) => type === "created")).toHaveLength(2);
});

test("an input that is aborted in the pause after a 429 gives its claim back", async () => {
  const service = limitedService(() => ({ retryAfter: 60 }));
  const { journal, told } = journalThatHangs();
  const { outcomes } = await runBatch(service.client(), [input], { journal, ...limits.signal?.() });
  expect(outcomes).toMatchObject([{ ok: false, resume: { stage: "create", uncertain: false } }]);
  expect(told).toEqual(["begin", "identify", "enter", "find", "uploaded", "claim", "sending", "released", "end"]);
});

test("a claim that hangs while it is given back holds an aborted input up for a second at most", async () => {
  const service = limitedService(() => ({ retryAfter: 60 }));
  const { journal } = journalThatHangs("released");
  const { outcomes, tookMs } = await runBatch(service.client(), [input], { journal, ...limits.signal?.() });
  expect(outcomes).toHaveLength(1);
  expect(tookMs).toBe(6_000);
});

test("the signal ends a batch whose journal does not open, and a journal that opens later is given back", async () => {
  const { promise: opened, resolve: open } = deferred<void>();
  const { journal, told } = journalThatHangs();
  const { begin } = journal;
  journal.begin = (service) => opened.then(() => begin(service));
  const { outcomes } = await runBatch(limitedService(() => undefined).client(), [input], {
    journal,
    ...limits.signal?.(),
  });
  expect(outcomes).toEqual([]);
  open();
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual(["begin", "end"]);
});

test("a batch that is left ends its journal only after the last record of what was under way", async () => {
  const service = limitedService(() => undefined);
  const { journal, entry, told } = journalThatHangs();
  let writeMs = 0;
  entry.uncertain = async () => {
    writeMs += 300;
    await new Promise((resolve) => setTimeout(resolve, writeMs));
    told.push("uncertain is written");
  };
  const fetch: typeof globalThis.fetch = (address, init) =>
    init?.method === "POST" && String(address).endsWith("/calls") ? never() : service.fetch(address, init);
  const batch = service.client({ fetch }).calls.analyzeFiles([input, { ...input, filename: "b.wav" }], { journal });
  const first = batch.next();
  await vi.advanceTimersByTimeAsync(5_000);
  const left = batch.return();
  await vi.advanceTimersByTimeAsync(1_000);
  await left;
  expect(await first).toMatchObject({ value: { ok: false, resume: { stage: "create", uncertain: true } } });
  expect(told.slice(-3)).toEqual(["uncertain is written", "uncertain is written", "end"]);
});
