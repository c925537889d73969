/** What may be a journal's file, and what happens to it while it is in use. */
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
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { ConfigurationError } from "@call-analysis/sdk";
import { fileJournal } from "@call-analysis/sdk/node";
import { expect, onTestFinished, test, vi } from "vitest";
import * as runtime from "../../src/runtime.ts";
import { rejectionOf } from "../support/failure-of.ts";
import { temporaryFolder } from "../upload/recordings.ts";

const service = { baseUrl: "https://service.test/v1" };

/** A file of this folder, which is made by `make`. */
function fileMadeBy(make: (path: string, folder: string) => void): string {
  const folder = temporaryFolder();
  const path = `${folder}/calls.journal`;
  make(path, folder);
  return path;
}

const database = (path: string, sql: string) => {
  const opened = new DatabaseSync(path);
  opened.exec(sql);
  opened.close();
};

test.for<[string, (path: string, folder: string) => void, RegExp]>([
  ["a folder", (path) => mkdirSync(path), /is not a regular file/],
  ["a link", (path, folder) => symlinkSync(`${folder}/other`, path), /is a symbolic link/],
  [
    "a file with two links",
    (path, folder) => {
      writeFileSync(path, "");
      linkSync(path, `${folder}/other`);
    },
    /several hard links/,
  ],
  [
    "gone, while what was written beside it is still there",
    (path) => writeFileSync(`${path}-wal`, "pages that only the lost file gives a sense to"),
    /is gone.*calls\.journal-wal.*Put it back/,
  ],
  ["a letter", (path) => writeFileSync(path, 'As in {"sum":1}\n'.repeat(50)), /is not a journal/],
  [
    "a journal of an earlier version",
    (path) => writeFileSync(path, `{"sum":"01234567","journal":2}\n${"{}\n".repeat(900)}`),
    /earlier version.*pass a new file/,
  ],
  [
    "a journal of the first version",
    (path) => writeFileSync(path, `{"version":1,"key":"a"}\n${"{}\n".repeat(900)}`),
    /earlier version/,
  ],
  ["another database", (path) => database(path, "create table letters (text)"), /database of something else/],
  ["an empty one of some version", (path) => database(path, "pragma user_version = 7"), /database of something else/],
  ["another application's", (path) => database(path, "pragma application_id = 7"), /database of something else/],
  [
    "a later journal",
    (path) => database(path, `pragma application_id = ${0x63616c6c}; pragma user_version = 9`),
    /later version/,
  ],
])("%s is refused, and stays as it is", async ([, make, message]) => {
  const path = fileMadeBy(make);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile()) chmodSync(path, 0o644);
  const before = found?.isFile() && readFileSync(path);
  await expect(fileJournal(path).begin(service)).rejects.toThrow(message);
  await expect(fileJournal(path).claim("order-7")).rejects.toMatchObject({ name: "ConfigurationError" });
  if (!before) return;
  expect(readFileSync(path)).toEqual(before);
  expect(statSync(path).mode & 0o777).toBe(0o644);
});

test.each([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xfe534d42, "SMB"],
  [0xff534d42, "CIFS"],
])("a file on a file system of the type %d is refused, for it is on %s", async (type, name) => {
  const path = `${temporaryFolder()}/calls.journal`;
  const statfs = vi.spyOn(fs, "statfsSync").mockReturnValue({ type } as fs.StatsFs);
  syncBuiltinESMExports();
  const beginning = fileJournal(path).begin(service);
  statfs.mockRestore();
  syncBuiltinESMExports();
  await expect(beginning).rejects.toThrow(`is on ${name}, where several machines cannot share it`);
  expect(fs.existsSync(path)).toBe(false);
});

test("a journal that another process makes at the same time is not taken for one whose file is gone", async () => {
  const path = `${temporaryFolder()}/calls.journal`;
  const others: DatabaseSync[] = [];
  const lookup = vi.spyOn(fs, "lstatSync").mockImplementationOnce(() => {
    const other = new DatabaseSync(path);
    other.exec("pragma journal_mode = wal; create table letters (text)");
    others.push(other);
    return undefined as never;
  });
  syncBuiltinESMExports();
  const beginning = fileJournal(path).begin(service);
  lookup.mockRestore();
  syncBuiltinESMExports();
  await expect(beginning).rejects.toThrow("is a database of something else");
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
  for (const other of others) other.close();
});

test("a device is refused, and stays a device", async () => {
  await expect(fileJournal("/dev/null").begin(service)).rejects.toThrow(/is not a regular file/);
  expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
});

