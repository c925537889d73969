/** What `fileJournal` promises of creations: one for each key, whatever happens, and nothing that stops the event loop. */
import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { JournalError } from "@call-analysis/sdk";
import { fileJournal } from "@call-analysis/sdk/node";
import { expect, onTestFinished, test, vi } from "vitest";
import { failureOf } from "../support/failure-of.ts";
import { claimed, claimOf, journalPath, openJournal, unknown } from "../support/journal-files.ts";

/** A journal beside which another connection has the file. */
function lockedBy(path: string, sql = "begin immediate"): DatabaseSync {
  const other = new DatabaseSync(path);
  onTestFinished(() => {
    if (other.isOpen) other.close();
  });
  other.exec(sql);
  return other;
}

test.each([
  ["recording", { recording: { name: "call.wav", sizeBytes: 3, digest: "other" } }],
  ["recording", { recording: { name: "call.wav", sizeBytes: 4 } }],
  ["memberId", { call: { memberId: "other" } }],
  ["categoryId", { call: { categoryId: "other" } }],
  ["memberId and categoryId", { call: { memberId: "other", categoryId: "other" } }],
])("a key whose call may exist is refused for another %s, by name", async (name, changes) => {
  const journal = openJournal(journalPath());
  await journal.claim("order-7", claimOf());
  await journal.uncertain("order-7");
  const error = await failureOf(journal.claim("order-7", claimOf({ ...changes, recreate: true })));
  expect(JournalError.is(error) && error.message).toContain(`was first used with a different ${name}. Use`);
  await journal.created("order-7", "call-7");
  expect(JournalError.is(await failureOf(journal.claim("order-7", claimOf(changes))))).toBe(true);
  expect(JournalError.is(await failureOf(journal.find("order-7", claimOf(changes))))).toBe(true);
});

test("a key takes another input as long as nothing was sent, and fields of the caller make no difference", async () => {
  const journal = openJournal(journalPath());
  await journal.claim("order-7", claimOf());
  await journal.released("order-7");
  const other = {
    call: { memberId: "other", audio_url: "https://files.test/other.wav" },
    recording: { name: "b.wav", sizeBytes: 4, digest: "other" },
  };
  expect(await journal.claim("order-7", claimOf(other))).toEqual(claimed);
  await journal.created("order-7", "call-7");
  const again = claimOf({ ...other, call: { ...other.call, udfs: { crm: 8 }, date: "2026-01-31" } });
  expect(await journal.claim("order-7", again)).toEqual({ status: "created", callId: "call-7" });
});

test("an upload is found again for the same bytes alone", async () => {
  const path = journalPath();
  const journal = openJournal(path);
  await journal.uploaded("order-7", "https://files.test/1.wav", claimOf());
  const found = { state: "uploaded", audio_url: "https://files.test/1.wav" };
  expect(await journal.find("order-7", claimOf())).toEqual(found);
  expect(await journal.find("order-7", claimOf({ call: { memberId: "corrected" } }))).toEqual(found);
  for (const digest of ["other", undefined])
    expect(await journal.find("order-7", claimOf({ recording: { name: "a", sizeBytes: 3, digest } }))).toBeUndefined();
});

test("the latest upload counts, and keeps its recording when only its URL is claimed", async () => {
  const journal = openJournal(journalPath());
  for (const nth of [1, 2]) await journal.uploaded("order-7", `https://files.test/${nth}.wav`, claimOf());
  const entry = { key: "order-7", name: "call.wav", audio_url: "https://files.test/2.wav" };
  expect(await journal.entries()).toMatchObject([entry]);
  await journal.claim("order-7", claimOf({ recording: undefined, call: { audio_url: entry.audio_url } }));
  expect(await journal.entries()).toMatchObject([entry]);
  await journal.released("order-7");
});

test("an input of another service is neither found nor recorded", async () => {
  const journal = openJournal(journalPath());
  await journal.uploaded("order-7", "https://files.test/1.wav", claimOf());
  const elsewhere = claimOf({ baseUrl: "https://other.test/v1" });
  await journal.uploaded("order-8", "https://files.test/8.wav", elsewhere);
  await expect(journal.find("order-7", elsewhere)).rejects.toThrow("belongs to the service");
  expect(await journal.entries()).toMatchObject([{ key: "order-7" }]);
});

test("an upload is never the recording of other bytes, also where nobody asked before", async () => {
  const journal = openJournal(journalPath());
  await journal.uploaded("order-7", "https://files.test/call.wav", claimOf());
  const other = claimOf({ recording: { name: "call.wav", sizeBytes: 3, digest: "other" } });
  await expect(journal.claim("order-7", other)).rejects.toThrow("a different recording");
  const elsewhere = { ...other, call: { ...other.call, audio_url: "https://files.test/other.wav" } };
  expect(await journal.claim("order-7", elsewhere)).toEqual(claimed);
  await journal.released("order-7");
});

