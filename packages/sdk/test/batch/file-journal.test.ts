import { readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import type { BatchInput, BatchOptions, BatchOutcome } from "@call-analysis/sdk";
import { fileJournal } from "@call-analysis/sdk/node";
import { expect } from "vitest";
import { identityOf } from "../../src/record/input-identity.ts";
import { deferred } from "../support/deferred.js";
import { type Answer, cut, json, type RecordingService, storeAll, test } from "../upload/recording-service.js";
import { streamOf, temporaryFile, temporaryFolder, wavBytes } from "../upload/recordings.js";

const poll = { initialDelayMs: 0, intervalMs: 1, toleratedFailures: 0 };

function inputOf(number: number, fields: Partial<BatchInput> = {}): BatchInput {
  return { file: wavBytes(64 + number), memberId: "m", categoryId: "c", ...fields };
}

/** As many bytes as the first input has, and not the same. */
const otherBytes = wavBytes(65).map((byte, at) => (at === 64 ? 0 : byte));

async function run(
  service: RecordingService,
  path: string,
  inputs: BatchInput[],
  options: BatchOptions = {},
): Promise<BatchOutcome[]> {
  return collect(service.client().calls.analyzeFiles(inputs, { poll, journal: fileJournal(path), ...options }));
}

async function collect(batch: AsyncIterable<BatchOutcome>): Promise<BatchOutcome[]> {
  const outcomes: BatchOutcome[] = [];
  for await (const outcome of batch) outcomes.push(outcome);
  return outcomes.toSorted((one, other) => one.index - other.index);
}

function journalPath(): string {
  return `${temporaryFolder()}/calls.journal`;
}

test("equal inputs of a batch are one: billed once, and each gets the outcome", async ({ service }) => {
  const inputs = [inputOf(1), inputOf(1), inputOf(1, { key: "a" }), inputOf(1, { key: "b" })];
  const outcomes = await run(service, journalPath(), inputs);
  expect(outcomes.map((outcome) => outcome.ok && outcome.result.callId)).toEqual(Array(4).fill("call-1"));
  expect([service.puts.length, service.creates.length]).toEqual([1, 1]);
});

test("a key whose creation was refused takes another recording of the same size, and uploads that", async ({
  service,
}) => {
  const path = journalPath();
  service.answer("creates", json(403, {}));
  await run(service, path, [inputOf(1, { key: "order-7" })]);
  const [outcome] = await run(service, path, [inputOf(1, { key: "order-7", file: otherBytes })]);
  expect([outcome?.ok, service.puts.length]).toEqual([true, 2]);
  expect(JSON.parse(`${service.creates.at(-1)?.body}`).audio_url).toMatch(/recording-2$/);
});

test("an input that waits for an equal one keeps no other from being uploaded", async ({ service }) => {
  const third = deferred<void>();
  service.answer("reads", async (exchange) => {
    await third.promise;
    await service.answerByDefault("reads", exchange);
  });
  service.answer("puts", storeAll(), async (exchange) => {
    await storeAll()(exchange);
    third.resolve();
  });
  const outcomes = await run(service, journalPath(), [inputOf(1), inputOf(1), inputOf(2)], { concurrency: 1 });
  expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true]);
});

test.for([
  ["kept is not read again", true, 1],
  ["kept because nobody said otherwise is not read again", undefined, 1],
  ["not kept is read again, and nothing is created", false, 2],
] as const)("a result that is %s", async ([, results, reads], { service }) => {
  const path = journalPath();
  const journal = () => fileJournal(path, { results });
  const first = await run(service, path, [inputOf(1)], { journal: journal() });
  expect(await run(service, path, [inputOf(1)], { journal: journal() })).toEqual(first);
  expect([service.creates.length, service.reads.length]).toEqual([1, reads]);
});

test("a stream that can be read once needs a key", async ({ service }) => {
  const input = { ...inputOf(1), file: { stream: streamOf(wavBytes(65)), sizeBytes: 65 }, filename: "call.wav" };
  const [outcome] = await run(service, journalPath(), [input]);
  expect(outcome).toMatchObject({
    error: { name: "ConfigurationError", message: expect.stringContaining("key is missing") },
  });
  expect(service.grants).toHaveLength(0);
});

test("a recording that cannot be read, of an input without a key, is told as that", async ({ service }) => {
  const [outcome] = await run(service, journalPath(), [inputOf(1, { file: { path: "/nowhere/call.wav" } })]);
  expect(String(outcome?.ok === false && outcome.error)).toContain("/nowhere/call.wav cannot be read");
});

