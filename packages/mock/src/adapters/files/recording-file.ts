/** Recordings in files: those of a state file stay, and large ones of a server without a state file are temporary. */
import { createReadStream, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { type FileHandle, mkdir, open, rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type {
  ByteRange,
  RecordingBytes,
  RecordingFileWriter,
  RecordingStorage,
} from "../../store/recording-storage.js";

const readBytesAtOnce = 256 * 1024;

/** A recording in a file. */
export class RecordingFile implements RecordingBytes {
  readonly sizeBytes: number;
  readonly path: string;

  constructor(path: string, sizeBytes: number) {
    this.path = path;
    this.sizeBytes = sizeBytes;
  }

  /** The file is opened when somebody reads: a stream that nobody reads would throw its error to nobody. */
  async *chunks(range?: ByteRange): AsyncGenerator<Uint8Array> {
    const part = range && { start: range.firstByte, end: range.lastByte };
    yield* createReadStream(this.path, { highWaterMark: readBytesAtOnce, ...part });
  }

  read(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(readFileSync(this.path));
  }
}

/** A recording in a file that goes when nothing refers to the recording any more. */
class TemporaryFile extends RecordingFile {
  discard(): void {
    remove(this.path);
  }
}

/** Writes a recording into a file, which has its name once it is whole, and is on the disk then. */
export async function writeRecording(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const part = `${path}.part`;
  await mkdir(join(path, ".."), { recursive: true });
  const file = await open(part, "w");
  try {
    for await (const chunk of chunks) await file.writeFile(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(part, path);
}

class TemporaryFileWriter implements RecordingFileWriter {
  readonly #path: string;
  readonly #file: FileHandle;
  #sizeBytes = 0;

  constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  async write(chunk: Uint8Array): Promise<void> {
    await this.#file.writeFile(chunk);
    this.#sizeBytes += chunk.length;
  }

  async finish(): Promise<RecordingBytes> {
    await this.#file.close();
    return new TemporaryFile(this.#path, this.#sizeBytes);
  }

  async discard(): Promise<void> {
    await this.#file.close();
    remove(this.#path);
  }
}

/** How many servers each storage has. */
const serverCounts = new Map<RecordingStorage, number>();

/**
 * Makes a storage write large recordings into temporary files for as long as a server runs. A reset deletes them, and so do
 * the end of the last server and that of the process. What a process has left that was killed is deleted by the next one.
 *
 * @returns ends it
 */
export function useTemporaryFiles(storage: RecordingStorage): () => void {
  serverCounts.set(storage, (serverCounts.get(storage) ?? 0) + 1);
  storage.writeLargeWith(openTemporaryFile);
  let isUsed = true;
  return () => {
    if (!isUsed) return;
    isUsed = false;
    const count = (serverCounts.get(storage) ?? 1) - 1;
    serverCounts.set(storage, count);
    if (count > 0) return;
    serverCounts.delete(storage);
    storage.writeLargeWith(undefined);
    for (const [id, bytes] of [...storage.entries()]) if (bytes instanceof TemporaryFile) storage.delete(id);
  };
}

const folderName = /^call-analysis-mock-recordings-(\d+)-/;

/** The folder of this process, once it has one. */
let folder: string | undefined;

async function openTemporaryFile(): Promise<RecordingFileWriter> {
  folder ??= newFolder();
  // A clean-up of temporary files may have taken it.
  mkdirSync(folder, { recursive: true });
  const path = join(folder, crypto.randomUUID());
  return new TemporaryFileWriter(path, await open(path, "wx"));
}

function newFolder(): string {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = folderName.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) remove(join(tmpdir(), name));
  }
  const path = join(tmpdir(), `call-analysis-mock-recordings-${process.pid}-${crypto.randomUUID()}`);
  process.once("exit", () => remove(path));
  return path;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user runs, too.
    return Object(error).code === "EPERM";
  }
}

/** Windows keeps a file that is being read: it goes with its folder. */
function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {}
}
