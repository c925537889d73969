/**
 * The SQLite file of a service's state: its tables, and that one process at a time uses it. The lock is SQLite's own, which the
 * system drops with the process. Recordings are files beside it, because `node:sqlite` reads and writes a value as a whole.
 */
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { OrganizationRow, OwnedTableName } from "../../store/rows.js";
import type { OrganizationSnapshot, RecordingSnapshot, Snapshot, SnapshotHead } from "../../store/snapshot.js";

/** "fake" in ASCII: says that a SQLite file is a state of this package. */
const applicationId = 0x66616b65;
const version = 2;

const tables = `
  create table head (json text not null) strict;
  create table organizations (id text primary key, name text not null) strict;
  create table rows (
    position integer primary key,
    kind text not null,
    id text not null,
    organization text not null,
    json text not null,
    unique (kind, id)
  ) strict;
  create table recordings (id text primary key, size_bytes integer not null) strict;
  pragma application_id = ${applicationId};
  pragma user_version = ${version};
`;

/** A row of the store as the file keeps it. */
export interface SavedRow {
  kind: OwnedTableName;
  id: string;
  organizationId: string;
  /** As in a snapshot. */
  json: string;
}

/** What a transaction writes. */
export interface StateChange {
  head: SnapshotHead;
  /** Missing for a change of rows; otherwise everything that the file has is replaced. */
  organizations?: readonly OrganizationRow[];
  rows: Iterable<SavedRow>;
  deleted: Iterable<Pick<SavedRow, "kind" | "id">>;
  /** The recordings that are there for the rows. */
  recordings: Iterable<RecordingSnapshot>;
}

/** The file, which this process alone uses until `close()` or its end, whatever ends it. */
export class StateDatabase {
  readonly #path: string;
  readonly #database: DatabaseSync;
  readonly #statements: Readonly<Record<keyof typeof statements, StatementSync>>;

  private constructor(path: string, database: DatabaseSync) {
    this.#path = path;
    this.#database = database;
    const prepared = Object.entries(statements).map(([name, sql]) => [name, database.prepare(sql)]);
    // Every statement is prepared.
    this.#statements = Object.fromEntries(prepared) as never;
  }

  /**
   * Opens a file, or makes it.
   *
   * @throws {Error} when the runtime has no SQLite, another process uses the file, or it is something else; then
   * nothing is written
   */
  static open(path: string): StateDatabase {
    const Sqlite = loadSqlite();
    let database: DatabaseSync | undefined;
    try {
      checkPath(path);
      database = new Sqlite(path);
      // The system drops the lock with the process. SQLite keeps it between transactions, so it needs no shared memory.
      database.exec("pragma busy_timeout = 0; pragma locking_mode = exclusive; begin exclusive");
      const isNew = isEmpty(database);
      database.exec("commit; pragma journal_mode = wal; pragma synchronous = full; pragma trusted_schema = 0");
      if (isNew) database.exec(`begin; ${tables} commit`);
      writeFileSync(pidPathOf(path), String(process.pid));
      return new StateDatabase(path, database);
    } catch (error) {
      database?.close();
      throw explained(path, error);
    }
  }

  /** The state, its recordings without their bytes; undefined in a file that is new. */
  read(): Snapshot | undefined {
    const head = this.#database.prepare("select json from head").get();
    if (!head) return undefined;
    const organizations = this.#all("select id, name from organizations order by rowid").map(({ id, name }) => ({
      id: String(id),
      name: String(name),
      ...this.#rowsOf(String(id)),
    }));
    return { ...JSON.parse(String(head.json)), organizations };
  }

  /** Writes a change, which is on the disk when this returns. */
  write({ head, organizations, rows, deleted, recordings }: StateChange): void {
    const { putHead, putOrganization, putRow, deleteRow, putRecording } = this.#statements;
    this.#database.exec("begin immediate");
    try {
      if (organizations) this.#clear();
      this.#database.exec("delete from head");
      putHead.run(JSON.stringify(head));
      for (const { id, name } of organizations ?? []) putOrganization.run(id, name);
      for (const { kind, id, organizationId, json } of rows) putRow.run(kind, id, organizationId, json);
      for (const { kind, id } of deleted) deleteRow.run(kind, id);
      for (const { id, sizeBytes } of recordings) putRecording.run(id, sizeBytes);
      this.#database.exec("commit");
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  #rollBack(): void {
    try {
      this.#database.exec("rollback");
    } catch {
      // SQLite has done it already, as after a full disk.
    }
  }

  /** Brings everything into the one file, and lets other processes use it. */
  close(): void {
    rmSync(pidPathOf(this.#path), { force: true });
    this.#database.close();
  }

  #clear(): void {
    this.#database.exec("delete from organizations; delete from rows; delete from recordings");
  }

  #rowsOf(organizationId: string): Partial<OrganizationSnapshot> {
    const lists: Record<string, object[]> = {};
    for (const { kind, json } of this.#all(rowsOfOrganization, organizationId)) {
      const row = JSON.parse(String(json));
      const list = lists[String(kind)];
      if (list) list.push(row);
      else lists[String(kind)] = [row];
    }
    const recordings = this.#all(recordingsOfOrganization, organizationId);
    return { ...lists, recordings: recordings.map(({ id, size }) => ({ id: String(id), sizeBytes: Number(size) })) };
  }

  #all(sql: string, ...values: string[]): Record<string, unknown>[] {
    return this.#database.prepare(sql).all(...values);
  }
}

