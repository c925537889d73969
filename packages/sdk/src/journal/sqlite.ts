/** The runtime's SQLite, and the meaning of its errors. For servers only. */
import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { JournalError } from "../errors.js";
import { builtinModule } from "../runtime.js";

/** How long another process may block the file, in milliseconds. A write takes about one. */
const patienceMs = 10_000;

/** Opens a file. SQLite itself never waits, because that would block the event loop. */
export function openSqlite(path: string): DatabaseSync {
  const database = new (loadSqlite().DatabaseSync)(path);
  // Not the option `timeout`, which Node 22.13 does not have.
  database.exec("pragma busy_timeout = 0");
  return database;
}

/**
 * Loads SQLite when a journal is created. An import of `node:sqlite` would break `spool()` on older runtimes, too.
 *
 * @throws {JournalError} on a runtime without it
 */
export function loadSqlite(): typeof import("node:sqlite") {
  const { emitWarning } = process;
  // Node 22 calls SQLite experimental, once. Nothing else can warn meanwhile.
  process.emitWarning = () => {};
  try {
    const sqlite = builtinModule("node:sqlite");
    if (sqlite) return sqlite;
  } finally {
    process.emitWarning = emitWarning;
  }
  throw new JournalError("fileJournal needs SQLite, which this runtime lacks. Use Node 22.13 or later, Deno, or Bun.");
}

/** Runs work, and retries it while another process uses the file. */
export async function unlessBusy<T>(work: () => T): Promise<T> {
  const startMs = performance.now();
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() - startMs > patienceMs) throw error;
      await pause(1 + Math.random() * 5);
    }
  }
}

export function pause(pauseMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, pauseMs));
}

/** Whether another process has locked the file. */
export function isBusy(error: unknown): boolean {
  return hasCode(error, [5, 6], /database (table )?is locked/);
}

/** The error for a path that cannot be a journal. */
export function notUsable(path: string, why: string, cause?: unknown): JournalError {
  return new JournalError(`journal: ${path} ${why}`, { cause });
}

/** Turns a SQLite or file error into one that says what went wrong, and what to do about it. */
export function explained(path: string, cause: unknown): JournalError {
  if (JournalError.is(cause)) return cause;
  if (isFull(path, cause))
    return notUsable(path, "could not be written: the disk is full. Free some space, and run again.", cause);
  if (hasCode(cause, [11, 26], /not a database|malformed/))
    return notUsable(
      path,
      "is not a journal, or is damaged. Check the path, or restore a backup. A new file would not know its calls, and would create them again.",
      cause,
    );
  const why = isBusy(cause)
    ? "was locked by another process for 10 seconds. Run again. If that process hangs, end it."
    : "cannot be read or written. Pass a path in an existing folder with write permission.";
  return notUsable(path, why, cause);
}

/** Whether the disk is full. Some file systems say only that a file cannot be created or extended. */
function isFull(path: string, error: unknown): boolean {
  if (hasCode(error, [13], /disk is full/) || (error as NodeJS.ErrnoException)?.code === "ENOSPC") return true;
  if (!hasCode(error, [10, 14], /disk I\/O error|unable to open/)) return false;
  try {
    return statfsSync(dirname(path)).bavail === 0;
  } catch {
    return false;
  }
}

/** Whether an error has one of these codes, or else this text. Some errors of Deno have no code. */
function hasCode(error: unknown, codes: number[], text: RegExp): boolean {
  const { errcode, message } = Object(error) as { errcode?: number; message?: string };
  // The low byte of an extended code is the code itself.
  return (errcode !== undefined && codes.includes(errcode & 0xff)) || text.test(message ?? "");
}
