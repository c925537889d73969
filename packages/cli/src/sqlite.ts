/** SQLite as Node has it: for the runs of a journal, and as a lock that the system drops with the process. */
import type { DatabaseSync } from "node:sqlite";

/** How long another process may keep a file from being written, in milliseconds: a write takes less than one. */
const patienceMs = 10_000;

/** Opens a file, or makes it. */
export function openSqlite(path: string): DatabaseSync {
  const { emitWarning } = process;
  // Node 22 calls SQLite experimental, once. Nothing else can warn meanwhile.
  process.emitWarning = () => {};
  try {
    const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
    return new DatabaseSync(path, { timeout: patienceMs });
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Runs work while no other process runs its own under the same lock. The work must not wait. */
export function whileLocked<T>(path: string, work: () => T): T {
  const lock = openSqlite(path);
  try {
    // There is nothing to undo, so no file for that is needed beside the lock.
    lock.exec("pragma journal_mode = memory; begin exclusive");
    return work();
  } finally {
    lock.close();
  }
}
