/** What may be a journal's file, who can read it, and what happens to it while it is in use. */
import fs, {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { ConfigurationError, JournalError } from "@call-analysis/sdk";
import { fileJournal } from "@call-analysis/sdk/node";
import { expect, onTestFinished, test, vi } from "vitest";
import { fillDisk, mayMount, smallDisk } from "../../../../scripts/small-disk.ts";
import { startFake } from "../public/support/fake.ts";
import { claimed, claimOf, journalPath, openJournal } from "../support/journal-files.ts";
import { temporaryFolder } from "../support/recordings.ts";

const database = (path: string, sql: string) => {
  const opened = new DatabaseSync(path);
  opened.exec(sql);
  opened.close();
};

test.for<[string, (path: string) => void, RegExp]>([
  ["a folder", (path) => mkdirSync(path), /is not a regular file/],
  ["a symbolic link", (path) => symlinkSync(`${path}-other`, path), /is a symbolic link/],
  [
    "a file with two links",
    (path) => {
      writeFileSync(path, "");
      linkSync(path, `${path}-other`);
    },
    /several hard links/,
  ],
  ["a letter", (path) => writeFileSync(path, "Dear Sir or Madam,\n".repeat(50)), /is not a journal/],
  ["another database", (path) => database(path, "create table letters (text)"), /another SQLite database/],
  ["an empty one of some version", (path) => database(path, "pragma user_version = 7"), /another SQLite database/],
  ["another application's", (path) => database(path, "pragma application_id = 7"), /another SQLite database/],
  [
    "a journal of another version",
    (path) => database(path, `pragma application_id = ${0x63616c6c}; pragma user_version = 1`),
    /another version/,
  ],
])("%s is refused, and stays as it is", async ([, make, message]) => {
  const path = journalPath();
  make(path);
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile();
  if (isFile) chmodSync(path, 0o644);
  const before = isFile && readFileSync(path);
  const error = await openJournal(path)
    .claim("order-7", claimOf())
    .catch((failure: unknown) => failure);
  expect(JournalError.is(error) && error.message).toMatch(message);
  if (!before) return;
  expect(readFileSync(path)).toEqual(before);
  expect(statSync(path).mode & 0o777).toBe(0o644);
});

test("a device is refused, and stays a device", async () => {
  await expect(openJournal("/dev/null").claim("order-7", claimOf())).rejects.toThrow(/is not a regular file/);
  expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
});

test.each([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xfe534d42, "SMB"],
  [0xff534d42, "CIFS"],
])("a file on a file system of the type %d is refused, for it is on %s", async (type, name) => {
  const path = journalPath();
  const statfs = vi.spyOn(fs, "statfsSync").mockReturnValue({ type } as never);
  syncBuiltinESMExports();
  onTestFinished(() => syncBuiltinESMExports());
  await expect(openJournal(path).claim("order-7", claimOf())).rejects.toThrow(`is on ${name}`);
  statfs.mockRestore();
  expect(fs.existsSync(path)).toBe(false);
});

test("a damaged journal is told as that", async () => {
  const path = journalPath();
  const journal = fileJournal(path);
  await journal.created("order-7", "call-7");
  await journal.close();
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.fill(0xff, 4_096));
  await expect(openJournal(path).claim("order-7", claimOf())).rejects.toThrow(/is not a journal, or is damaged/);
});

test("a path that is none is refused at once, and a folder that does not exist at the first use, which may succeed later", async () => {
  for (const path of ["", undefined, new URL("https://files.test/")])
    expect(() => fileJournal(path as never)).toThrow(ConfigurationError);
  const folder = join(temporaryFolder(), "later");
  const journal = openJournal(`${folder}/calls.journal`);
  const error = await journal.claim("order-7", claimOf()).catch((failure: unknown) => failure);
  expect(error).toMatchObject({ name: "JournalError", message: expect.stringMatching(/in an existing folder/) });
  // A batch asks so before it uploads.
  await expect(journal.find("order-7", claimOf())).rejects.toMatchObject({
    name: "JournalError",
    message: Object(error).message,
  });
  mkdirSync(folder);
  expect(await journal.claim("order-7", claimOf())).toEqual(claimed);
  await journal.released("order-7");
});

test("others can read none of a journal's files at any moment, nor an empty file that becomes one", async () => {
  const path = journalPath();
  writeFileSync(path, "");
  chmodSync(path, 0o600);
  const modes = new Set<string>();
  const { exec } = DatabaseSync.prototype;
  vi.spyOn(DatabaseSync.prototype, "exec").mockImplementation(function (this: DatabaseSync, sql) {
    for (const name of readdirSync(dirname(path)))
      modes.add((statSync(join(dirname(path), name)).mode & 0o777).toString(8));
    exec.call(this, sql);
  });
  const journal = openJournal(path);
  await journal.claim("order-7", claimOf());
  await journal.created("order-7", "call-7");
  expect([...modes]).toEqual(["600"]);
  const readable = journalPath();
  writeFileSync(readable, "");
  chmodSync(readable, 0o644);
  await openJournal(readable).created("order-7", "call-7");
  expect(statSync(readable).mode & 0o777).toBe(0o600);
});

test.for<[string, (path: string) => void]>([
  ["deleted", (path) => rmSync(path)],
  ["renamed", (path) => renameSync(path, `${path}-moved`)],
  [
    "replaced",
    (path) => {
      renameSync(path, `${path}-moved`);
      database(path, "create table letters (text)");
    },
  ],
])(
  "a journal that is %s while it is in use grants no claim, and says so when it is told of a call",
  async ([, change]) => {
    const path = journalPath();
    const journal = openJournal(path);
    await journal.claim("order-1", claimOf());
    change(path);
    const gone = /was deleted, renamed or replaced/;
    await expect(journal.claim("order-2", claimOf())).rejects.toThrow(gone);
    await expect(journal.find("order-1")).rejects.toThrow(gone);
    await expect(journal.created("order-1", "call-1")).rejects.toThrow(gone);
  },
);

