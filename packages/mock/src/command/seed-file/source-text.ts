/** The text of a file that a person wrote: read within a bound, as UTF-8. */
import { type FileHandle, open } from "node:fs/promises";

/** The largest file that is read, in bytes. A category with 50 questions has about 20 kB. */
export const maxFileBytes = 8 * 1024 * 1024;

/** Why a file cannot be used. The message goes on after the file's name. */
export class UnusableFileError extends Error {
  override readonly name = "UnusableFileError";
}

/** Reads a file. @throws {UnusableFileError} which says what to do about it */
export async function readSourceText(path: string): Promise<string> {
  const bytes = await readBounded(path);
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw new UnusableFileError("is UTF-16, as its first bytes say: save it as UTF-8.");
  // Takes a byte order mark away.
  const text = new TextDecoder().decode(bytes);
  const wrongByte = firstWrongByte(bytes);
  if (wrongByte === undefined) return text;
  const line = bytes.subarray(0, wrongByte).filter((byte) => byte === 0x0a).length + 1;
  throw new UnusableFileError(`is not UTF-8: line ${line} has a byte that is no character. Save it as UTF-8.`);
}

/** The position of the first byte that is not UTF-8; undefined when all are. */
function firstWrongByte(bytes: Buffer): number | undefined {
  const written = Buffer.from(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
  if (written.equals(bytes)) return undefined;
  return bytes.findIndex((byte, index) => byte !== written[index]);
}

async function readBounded(path: string): Promise<Buffer> {
  try {
    const file = await open(path);
    try {
      return await readFirst(file);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw unreadable(error);
  }
}

/** Reads one byte more than there may be at most: a file that is no regular one does not tell its size. */
async function readFirst(file: FileHandle): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for (;;) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, null);
    if (bytesRead === 0) return Buffer.concat(chunks);
    chunks.push(buffer.subarray(0, bytesRead));
    sizeBytes += bytesRead;
    if (sizeBytes > maxFileBytes)
      throw new UnusableFileError(`is larger than ${maxFileBytes / 1024 / 1024} MiB, the most that is read.`);
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "is not there.",
  EISDIR: "is a directory, and must be a file.",
  EACCES: "may not be read: its permissions refuse it.",
  ENOTDIR: "is not there: a part of its path is no directory.",
};

function unreadable(error: unknown): unknown {
  if (error instanceof UnusableFileError || !(error instanceof Error) || !("code" in error)) return error;
  return new UnusableFileError(reasons[String(error.code)] ?? `cannot be read: ${error.message}`, { cause: error });
}
