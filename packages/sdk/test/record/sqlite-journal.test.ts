/** The journal as a ledger: the rules for all ledgers, and writing beside other processes. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { ledgerCases } from "@call-analysis/sdk/ledger-conformance";
import { type FileJournal, fileJournal } from "@call-analysis/sdk/node";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { InputRecord } from "../../src/record/journal.ts";
import { failureOf } from "../support/failure-of.ts";
import { temporaryFolder } from "../upload/recordings.ts";

const service = { baseUrl: "https://service.test/v1" };
const resultOf = (callId: string) => ({ callId, status: "completed", analysis: { score: 1 }, metadata: {} }) as never;
const journalPath = () => `${temporaryFolder()}/calls.journal`;

describe("a journal is a ledger, of one connection and of many", () => {
  for (const { name, run } of ledgerCases) {
    test(name, async () => {
      const one = fileJournal(journalPath());
      await run(() => one);
      await one.close();
      const path = journalPath();
      const many: FileJournal[] = [];
      await run(() => {
        const journal = fileJournal(path);
        many.push(journal);
        return journal;
      });
      await Promise.all(many.map((journal) => journal.close()));
    });
  }
});

test("a journal that nothing was written to makes no file, and one that is disposed of leaves nothing beside it", async () => {
  const path = journalPath();
  expect(() => fileJournal(path, { results: "no" as never })).toThrow("results must be a boolean");
  const journal = fileJournal(path);
  expect(await journal.find("order-7")).toBeUndefined();
  expect(await journal.sending("order-7")).toBe(false);
  await journal.released("order-7");
  expect(readdirSync(dirname(path))).toEqual([]);
  await journal.claim("order-7");
  await journal[Symbol.asyncDispose]();
  expect(readdirSync(dirname(path))).toEqual(["calls.journal"]);
});

test("the room that a journal keeps is room also on a disk that compresses", async () => {
  const path = journalPath();
  await using journal = fileJournal(path);
  await journal.claim("order-7");
  const name = readdirSync(dirname(path)).find((each) => each.endsWith("-reserve"));
  expect(gzipSync(readFileSync(`${dirname(path)}/${name}`)).length).toBeGreaterThan(1_000_000);
});

test("an upload is recorded as soon as it is done, before anything is claimed", async () => {
  await using journal = fileJournal(journalPath());
  await journal.begin(service);
  const record = await journal.enter({ key: "order-7" });
  await record.uploaded("https://files.test/call.wav");
  expect(await journal.find("order-7")).toEqual({ stage: "uploaded", audio_url: "https://files.test/call.wav" });
});

test("a creation is known by the address in its last claim, and a claim without one leaves what is known", async () => {
  await using journal = fileJournal(journalPath());
  for (const audio_url of ["https://files.test/1.wav", "https://files.test/2.wav"]) {
    await journal.claim("order-7", { audio_url });
    await journal.released("order-7");
  }
  await journal.claim("order-7");
  expect(await journal.find("order-7")).toMatchObject({ stage: "creating", audio_url: "https://files.test/2.wav" });
});

test("a journal that is used again after it was closed holds its claims as before", async () => {
  const path = journalPath();
  await using one = fileJournal(path);
  await using two = fileJournal(path);
  await one.claim("a");
  await one.close();
  expect(await one.claim("b")).toEqual({ status: "claimed" });
  expect(await two.claim("b")).toEqual({ status: "unknown" });
});

test("a journal that is closed while it is being opened for its first claim leaves nothing open", async () => {
  const path = journalPath();
  const journal = fileJournal(path);
  const claim = journal.claim("a");
  await journal.close();
  await claim.catch(() => {});
  expect(readdirSync(dirname(path))).toEqual(["calls.journal"]);
});

test("a call is not recorded in a file that was moved while the write waited for another process", async () => {
  const path = journalPath();
  await using journal = fileJournal(path);
  await journal.claim("a");
  const other = new DatabaseSync(path);
  other.exec("begin immediate");
  const recording = failureOf(journal.created("a", "call-1"));
  // It has looked at the file, and is told that it is busy.
  await delay(100);
  renameSync(path, `${path}.old`);
  other.exec("rollback");
  other.close();
  expect(await recording).toMatchObject({ message: expect.stringMatching(/was deleted, renamed or replaced/) });
});

test("who makes a journal is still told the warnings of the program", () => {
  const { emitWarning } = process;
  fileJournal(journalPath());
  expect(process.emitWarning).toBe(emitWarning);
});

test.each([
  ["2.99.99", false],
  ["3.9.9", false],
  ["3.50.9", false],
  ["3.51.2", false],
  ["3.51.3", true],
  ["3.51.10", true],
  ["3.52.0", true],
  ["4.0.0", true],
])("SQLite %s may be used: %s", (version, isUsable) => {
  const statement = { get: () => ({ version }) };
  const prepare = vi.spyOn(DatabaseSync.prototype, "prepare").mockReturnValue(statement as never);
  onTestFinished(() => prepare.mockRestore());
  const make = () => fileJournal(journalPath());
  if (isUsable) expect(make).not.toThrow();
  else expect(make).toThrow(`this runtime has SQLite ${version}`);
});

test("a journal waits for the disk at each write, so that a power failure takes no creation out of it", async () => {
  const exec = vi.spyOn(DatabaseSync.prototype, "exec");
  const path = journalPath();
  await using journal = fileJournal(path);
  await journal.claim("order-7");
  const databases = exec.mock.contexts as DatabaseSync[];
  const connection = databases.find((database) => database.isOpen && database.location() === path);
  // 2 is "full". With less, what SQLite has written may not be on the disk until its log is emptied.
  expect(connection?.prepare("pragma synchronous").get()).toEqual({ synchronous: 2 });
});

test("room that was given up for a call is kept free again from the next claim on", async () => {
  const path = journalPath();
  await using journal = fileJournal(path);
  await journal.claim("order-7");
  const reserves = () => readdirSync(dirname(path)).filter((name) => name.endsWith("-reserve"));
  const [reserve] = reserves();
  rmSync(`${dirname(path)}/${reserve}`);
  await journal.claim("order-8");
  expect(reserves()).toEqual([reserve]);
});

test("a write waits for another process's, without stopping the event loop", async () => {
  const path = journalPath();
  const journal = fileJournal(path);
  onTestFinished(() => journal.close());
  await journal.begin(service);
  const other = new DatabaseSync(path);
  other.exec("begin immediate");
  const told: string[] = [];
  const claiming = journal.claim("order-7").then(({ status }) => told.push(status));
  await new Promise((resolve) => setTimeout(resolve, 50));
  told.push("the loop went on");
  other.exec("commit");
  other.close();
  await claiming;
  expect(told).toEqual(["the loop went on", "claimed"]);
});

test("a process that is suspended while it writes is told as busy after 10 seconds", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const path = journalPath();
  const journal = fileJournal(path);
  onTestFinished(() => journal.close());
  await journal.begin(service);
  const other = new DatabaseSync(path);
  onTestFinished(() => other.close());
  other.exec("begin immediate");
  const claiming = journal.claim("order-7").catch(String);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1_100);
  expect(await claiming).toMatch(/kept busy by another process for 10 seconds/);
});

test("what was claimed and not sent when a journal is closed is free, and what was sent is uncertain", async () => {
  const path = journalPath();
  const journal = fileJournal(path);
  await journal.claim("order-1");
  await journal.claim("order-2");
  await journal.sending("order-2");
  await journal.close();
  await using again = fileJournal(path);
  expect(await again.entries()).toEqual([{ key: "order-2", stage: "creating", uncertain: true }]);
  expect(await again.claim("order-1")).toEqual({ status: "claimed" });
  expect(await again.claim("order-2")).toEqual({ status: "unknown" });
  // Whoever sent it may still learn of the call.
  await again.created("order-2", "call-2");
  expect(await again.claim("order-2")).toEqual({ status: "created", callId: "call-2" });
});

test("only who has the claim may send, and what was released or recorded is not sent", async () => {
  const path = journalPath();
  await using journal = fileJournal(path);
  await using other = fileJournal(path);
  expect(await journal.sending("order-7")).toBe(false);
  await journal.claim("order-7");
  expect(await other.sending("order-7")).toBe(false);
  await journal.released("order-7");
  expect(await journal.sending("order-7")).toBe(false);
  await other.claim("order-7");
  expect(await journal.sending("order-7")).toBe(false);
  await other.created("order-7", "call-7");
  expect(await other.sending("order-7")).toBe(false);
});

test("a call that is being created elsewhere is not decided about, and a call that is recorded late is known", async () => {
  const path = journalPath();
  await using journal = fileJournal(path);
  await using other = fileJournal(path);
  await other.claim("order-7");
  await other.sending("order-7");
  await expect(journal.settle("order-7", { recreate: true })).rejects.toThrow(/a process that is running is creating/);
  // Whoever recreates it takes the claim away from the other one, which may have sent it all the same.
  expect(await journal.claim("order-7", { recreate: true })).toEqual({ status: "claimed" });
  expect(await other.sending("order-7")).toBe(false);
  await other.created("order-7", "call-7");
  expect(await journal.sending("order-7")).toBe(false);
  expect(await journal.claim("order-7")).toEqual({ status: "created", callId: "call-7" });
  await expect(journal.created("order-7", "call-8")).rejects.toThrow(/The call call-8 exists.*has the call call-7/);
  expect(await journal.claim("order-7")).toEqual({ status: "created", callId: "call-7" });
});

test("a journal that could not be opened at first grants claims that hold, once it can be", async () => {
  const folder = `${temporaryFolder()}/later`;
  await using journal = fileJournal(`${folder}/calls.journal`);
  await expect(journal.claim("order-7")).rejects.toMatchObject({ name: "ConfigurationError" });
  mkdirSync(folder);
  expect(await journal.claim("order-7")).toEqual({ status: "claimed" });
  expect(await journal.sending("order-7")).toBe(true);
  // The last one that leaves closes the file, which takes away what SQLite keeps beside it.
  await journal.close();
  expect(readdirSync(folder)).toEqual(["calls.journal"]);
});

test("what somebody else has claimed is neither released nor uncertain by a key", async () => {
  const path = journalPath();
  await using journal = fileJournal(path);
  await using other = fileJournal(path);
  await journal.claim("order-7");
  await other.released("order-7");
  expect(await other.claim("order-7")).toEqual({ status: "unknown" });
  await journal.sending("order-7");
  const entry = await other.enter({ key: "order-7" });
  await entry.uncertain(entry.id);
  expect(await other.find("order-7")).toEqual({ stage: "creating", uncertain: false });
  await journal.released("order-7");
  expect(await other.claim("order-7")).toEqual({ status: "claimed" });
});

test("a batch that ends late does not close the file that the next one has open", async () => {
  await using journal = fileJournal(journalPath());
  const first = await journal.begin(service);
  await journal.close();
  await journal.begin(service);
  await journal.claim("order-7");
  const entry = await journal.enter({ key: "order-8" });
  await entry.claim(entry.id);
  await first.end();
  await first.end();
  await entry.completed(resultOf("call-8"));
  expect(await journal.sending("order-7")).toBe(true);
});

test("whoever asks in the moment in which the last one leaves gets an answer, and not a closed file", async () => {
  await using journal = fileJournal(journalPath());
  // Longer than a question takes.
  for (let turns = 0; turns < 100; turns += 1) {
    const first = journal.find("order-7");
    for (let turn = 0; turn < turns; turn += 1) await undefined;
    expect(await Promise.all([first, journal.find("order-7")])).toEqual([undefined, undefined]);
  }
});

test("claims that come at once, and a close meanwhile, leave no lock behind", async () => {
  const path = journalPath();
  const journal = fileJournal(path);
  const claims = [journal.claim("order-1"), journal.claim("order-2"), journal.begin(service)];
  await Promise.all([journal.close(), Promise.all(claims)]);
  await journal.close();
  expect(readdirSync(dirname(path)).filter((name) => name.includes("-owner-"))).toEqual([]);
  expect(await journal.claim("order-1")).toEqual({ status: "claimed" });
  await journal.close();
});

/** An input of a batch whose creation is claimed. */
async function enterClaimed(journal: FileJournal, key = "order-7"): Promise<InputRecord> {
  await journal.begin(service);
  const entry = await journal.enter({ key });
  await entry.claim(entry.id);
  return entry;
}