test("an upload is on the disk with the claim that follows, and a call is not taken away by one", async () => {
  const path = journalPath();
  const [journal, other] = [openJournal(path), openJournal(path)];
  await journal.uploaded("order-7", "https://files.test/1.wav", claimOf());
  await journal.claim("order-8", claimOf());
  expect(await other.find("order-7")).toMatchObject({ state: "uploaded" });
  await journal.created("order-8", "call-8");
  await journal.uploaded("order-8", "https://files.test/2.wav", claimOf());
  expect(await journal.find("order-8")).toMatchObject({ state: "created", callId: "call-8" });
});

test("only its own claim is released, or uncertain", async () => {
  const path = journalPath();
  const [one, other] = [openJournal(path), openJournal(path)];
  await one.claim("order-7", claimOf());
  await other.released("order-7");
  await other.uncertain("order-7");
  const database = new DatabaseSync(path);
  expect(database.prepare("select state from inputs").all()).toEqual([{ state: "creating" }]);
  database.close();
  await one.released("order-7");
});

test("a second call of a key is told, and does not take the first one's place", async () => {
  const journal = openJournal(journalPath());
  await journal.created("order-7", "call-7");
  await expect(journal.created("order-7", "call-8")).rejects.toThrow(
    /has call call-7 .* but call call-8 was created too/,
  );
  expect(await journal.find("order-7")).toMatchObject({ callId: "call-7" });
});

test("what is asked for in one turn of the event loop is one transaction, and two are enough for an upload, a claim and a call", async () => {
  const journal = openJournal(journalPath());
  await journal.claim("first", claimOf());
  const exec = vi.spyOn(DatabaseSync.prototype, "exec");
  const transactions = () => exec.mock.calls.filter(([sql]) => sql === "begin immediate").length;
  const keys = Array.from({ length: 50 }, (_, index) => `order-${index}`);
  await Promise.all(keys.map((key) => journal.claim(key, claimOf())));
  expect(transactions()).toBe(1);
  await Promise.all(keys.map((key) => journal.created(key, `call of ${key}`)));
  expect(transactions()).toBe(2);
  exec.mockClear();
  await journal.uploaded("alone", "https://files.test/1.wav", claimOf());
  await journal.claim("alone", claimOf());
  await journal.created("alone", "call");
  expect(transactions()).toBe(2);
  await journal.released("first");
});

test("of several in one transaction, one that is refused leaves the others", async () => {
  const journal = openJournal(journalPath());
  await journal.created("order-1", "call-1");
  const [refused, granted] = await Promise.allSettled([
    journal.created("order-1", "call-2"),
    journal.claim("order-2", claimOf()),
  ]);
  expect([refused.status, granted.status]).toEqual(["rejected", "fulfilled"]);
  await journal.created("order-2", "call-2");
});

test("a write is on the disk when it resolves, whatever happens to the power", async () => {
  const path = journalPath();
  const exec = vi.spyOn(DatabaseSync.prototype, "exec");
  await openJournal(path).created("order-7", "call-7");
  const connection = (exec.mock.contexts as DatabaseSync[]).find((each) => each.isOpen && each.location() === path);
  // 3 is "extra".
  expect(connection?.prepare("pragma synchronous").get()).toEqual({ synchronous: 3 });
  expect(connection?.prepare("pragma journal_mode").get()).toEqual({ journal_mode: "delete" });
});

test.each(["begin immediate", "begin; select * from inputs"])(
  "a write waits for another process that has done %j, without stopping the event loop",
  async (sql) => {
    const path = journalPath();
    const journal = openJournal(path);
    await journal.created("order-1", "call-1");
    const other = lockedBy(path, sql);
    const told: string[] = [];
    const writing = journal.created("order-7", "call-7").then(() => told.push("written"));
    await delay(60);
    told.push("the loop went on");
    other.exec("commit");
    await writing;
    expect(told).toEqual(["the loop went on", "written"]);
  },
);

test("a process that is suspended while it writes is told after 10 seconds, and what was claimed then is not granted", async () => {
  const path = journalPath();
  const journal = openJournal(path);
  await journal.created("order-1", "call-1");
  const other = lockedBy(path);
  let nowMs = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (nowMs += 1_000));
  await expect(journal.claim("order-7", claimOf())).rejects.toThrow("locked by another process for 10 seconds");
  clock.mockRestore();
  other.exec("commit");
  expect(await journal.claim("order-7", claimOf())).toEqual(claimed);
  await journal.released("order-7");
});

