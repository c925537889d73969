import { appendFileSync, readFileSync, statSync, writeFileSync } from "node:fs";
import type fs from "node:fs/promises";
import { appendFile } from "node:fs/promises";
import { dirname } from "node:path";
import type {
  AnalyzeFileInput,
  BatchJournalEntry,
  BatchOptions,
  BatchOutcome,
  CompletedCall,
} from "@call-analysis/sdk";
import { fileJournal } from "@call-analysis/sdk/node";
import { expect, vi } from "vitest";
import { cut, json, type RecordingService, test } from "../upload/recording-service.js";
import { streamOf, temporaryFile, temporaryFolder, wavBytes } from "../upload/recordings.js";

// A spy on the file system, which writes for real unless a test lets the disk run full.
vi.mock("node:fs/promises", async (importOriginal) => {
  const original = await importOriginal<typeof fs>();
  return { ...original, default: original, appendFile: vi.fn(original.appendFile) };
});

const poll = { initialDelayMs: 0, intervalMs: 1, toleratedFailures: 0 };

function inputOf(number: number, fields: Partial<AnalyzeFileInput> = {}): AnalyzeFileInput {
  return { file: wavBytes(64 + number), memberId: "m", categoryId: "c", ...fields };
}

async function run(
  service: RecordingService,
  path: string,
  inputs: AnalyzeFileInput[],
  options: BatchOptions = {},
): Promise<BatchOutcome[]> {
  const outcomes: BatchOutcome[] = [];
  const batch = service.client().calls.analyzeFiles(inputs, { poll, journal: fileJournal(path), ...options });
  for await (const outcome of batch) outcomes.push(outcome);
  return outcomes.toSorted((one, other) => one.index - other.index);
}

function entryOf(callId: string): BatchJournalEntry {
  return { result: { callId } as CompletedCall };
}

function journalPath(): string {
  return `${temporaryFolder()}/batch.jsonl`;
}

test("a batch that is run again sends nothing, and gives the same results", async ({ service }) => {
  const path = journalPath();
  const first = await run(service, path, [inputOf(1), inputOf(2)]);
  const sent = service.grants.length + service.creates.length + service.reads.length;
  expect(await run(service, path, [inputOf(1), inputOf(2)])).toEqual(first);
  expect(service.grants.length + service.creates.length + service.reads.length).toBe(sent);
});

test("only what was not completed is done again, in whatever order the inputs come", async ({ service }) => {
  const path = journalPath();
  service.answer("reads", json(401, { detail: "the key was revoked" }));
  await run(service, path, [inputOf(1)]);
  const outcomes = await run(service, path, [inputOf(2), inputOf(1)]);
  expect(outcomes.map(({ ok }) => ok)).toEqual([true, true]);
  expect(service.creates).toHaveLength(2);
  expect(outcomes[1]).toMatchObject({ result: { callId: "call-1" } });
});

test("an uncertain creation is not sent again: every run says so, and has its token", async ({ service }) => {
  const path = journalPath();
  service.answer("creates", cut);
  for (const _ of ["first run", "second run", "third run"]) {
    const [outcome] = await run(service, path, [inputOf(1)]);
    expect(outcome).toMatchObject({
      ok: false,
      error: { name: "SubmissionUncertainError", stage: "create" },
      resume: { stage: "create", uncertain: true },
    });
  }
  expect(service.creates).toHaveLength(1);
});

test("who checked that a call does not exist can have it created again, once", async ({ service }) => {
  const path = journalPath();
  service.answer("creates", cut);
  await run(service, path, [inputOf(1)]);
  for (const _ of ["second run", "third run"]) {
    expect(await run(service, path, [inputOf(1)], { onUncertain: "recreate" })).toMatchObject([{ ok: true }]);
  }
  expect(service.creates).toHaveLength(2);
  expect(service.puts).toHaveLength(1);
});

test("an `onUncertain` that is neither word is refused before anything is sent", async ({ service }) => {
  const options = { onUncertain: "retry" as "recreate" };
  await expect(run(service, journalPath(), [inputOf(1)], options)).rejects.toThrow(
    'onUncertain must be "report" or "recreate", and is "retry".',
  );
  expect(service.grants).toHaveLength(0);
});

test("a creation that was refused is sent again, and the recording is not uploaded again", async ({ service }) => {
  const path = journalPath();
  service.answer("creates", json(422, { detail: "no such member yet" }));
  await run(service, path, [inputOf(1)]);
  expect(await run(service, path, [inputOf(1)])).toMatchObject([{ ok: true }]);
  expect(service.creates).toHaveLength(2);
  expect(service.puts).toHaveLength(1);
});