/** An input whose call was created, and whose analysis has failed. */
async function enterFailed(journal: FileJournal): Promise<InputRecord> {
  const entry = await enterClaimed(journal);
  await entry.created(entry.id, "call-7");
  await entry.failed("call-7");
  return entry;
}

test("a result that comes after it was decided to create the input again is not kept, and that is said", async () => {
  await using journal = fileJournal(journalPath());
  const entry = await enterFailed(journal);
  await journal.settle("order-7", { recreate: true });
  await expect(entry.completed(resultOf("call-7"))).rejects.toThrow("decided otherwise");
  await entry.claim(entry.id);
  await entry.created(entry.id, "call-8");
  expect(await journal.find("order-7")).toEqual({ stage: "created", callId: "call-8" });
});

test("an input that was created again after a failed analysis is not created a third time while its call is analysed", async () => {
  await using journal = fileJournal(journalPath());
  const entry = await enterFailed(journal);
  await journal.settle("order-7", { recreate: true });
  await entry.claim(entry.id);
  await entry.created(entry.id, "call-8");
  // `toThrow` would not tell whether it is an error.
  const refusal = { name: "ConfigurationError", message: expect.stringMatching(/it is created/) };
  await expect(journal.settle("order-7", { recreate: true })).rejects.toMatchObject(refusal);
});

