/** The path of a journal: what may be there before SQLite opens it, and whether it is still the same file later. */
import { closeSync, fsyncSync, lstatSync, openSync, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { notUsable } from "./sqlite.js";

/** File systems between machines, by their numbers on Linux. Locks do not hold on them. */
const networkFileSystems = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xfe534d42, "SMB"],
  [0xff534d42, "CIFS"],
]);

/**
 * Only a regular file with one name, or a new one that nobody else can read, is handed to SQLite.
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

/** A new name is on disk only with its folder. */
export function syncFolder(path: string): void {
  try {
    const folder = openSync(dirname(path), "r");
    fsyncSync(folder);
    closeSync(folder);
  } catch {
    // Windows has no such thing.
  }
}

/** Which file a path leads to now. Undefined when there is none. */
export function fileIdentity(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  return found && `${found.dev}:${found.ino}`;
}