test("a recording has no identity once its reading is aborted, for that was a part of it", async () => {
  const controller = new AbortController();
  let pulls = 0;
  const open = () =>
    new ReadableStream({
      pull(chunks) {
        pulls += 1;
        if (pulls === 1) chunks.enqueue(wavBytes(64));
        else controller.abort(new Error("enough"));
      },
    });
  const input = inputOf(1, { key: "order-7", file: { open, sizeBytes: 128 }, filename: "call.wav" });
  await expect(identityOf(input, controller.signal)).rejects.toThrow("enough");
  expect(pulls).toBe(2);
});

test("inputs are known by their recordings' content and by their calls' fields, however those are written", async ({
  service,
}) => {
  const first = inputOf(1, { date: "2026-01-02T03:04:05Z" });
  const equal = [{ date: "2026-01-02T08:34:05+05:30" }, { udfs: {} }];
  const others = [
    { memberId: "other" },
    { udfs: { order: 8 } },
    { file: otherBytes },
    { date: "2026-01-02T03:04:06Z" },
  ];
  const inputs = [{}, ...equal, ...others].map((fields) => ({ ...first, ...fields }));
  const outcomes = await run(service, journalPath(), inputs);
  const callIds = outcomes.map((outcome) => outcome.ok && outcome.result.callId);
  expect(new Set(callIds.slice(0, 3)).size).toBe(1);
  expect([new Set(callIds).size, service.puts.length, service.creates.length]).toEqual([5, 5, 5]);
});

test("equal inputs get the failure of the first, and nothing is sent for the others", async ({ service }) => {
  service.answer("creates", cut);
  const path = journalPath();
  for (const _ of ["first run", "second run"]) {
    const outcomes = await run(service, path, [inputOf(1, { key: "a" }), inputOf(1), inputOf(1, { key: "b" })]);
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({
        ok: false,
        error: { name: "SubmissionUncertainError", stage: "create" },
        resume: { stage: "create", uncertain: true },
      });
    }
  }
  expect(service.creates).toHaveLength(1);
  await fileJournal(path).settle("b", { callId: "call-77" });
  expect(await run(service, path, [inputOf(1)])).toMatchObject([{ result: { callId: "call-77" } }]);
  expect(service.creates).toHaveLength(1);
});

test("an input that came under other names in earlier runs is billed once", async ({ service }) => {
  const path = journalPath();
  for (const key of ["a", undefined, "b", "a"]) {
    expect(await run(service, path, [inputOf(1, { key, filename: `${key}.wav` })])).toMatchObject([
      { ok: true, result: { callId: "call-1" } },
    ]);
  }
  expect([service.puts.length, service.creates.length]).toEqual([1, 1]);
  expect((await fileJournal(path).entries()).map(({ key }) => key)).toEqual(["a", "b"]);
});

test.for([
  ["recording of the same size", { file: otherBytes }, "another recording"],
  ["recording and member", { file: otherBytes, memberId: "other" }, "another recording and another memberId"],
] as const)(
  "a key that stands for a call is refused for another %s, and nothing is sent",
  async ([, fields, words], { service }) => {
    const path = journalPath();
    service.answer("creates", cut);
    // What is uncertain is refused like what is completed.
    await run(service, path, [inputOf(1, { key: "order-7" })]);
    const sent = service.grants.length;
    const other = inputOf(1, { key: "order-7", ...fields });
    const [outcome] = await run(service, path, [other]);
    expect(outcome).toMatchObject({ ok: false, key: "order-7", error: { name: "ConfigurationError" } });
    expect(String(outcome?.ok === false && outcome.error)).toContain(`"order-7" stands for an input of ${words}.`);
    await fileJournal(path).settle("order-7", { callId: "call-7" });
    expect(await run(service, path, [other])).toMatchObject([{ ok: false, error: { name: "ConfigurationError" } }]);
    expect([service.grants.length, service.creates.length]).toEqual([sent, 1]);
  },
);

