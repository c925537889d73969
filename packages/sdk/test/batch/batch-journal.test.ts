/** Batches with a journal: each input is created once, whatever happens. */
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Journal } from "@call-analysis/sdk";
import type { BatchInput } from "@call-analysis/sdk/batch";
import { fileJournal } from "@call-analysis/sdk/node";
import { expect, test } from "vitest";
import { checkRows } from "../support/check-rows.ts";
import { type Entries, smallJournal, wholeJournal } from "../support/memory-journal.ts";
import {
  type Answer,
  inputNamed,
  manyInputs,
  refusal,
  refusedConnection,
  runBatch,
  SimulatedService,
  summaryOf,
} from "../support/simulated-service.ts";
import { onVirtualTime } from "../support/virtual-run.ts";

test("with any journal equal inputs are billed once, also by a second run", async () => {
  const journals: [what: string, journalOf: (entries: Entries) => Journal, uploads: number | undefined][] = [
    ["three methods", smallJournal, undefined],
    // One that can be asked before saves the uploads too.
    ["all methods", wholeJournal, 3],
  ];
  await checkRows(journals, (journalOf, uploads) =>
    onVirtualTime(async () => {
      const service = new SimulatedService();
      const entries: Entries = new Map();
      const inputs = Array.from({ length: 30 }, (_, index) => inputNamed(`call-${index % 3}.wav`));
      for (let run = 0; run < 2; run += 1) {
        const { outcomes } = await runBatch(service.client(), inputs, { journal: journalOf(entries) });
        expect(summaryOf(outcomes)).toEqual({ ok: 30 });
        const idOf = new Map(outcomes.map(({ index, result }) => [index, result?.callId]));
        for (const { index, result } of outcomes) expect(result?.callId).toBe(idOf.get(index % 3));
        for (const { key } of outcomes) expect(key).toMatch(/^[0-9a-f]{64}$/);
      }
      expect(service.calls).toHaveLength(3);
      if (uploads) expect(service.times.put).toHaveLength(uploads);
    }),
  );
});

test("equal inputs share the failure of their creation too", async () => {
  await onVirtualTime(async () => {
    const service = new SimulatedService({
      answer: ({ operation }) => (operation === "create" ? refusal(409) : undefined),
    });
    const inputs = [inputNamed("a.wav"), inputNamed("a.wav")];
    const { outcomes } = await runBatch(service.client(), inputs, { journal: smallJournal() });
    expect(summaryOf(outcomes)).toEqual({ ConflictError: 2 });
    expect(service.times.create).toHaveLength(1);
  });
});

const keyed = (key: string, changes: Partial<BatchInput> = {}) => ({ ...inputNamed("a.wav"), ...changes, key });

test.each([
  ["three methods", smallJournal],
  ["all methods", wholeJournal],
])("calls that a journal with %s knows of an earlier run are read at once", async (_, journalOf) => {
  await onVirtualTime(async () => {
    const service = new SimulatedService();
    const ids = ["call-1", "call-2", "call-3"];
    const entries: Entries = new Map(ids.map((callId) => [`key of ${callId}`, { state: "created", callId }]));
    const created: string[] = [];
    const inputs = [...entries.keys()].map((key) => keyed(key));
    await runBatch(service.client(), inputs, {
      journal: journalOf(entries),
      onEvent: (event) => event.type === "created" && created.push(event.callId),
    });
    expect(service.nowMs()).toBeLessThan(1_000);
    expect(created.toSorted()).toEqual(ids);
  });
});

test.each([
  ["used", undefined, 0, true],
  ["made again after a 400", 400, 1, true],
  ["made again after a 404", 404, 1, true],
  ["made again after a 410", 410, 1, true],
  ["made again after a 422", 422, 1, true],
  ["not made again after a 401", 401, 0, false],
  ["not made again after a 403", 403, 0, false],
  ["not made again after a 409", 409, 0, false],
])("an upload of an earlier run is %s", async (_, status, uploads, isCreated) => {
  await onVirtualTime(async () => {
    const entries: Entries = new Map([["a", { state: "uploaded", audio_url: "https://store.test/old/a.wav" }]]);
    const answer: Answer = ({ operation, id }) =>
      operation === "create" && id.includes("/old/") && status ? refusal(status) : undefined;
    const service = new SimulatedService({ answer });
    const { outcomes } = await runBatch(service.client(), [keyed("a")], { journal: wholeJournal(entries) });
    expect(outcomes.map(({ ok }) => ok)).toEqual([isCreated]);
    expect([service.times.put.length, service.times.create.length]).toEqual([uploads, 1 + uploads]);
  });
});

