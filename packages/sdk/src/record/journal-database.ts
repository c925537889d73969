/** The file of a journal: its tables, what is checked in it before it is used, and writing that does not stop the event loop. */
import { chmodSync, readFileSync } from "node:fs";
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { ConfigurationError } from "../errors/request-errors.js";
import { type CreationState, creationStates, underWay } from "./creation-states.js";
import { fileIdentity, notUsable, preparePath, syncFolder } from "./journal-path.js";
import { OwnerLock } from "./owner-lock.js";
import { isBusy, isFull, isNoDatabase, openSqlite, unlessBusy } from "./sqlite.js";

/** "call" in ASCII: says that a SQLite file is a journal of this package. */
const applicationId = 0x63616c6c;
const version = 1;

const schema = `
  create table journal (base_url text) strict;
  create table inputs (
    id integer primary key,
    identity text unique,
    size_bytes integer,
    content text,
    member_id text,
    category_id text,
    state text not null check (state in (${listOf(creationStates)})),
    owner text,
    audio_url text,
    call_id text,
    has_failed integer not null default 0,
    at integer not null
  ) strict;
  create index owned on inputs (owner) where state in (${listOf(underWay)});
  create index calls on inputs (call_id);
  create table keys (id integer primary key, key text not null unique, input integer not null references inputs (id)) strict;
  create table results (input integer primary key references inputs (id), json text not null) strict;
  pragma application_id = ${applicationId};
  pragma user_version = ${version};
`;

/** States as SQL has a list of them. */
export function listOf(states: readonly CreationState[]): string {
  return states.map((state) => `'${state}'`).join(", ");
}

/** One connection to the file, and the owner of what is claimed by it. */
export class JournalDatabase {
  readonly path: string;
  readonly #database: DatabaseSync;
  readonly #files: Record<string, string | undefined>;
  readonly #statements = new Map<string, StatementSync>();
  /** Undefined until something is claimed. */
  #owner: OwnerLock | undefined;

  private constructor(path: string, database: DatabaseSync) {
    this.path = path;
    this.#database = database;
    this.#files = this.#filesNow();
  }

  /**
   * Opens a journal, or makes it.
   *
   * @throws {ConfigurationError} for a file that is not a journal of this version; nothing was written then
   */
  static async open(path: string): Promise<JournalDatabase> {
    let database: DatabaseSync | undefined;
    try {
      preparePath(path);
      const opened = openSqlite(path);
      database = opened;
      await unlessBusy(() => prepareTables(opened, path));
      syncFolder(path);
      return new JournalDatabase(path, opened);
    } catch (error) {
      database?.close();
      throw explained(path, error);
    }
  }

  close(): void {
    this.#owner?.release();
    this.#database.close();
  }

  get ownerId(): string | undefined {
    return this.#owner?.id;
  }

  /** The id of the owner of what is claimed, which lives until `close()`. @throws {ConfigurationError} when the disk is full */
  readyOwner(): Promise<string> {
    return this.whenFree(() => {
      this.#owner ??= OwnerLock.take(this.path);
      this.#owner.keepReserve();
      return this.#owner.id;
    });
  }