test("an analysis that failed at first and was completed later is not created again", async () => {
  await using journal = fileJournal(journalPath());
  const entry = await enterFailed(journal);
  await entry.completed(resultOf("call-7"));
  await expect(journal.settle("order-7", { recreate: true })).rejects.toThrow(/nothing is uncertain/);
});

test("a decision that another process's result overtakes is refused, and the result stays", async () => {
  const path = journalPath();
  await using journal = fileJournal(path);
  await enterFailed(journal);
  const other = new DatabaseSync(path);
  other.exec("begin immediate");
  const late = failureOf(journal.settle("order-7", { callId: "call-8" }));
  // It has read the input, and waits for the lock.
  await delay(30);
  other.exec(`update inputs set state = 'completed', has_failed = 0;
    insert into results select id, '{"callId":"call-7"}' from inputs;
    commit`);
  other.close();
  expect(await late).toMatchObject({ message: expect.stringContaining("cannot be decided") });
  expect(await journal.find("order-7")).toMatchObject({ stage: "completed", result: { callId: "call-7" } });
});

test("where the service keeps the recording of a completed call takes the place of where it was uploaded", async () => {
  await using journal = fileJournal(journalPath());
  await journal.begin(service);
  const entry = await journal.enter({ key: "order-7" });
  await entry.uploaded("https://store.test/upload.wav");
  await entry.claim(entry.id);
  const metadata = { audioUrl: "https://store.test/kept.wav" };
  await entry.completed({ ...Object(resultOf("call-7")), metadata });
  expect(await journal.find("order-7")).toMatchObject({ stage: "completed", audio_url: metadata.audioUrl });
  // A later answer that says nothing of it leaves what is known.
  await entry.completed(resultOf("call-7"));
  expect(await journal.find("order-7")).toMatchObject({ stage: "completed", audio_url: metadata.audioUrl });
});

