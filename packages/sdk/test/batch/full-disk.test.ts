import { type FileHandle, open } from "node:fs/promises";
import { fileJournal } from "@call-analysis/sdk/node";
import { expect, onTestFinished, vi } from "vitest";
import { test } from "../upload/recording-service.js";
import { temporaryFolder, wavBytes } from "../upload/recordings.js";

const poll = { initialDelayMs: 0, intervalMs: 1 };
const service = { baseUrl: "https://service.test/v1" };

function journalPath(): string {
  return `${temporaryFolder()}/batch.jsonl`;
}

/** The methods that all open files share: there is no other way to reach them. */
async function fileMethods(): Promise<FileHandle> {
  const file = await open(import.meta.filename);
  await file.close();
  return Object.getPrototypeOf(file);
}

/** The disk is full at the next line: some bytes of it are written. */
async function fillDisk({ keptBytes, canTruncate }: { keptBytes: number; canTruncate: boolean }): Promise<void> {
  const methods = await fileMethods();
  const append = methods.appendFile;
  const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  const writing = vi.spyOn(methods, "appendFile");
  onTestFinished(() => writing.mockRestore());
  writing.mockImplementationOnce(async function (this: FileHandle, data) {
    await append.call(this, String(data).slice(0, keptBytes));
    throw full;
  });
  if (canTruncate) return;
  const cutting = vi.spyOn(methods, "truncate").mockRejectedValueOnce(full);
  onTestFinished(() => cutting.mockRestore());
}

test.for([
  [0, true],
  [20, true],
  [1_000, true],
  [0, false],
  [20, false],
  [1_000, false],
] as const)(
  "a line of which a full disk kept %i bytes does not swallow the next one (can be cut off: %s)",
  async ([keptBytes, canTruncate]) => {
    const path = journalPath();
    const journal = fileJournal(path);
    await journal.begin(service);
    await fillDisk({ keptBytes, canTruncate });
    await expect(journal.claim("one")).rejects.toThrow(/could not be written. Error: ENOSPC/);
    expect(await journal.claim("two")).toEqual({ status: "claimed" });
    await journal.created("two", "call-2");
    await journal.close();
    const reopened = fileJournal(path);
    await reopened.begin(service);
    // A whole line that could not be cut off counts: nobody creates a second call.
    const isWhole = keptBytes === 1_000 && !canTruncate;
    expect(await reopened.find("one")).toEqual(isWhole ? expect.objectContaining({ stage: "creating" }) : undefined);
    expect(await reopened.find("two")).toMatchObject({ stage: "created", callId: "call-2" });
    await reopened.close();
  },
);

test("an input whose line does not fit on the disk is not sent, and the next run sends it", async ({
  service: fake,
}) => {
  const path = journalPath();
  const inputs = [{ file: wavBytes(), memberId: "m", categoryId: "c", key: "order-7" }];
  const run = async () => {
    const outcomes = [];
    const journal = fileJournal(path);
    for await (const outcome of fake.client().calls.analyzeFiles(inputs, { journal, poll })) outcomes.push(outcome);
    return outcomes;
  };
  const journal = fileJournal(path);
  await journal.begin({ baseUrl: `${fake.url}/v1` });
  await journal.close();
  await fillDisk({ keptBytes: 40, canTruncate: true });
  expect(await run()).toMatchObject([{ ok: false, error: { name: "ConfigurationError", stage: "create" } }]);
  expect(fake.creates).toHaveLength(0);
  expect(await run()).toMatchObject([{ ok: true }]);
  expect(fake.creates).toHaveLength(1);
});
