/** Writes a file that only its owner may read. */
import { randomUUID } from "node:crypto";
import { link, open, rename, rm } from "node:fs/promises";

/** There is a file already, and it may not be replaced. */
export class FileExistsError extends Error {
  override readonly name = "FileExistsError";
}

/**
 * Writes a file as a whole: it is never there in part, and a failure leaves nothing behind. Its mode is 0600.
 *
 * @throws {FileExistsError} when it is there, and `force` is not set
 */
export async function createPrivateFile(path: string, text: string, { force }: { force: boolean }): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(temporary, "wx", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    if (force) await rename(temporary, path);
    // Unlike a rename, a link never replaces a file that has come in the meantime.
    else await link(temporary, path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST")
      throw new FileExistsError(error.message, { cause: error });
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}
