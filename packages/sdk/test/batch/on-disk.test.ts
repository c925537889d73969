/** What a journal has answered is on disk: written, and synced, so that neither a kill nor a power cut takes it away. */
import { once } from "node:events";
import { type FileHandle, open } from "node:fs/promises";
import { createInterface } from "node:readline";
import { fileJournal } from "@call-analysis/sdk/node";
import { expect, onTestFinished, test, vi } from "vitest";
import { gate } from "../support/gate.ts";
import { bundleProgram, startProgram } from "../support/test-program.ts";
import { temporaryFolder } from "../upload/recordings.ts";

const service = { baseUrl: "https://service.test/v1" };

function journalPath(): string {
  return `${temporaryFolder()}/batch.jsonl`;
}

/** Lets no file be synced until the gate is opened. There is no other way to reach what all open files share. */
async function holdSyncing(
  method: "sync" | "datasync",
  onSync = async (_file: FileHandle): Promise<void> => {},
): Promise<{ release: () => void; isHeld: () => boolean }> {
  const file = await open(import.meta.filename);
  await file.close();
  const methods: FileHandle = Object.getPrototypeOf(file);
  const real = methods[method];
  const { opened, open: release } = gate();
  const syncing = vi.spyOn(methods, method).mockImplementation(async function (this: FileHandle) {
    await opened;
    await onSync(this);
    return real.call(this);
  });
  onTestFinished(() => syncing.mockRestore());
  return { release, isHeld: () => syncing.mock.calls.length > 0 };
}

/** Whether a promise is settled once everything has run that can. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  promise.finally(() => {
    settled = true;
  });
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  return settled;
}

test.each(["claim", "created", "released"] as const)(
  "%s is answered when it is synced, and not before",
  async (step) => {
    const journal = fileJournal(journalPath());
    await journal.begin(service);
    if (step !== "claim") await journal.claim("order-7");
    const disk = await holdSyncing("datasync");
    const answer = step === "created" ? journal.created("order-7", "call-7") : journal[step]("order-7");
    await expect.poll(disk.isHeld).toBe(true);
    expect(await isSettled(answer)).toBe(false);
    disk.release();
    await answer;
    await journal.close();
  },
);

test("a new journal is used when the file and its name are synced, and not before", async () => {
  const synced: string[] = [];
  const disk = await holdSyncing("sync", async (file) => {
    synced.push((await file.stat()).isDirectory() ? "folder" : "file");
  });
  const journal = fileJournal(journalPath());
  const beginning = journal.begin(service);
  await expect.poll(disk.isHeld).toBe(true);
  expect(await isSettled(beginning)).toBe(false);
  disk.release();
  await beginning;
  expect(synced).toEqual(process.platform === "win32" ? ["file"] : ["file", "folder"]);
  await journal.close();
});

test("of a process that was killed, all that its journal had answered is known to another one", async () => {
  const path = journalPath();
  const program = await bundleProgram(new URL("create-process.ts", import.meta.url));
  // It has read the file before the second process writes more.
  const journal = fileJournal(path);
  const answered = new Map<string, string>();
  for (const [run, leastAnswers] of [3, 40].entries()) {
    const child = startProgram(program, [path, String(run)]);
    for await (const line of createInterface(child.stdout as NodeJS.ReadableStream)) {
      const { key, callId } = JSON.parse(line);
      answered.set(key, callId);
      if (answered.size >= leastAnswers) child.kill("SIGKILL");
    }
    if (child.signalCode === null) await once(child, "exit");
    const known = new Map((await journal.entries()).map(({ key, callId }) => [key, callId]));
    expect([...answered].filter(([key, callId]) => known.get(key) !== callId)).toEqual([]);
    for (const [key, callId] of answered) expect(await journal.claim(key)).toEqual({ status: "created", callId });
  }
  expect(answered.size).toBeGreaterThanOrEqual(40);
});