test("the stream of an input that is not uploaded, because the journal knows its key, is given back", async () => {
  await onVirtualTime(async () => {
    const cancelled: string[] = [];
    const entries: Entries = new Map([
      ["created", { state: "created", callId: "call-1" }],
      ["skipped", { state: "skipped" }],
      ["uncertain", { state: "uncertain", audio_url: "https://store.test/old/a.wav" }],
    ]);
    const inputs = [...entries.keys()].map((key) => {
      const stream = new ReadableStream<Uint8Array>({ cancel: () => void cancelled.push(key) });
      return keyed(key, { file: { stream, sizeBytes: 5 } });
    });
    const options = { journal: wholeJournal(entries), deadlineMs: 10_000 };
    await runBatch(new SimulatedService().client(), inputs, options);
    expect(cancelled.toSorted()).toEqual(["created", "skipped", "uncertain"]);
  });
});

test("an upload is recorded before the creation is claimed", async () => {
  await onVirtualTime(async () => {
    const told: string[] = [];
    const journal = wholeJournal();
    const recording: Journal = {
      ...journal,
      find: async (key) => {
        told.push("find");
        return journal.find?.(key);
      },
      uploaded: async (key, url) => {
        told.push(`uploaded ${url}`);
        await journal.uploaded?.(key, url);
      },
      claim: async (key, options) => {
        const { recording, call, recreate } = options;
        told.push(
          `claim ${recording?.name} ${recording?.sizeBytes} ${recording?.digest?.length} ${call.audio_url} ${recreate}`,
        );
        return journal.claim(key, options);
      },
    };
    await runBatch(new SimulatedService().client(), [inputNamed("a.wav")], { journal: recording });
    const url = "https://store.test/1/a.wav";
    expect(told).toEqual(["find", `uploaded ${url}`, `claim a.wav 10 64 ${url} false`]);
  });
});

test.each([
  ["another member", { memberId: "n" }],
  ["another category", { categoryId: "support" }],
  ["other bytes", { file: new TextEncoder().encode("RIFF other") }],
] as const)(
  "one key for inputs of %s is a JournalError of the second, and nothing is sent for it",
  async (_, changes) => {
    await onVirtualTime(async () => {
      const service = new SimulatedService();
      const inputs = [keyed("k"), keyed("k", changes)];
      const { outcomes } = await runBatch(service.client(), inputs, { journal: smallJournal() });
      expect(summaryOf(outcomes)).toEqual({ ok: 1, JournalError: 1 });
      expect(service.times.put).toHaveLength(1);
      expect(service.calls).toHaveLength(1);
    });
  },
);

test("a call that the journal knows is claimed once more, so that the journal can compare the input", async () => {
  await onVirtualTime(async () => {
    const service = new SimulatedService();
    const journal: Journal = {
      ...wholeJournal(new Map([["k", { state: "created", callId: "call-1" }]])),
      claim: async () => {
        throw new Error("the key stands for another input");
      },
    };
    const { outcomes } = await runBatch(service.client(), [keyed("k")], { journal });
    expect(outcomes[0]?.error).toMatchObject({
      name: "JournalError",
      cause: { message: "the key stands for another input" },
    });
    expect(service.times.grant).toEqual([]);
  });
});

test("a skipped key is a JournalError, is not uploaded, and does not stop a batch with stopOnError as others do", async () => {
  await onVirtualTime(async () => {
    const service = new SimulatedService();
    const journal = wholeJournal(new Map([["k", { state: "skipped" }]]));
    const options = { journal, stopOnError: true, concurrency: 1 };
    const { outcomes } = await runBatch(service.client(), [keyed("k"), ...manyInputs(5)], options);
    expect(summaryOf(outcomes)).toEqual({ JournalError: 1, ok: 5 });
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ key: "k", error: { code: "skipped" } });
    expect(service.times.put).toHaveLength(5);
    const away: Journal = { ...journal, find: () => Promise.reject(new Error("Redis is away")) };
    const { outcomes: stopped } = await runBatch(service.client(), manyInputs(5), { ...options, journal: away });
    expect(summaryOf(stopped)).toEqual({ JournalError: 1 });
  });
});

test("an uncertain key is a SubmissionUncertainError with the token of its upload, and is not uploaded again", async () => {
  await onVirtualTime(async () => {
    const service = new SimulatedService();
    const audio_url = "https://store.test/old/a.wav";
    const journal = wholeJournal(new Map([["k", { state: "uncertain", audio_url }]]));
    const { outcomes } = await runBatch(service.client(), [keyed("k")], { journal });
    expect(outcomes[0]?.error).toMatchObject({
      name: "SubmissionUncertainError",
      resume: { stage: "create", uncertain: true, key: "k", call: { audio_url } },
    });
    expect(service.times.put).toEqual([]);
    expect(service.times.create).toEqual([]);
  });
});