test("a key takes another input as long as nothing was created", async ({ service }) => {
  const path = journalPath();
  const refused = json(404, { detail: "no such member" });
  service.answer("creates", refused, refused);
  await run(service, path, [inputOf(1, { key: "order-7", memberId: "typo" })]);
  expect(await run(service, path, [inputOf(2, { key: "order-7", memberId: "typo" })])).toMatchObject([{ ok: false }]);
  // The recording that is uploaded is used for the right member.
  expect(await run(service, path, [inputOf(2, { key: "order-7" })])).toMatchObject([{ ok: true }]);
  expect(service.puts.map(({ body }) => body.byteLength)).toEqual([65, 66]);
  const [entry] = await fileJournal(path).entries();
  expect(entry).toMatchObject({ key: "order-7", stage: "completed", callId: "call-3" });
});

test("one key for two recordings of a batch is refused for the second, whatever becomes of the first", async ({
  service,
}) => {
  service.answer("creates", json(422, { detail: "not now" }));
  const inputs = [inputOf(1, { key: "order-7" }), inputOf(2, { key: "order-7" })];
  const outcomes = await run(service, journalPath(), inputs);
  expect(outcomes.map((outcome) => !outcome.ok && outcome.error.name)).toEqual([
    "UnprocessableEntityError",
    "ConfigurationError",
  ]);
});

test("a recording that is gone is still known by its key", async ({ service }) => {
  const path = journalPath();
  const file = temporaryFile("call.wav");
  const input = inputOf(1, { key: "order-7", file: { path: file } });
  service.answer("creates", json(422, { detail: "not now" }));
  await run(service, path, [input]);
  rmSync(file);
  for (const _ of ["uploaded", "completed"]) expect(await run(service, path, [input])).toMatchObject([{ ok: true }]);
  const otherSize = { stream: streamOf(wavBytes(99)), sizeBytes: 99 };
  expect(await run(service, path, [{ ...input, file: otherSize, filename: "call.wav" }])).toMatchObject([
    { ok: false },
  ]);
  expect([service.puts.length, service.creates.length]).toEqual([1, 2]);
});

test("a recording whose key went on to a stream before it was created is an input of its own", async ({ service }) => {
  const path = journalPath();
  service.answer("creates", json(422, { detail: "not now" }));
  await run(service, path, [inputOf(1, { key: "order-7" })]);
  const stream = { stream: streamOf(wavBytes(99)), sizeBytes: 99 };
  await run(service, path, [inputOf(1, { key: "order-7", file: stream, filename: "call.wav" })]);
  expect(await run(service, path, [inputOf(1)])).toMatchObject([{ ok: true, result: { callId: "call-3" } }]);
});

test("a stream that comes again is uploaded again until its call exists: it may be another one", async ({
  service,
}) => {
  const path = journalPath();
  const streamed = (fill: number) => {
    const file = { stream: streamOf(wavBytes().fill(fill, 50)), sizeBytes: 64 };
    return inputOf(1, { file, filename: "call.wav", key: "order-7" });
  };
  service.answer("creates", json(422, { detail: "not now" }));
  await run(service, path, [streamed(1)]);
  expect(await run(service, path, [streamed(2)])).toMatchObject([{ ok: true }]);
  expect(service.puts.map(({ body }) => body.at(-1))).toEqual([1, 2]);
});

test("of a stream whose call exists, the size is compared", async ({ service }) => {
  const path = journalPath();
  const streamed = (sizeBytes: number) => {
    const file = { stream: streamOf(wavBytes(sizeBytes)), sizeBytes };
    return inputOf(1, { file, filename: "call.wav", key: "order-7" });
  };
  await run(service, path, [streamed(64)]);
  expect(await run(service, path, [streamed(64)])).toMatchObject([{ ok: true }]);
  expect(await run(service, path, [streamed(65)])).toMatchObject([
    { ok: false, error: { name: "ConfigurationError" } },
  ]);
  expect(service.creates).toHaveLength(1);
});

test.for<[string, Answer, object]>([
  [
    "its call is taken",
    json(202, { data: { callId: "call-1", status: "processing" } }),
    { result: { callId: "call-1" } },
  ],
  ["it is uncertain as soon as that one gets no answer", cut, { error: { name: "SubmissionUncertainError" } }],
])("an input that another batch is creating is waited for, and %s", async ([, answer, expected], { service }) => {
  const path = journalPath();
  const answered = deferred<void>();
  const both = [run(service, path, [inputOf(1)]), run(service, path, [inputOf(1)])];
  service.answer("creates", async (exchange) => {
    // The other one has uploaded the recording as well, and must wait now.
    await answered.promise;
    await answer(exchange);
  });
  await expect.poll(() => service.puts.length + service.creates.length).toBeGreaterThanOrEqual(2);
  await new Promise((resolve) => setTimeout(resolve, 200));
  answered.resolve();
  for (const outcomes of await Promise.all(both)) expect(outcomes).toMatchObject([expected]);
  expect(service.creates).toHaveLength(1);
});