test("a decision about a call whose result was kept takes that result away, and one that is refused does not", async () => {
  const path = journalPath();
  await using journal = fileJournal(path);
  const entry = await enterClaimed(journal);
  await entry.completed(resultOf("call-7"));
  await expect(journal.settle("order-8", { skip: true })).rejects.toThrow(/does not have "order-8"/);
  await expect(journal.settle("order-7", { recreate: true })).rejects.toThrow(/nothing is uncertain/);
  expect(await journal.find("order-7")).toMatchObject({ result: { callId: "call-7" } });
  await entry.failed("call-7");
  await journal.settle("order-7", { callId: "call-8" });
  await using withoutResults = fileJournal(path, { results: false });
  await withoutResults.begin(service);
  await (await withoutResults.enter({ key: "order-7" })).completed(resultOf("call-8"));
  expect(await journal.find("order-7")).toEqual({ stage: "completed", callId: "call-8" });
});

test("what a process learns late of an earlier call says nothing of the call that was created since", async () => {
  const path = journalPath();
  await using journal = fileJournal(path);
  const late = await enterFailed(journal);
  await journal.settle("order-7", { recreate: true });
  await journal.claim("order-7");
  await journal.created("order-7", "call-8");
  await late.failed("call-7");
  await expect(late.completed(resultOf("call-7"))).rejects.toThrow(
    /decided otherwise about the input of the call call-7/,
  );
  expect(await journal.entries()).toEqual([{ key: "order-7", stage: "created", uncertain: false, callId: "call-8" }]);
  await late.failed("call-8");
  expect(await journal.entries()).toMatchObject([{ callId: "call-8", failed: true }]);
});

