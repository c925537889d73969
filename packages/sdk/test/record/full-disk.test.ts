import { readdirSync, rmSync, writeFileSync } from "node:fs";
import type { BatchOutcome } from "@call-analysis/sdk";
import { type FileJournal, fileJournal } from "@call-analysis/sdk/node";
import { expect, onTestFinished, vi } from "vitest";
import { fillDisk, mayMount, smallDisk } from "../../../../scripts/small-disk.ts";
import { failureOf } from "../support/failure-of.ts";
import { test } from "../upload/recording-service.js";
import { wavBytes } from "../upload/recordings.js";

const poll = { initialDelayMs: 0, intervalMs: 1 };
const service = { baseUrl: "https://service.test/v1" };
const full = /the disk is full \(ENOSPC\)/;

/** A journal on a disk, ready for a batch. */
async function begunOn(disk: string): Promise<FileJournal> {
  const journal = fileJournal(`${disk}/calls.journal`);
  onTestFinished(() => journal.close());
  await journal.begin(service);
  return journal;
}

test.for([20, 60, 512])(
  "a disk of %i KiB, too small for a journal, is told before anything is sent",
  async (sizeKiB, { service: fake, skip }) => {
    const disk = smallDisk(sizeKiB);
    if (disk === undefined) return skip(mayMount);
    const input = { file: wavBytes(), memberId: "m", categoryId: "c" };
    const batch = fake.client().calls.analyzeFiles([input], { journal: fileJournal(`${disk}/calls.journal`) });
    await expect(batch.next()).rejects.toThrow(/the disk is full|a folder that exists, may be written and has room/);
    expect(fake.grants).toHaveLength(0);
  },
);

test("a disk that others fill once bytes have left still takes every call, and no new claim until there is room", async ({
  skip,
}) => {
  const disk = smallDisk(4_096);
  if (disk === undefined) return skip(mayMount);
  const journal = await begunOn(disk);
  const keys = Array.from({ length: 50 }, (_, index) => `order-${index}`);
  for (const key of keys) {
    await journal.claim(key);
    await journal.sending(key);
  }
  const makeRoom = fillDisk(disk);
  for (const key of keys) await journal.created(key, `call of ${key}`);
  fillDisk(disk);
  const refused = await failureOf(journal.claim("order-50"));
  expect(refused).toMatchObject({
    message: expect.stringMatching(full),
    cause: { code: "ENOSPC", cause: { code: "ERR_SQLITE_ERROR" } },
  });
  expect(readdirSync(disk).filter((name) => name.endsWith("-reserve"))).toEqual([]);
  makeRoom();
  expect(await journal.claim("order-50")).toEqual({ status: "claimed" });
  const entries = await journal.entries();
  expect(entries.filter(({ stage }) => stage === "created").map(({ callId }) => callId)).toEqual(
    keys.map((key) => `call of ${key}`),
  );
});

test("a disk without enough room for what is kept free grants no claim, and gets back what that took", async ({
  skip,
}) => {
  const disk = smallDisk(4_096);
  if (disk === undefined) return skip(mayMount);
  const journal = await begunOn(disk);
  const entry = await journal.enter({ key: "order-7" });
  const reserves = () => readdirSync(disk).filter((name) => name.endsWith("-reserve"));
  for (const name of reserves()) rmSync(`${disk}/${name}`);
  writeFileSync(`${disk}/some-room`, Buffer.alloc(65_536));
  fillDisk(disk);
  rmSync(`${disk}/some-room`);
  expect(await failureOf(entry.claim(entry.id))).toMatchObject({ message: expect.stringMatching(full) });
  expect(reserves()).toEqual([]);
});

test("a call that cannot be recorded is in its outcome and in a warning, and the next run says that it is uncertain", async ({
  service: fake,
  skip,
}) => {
  const disk = smallDisk(4_096);
  if (disk === undefined) return skip(mayMount);
  const path = `${disk}/calls.journal`;
  const warn = vi.fn();
  const logger = { debug: vi.fn(), info: vi.fn(), warn, error: vi.fn() };
  const sdk = fake.client({ logger, logLevel: "warn" });
  let makeRoom = () => {};
  const run = async () => {
    const input = { file: wavBytes(), memberId: "m", categoryId: "c", key: "order-7" };
    const outcomes: BatchOutcome[] = [];
    for await (const outcome of sdk.calls.analyzeFiles([input], { journal: fileJournal(path), poll })) {
      outcomes.push(outcome);
    }
    return outcomes;
  };
  fake.answer("creates", async ({ response, readBody }) => {
    await readBody();
    makeRoom = fillDisk(disk);
    // Somebody takes what was kept free, too.
    for (const name of readdirSync(disk)) if (name.endsWith("-reserve")) rmSync(`${disk}/${name}`);
    fillDisk(disk);
    response.writeHead(202, { "content-type": "application/json" });
    response.end(JSON.stringify({ data: { callId: "call-1", status: "processing" } }));
  });
  expect(await run()).toMatchObject([{ ok: true, result: { callId: "call-1" } }]);
  expect(warn.mock.calls.flat().join("\n")).toMatch(/The call call-1 exists, and is not in the journal/);
  makeRoom();
  expect(await run()).toMatchObject([{ ok: false, error: { name: "SubmissionUncertainError" } }]);
  expect(fake.creates).toHaveLength(1);
});