const statements = {
  putHead: "insert into head (json) values (?)",
  putOrganization: "insert into organizations (id, name) values (?, ?)",
  // A row that changes keeps its place.
  putRow: `insert into rows (kind, id, organization, json) values (?, ?, ?, ?)
    on conflict (kind, id) do update set json = excluded.json`,
  deleteRow: "delete from rows where kind = ? and id = ?",
  putRecording: "insert or ignore into recordings (id, size_bytes) values (?, ?)",
};

const rowsOfOrganization = "select kind, json from rows where organization = ? order by position";

const recordingsOfOrganization = `select distinct recordings.id, size_bytes as size
  from rows join recordings on recordings.id = rows.json ->> '$.recording.sha256'
  where organization = ? and kind = 'uploads' order by position`;

/** @throws {Error} when there can be no such file, before SQLite makes or opens it, and leaves files beside it */
function checkPath(path: string): void {
  const isOther = statSync(path, { throwIfNoEntry: false })?.isFile() === false;
  if (isOther || path.endsWith("/")) throw new Error(noFile);
  // The longest name of what is beside it: one that is too long throws.
  statSync(`${path}.recordings`, { throwIfNoEntry: false });
}

/** Looked up when a state file is opened: an import of `node:sqlite` would end the command on Node 20. */
function loadSqlite(): typeof DatabaseSync {
  const { emitWarning } = process;
  // Node 22 calls SQLite experimental, once. Nothing else can warn meanwhile.
  process.emitWarning = () => {};
  try {
    const sqlite = process.getBuiltinModule?.("node:sqlite");
    if (sqlite) return sqlite.DatabaseSync;
  } finally {
    process.emitWarning = emitWarning;
  }
  throw new Error(
    `--state needs Node 22.13 or later, and this is ${process.version}. Update it, or leave --state out.`,
  );
}

/** Whether a file is new. @throws {Error} when it is something else, or of another version */
function isEmpty(database: DatabaseSync): boolean {
  const [{ application = 0, found = 0, count = 0 } = {}] = database
    .prepare(
      "select application_id as application, user_version as found, (select count(*) from sqlite_master) as count from pragma_application_id, pragma_user_version",
    )
    .all() as { application?: number; found?: number; count?: number }[];
  if (application === 0 && found === 0 && count === 0) return true;
  if (application !== applicationId) throw new Error("it is a database of something else. Pass another --state file.");
  if (found === version) return false;
  const versions = `it is of version ${found}, and this program knows version ${version}`;
  throw new Error(`${versions}: use the @call-analysis/mock that wrote it, or pass another --state file.`);
}

function explained(path: string, cause: unknown): Error {
  const message = cause instanceof Error ? cause.message : String(cause);
  if (/database (table )?is locked/.test(message)) {
    return new Error(
      `The state file ${path} is in use by ${holderOf(path)}. End that process, or pass another --state file.`,
      { cause },
    );
  }
  if (
    message === noFile ||
    /unable to open database file|readonly database|ENOTDIR|ENAMETOOLONG|EACCES|ELOOP/.test(message)
  ) {
    return new Error(`The state file ${path} cannot be used: ${noFile}, or pass another --state file.`, { cause });
  }
  const reason = /file is not a database/.test(message) ? noDatabase : message;
  return new Error(`The state file ${path} cannot be loaded, and is left as it is: ${reason}`, { cause });
}

const noFile =
  "it must be a file, in a folder that is there, and this process must be allowed to write to both. Change that";

const noDatabase =
  "it is no SQLite database. A snapshot in JSON is loaded by PUT /__mock__/state: pass a new --state file, then put it.";

/** The lock says that a process has the file; which one it is that process has written beside it. */
function holderOf(path: string): string {
  try {
    return `process ${readFileSync(pidPathOf(path), "utf8")}`;
  } catch {
    return "another process";
  }
}

function pidPathOf(path: string): string {
  return `${path}.pid`;
}
