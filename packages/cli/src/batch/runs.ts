/**
 * The runs of a journal: which recordings, with which fields of their calls, a command was asked for. The journal knows
 * inputs by their keys alone. With this file beside it, `resume` goes on with one run, and bills nothing that another asked
 * for.
 */
import { chmodSync, closeSync, openSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { systemCodeOf, UsageError } from "../errors.js";
import { openSqlite } from "../sqlite.js";

/** The fields of the calls of one run. */
export interface CallFields {
  memberId: string;
  categoryId: string;
  udfs?: Record<string, string>;
  date?: string;
}

/** One run. */
export interface Run {
  id: number;
  startedAt: Date;
  fields: CallFields;
  /** Whether it creates calls that existed before it anew. */
  isAgain: boolean;
}

/** A recording of a run. */
export interface RunRecording {
  /** Absolute. */
  path: string;
  /** Its identity in the journal, once that was found. */
  key?: string;
}

const schema = `
  pragma journal_mode = wal;
  pragma wal_autocheckpoint = 100;
  -- What a kill leaves is whole. A power failure may take the last keys, which are found again by the bytes.
  pragma synchronous = normal;
  create table if not exists runs (id integer primary key, at integer not null, fields text not null, again integer not null) strict;
  create table if not exists recordings (
    id integer primary key,
    run integer not null references runs (id) on delete cascade,
    path text not null,
    key text,
    unique (run, path)
  ) strict;
  create index if not exists keys on recordings (key);
`;

/** The number that stands for all runs of an earlier file. Those that begin are counted from 1. */
const lostRun = 0;

/** The file of the runs of one journal. */
export class Runs {
  readonly #path: string;
  readonly #database: DatabaseSync;

  /** @throws {UsageError} when the file cannot be made or written: then nothing may be sent */
  constructor(journalPath: string) {
    this.#path = runsPathOf(journalPath);
    createFile(this.#path);
    this.#database = this.#using(() => {
      const database = openSqlite(this.#path);
      database.exec(schema);
      return database;
    });
  }

  close(): void {
    this.#database.close();
  }

  /** Keeps keys of `--again` whose runs nobody knows any more, because an earlier file was lost. */
  restore(keys: readonly string[]): void {
    this.#atOnce(() => {
      this.#run("insert or ignore into runs values (?, 0, '{}', 1)", lostRun);
      for (const key of keys)
        this.#run("insert or ignore into recordings (run, path, key) values (?, ?, ?)", lostRun, key, key);
    });
  }

  /** Records a run before it sends anything. @throws {UsageError} when that is not possible */
  begin({ fields, isAgain, paths }: { fields: CallFields; isAgain: boolean; paths: readonly string[] }): Run {
    const startedAt = new Date();
    return this.#atOnce(() => {
      const sql = "insert into runs (at, fields, again) values (?, ?, ?)";
      const id = this.#run(sql, startedAt.getTime(), JSON.stringify(fields), Number(isAgain));
      const run = { id, startedAt, fields, isAgain };
      for (const path of paths) this.#run("insert or ignore into recordings (run, path) values (?, ?)", id, path);
      return run;
    });
  }

  /** Keeps what a recording is known by, should its file be gone later. */
  noteKey({ id }: Run, path: string, key: string): void {
    this.#run("update recordings set key = ? where run = ? and path = ?", key, id, path);
  }

  /** The key, of some, under which a run has begun with a recording. */
  keyOf({ id }: Run, keys: readonly [string, string]): string | undefined {
    const rows = this.#rows("select key from recordings where run = ? and key in (?, ?)", id, ...keys);
    return rows.map(({ key }) => String(key))[0];
  }

  /** The keys of runs of `--again` that begin so, those of the last run first. */
  keysOfAgain(prefix: string): string[] {
    const sql = `select distinct key, run from recordings join runs on runs.id = run
      where again and key >= ? and key < ? order by run desc, key desc`;
    return this.#rows(sql, prefix, `${prefix}~`).map(({ key }) => String(key));
  }

  /** The run of a number; without one the last. */
  find(id?: number): Run | undefined {
    const sql = `select * from runs where id = coalesce(?, id) and id > ${lostRun} order by id desc limit 1`;
    return this.#rows(sql, id ?? null).map(runOf)[0];
  }

  recordingsOf({ id }: Run): RunRecording[] {
    const rows = this.#rows("select path, key from recordings where run = ? order by id", id);
    return rows.map(({ path, key }) => ({ path: String(path), ...(key !== null && { key: String(key) }) }));
  }

  /** The last runs, the latest first. */
  recent(): Run[] {
    return this.#rows(`select * from runs where id > ${lostRun} order by id desc limit 5`).map(runOf);
  }

  #atOnce<T>(work: () => T): T {
    this.#run("begin immediate");
    try {
      const result = work();
      this.#run("commit");
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec("rollback");
      throw error;
    }
  }

  /** The number of the last row that was inserted. */
  #run(sql: string, ...values: (string | number)[]): number {
    return this.#using(() => Number(this.#database.prepare(sql).run(...values).lastInsertRowid));
  }

  #rows(sql: string, ...values: (string | number | null)[]): Record<string, unknown>[] {
    return this.#using(() => this.#database.prepare(sql).all(...values));
  }

  #using<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw notUsable(this.#path, error);
    }
  }
}

/** Where the runs of a journal are. */
export function runsPathOf(journalPath: string): string {
  return `${journalPath}.runs`;
}

/** Only its owner may read it: names of files and fields of calls are in it. SQLite would make it readable for all. */
function createFile(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if (systemCodeOf(error) !== "EEXIST") throw notUsable(path, error);
    chmodSync(path, 0o600);
  }
}

function runOf({ id, at, fields, again }: Record<string, unknown>): Run {
  return {
    id: Number(id),
    startedAt: new Date(Number(at)),
    fields: JSON.parse(String(fields)),
    isAgain: again === 1,
  };
}

/** Another journal is never advised: it would bill everything again. */
function notUsable(path: string, error: unknown): UsageError {
  const { errcode } = error as { errcode?: number };
  const isFull = errcode === sqliteCodes.full;
  const cause = isFull ? Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" }) : error;
  const why = cause instanceof Error ? cause.message : cause;
  return new UsageError(`journal: ${path} cannot be used: ${why}.`, { hint: hintFor(errcode), cause });
}

/** The result codes of SQLite that need their own advice. */
const sqliteCodes = { damaged: 11, full: 13, notADatabase: 26 };

function hintFor(code: number | undefined): string {
  if (code === sqliteCodes.full) return "Make room on the disk.";
  if (code === sqliteCodes.damaged || code === sqliteCodes.notADatabase)
    return "Remove this file: the journal beside it knows the calls, so nothing is billed again.";
  return "It must be a file, in a folder that exists, and you must be allowed to write it.";
}