test("a journal that is moved while a write waits for another process does not take the write", async () => {
  const path = journalPath();
  const journal = openJournal(path);
  await journal.claim("order-7", claimOf());
  const other = new DatabaseSync(path);
  other.exec("begin immediate");
  const writing = journal.created("order-7", "call-1").catch(String);
  await new Promise((resolve) => setTimeout(resolve, 60));
  renameSync(path, `${path}.old`);
  other.exec("rollback");
  other.close();
  expect(await writing).toMatch(/was deleted, renamed or replaced/);
});

test("a journal that two make in the same moment is one", async () => {
  const path = journalPath();
  const [journal, other] = [openJournal(path), openJournal(path)];
  const claims: Promise<unknown>[] = [];
  let isFirst = true;
  const { exec } = DatabaseSync.prototype;
  vi.spyOn(DatabaseSync.prototype, "exec").mockImplementation(function (this: DatabaseSync, sql) {
    // The first has found no tables, and makes them next.
    if (isFirst && sql.startsWith("pragma journal_mode = delete")) {
      isFirst = false;
      claims.push(other.claim("order-7", claimOf()));
    }
    exec.call(this, sql);
  });
  expect(await journal.claim("order-8", claimOf())).toEqual(claimed);
  expect(await Promise.all(claims)).toEqual([claimed]);
  expect(await journal.find("order-7")).toBeDefined();
  await journal.released("order-8");
  await other.released("order-7");
});

test("an owner's lock that somebody takes for a dead one's, and replaces, is taken anew", async () => {
  const folder = temporaryFolder();
  const owners = () => readdirSync(folder).filter((name) => name.includes("-owner-"));
  const { exec } = DatabaseSync.prototype;
  const taken: string[] = [];
  vi.spyOn(DatabaseSync.prototype, "exec").mockImplementation(function (this: DatabaseSync, sql) {
    exec.call(this, sql);
    if (!sql.endsWith("begin exclusive")) return;
    taken.push(...owners());
    if (taken.length > 1) return;
    renameSync(join(folder, owners()[0] ?? ""), join(folder, "removed"));
    writeFileSync(join(folder, taken[0] ?? ""), "");
  });
  const journal = openJournal(join(folder, "calls.journal"));
  await journal.claim("order-7", claimOf());
  expect(taken).toHaveLength(2);
  expect(owners()).toEqual([taken[1]]);
  await journal.released("order-7");
});

test("a disk too small for a journal is told by the first claim", async ({ skip }) => {
  const disk = smallDisk(20);
  if (disk === undefined) return skip(mayMount);
  const error = await openJournal(`${disk}/calls.journal`)
    .claim("order-7", claimOf())
    .catch((failure: unknown) => failure);
  expect(JournalError.is(error) && error.message).toMatch(/the disk is full\. Free some space/);
});

test("a disk that is full is told by the claim, before anything is sent, and there is a claim when there is room", async ({
  skip,
}) => {
  const disk = smallDisk(1_024);
  if (disk === undefined) return skip(mayMount);
  const { service, sdk, memberId, categoryId } = startFake();
  const journal = openJournal(`${disk}/calls.journal`);
  const call = { memberId, categoryId, audio_url: "https://files.test/a.wav" };
  await sdk.calls.submitUrl(call, { journal, key: "order-6" });
  const makeRoom = fillDisk(disk);
  const error = await sdk.calls.submitUrl(call, { journal, key: "order-7" }).catch((failure: unknown) => failure);
  expect(JournalError.is(error) && error.message).toMatch(/the disk is full\. Free some space/);
  expect(service.db.calls.list()).toHaveLength(1);
  makeRoom();
  await sdk.calls.submitUrl(call, { journal, key: "order-7" });
  expect(service.db.calls.list()).toHaveLength(2);
});

test("a call that cannot be recorded on a full disk is uncertain", async ({ skip }) => {
  const disk = smallDisk(1_024);
  if (disk === undefined) return skip(mayMount);
  const { sdk, memberId, categoryId } = startFake();
  const journal = openJournal(`${disk}/calls.journal`);
  const call = { memberId, categoryId, audio_url: "https://files.test/a.wav" };
  const claim = claimOf({ baseUrl: sdk.baseUrl, call, recording: undefined });
  await journal.claim("order-7", claim);
  const makeRoom = fillDisk(disk);
  const { callId } = await sdk.calls.create(call);
  await expect(journal.created("order-7", callId)).rejects.toThrow("the disk is full");
  expect(await journal.find("order-7")).toMatchObject({ state: "uncertain" });
  makeRoom();
  await journal.close();
  const other = openJournal(`${disk}/calls.journal`);
  expect(await other.claim("order-7", claim)).toMatchObject({ status: "unknown" });
  await other.settle(sdk, "order-7", { callId });
  expect(await other.claim("order-7", claim)).toEqual({ status: "created", callId });
});

test("a runtime without SQLite says in one sentence which have it", () => {
  const builtin = vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined);
  onTestFinished(() => builtin.mockRestore());
  const make = () => fileJournal("calls.journal");
  expect(make).toThrow(JournalError);
  expect(make).toThrow(/^fileJournal needs SQLite.*Use Node 22\.13 or later, Deno, or Bun\.$/);
});

test("a database in memory is no journal", () => {
  expect(() => fileJournal(":memory:")).toThrow(/^journal: :memory: would be lost when the process ends\./);
});