/** A key that is waited for between the claim of a creation, which is the second request, and its first byte. */
function keyOfCreation() {
  const [asked, key] = [deferred<void>(), deferred<void>()];
  let keys = 0;
  const apiKey = async () => {
    keys += 1;
    if (keys === 2) {
      asked.resolve();
      await key.promise;
    }
    return "key";
  };
  return { apiKey, asked, key };
}

/** A batch of the first input, whose creation is answered once that is wanted. */
async function heldCreation(service: RecordingService, path: string) {
  const created = deferred<void>();
  service.answer("creates", async (exchange) => {
    await created.promise;
    await json(202, { data: { callId: "call-1", status: "processing" } })(exchange);
  });
  const first = run(service, path, [inputOf(1)]);
  await expect.poll(() => service.creates.length).toBe(1);
  return { created, first };
}

test("the wait for another batch's creation ends with that, or with the input's own deadline", async ({ service }) => {
  const path = journalPath();
  const { created, first } = await heldCreation(service, path);
  const second = await run(service, path, [inputOf(1)], { deadlineMs: 300 });
  expect(second).toMatchObject([{ ok: false, error: { name: "TimeoutError", kind: "deadline" } }]);
  setTimeout(created.resolve, 50);
  const third = run(service, path, [inputOf(1)]);
  for (const outcomes of [await first, await third]) expect(outcomes).toMatchObject([{ result: { callId: "call-1" } }]);
  expect(service.creates).toHaveLength(1);
});

test("an input whose call another batch is creating keeps no other from being uploaded", async ({ service }) => {
  const path = journalPath();
  const { created, first } = await heldCreation(service, path);
  const inputs = [inputOf(1, { key: "order-7" }), inputOf(2)];
  const second = run(service, path, inputs, { concurrency: 1 });
  await expect.poll(() => service.creates.length).toBe(2);
  created.resolve();
  expect((await second).map(({ ok }) => ok)).toEqual([true, true]);
  expect(await first).toMatchObject([{ ok: true }]);
});

test("an input that has waited for another's creation, which came to nothing, is uploaded though no other input comes", async ({
  service,
}) => {
  const path = journalPath();
  const other = fileJournal(path);
  await other.claim("order-7");
  const store: Answer = async (exchange) => {
    // The first to be uploaded is the one that did not wait.
    await other.released("order-7");
    await storeAll()(exchange);
  };
  service.answer("puts", store, store);
  const outcomes = await run(service, path, [inputOf(1, { key: "order-7" }), inputOf(2)], { concurrency: 1 });
  await other.close();
  expect(outcomes.map(({ ok }) => ok)).toEqual([true, true]);
  expect(service.creates).toHaveLength(2);
});

test("a batch whose journal is closed creates no more calls and says so, and what it has sent is recorded", async ({
  service,
}) => {
  const path = journalPath();
  const journal = fileJournal(path);
  const answer = deferred<void>();
  service.answer("creates", async (exchange) => {
    await answer.promise;
    await json(202, { data: { callId: "call-1", status: "processing" } })(exchange);
  });
  const inputs = [inputOf(1), inputOf(2), inputOf(3)];
  const batch = run(service, path, inputs, { journal, concurrency: 1 });
  await expect.poll(() => service.creates.length).toBe(1);
  await journal.close();
  answer.resolve();
  const closed = { ok: false, error: { name: "ConfigurationError", message: expect.stringContaining("was closed") } };
  expect(await batch).toMatchObject([{ ok: true, result: { callId: "call-1" } }, closed, closed]);
  expect(await run(service, path, inputs)).toMatchObject([
    { result: { callId: "call-1" } },
    { ok: true },
    { ok: true },
  ]);
  expect(service.creates).toHaveLength(3);
});