test("nothing is kept of a result that is to be created again", async () => {
  const path = journalPath();
  await using journal = fileJournal(path);
  const entry = await enterClaimed(journal);
  await entry.completed(resultOf("call-7"));
  await entry.failed("call-7");
  await journal.settle("order-7", { recreate: true });
  const database = new DatabaseSync(path);
  expect(database.prepare("select * from results").all()).toEqual([]);
  database.close();
});

test("a transaction that fails leaves nothing behind, and the next one is whole", async () => {
  const path = journalPath();
  await using journal = fileJournal(path);
  const entry = await enterClaimed(journal);
  // JSON has no such number.
  const result = { callId: "call-7", analysis: 1n, metadata: {} } as never;
  await expect(entry.completed(result)).rejects.toThrow();
  expect(await journal.find("order-7")).toEqual({ stage: "creating", uncertain: false });
  await entry.created(entry.id, "call-7");
  expect(await journal.find("order-7")).toMatchObject({ stage: "created", callId: "call-7" });
});

test("more entries than are read at once are all listed, the first one first, behind an input of which nothing is done yet", async () => {
  const path = journalPath();
  await using journal = fileJournal(path);
  await journal.begin(service);
  const database = new DatabaseSync(path);
  database.exec(`
    with recursive numbers (id) as (select 1 union all select id + 1 from numbers where id < 502)
      insert into inputs (id, state, call_id, at) select id, 'created', 'call-' || id, 0 from numbers;
    insert into keys (key, input) select 'order-' || id, id from inputs order by id;
    update inputs set state = 'released', call_id = null where id = 1`);
  database.close();
  const keys = Array.from({ length: 501 }, (_, index) => `order-${index + 2}`);
  expect((await journal.entries()).map(({ key }) => key)).toEqual(keys);
});

test("a completed input has the address of its recording, as the service says it", async () => {
  await using journal = fileJournal(journalPath());
  const entry = await enterClaimed(journal);
  const result = { callId: "call-7", status: "completed", analysis: {}, metadata: { audioUrl: "https://own" } };
  await entry.completed(result as never);
  expect(await journal.find("order-7")).toMatchObject({ stage: "completed", audio_url: "https://own" });
});

test("a decision about a failed analysis may also be another call, and a failed one is told among the entries", async () => {
  await using journal = fileJournal(journalPath());
  await enterFailed(journal);
  const entry = { key: "order-7", stage: "created", uncertain: false };
  expect(await journal.entries()).toEqual([{ ...entry, callId: "call-7", failed: true }]);
  await expect(journal.settle("order-7", { skip: true })).rejects.toThrow(/its analysis has failed.*recreate/);
  await journal.settle("order-7", { callId: "call-8" });
  expect(await journal.entries()).toEqual([{ ...entry, callId: "call-8" }]);
  await expect(journal.settle("order-7", { callId: "call-9" })).rejects.toThrow(/nothing is uncertain/);
});