test("a claim that the disk may have, although its write failed, is not granted, and is uncertain", async () => {
  const journal = openJournal(journalPath());
  await journal.created("order-1", "call-1");
  const { exec } = DatabaseSync.prototype;
  const failing = vi.spyOn(DatabaseSync.prototype, "exec").mockImplementation(function (this: DatabaseSync, sql) {
    exec.call(this, sql);
    if (sql === "commit") throw new Error("disk I/O error");
  });
  await expect(journal.claim("order-7", claimOf())).rejects.toThrow(JournalError);
  failing.mockRestore();
  expect(await journal.find("order-7")).toMatchObject({ state: "uncertain" });
});

test("reading many finished inputs lets timers run", async () => {
  const journal = openJournal(journalPath());
  await journal.created("order-7", "call-7");
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 1);
  for (let read = 0; read < 300; read += 1) await journal.find("order-7");
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(3);
});

test("entries() lists what a person can look a call up by, the oldest first, more than a page of it", async () => {
  const path = journalPath();
  const journal = openJournal(path);
  await journal.claim("order-7", claimOf({ call: { udfs: { crm: 7 } } }));
  await journal.created("order-7", "call-7");
  await journal.claim("order-8", claimOf());
  await journal.uncertain("order-8");
  const database = new DatabaseSync(path);
  database.exec(`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 1200)
    insert into inputs (key, state) select 'bulk-' || n, 'skipped' from numbers`);
  database.close();
  const entries = await journal.entries();
  const call = { memberId: "member", categoryId: "category", name: "call.wav", audio_url: unknown.audio_url };
  expect(entries.slice(0, 3)).toEqual([
    { key: "order-7", state: "created", callId: "call-7", udfs: { crm: 7 }, ...call },
    { key: "order-8", state: "uncertain", ...call },
    { key: "bulk-1", state: "skipped" },
  ]);
  expect([entries.length, entries.at(-1)?.key]).toEqual([1_202, "bulk-1200"]);
});

test("to ask makes no file, and a journal that was closed leaves its file alone", async () => {
  const path = journalPath();
  const journal = fileJournal(path);
  expect([await journal.find("order-7"), await journal.entries()]).toEqual([undefined, []]);
  await journal.released("order-7");
  await journal.uncertain("order-7");
  expect(readdirSync(dirname(path))).toEqual([]);
  await journal.claim("order-7", claimOf());
  await journal.released("order-7");
  await journal[Symbol.asyncDispose]();
  expect(readdirSync(dirname(path))).toEqual(["calls.journal"]);
});

test("close() tells batches to stop, grants no claim, and waits for the creations under way", async () => {
  const path = journalPath();
  const journal = openJournal(path);
  await journal.claim("order-7", claimOf());
  expect(journal.closed.aborted).toBe(false);
  const told: string[] = [];
  const closing = journal.close().then(() => told.push("closed"));
  expect(journal.closed.aborted).toBe(true);
  for (const asking of [
    journal.claim("order-8", claimOf()),
    journal.find("order-7"),
    journal.entries(),
    journal.settle({} as never, "order-7", { skip: true }),
  ])
    await expect(asking).rejects.toThrow(/was closed/);
  await delay(50);
  told.push("created");
  await journal.created("order-7", "call-7");
  await closing;
  expect(told).toEqual(["created", "closed"]);
  expect(await openJournal(path).find("order-7")).toMatchObject({ state: "created", callId: "call-7" });
  expect(readdirSync(dirname(path)).filter((name) => name !== "calls.journal")).toEqual([]);
});

test("a creation that outlives close() is uncertain to others, and its call is still recorded", async () => {
  const path = journalPath();
  const journal = fileJournal(path);
  await journal.claim("order-7", claimOf());
  let nowMs = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (nowMs += 3_000));
  await journal.close();
  clock.mockRestore();
  const other = openJournal(path);
  expect(await other.claim("order-7", claimOf())).toEqual(unknown);
  await journal.created("order-7", "call-7");
  expect(await other.claim("order-7", claimOf())).toEqual({ status: "created", callId: "call-7" });
});

test("a claim that waits, also to recreate, ends when its caller leaves, and when its journal is closed", async () => {
  const path = journalPath();
  const [one, other] = [openJournal(path), openJournal(path)];
  await one.claim("order-7", claimOf());
  const caller = new AbortController();
  const left = failureOf(other.claim("order-7", claimOf({ recreate: true, signal: caller.signal })));
  const waiting = failureOf(other.claim("order-7", claimOf()));
  await delay(250);
  caller.abort(new Error("left"));
  expect(await left).toMatchObject({ message: "left" });
  await other.close();
  expect(await waiting).toMatchObject({ message: expect.stringMatching(/was closed/) });
  await one.released("order-7");
});

test("who makes a journal is still told the warnings of the program", () => {
  const { emitWarning } = process;
  openJournal(journalPath());
  expect(process.emitWarning).toBe(emitWarning);
});
