import { once } from "node:events";
import { statSync } from "node:fs";
import { fileJournal } from "@call-analysis/sdk/node";
import { expect, test } from "vitest";
import { bundleProgram, startProgram } from "../support/test-program.js";
import { temporaryFolder } from "../upload/recordings.js";

const service = { baseUrl: "https://service.test/v1" };

const journalProcess = new URL("journal-process.ts", import.meta.url);

/** What that process measured. */
interface Measured {
  sizeBytes: number;
  heapBytesPerInput: number;
  mostRssMiB: number;
  entries: number;
}

/** Runs a process of this folder, and parses what it prints. */
async function measure<Result = Measured>(program: URL, ...parameters: string[]): Promise<Result> {
  const child = startProgram(await bundleProgram(program), parameters, ["--expose-gc"]);
  let text = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  await once(child, "close");
  return JSON.parse(text);
}

// A gigabyte where long tests are asked for, and a tenth of it elsewhere.
const inputs = process.env.LONG_TESTS ? 100_000 : 10_000;

test("results stay on disk: a large journal costs at most 300 bytes an input, and little to read back", async () => {
  const path = `${temporaryFolder()}/batch.jsonl`;
  const written = await measure(journalProcess, "write", path, String(inputs));
  expect(written.sizeBytes).toBeGreaterThan(inputs * 10_000);
  expect(written.heapBytesPerInput).toBeLessThanOrEqual(300);
  const read = await measure(journalProcess, "read", path);
  expect(read.entries).toBe(inputs);
  expect(read.heapBytesPerInput).toBeLessThanOrEqual(300);
  // Node alone takes about 60 MiB, whatever the size of the file.
  expect(read.mostRssMiB).toBeLessThan(200);
});

test("a batch with a journal costs at most 300 bytes of memory an input", async () => {
  const path = `${temporaryFolder()}/batch.jsonl`;
  const count = process.env.LONG_TESTS ? 24_000 : 4_000;
  const measured = await measure<{ settled: number; heapBytesPerInput: number }>(
    new URL("batch-memory-process.ts", import.meta.url),
    path,
    String(count),
  );
  expect(measured.settled).toBe(count);
  expect(measured.heapBytesPerInput).toBeLessThanOrEqual(300);
});

test("a journal that is mostly outdated is written anew when it is opened, and says the same", async () => {
  const path = `${temporaryFolder()}/batch.jsonl`;
  const journal = fileJournal(path, { results: false });
  await journal.begin(service);
  const keys = Array.from({ length: 3_000 }, (_, index) => `order-${index} ${"x".repeat(300)}`);
  await Promise.all(
    keys.map(async (key, index) => {
      await journal.uploaded(key, `https://store.test/${index}`);
      await journal.claim(key);
      if (index % 3 === 0) return;
      if (index % 3 === 1) await journal.released(key);
      else await journal.created(key, `call-${index}`);
    }),
  );
  await journal.close();
  const before = statSync(path).size;
  const reopened = fileJournal(path, { results: false });
  const entries = await reopened.entries();
  await reopened.begin(service);
  expect(statSync(path).size).toBeLessThan(before / 2);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(entries.map(({ key }) => key)).toEqual(keys);
  expect(entries.filter(({ uncertain }) => uncertain)).toHaveLength(1_000);
  expect(await reopened.find(keys[0] ?? "")).toMatchObject({ stage: "creating", audio_url: "https://store.test/0" });
  expect(await reopened.find(keys[1] ?? "")).toMatchObject({ stage: "uploaded", audio_url: "https://store.test/1" });
  expect(await reopened.find(keys[2] ?? "")).toMatchObject({ stage: "created", callId: "call-2" });
  await reopened.close();
});
