/**
 * Whether the process lives that has claimed something in a journal: each has a small file beside the journal that SQLite
 * keeps locked. The system drops the lock with the process, whatever ends it, also where its number cannot be seen.
 */
import { closeSync, existsSync, openSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { isBusy, openSqlite } from "./sqlite.js";

/** Kept free for the record of calls that exist, should the disk become full after they were sent. */
const reserveBytes = 1024 * 1024;

/** One owner of claims. It lives until `release()`, or as long as the process. */
export class OwnerLock {
  readonly id: string;
  readonly #path: string;
  readonly #lock: DatabaseSync;

  private constructor(id: string, path: string, lock: DatabaseSync) {
    this.id = id;
    this.#path = path;
    this.#lock = lock;
  }

  static take(journal: string): OwnerLock {
    for (;;) {
      const id = crypto.randomUUID();
      const path = pathOf(journal, id);
      closeSync(openSync(path, "wx", 0o600));
      const lock = openSqlite(path);
      // Somebody who looks for old files may have found it before it was locked.
      if (tryLock(lock, exclusively) && existsSync(path)) return new OwnerLock(id, path, lock);
      lock.close();
      remove(path);
    }
  }

  /** Takes room on the disk. @throws ENOSPC when there is none */
  keepReserve(): void {
    if (existsSync(this.#reserve)) return;
    // Zeros would take no room on a disk that compresses.
    const bytes = Buffer.concat(
      Array.from({ length: reserveBytes / 65_536 }, () => crypto.getRandomValues(new Uint8Array(65_536))),
    );
    try {
      writeFileSync(this.#reserve, bytes, { mode: 0o600 });
    } catch (error) {
      this.spendReserve();
      throw error;
    }
  }

  /** Gives the room to what must be written. */
  spendReserve(): void {
    remove(this.#reserve);
  }

  release(): void {
    this.spendReserve();
    this.#lock.close();
    // After that: some systems remove no file that is open. Somebody who looks for old files may have been faster.
    remove(this.#path);
  }

  get #reserve(): string {
    return reserveOf(this.#path);
  }
}

/** Removes the file of an owner that has died, and tells whether it had. */
export function removeIfDead(journal: string, id: string): boolean {
  const path = pathOf(journal, id);
  const lock = openSqlite(path);
  try {
    if (!tryLock(lock, withOthers)) return false;
    // Only who has its lock may remove a file: it cannot become an owner's meanwhile.
    remove(reserveOf(path));
    removeOpen(path);
    return true;
  } finally {
    lock.close();
  }
}

/** Removes what processes left that were killed. */
export function removeDeadOwners(journal: string): void {
  const start = basename(pathOf(journal, ""));
  for (const name of readdirSync(dirname(journal))) {
    const id = name.startsWith(start) ? name.slice(start.length) : "";
    if (/^[\da-f-]{36}$/.test(id)) removeIfDead(journal, id);
  }
}

/** Removes a file that somebody else may have removed already. */
function remove(path: string): void {
  rmSync(path, { force: true });
}

/** Windows removes no file that is open: there it stays, empty. */
function removeOpen(path: string): void {
  try {
    remove(path);
  } catch {
    // Whoever looks at it again finds that its owner is dead.
  }
}

/** There is nothing to undo, so no file for that is needed beside the lock. */
const exclusively = "pragma journal_mode = memory; begin exclusive";

/** As those who look may all have it: of several that look at once, none takes another one for the owner. */
const withOthers = "begin; select 1 from sqlite_schema";

/** Takes the lock, and tells whether it was free. */
function tryLock(lock: DatabaseSync, begin: string): boolean {
  try {
    lock.exec(begin);
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}

function pathOf(journal: string, id: string): string {
  return join(dirname(journal), `${basename(journal)}-owner-${id}`);
}

function reserveOf(path: string): string {
  return `${path}-reserve`;
}
