/**
 * A journal's SQLite file: its tables, the checks before it is used, and transactions that do not block the event loop.
 */
import { chmodSync } from "node:fs";
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { setImmediate } from "node:timers";
import { JournalError } from "../errors.js";
import { fileIdentity, preparePath, syncFolder } from "./journal-path.js";
import { removeDeadOwners } from "./owner-lock.js";
import { explained, notUsable, openSqlite, unlessBusy } from "./sqlite.js";

/** "call" in ASCII. Marks a SQLite file as a journal of this package. */
const applicationId = 0x63616c6c;
const version = 2;

const schema = `
  create table journal (base_url text) strict;
  create table inputs (
    id integer primary key,
    key text not null unique,
    state text not null check (state in ('uploaded', 'creating', 'uncertain', 'created', 'skipped')),
    owner text,
    name text,
    size_bytes integer,
    digest text,
    member_id text,
    category_id text,
    udfs text,
    audio_url text,
    call_id text
  ) strict;
  create index calls on inputs (call_id);
  insert into journal values (null);
  pragma application_id = ${applicationId};
  pragma user_version = ${version};
`;

/** How many jobs share a transaction. More would block the event loop and other processes. */
const mostJobs = 500;

interface Job {
  work: () => unknown;
  writes: boolean;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** One connection to a journal. */
export class JournalFile {
  readonly path: string;
  readonly #database: DatabaseSync;
  readonly #identity: string | undefined;
  readonly #statements = new Map<string, StatementSync>();
  #jobs: Job[] = [];
  #running: Promise<void> | undefined;

  private constructor(path: string, database: DatabaseSync) {
    this.path = path;
    this.#database = database;
    this.#identity = fileIdentity(path);
  }

  /**
   * Opens a journal, or creates it.
   *
   * @throws {JournalError} if the file is not a journal of this version. Then nothing was written to it.
   */
  static async open(path: string): Promise<JournalFile> {
    let database: DatabaseSync | undefined;
    try {
      preparePath(path);
      const opened = openSqlite(path);
      database = opened;
      await unlessBusy(() => prepareTables(opened, path));
      syncFolder(path);
      removeDeadOwners(path);
      return new JournalFile(path, opened);
    } catch (error) {
      database?.close();
      throw explained(path, error);
    }
  }

  /** Reads. All reads of one turn of the event loop see the file at the same moment. */
  read<T>(work: () => T): Promise<T> {
    return this.#add(work, false);
  }

  /**
   * Writes. All writes of one turn of the event loop share a transaction, which is on the disk when this resolves.
   *
   * @param work may throw a `JournalError`, before it has written anything
   */
  write<T>(work: () => T): Promise<T> {
    return this.#add(work, true);
  }

  /** The first row. */
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined {
    // The caller names the columns that it selects.
    return this.#prepared(sql).get(...values) as Row | undefined;
  }

  all<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    // The same.
    return this.#prepared(sql).all(...values) as Row[];
  }

  run(sql: string, ...values: SQLInputValue[]): void {
    this.#prepared(sql).run(...values);
  }

  async close(): Promise<void> {
    await this.#running;
    this.#database.close();
  }

  #prepared(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #add<T>(work: () => T, writes: boolean): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      // The job gives what its own work has given.
      this.#jobs.push({ work, writes, resolve: (result) => resolve(result as T), reject });
      this.#running ??= this.#runAll();
    });
  }

  async #runAll(): Promise<void> {
    while (this.#jobs.length > 0) {
      await new Promise<void>((resolve) => setImmediate(resolve));
      await this.#runTogether(this.#jobs.splice(0, mostJobs));
    }
    this.#running = undefined;
  }

  async #runTogether(jobs: Job[]): Promise<void> {
    const writes = jobs.some((job) => job.writes);
    try {
      // A reader takes its lock here too, so that the jobs find nothing busy.
      await this.#begin(writes ? "begin immediate" : "begin; select 1 from journal");
      // Once nobody else writes: SQLite goes on with a file that was deleted or replaced, while others make a new one.
      this.#checkFile();
      const ends = jobs.map(runJob);
      await unlessBusy(() => this.#database.exec("commit"));
      for (const end of ends) end();
    } catch (error) {
      rollBack(this.#database);
      for (const { reject } of jobs) reject(explained(this.path, error));
    }
  }

  #begin(begin: string): Promise<void> {
    return unlessBusy(() => {
      try {
        this.#database.exec(begin);
      } catch (error) {
        rollBack(this.#database);
        throw error;
      }
    });
  }

  #checkFile(): void {
    if (fileIdentity(this.path) !== this.#identity)
      throw notUsable(this.path, "was deleted, renamed or replaced while in use. Restore it, and run again.");
  }
}

function rollBack(database: DatabaseSync): void {
  try {
    database.exec("rollback");
  } catch {
    // Nothing had begun, or SQLite has done it already, as after a full disk.
  }
}

/** Returns a function that reports the result, to be called once the transaction is on the disk. */
function runJob({ work, resolve, reject }: Job): () => void {
  try {
    const result = work();
    return () => resolve(result);
  } catch (error) {
    // Of this job alone.
    if (JournalError.is(error)) return () => reject(error);
    throw error;
  }
}

/** @throws {JournalError} if the file is not this journal, before anything is written to it */
function prepareTables(database: DatabaseSync, path: string): void {
  const isNew = isEmpty(database, path);
  // Now that it is known to be a journal, and before SQLite makes a file of the same mode beside it.
  chmodSync(path, 0o600);
  // With less than "extra", a power failure could bring back the file of a transaction that had ended, and so undo a claim.
  database.exec("pragma journal_mode = delete; pragma synchronous = extra; pragma trusted_schema = 0");
  if (!isNew) return;
  database.exec("begin immediate");
  try {
    // Another process may have made them since.
    if (isEmpty(database, path)) database.exec(schema);
    database.exec("commit");
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

function isEmpty(database: DatabaseSync, path: string): boolean {
  const pragma = (name: string) => Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0];
  const { tables } = database.prepare("select count(*) as tables from sqlite_schema").get() as { tables: number };
  const kind = { application: pragma("application_id"), version: pragma("user_version"), tables };
  if (kind.application === 0 && kind.version === 0 && kind.tables === 0) return true;
  if (kind.application !== applicationId)
    throw notUsable(path, "is another SQLite database, not a journal. Use a new file.");
  if (kind.version === version) return false;
  throw notUsable(
    path,
    "was written by another version of this package. Use that version. A new file would not know its calls, and would create them again.",
  );
}
