/** Recordings as files of a folder: each has its SHA-256 as its name. */
import { createReadStream, readFileSync, unlinkSync } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rename, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { ByteRange, RecordingBytes, RecordingStorage, RecordingWriter } from "../../store/recording-storage.js";

/** Of recordings under way. A file with this ending that is there at the start is of a process that was killed. */
const partEnding = ".part";

const recordingName = /^[0-9a-f]{64}$/;

const readBytesAtOnce = 256 * 1024;

/** A folder of recordings. It is made when the first recording comes. */
export class RecordingFolder {
  readonly #path: string;
  /** Recordings that have their name already, and are not in the storage yet. */
  readonly #finishing = new Set<string>();

  constructor(path: string) {
    this.#path = path;
  }

  /** A writer for a new recording. The recording is on the disk before it is available. */
  openWriter(): RecordingWriter {
    return new FileWriter(this.#path, this.#finishing);
  }

  /** A recording that is there already; undefined when it is not. */
  async find(id: string): Promise<RecordingBytes | undefined> {
    const path = join(this.#path, id);
    try {
      return new RecordingFile(path, (await stat(path)).size);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** Moves the recordings that a storage has in memory into files. */
  async takeOver(storage: RecordingStorage): Promise<void> {
    for (const [id, bytes] of [...storage.entries()]) {
      if (bytes instanceof RecordingFile) continue;
      const writer = this.openWriter();
      for await (const chunk of bytes.chunks()) await writer.write(chunk);
      // A reset in the meantime may have dropped it.
      await writer.finish(id, (file) => storage.has(id) && storage.set(id, file));
    }
  }

  /** Deletes the files of recordings that neither a storage nor the last snapshot has. */
  async deleteUnused(storage: RecordingStorage, inSnapshot: ReadonlySet<string>): Promise<void> {
    for (const name of await this.#names()) {
      if (!recordingName.test(name) || inSnapshot.has(name)) continue;
      if (storage.has(name) || this.#finishing.has(name)) continue;
      // At once, so that no recording of this name is finished between the check and the deletion.
      unlinkUnlessOpen(join(this.#path, name));
    }
  }

  /** Deletes what a process that was killed has left of recordings under way. To be called before the first writer. */
  async deleteParts(): Promise<void> {
    const parts = (await this.#names()).filter((name) => name.endsWith(partEnding));
    await Promise.all(parts.map((name) => unlink(join(this.#path, name))));
  }

  async #names(): Promise<string[]> {
    try {
      return await readdir(this.#path);
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }
}

/** A new name is on the disk once its folder is. Windows cannot open folders, and does not need this. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** Windows keeps a file that is being read. It is deleted the next time. */
function unlinkUnlessOpen(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (process.platform !== "win32") throw error;
  }
}

class RecordingFile implements RecordingBytes {
  readonly sizeBytes: number;
  readonly #path: string;

  constructor(path: string, sizeBytes: number) {
    this.#path = path;
    this.sizeBytes = sizeBytes;
  }

  chunks(range?: ByteRange): AsyncIterable<Uint8Array> {
    const part = range && { start: range.firstByte, end: range.lastByte };
    return createReadStream(this.#path, { highWaterMark: readBytesAtOnce, ...part });
  }

  read(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(readFileSync(this.#path));
  }
}

class FileWriter implements RecordingWriter {
  readonly #folder: string;
  readonly #finishing: Set<string>;
  readonly #part: string;
  #file: FileHandle | undefined;
  #sizeBytes = 0;

  constructor(folder: string, finishing: Set<string>) {
    this.#folder = folder;
    this.#finishing = finishing;
    const { randomUUID } = process.getBuiltinModule("node:crypto");
    this.#part = join(folder, `${randomUUID()}${partEnding}`);
  }

  async write(chunk: Uint8Array): Promise<void> {
    await (await this.#open()).writeFile(chunk);
    this.#sizeBytes += chunk.length;
  }

  async finish(id: string, add: (bytes: RecordingBytes) => void): Promise<void> {
    await (await this.#open()).sync();
    await this.#close();
    const path = join(this.#folder, id);
    this.#finishing.add(id);
    try {
      await rename(this.#part, path);
      await syncFolder(this.#folder);
      add(new RecordingFile(path, this.#sizeBytes));
    } finally {
      this.#finishing.delete(id);
    }
  }

  async discard(): Promise<void> {
    await this.#close();
    await unlink(this.#part).catch(() => {});
  }

  async #open(): Promise<FileHandle> {
    if (this.#file) return this.#file;
    await mkdir(this.#folder, { recursive: true });
    this.#file = await open(this.#part, "wx");
    return this.#file;
  }

  async #close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }
}