test("a folder that does not exist is told, and an empty file is a new journal that only its owner may read", async () => {
  const error = await rejectionOf(fileJournal("/nowhere/calls.journal").begin(service), ConfigurationError);
  expect(error).toMatchObject({
    message: expect.stringMatching(/cannot be read or written/),
    cause: expect.any(Error),
  });
  const path = fileMadeBy((file) => {
    writeFileSync(file, "");
    chmodSync(file, 0o644);
  });
  const journal = fileJournal(path);
  await journal.begin(service);
  for (const file of [path, `${path}-wal`, `${path}-shm`]) expect(statSync(file).mode & 0o777).toBe(0o600);
  await journal.close();
});

test("others can read none of a journal's files at any moment", async () => {
  const folder = temporaryFolder();
  const journal = fileJournal(`${folder}/calls.journal`);
  const modes = new Set<string>();
  const { exec } = DatabaseSync.prototype;
  vi.spyOn(DatabaseSync.prototype, "exec").mockImplementation(function (this: DatabaseSync, sql) {
    for (const name of readdirSync(folder)) modes.add((statSync(`${folder}/${name}`).mode & 0o777).toString(8));
    exec.call(this, sql);
  });
  await journal.begin(service);
  await journal.claim("order-7");
  await journal.close();
  expect([...modes]).toEqual(["600"]);
});

test("an owner's lock that somebody takes for a dead one's, and removes, is taken anew", async () => {
  const folder = temporaryFolder();
  const journal = fileJournal(`${folder}/calls.journal`);
  const owners = () => readdirSync(folder).filter((name) => name.includes("-owner-"));
  const { exec } = DatabaseSync.prototype;
  const spy = vi.spyOn(DatabaseSync.prototype, "exec").mockImplementation(function (this: DatabaseSync, sql) {
    if (sql.endsWith("begin exclusive")) {
      for (const name of owners()) rmSync(`${folder}/${name}`);
      spy.mockImplementation(function (this: DatabaseSync, later) {
        exec.call(this, later);
      });
    }
    exec.call(this, sql);
  });
  await journal.begin(service);
  expect(owners()).toHaveLength(2);
  await journal.close();
  expect(owners()).toEqual([]);
});

test.for<[string, (path: string) => void]>([
  ["deleted", (path) => rmSync(path)],
  ["renamed", (path) => renameSync(path, `${path}-moved`)],
  [
    "replaced",
    (path) => {
      rmSync(path);
      writeFileSync(path, "");
    },
  ],
  ["left without its log", (path) => rmSync(`${path}-wal`)],
])("a journal that is %s while it is in use grants no claim, and lets nothing be sent", async ([, change]) => {
  const path = `${temporaryFolder()}/calls.journal`;
  const journal = fileJournal(path);
  onTestFinished(() => journal.close());
  await journal.begin(service);
  await journal.claim("order-1");
  await journal.claim("order-2");
  await journal.sending("order-2");
  change(path);
  const gone = /was deleted, renamed or replaced/;
  await expect(journal.claim("order-3")).rejects.toThrow(gone);
  await expect(journal.sending("order-1")).rejects.toThrow(gone);
  await expect(journal.created("order-2", "call-2")).rejects.toMatchObject({
    message: expect.stringMatching(/The call call-2 exists.*deleted, renamed/),
    cause: { message: expect.stringMatching(gone) },
  });
  // The room for a full disk would not have helped.
  expect(readdirSync(dirname(path)).filter((name) => name.endsWith("-reserve"))).toHaveLength(1);
});

test("a journal that two make in the same moment is one", async () => {
  const path = `${temporaryFolder()}/calls.journal`;
  await using journal = fileJournal(path);
  await using other = fileJournal(path);
  const claims: ReturnType<typeof other.claim>[] = [];
  let isFirst = true;
  const { exec } = DatabaseSync.prototype;
  vi.spyOn(DatabaseSync.prototype, "exec").mockImplementation(function (this: DatabaseSync, sql) {
    // The first has found no tables, and makes them next.
    if (isFirst && sql.startsWith("pragma journal_mode = wal")) {
      isFirst = false;
      claims.push(other.claim("order-7"));
    }
    exec.call(this, sql);
  });
  expect(await journal.claim("order-8")).toEqual({ status: "claimed" });
  expect(await Promise.all(claims)).toEqual([{ status: "claimed" }]);
  expect(await journal.claim("order-7")).toEqual({ status: "unknown" });
});

test("a runtime without SQLite, or with one that can damage files, says in one sentence which has journals", () => {
  const path = `${temporaryFolder()}/calls.journal`;
  const without = vi.spyOn(runtime, "builtinModule").mockReturnValue(undefined);
  expect(() => fileJournal(path)).toThrow(/no node:sqlite\. Use Node .*, Deno, or Bun/);
  without.mockRestore();
});
