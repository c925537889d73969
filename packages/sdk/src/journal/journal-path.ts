/** Checks a journal's path: what may be there before SQLite opens it, and whether it is still the same file later. */
import { closeSync, fsyncSync, lstatSync, openSync, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { notUsable } from "./sqlite.js";

/** Network file systems, by their numbers on Linux. File locks are unreliable on them. */
const networkFileSystems = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xfe534d42, "SMB"],
  [0xff534d42, "CIFS"],
]);

/**
 * Prepares a path for SQLite: a regular file with one link, or a new file that only its owner can read.
 *
 * @throws {JournalError} for anything else
 */
export function preparePath(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isSymbolicLink()) throw notUsable(path, "is a symbolic link. Pass the path of its target.");
  if (found && !found.isFile())
    throw notUsable(path, "is not a regular file. Pass a regular file, or a path that does not exist yet.");
  if (found && found.nlink > 1)
    throw notUsable(
      path,
      "has several hard links, and SQLite would lock each one separately. Use a file with one link.",
    );
  const network = networkFileSystems.get(Number(statfsSync(dirname(path)).type));
  if (network) throw notUsable(path, `is on ${network}, where file locks are unreliable. Use a local disk.`);
  // A file that exists is not opened here: closing it would drop the locks that this process has on it.
  if (!found) createFile(path);
}

function createFile(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    // Another process may have been faster.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** Writes the folder to the disk, and so the name of a new file. */
export function syncFolder(path: string): void {
  try {
    const folder = openSync(dirname(path), "r");
    fsyncSync(folder);
    closeSync(folder);
  } catch {
    // Windows has no such thing.
  }
}

/** Identifies the file that a path leads to now. Undefined if there is none. */
export function fileIdentity(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  return found && `${found.dev}:${found.ino}`;
}