test("the same input twice in a batch is two calls, in each run the same two", async ({ service }) => {
  const path = journalPath();
  const first = await run(service, path, [inputOf(1), inputOf(1)]);
  const second = await run(service, path, [inputOf(1), inputOf(1)]);
  expect(service.creates).toHaveLength(2);
  const idsOf = (outcomes: BatchOutcome[]) => outcomes.map((outcome) => outcome.ok && outcome.result.callId).toSorted();
  expect(idsOf(second)).toEqual(idsOf(first));
});

test("inputs are distinguished by their recordings' content and by their calls' fields", async ({ service }) => {
  const path = journalPath();
  await run(service, path, [inputOf(1)]);
  await run(service, path, [inputOf(1, { memberId: "other" })]);
  await run(service, path, [inputOf(1, { udfs: { order: 8 } })]);
  await run(service, path, [inputOf(1, { file: wavBytes(65).map((byte, at) => (at === 64 ? 0 : byte)) })]);
  expect(service.creates).toHaveLength(4);
});

test("a file that was moved is the same recording", async ({ service }) => {
  const path = journalPath();
  for (const folder of [1, 2]) {
    const file = { path: temporaryFile("call.wav", wavBytes(3_000_000)) };
    expect(folder).toBeGreaterThan(0);
    await run(service, path, [inputOf(1, { file })]);
  }
  expect(service.creates).toHaveLength(1);
});

test("a stream that can be read once is identified by its name and size, and sent whole", async ({ service }) => {
  const path = journalPath();
  const make = () => inputOf(1, { file: { stream: streamOf(wavBytes()), sizeBytes: 64 }, filename: "call.wav" });
  await run(service, path, [make()]);
  await run(service, path, [make()]);
  expect(service.creates).toHaveLength(1);
  expect(service.puts[0]?.body.byteLength).toBe(64);
});

test("half a line, left by a process that died, is skipped, and the journal goes on after it", async ({ service }) => {
  const path = journalPath();
  await run(service, path, [inputOf(1)]);
  appendFileSync(path, '{"version":1,"key":"ab');
  await run(service, path, [inputOf(2)]);
  await run(service, path, [inputOf(1), inputOf(2)]);
  expect(service.creates).toHaveLength(2);
});

test("a journal of another version is refused before anything is sent", async ({ service }) => {
  const path = journalPath();
  writeFileSync(path, '{"version":2,"key":"a"}\n');
  const [outcome] = await run(service, path, [inputOf(1)]);
  expect(outcome).toMatchObject({ ok: false, error: { name: "ConfigurationError" } });
  expect(service.grants).toHaveLength(0);
});

test("a journal that cannot be written stops an input before its call is created", async ({ service }) => {
  const [outcome] = await run(service, "/nowhere/batch.jsonl", [inputOf(1)]);
  expect(outcome).toMatchObject({ ok: false, resume: { stage: "create", uncertain: false } });
  expect(service.creates).toHaveLength(0);
});

test("the file has neither keys nor signatures nor the recordings' names", async ({ service }) => {
  const path = journalPath();
  await run(service, path, [inputOf(1, { filename: "Ravi Kumar.wav" })]);
  expect(readFileSync(path, "utf8")).not.toMatch(/key-of-the-test|secret-|Ravi/);
});

test("a line that a full disk cut in half does not swallow the one after it", async () => {
  const path = journalPath();
  const journal = fileJournal(path);
  vi.mocked(appendFile).mockImplementationOnce(async (file, data) => {
    appendFileSync(String(file), String(data).slice(0, 20));
    throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  });
  const records = await Promise.allSettled(["one", "two", "three"].map((key) => journal.record(key, entryOf(key))));
  expect(records.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
  const reopened = fileJournal(path);
  for (const memory of [journal, reopened]) {
    expect(await memory.find("one")).toBeUndefined();
    expect(await memory.find("two")).toMatchObject(entryOf("two"));
    expect(await memory.find("three")).toMatchObject(entryOf("three"));
  }
});

test("only its owner may read the file, and a change of directory does not move it", async () => {
  const path = journalPath();
  const directory = vi.spyOn(process, "cwd").mockReturnValue(dirname(path));
  const journal = fileJournal("batch.jsonl");
  directory.mockRestore();
  await journal.record("one", entryOf("one"));
  if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, "utf8")).toContain('"key":"one"');
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

test("a journal that is none is refused at once, with what to pass", ({ service }) => {
  const journal = "batch.jsonl" as unknown as BatchOptions["journal"];
  expect(() => service.client().calls.analyzeFiles([], { journal })).toThrow(
    /journal must have find and record, as fileJournal/,
  );
});

test("a path that is none is refused when the journal is made", () => {
  for (const path of ["", new URL("https://service.test/batch.jsonl")]) {
    expect(() => fileJournal(path)).toThrow(/path must be a non-empty text or a file: URL/);
  }
});