  /** Writes of a call that exists: on a full disk it gets the room that the owner has kept free. */
  async writeInReserve<T>(work: () => T): Promise<T> {
    try {
      return await this.write(work);
    } catch (error) {
      if (!isFull((error as Error).cause) || !this.#owner) throw error;
      this.#owner.spendReserve();
      return this.write(work);
    }
  }

  /** The first row. */
  get(sql: string, ...values: SQLInputValue[]): Record<string, unknown> | undefined {
    return this.#prepared(sql).get(...values);
  }

  all(sql: string, ...values: SQLInputValue[]): Record<string, unknown>[] {
    return this.#prepared(sql).all(...values);
  }

  /** How many rows a statement has changed: what `returning` gives may not be on disk. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#prepared(sql).run(...values).changes);
  }

  /** There are a few dozen statements, and a claim takes seven. */
  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** Runs work once no other process has the file. @throws {ConfigurationError} when the file cannot be used */
  async whenFree<T>(work: () => T): Promise<T> {
    try {
      return await unlessBusy(work);
    } catch (error) {
      throw explained(this.path, error);
    }
  }

  /**
   * Writes in one transaction, which is on disk when this resolves.
   *
   * @throws {ConfigurationError} when the disk is full, the file is not there any more, or another process blocks it
   */
  write<T>(work: () => T): Promise<T> {
    return this.whenFree(() => {
      this.#checkFiles();
      return inTransaction(this.#database, work);
    });
  }

  /** SQLite goes on writing to a file that was deleted or replaced, while others make a new one. */
  #checkFiles(): void {
    const found = this.#filesNow();
    const changed = Object.keys(found).find((path) => found[path] !== this.#files[path]);
    if (changed === undefined) return;
    throw new ConfigurationError(
      `journal: ${changed} was deleted, renamed or replaced while it was in use. Nothing is sent that it cannot record. Put it back, and run the batch again.`,
    );
  }

  #filesNow(): Record<string, string | undefined> {
    const paths = [this.path, `${this.path}-wal`, `${this.path}-shm`];
    return Object.fromEntries(paths.map((path) => [path, fileIdentity(path)]));
  }
}

/** @throws {ConfigurationError} before anything is written to a file that is not this journal */
function prepareTables(database: DatabaseSync, path: string): void {
  const isNew = checkKind(database, path);
  // Now that it is known to be a journal, and before SQLite makes other files of the same mode beside it.
  chmodSync(path, 0o600);
  database.exec("pragma journal_mode = wal; pragma synchronous = full; pragma trusted_schema = 0");
  if (isNew) createTables(database);
}

/** Whether the file is empty. */
function checkKind(database: DatabaseSync, path: string): boolean {
  const kind = database
    .prepare(
      "select (select * from pragma_application_id) as application, (select * from pragma_user_version) as version, (select count(*) from sqlite_master) as tables",
    )
    .get() as { application: number; version: number; tables: number };
  if (kind.application === 0 && kind.version === 0 && kind.tables === 0) return true;
  if (kind.application !== applicationId) throw notUsable(path, `is a database of something else. ${newFile}`);
  if (kind.version <= version) return false;
  throw notUsable(path, "was written by a later version of the package. Update this one.");
}

function createTables(database: DatabaseSync): void {
  inTransaction(database, () => {
    // Another process may have made them since.
    const { tables } = database.prepare("select count(*) as tables from sqlite_master").get() as { tables: number };
    if (tables > 0) return;
    database.exec(schema);
    database.exec("insert into journal default values");
  });
}

/** Does all of the work, or nothing of it. */
function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec("begin immediate");
  try {
    const result = work();
    database.exec("commit");
    return result;
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

function rollBack(database: DatabaseSync): void {
  try {
    database.exec("rollback");
  } catch {
    // SQLite has done it already, as after a full disk.
  }
}

const newFile = "Pass the file of this service. A new file knows no calls: those that exist would be created again.";

export function notOfService(path: string, found: unknown, baseUrl: string): ConfigurationError {
  return notUsable(path, `is of the service ${found}, and not ${baseUrl}. ${newFile}`);
}

/** What went wrong with the file, and what to do about it. */
export function explained(path: string, cause: unknown): ConfigurationError {
  if (ConfigurationError.is(cause)) return cause;
  if (isNoDatabase(cause)) return notUsable(path, whatElse(path));
  if (isFull(cause)) return new ConfigurationError(`journal: ${path} ${diskFull}`, { cause: asSystemError(cause) });
  const why = isBusy(cause)
    ? "has been kept busy by another process for 10 seconds. Is one suspended? Let it go on, or end it."
    : "cannot be read or written. Pass a path in a folder that exists, may be written and has room.";
  return new ConfigurationError(`journal: ${path} ${why}`, { cause });
}

const diskFull =
  "could not be written: the disk is full (ENOSPC). Make room, and run the batch again: it goes on from here.";

/** Callers know a full disk by the system's code. */
function asSystemError(cause: unknown): Error {
  return Object.assign(new Error("ENOSPC: no space left on device", { cause }), { code: "ENOSPC" });
}

/** Nobody has locks on a file that is not a database, so it may be read. */
function whatElse(path: string): string {
  if (!/^\{"(sum|version)":/.test(readFileSync(path, "latin1"))) return `is not a journal. ${newFile}`;
  return `was written by an earlier version of the package. Let its batch end with that version, then pass a new file for new recordings. A new file knows no calls: those that exist would be created again.`;
}