test("a journal that is closed between a claim and its first byte keeps the creation from being sent", async ({
  service,
}) => {
  const path = journalPath();
  const journal = fileJournal(path);
  const { apiKey, asked, key } = keyOfCreation();
  const batch = collect(service.client({ apiKey }).calls.analyzeFiles([inputOf(1)], { poll, journal }));
  await asked.promise;
  await journal.close();
  key.resolve();
  expect(await batch).toMatchObject([
    { ok: false, error: { name: "ConfigurationError" }, resume: { uncertain: false } },
  ]);
  expect(service.creates).toHaveLength(0);
  expect(await run(service, path, [inputOf(1)])).toMatchObject([{ ok: true }]);
  expect(service.creates).toHaveLength(1);
});

test("a key that is no text is refused, and nothing is sent", async ({ service }) => {
  for (const key of ["", 7 as unknown as string]) {
    const [outcome] = await run(service, journalPath(), [inputOf(1, { key })]);
    expect(outcome).toMatchObject({ ok: false, error: { message: "key must be a non-empty string." } });
  }
  expect(service.grants).toHaveLength(0);
});

test("a journal that was asked before the batch still refuses another service", async ({ service }) => {
  const path = journalPath();
  await run(service, path, [inputOf(1)]);
  const journal = fileJournal(path);
  expect(await journal.entries()).toHaveLength(1);
  const other = service.client({ baseUrl: `${service.url}/v2` }).calls;
  await expect(other.analyzeFiles([inputOf(2)], { journal }).next()).rejects.toThrow(/v1, and not/);
  expect(await run(service, path, [inputOf(2)], { journal })).toMatchObject([{ ok: true }]);
});

test.for([400, 404, 410, 422])(
  "an upload of an earlier run that the service refuses with %i is made anew, and its call is created",
  async (status, { service }) => {
    const path = journalPath();
    const gone = json(status, { detail: "no such recording" });
    service.answer("creates", json(422, { detail: "no such member yet" }), gone);
    await run(service, path, [inputOf(1)]);
    expect(await run(service, path, [inputOf(1)])).toMatchObject([{ ok: true }]);
    expect([service.puts.length, service.creates.length]).toEqual([2, 3]);
  },
);

test.for([401, 403, 409])(
  "a creation that a later run is refused with %i is not tried again with another upload",
  async (status, { service }) => {
    const path = journalPath();
    service.answer("creates", json(422, { detail: "no such member yet" }), json(status, { detail: "refused" }));
    await run(service, path, [inputOf(1)]);
    expect(await run(service, path, [inputOf(1)])).toMatchObject([{ ok: false, error: { status } }]);
    expect([service.puts.length, service.creates.length]).toEqual([1, 2]);
  },
);

test("an uncertain creation that is settled to be created again is, once", async ({ service }) => {
  const path = journalPath();
  service.answer("creates", cut);
  await run(service, path, [inputOf(1, { key: "order-7" })]);
  await fileJournal(path).settle("order-7", { recreate: true });
  for (const _ of ["second run", "third run"]) {
    expect(await run(service, path, [inputOf(1, { key: "order-7" })])).toMatchObject([{ ok: true }]);
  }
  expect(service.creates).toHaveLength(2);
  expect(service.puts).toHaveLength(1);
});

test("an uncertain creation that is settled to be skipped is left out, and stops no batch", async ({ service }) => {
  const path = journalPath();
  service.answer("creates", cut);
  await run(service, path, [inputOf(1, { key: "order-7" })]);
  await fileJournal(path).settle("order-7", { skip: true });
  expect(await fileJournal(path).claim("order-7")).toEqual({ status: "unknown" });
  const inputs = [inputOf(1, { key: "order-7" }), inputOf(2)];
  const outcomes = await run(service, path, inputs, { stopOnError: true, concurrency: 1, pollConcurrency: 1 });
  expect(outcomes.map(({ ok }) => ok)).toEqual([false, true]);
  expect(String(outcomes[0]?.ok === false && outcomes[0].error)).toContain("{ skip: true }");
  expect(service.creates).toHaveLength(2);
});

test("settle refuses the call of another input of the journal", async ({ service }) => {
  const path = journalPath();
  service.answer("creates", json(202, { data: { callId: "call-1", status: "processing" } }), cut);
  await run(service, path, [inputOf(1, { key: "one" })]);
  await run(service, path, [inputOf(2, { key: "two" })]);
  await expect(fileJournal(path).settle("two", { callId: "call-1" })).rejects.toThrow(/call of another input/);
  const both = { callId: "call-2", recreate: true as const };
  await expect(fileJournal(path).settle("two", both)).rejects.toThrow(/and one of them/);
  expect(await fileJournal(path).entries()).toContainEqual({ key: "two", stage: "creating", uncertain: true });
});

