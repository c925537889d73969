/**
 * Detects whether the process that claimed a key is alive. Each such process has a small file beside the journal, which
 * SQLite keeps locked. The system drops the lock when the process ends, for any reason. This works even if the
 * process's number is not visible.
 */
import { closeSync, existsSync, openSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { fileIdentity } from "./journal-path.js";
import { isBusy, openSqlite } from "./sqlite.js";

/** An owner of claims. It is alive until `release()`, or until its process ends. */
export interface OwnerLock {
  id: string;
  release(): void;
}

export function takeOwnerLock(journal: string): OwnerLock {
  for (;;) {
    const id = crypto.randomUUID();
    const path = pathOf(journal, id);
    closeSync(openSync(path, "wx", 0o600));
    const made = fileIdentity(path);
    const lock = openSqlite(path);
    const release = () => {
      // In this order: some systems remove no file that is open.
      lock.close();
      removeLock(path);
    };
    // Somebody who looks for old files may have taken it for one before it was locked.
    if (tryLock(lock, "pragma journal_mode = memory; begin exclusive") && fileIdentity(path) === made)
      return { id, release };
    release();
  }
}

/** Whether an owner is alive. The file of a dead owner is removed. */
export function ownerLives(journal: string, id: string): boolean {
  const path = pathOf(journal, id);
  if (!existsSync(path)) return false;
  const lock = openSqlite(path);
  try {
    // All who look may have this lock at once: none takes another one for the owner.
    if (!tryLock(lock, "begin; select 1 from sqlite_schema")) return true;
    // Only who has its lock may remove a file: it cannot become an owner's meanwhile.
    removeLock(path);
    return false;
  } finally {
    lock.close();
  }
}

/** Removes the files of killed processes. */
export function removeDeadOwners(journal: string): void {
  const start = basename(pathOf(journal, ""));
  for (const name of readdirSync(dirname(journal))) {
    const id = name.startsWith(start) ? name.slice(start.length) : "";
    if (/^[\da-f-]{36}$/.test(id)) ownerLives(journal, id);
  }
}

function tryLock(lock: DatabaseSync, begin: string): boolean {
  try {
    lock.exec(begin);
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}

function removeLock(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Windows removes no file that is open. The next look at it finds its owner dead.
  }
}

function pathOf(journal: string, id: string): string {
  return join(dirname(journal), `${basename(journal)}-owner-${id}`);
}
