/** Recordings in files: those of a state file stay, and large ones of a server without a state file are temporary. */
import { createReadStream, readdirSync, readFileSync, rmSync } from "node:fs";
import { mkdir, open, rename, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ReadBody } from "../../core/message.js";
import type { ByteRange, RecordingBytes, RecordingStorage, RecordingWriter } from "../../store/recording-storage.js";

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

/**
 * Writes a recording into a file, which has its name once it is whole. Nothing is left of one that breaks off.
 *
 * @param options.flush whether it must be on the disk then
 */
export async function writeRecording(
  path: string,
  read: ReadBody,
  { flush }: { flush: boolean },
): Promise<RecordingFile> {
  const part = `${path}.part`;
  await mkdir(dirname(path), { recursive: true });
  const file = await open(part, "w");
  try {
    // Each call writes on where the last one ended.
    const written = read((chunk) => file.writeFile(chunk)).then(() => (flush ? file.sync() : undefined));
    await written.finally(() => file.close());
  } catch (error) {
    remove(part);
    throw error;
  }
  await rename(part, path);
  return new RecordingFile(path, (await stat(path)).size);
}

/**
 * Makes a storage write large recordings into temporary files while a server runs. The files are deleted by a reset, when
 * the last server closes and when the process exits. The next process deletes the files of a killed one.
 *
 * @returns ends it
 */
export function useTemporaryFiles(storage: RecordingStorage): () => void {
  const writer: RecordingWriter = async (read) => {
    folder ??= newFolder();
    const { path, sizeBytes } = await writeRecording(join(folder, crypto.randomUUID()), read, { flush: false });
    return new TemporaryFile(path, sizeBytes);
  };
  storage.writers.add(writer);
  return () => {
    if (!storage.writers.delete(writer) || storage.writers.size > 0) return;
    for (const [id, bytes] of storage) if (bytes instanceof TemporaryFile) storage.delete(id);
  };
}

/** The folder of this process, once it has one. */
let folder: string | undefined;

const folderName = /^call-analysis-mock-recordings-(\d+)-/;

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