test("an input whose analysis failed is created again only when a person says so, and is then uploaded again", async ({
  service,
}) => {
  const path = journalPath();
  const failed = json(200, { data: { callId: "call-1", status: "failed", analysis: null } });
  service.answer("reads", failed, failed);
  for (const _ of ["first run", "second run"]) {
    const [outcome] = await run(service, path, [inputOf(1, { key: "order-7" })]);
    expect(outcome).toMatchObject({ ok: false, error: { name: "AnalysisFailedError" } });
  }
  expect(service.creates).toHaveLength(1);
  await fileJournal(path).settle("order-7", { recreate: true });
  const outcomes = await run(service, path, [inputOf(1, { key: "order-7" })]);
  expect(outcomes).toMatchObject([{ ok: true, result: { callId: "call-2" } }]);
  expect([service.creates.length, service.puts.length]).toEqual([2, 2]);
});

test("an input whose call the service does not know may be settled again, by a new one", async ({ service }) => {
  const path = journalPath();
  const input = inputOf(1, { key: "order-7" });
  service.answer("creates", cut);
  await run(service, path, [input]);
  await fileJournal(path).settle("order-7", { callId: "wrong" });
  service.answer("reads", json(404, { detail: "no such call" }));
  expect(await run(service, path, [input])).toMatchObject([{ ok: false, error: { name: "NotFoundError" } }]);
  expect(await fileJournal(path).entries()).toMatchObject([{ stage: "created", failed: true, callId: "wrong" }]);
  await fileJournal(path).settle("order-7", { recreate: true });
  expect(await run(service, path, [input])).toMatchObject([{ ok: true, result: { callId: "call-2" } }]);
});

test("to settle an input of a journal that does not exist is refused, and makes no file", async () => {
  const path = journalPath();
  await expect(fileJournal(path).settle("order-7", { skip: true })).rejects.toThrow(/does not exist/);
  expect(await fileJournal(path).entries()).toEqual([]);
  expect(readdirSync(dirname(path))).toEqual([]);
});

test("the file has neither keys nor signatures nor the recordings' names", async ({ service }) => {
  const path = journalPath();
  await run(service, path, [inputOf(1, { filename: "Ravi Kumar.wav" })]);
  expect(readFileSync(path, "utf8")).not.toMatch(/key-of-the-test|secret-|Ravi/);
});

test("a recording that comes in other chunks at another run is the same recording", async ({ service }) => {
  const path = journalPath();
  const bytes = wavBytes(600_000);
  for (const chunkBytes of [600_000, 1_000, 262_145]) {
    const open = () =>
      new ReadableStream({
        start(controller) {
          for (let at = 0; at < bytes.length; at += chunkBytes) controller.enqueue(bytes.subarray(at, at + chunkBytes));
          controller.close();
        },
      });
    await run(service, path, [inputOf(1, { file: { open, sizeBytes: bytes.length }, filename: "call.wav" })]);
  }
  expect(service.creates).toHaveLength(1);
});

test("a stream of an input that the journal knows, or leaves out, is cancelled", async ({ service }) => {
  const path = journalPath();
  let cancelled = 0;
  const make = () => {
    const cancel = () => {
      cancelled += 1;
    };
    const stream = new ReadableStream({ cancel });
    return inputOf(1, { file: { stream, sizeBytes: 64 }, filename: "call.wav", key: "order-7" });
  };
  await run(service, path, [inputOf(0, { key: "order-7" })]);
  expect(await run(service, path, [make()])).toMatchObject([{ ok: true }]);
  await expect.poll(() => cancelled).toBe(1);
  service.answer("creates", cut);
  await run(service, path, [inputOf(0, { key: "order-8", memberId: "n" })]);
  expect(await run(service, path, [{ ...make(), key: "order-8", memberId: "n" }])).toMatchObject([{ ok: false }]);
  await expect.poll(() => cancelled).toBe(2);
});

test("a call whose analysis could not be read is not one that has failed", async ({ service }) => {
  const path = journalPath();
  service.answer("reads", json(500, {}));
  const [outcome] = await run(service, path, [inputOf(1)]);
  expect(outcome).toMatchObject({ ok: false, error: { name: "ServerError", stage: "poll" } });
  const [entry] = await fileJournal(path).entries();
  expect([entry?.stage, entry?.failed]).toEqual(["created", undefined]);
});