test("of two people who decide about a failed analysis, the second one is refused", async () => {
  const path = journalPath();
  await using journal = fileJournal(path);
  await enterFailed(journal);
  const other = new DatabaseSync(path);
  other.exec("begin immediate");
  const second = failureOf(journal.settle("order-7", { recreate: true }));
  // It has read the input, and waits for the lock.
  await delay(30);
  other.exec("update inputs set call_id = 'call-8', has_failed = 0; commit");
  other.close();
  expect(await second).toMatchObject({ message: expect.stringContaining("cannot be decided") });
  expect(await journal.find("order-7")).toEqual({ stage: "created", callId: "call-8" });
});

test("a key that stands for a stream takes nothing away from another key of the same input", async () => {
  await using journal = fileJournal(journalPath());
  await journal.begin(service);
  const fields = { sizeBytes: 7, memberId: "m", categoryId: "c" };
  const file = { ...fields, content: "digest of the bytes", digest: "digest of all" };
  const first = await journal.enter({ key: "a", ...file });
  expect((await journal.enter({ key: "b", ...file })).id).toBe(first.id);
  await first.uploaded("https://files.test/call.wav");
  const stream = await journal.enter({ key: "a", ...fields });
  expect(stream.id).not.toBe(first.id);
  await stream.claim("a");
  await stream.created("a", "call-1");
  expect(await journal.find("b")).toEqual({ stage: "uploaded", audio_url: "https://files.test/call.wav" });
  expect((await journal.enter({ key: "b", ...file })).id).toBe(first.id);
});

test("a file that is gone is still the one that was uploaded, also where another key stands for it", async () => {
  await using journal = fileJournal(journalPath());
  await journal.begin(service);
  const fields = { memberId: "m", categoryId: "c" };
  const file = { ...fields, sizeBytes: 7, content: "digest of the bytes", digest: "digest of all" };
  const first = await journal.enter({ key: "a", ...file });
  await first.uploaded("https://files.test/call.wav");
  await journal.enter({ key: "b", ...file });
  const gone = await journal.enter({ key: "a", ...fields });
  expect(gone.id).toBe(first.id);
  // What it was is still known.
  expect((await journal.enter({ key: "c", ...file })).id).toBe(first.id);
  for (const [key, other] of [
    ["a", { memberId: "other" }],
    ["c", { categoryId: "other" }],
  ] as const) {
    const corrected = await journal.enter({ key, ...fields, ...other });
    expect(corrected.id).not.toBe(first.id);
    expect(await corrected.find(key)).toEqual({ stage: "uploaded", audio_url: "https://files.test/call.wav" });
  }
  expect((await journal.enter({ key: "b", ...file })).id).toBe(first.id);
});

test("an input whose completed call is not there any more may be decided again", async () => {
  await using journal = fileJournal(journalPath());
  const entry = await enterClaimed(journal);
  await entry.completed(resultOf("call-7"));
  await entry.failed("call-7");
  // The result that was kept is told no more.
  expect(await journal.find("order-7")).toEqual({ stage: "created", callId: "call-7" });
  expect(await journal.entries()).toMatchObject([{ stage: "created", callId: "call-7", failed: true }]);
  await entry.completed(resultOf("call-7"));
  expect(await journal.entries()).toEqual([{ key: "order-7", stage: "completed", uncertain: false, callId: "call-7" }]);
});

test.each([undefined, null, {}, { callId: "" }])("to settle by %j is refused with what to pass", async (decision) => {
  await using journal = fileJournal(journalPath());
  await enterFailed(journal);
  const refusal = { name: "ConfigurationError", message: expect.stringContaining("pass { callId }") };
  await expect(journal.settle("order-7", decision as never)).rejects.toMatchObject(refusal);
});

test("what a process that is gone may have sent is uncertain to the first one who asks", async () => {
  const path = journalPath();
  const journal = fileJournal(path);
  await journal.claim("order-7");
  await journal.close();
  const database = new DatabaseSync(path);
  database.exec("update inputs set state = 'creating', owner = 'gone'");
  database.close();
  expect(await journal.find("order-7")).toEqual({ stage: "creating", uncertain: true });
});