test("an uncertain key of a journal without URLs does not name the URL of this upload", async () => {
  await onVirtualTime(async () => {
    const journal: Journal = { ...smallJournal(), claim: async () => ({ status: "unknown" }) };
    const { outcomes } = await runBatch(new SimulatedService().client(), [keyed("k")], { journal });
    expect(outcomes[0]?.error?.message).toContain("look for a call with this recording.");
  });
});

test("a journal that hangs is ended by deadlineMs", async () => {
  await onVirtualTime(async () => {
    const journal: Journal = { ...smallJournal(), find: () => new Promise(() => {}) };
    const options = { journal, deadlineMs: 5_000 };
    const { outcomes } = await runBatch(new SimulatedService().client(), manyInputs(2), options);
    expect(summaryOf(outcomes)).toEqual({ TimeoutError: 2 });
  });
});

test("a temporary file is kept for another attempt, and removed when its upload has ended", async () => {
  const folder = await mkdtemp(join(tmpdir(), "batch-"));
  const path = join(folder, "call.wav");
  await writeFile(path, "RIFF spooled");
  const close = () => rm(folder, { recursive: true, force: true });
  // One more than an upload makes by itself.
  const answer: Answer = ({ operation, nth }) => (operation === "put" && nth <= 3 ? refusedConnection() : undefined);
  const service = new SimulatedService({ answer, latencyMs: 0 });
  const file = { path, filename: "call.wav", contentType: "audio/wav", close };
  const retry = { initialDelayMs: 1, maxDelayMs: 1 };
  const { outcomes } = await runBatch(service.client(), [{ ...inputNamed("call.wav"), file }], { retry });
  expect(summaryOf(outcomes)).toEqual({ ok: 1 });
  expect(service.times.put).toHaveLength(4);
  expect(existsSync(folder)).toBe(false);
});

test("a journal learns of which recording an upload is before it gives and gets one", async () => {
  await onVirtualTime(async () => {
    const told: unknown[] = [];
    const journal: Journal = {
      ...wholeJournal(),
      find: async (_key, input) => void told.push(["find", input]),
      uploaded: async (_key, _url, input) => void told.push(["uploaded", input]),
    };
    const udfs = { "order no": 7 };
    await runBatch(new SimulatedService().client(), [keyed("k", { udfs })], { journal });
    const baseUrl = "https://api.test/v1";
    const call = { memberId: "m", categoryId: "sales", udfs };
    const recording = { name: "a.wav", sizeBytes: 10, digest: expect.stringMatching(/^[0-9a-f]{64}$/) };
    expect(told).toEqual([
      ["find", { baseUrl, call, recording }],
      ["uploaded", { baseUrl, call, recording }],
    ]);
  });
});

test("closing a fileJournal ends its batch without an error, and the next run creates the other calls", async () => {
  const folder = await mkdtemp(join(tmpdir(), "batch-"));
  const service = new SimulatedService({ latencyMs: 1 });
  const inputs = manyInputs(40);
  const first = fileJournal(join(folder, "journal.sqlite"));
  let closing: Promise<void> | undefined;
  const onEvent = ({ type }: { type: string }) => {
    if (type === "created" && service.calls.length >= 8) closing ??= first.close();
  };
  const poll = { initialDelayMs: 1 };
  const { outcomes, failure } = await runBatch(service.client(), inputs, { journal: first, poll, onEvent });
  await closing;
  expect(failure).toBeUndefined();
  expect(summaryOf(outcomes)).toEqual(outcomes.length > 0 ? { ok: outcomes.length } : {});
  expect(service.calls.length).toBeLessThan(40);
  const journal = fileJournal(join(folder, "journal.sqlite"));
  const names = service.names();
  const left = inputs.filter(({ filename }) => !names.includes(filename));
  const { outcomes: later } = await runBatch(service.client(), left, { journal, poll });
  expect(summaryOf(later)).toEqual({ ok: left.length });
  await journal.close();
  await rm(folder, { recursive: true });
});

test("a call that the journal knew, and the service does not, fails its input at once", async () => {
  await onVirtualTime(async () => {
    const service = new SimulatedService({
      latencyMs: 0,
      answer: ({ operation }) => (operation === "analysis" ? refusal(404) : undefined),
    });
    const known: Entries = new Map([["order-7", { state: "created", callId: "call-1" }]]);
    const journal = wholeJournal(known);
    const input = { ...inputNamed("call.wav"), key: "order-7" };
    const { outcomes } = await runBatch(service.client(), [input], { journal });
    expect(summaryOf(outcomes)).toEqual({ NotFoundError: 1 });
    // Five failures are tolerated, and the first one counts.
    expect(service.times.analysis).toHaveLength(6);
  });
});
