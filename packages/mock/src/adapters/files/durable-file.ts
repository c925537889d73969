/** Writes files so that they are on the disk when the write resolves. */
import { open, rename } from "node:fs/promises";
import { dirname } from "node:path";

/** Renames a file whose content is on the disk already. */
export async function moveFile(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(dirname(to));
}

/** A new name is on the disk once its folder is. Windows cannot open folders, and does not need this. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Whether an error says that a file is not there. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
