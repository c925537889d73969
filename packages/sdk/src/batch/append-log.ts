/**
 * A file of JSON lines that is only appended to. Of each key the last line counts; memory holds where that is, and no
 * more. For servers only, and one process at a time.
 */
import { createHash } from "node:crypto";
import { type FileHandle, open, rename, stat } from "node:fs/promises";
import { dirname } from "node:path";
import {
  DamagedLineError,
  endsTorn,
  headBytes,
  headOf,
  headOfLine,
  isChecked,
  type JournalLine,
  parsed,
  textOf,
  torn,
} from "./journal-line.js";

/** How a log is opened. */
export interface AppendLogOptions {
  /** The first line of a new file. */
  header: object;
  /** Throws when the first line is not what it must be. */
  checkHeader: (header: unknown) => void;
  /** The stage of a line that takes its key out of the log. */
  deletedStage: string;
}

/** What is read at once of the whole file, and for a single line. */
const blockBytes = 256 * 1024;
const oneLineBytes = 16 * 1024;

/** A file is written anew when this much of it counts no more, and that is more than half. */
const compactedFromBytes = 1024 * 1024;

export class AppendLog {
  readonly #path: string;
  readonly #options: AppendLogOptions;
  readonly #file: FileHandle;
  /** The first line. */
  header: unknown;
  /** Where the last line of each key begins. */
  #offsets = new Map<string, number>();
  #sizeBytes = 0;
  #deadBytes = 0;
  #waiting: { text: string; line: JournalLine; resolve: () => void; reject: (error: unknown) => void }[] = [];
  #flushing: Promise<void> | undefined;
  #isTorn = false;
  /** What the file was when it was closed. */
  #version: string | undefined;

  private constructor(path: string, file: FileHandle, options: AppendLogOptions) {
    this.#path = path;
    this.#file = file;
    this.#options = options;
  }

  /**
   * Opens a file, or makes it. Half a line at its end is cut off: who wrote it has not gone on.
   *
   * @param earlier saves reading a file that nobody has written since that was closed
   * @throws {DamagedLineError} for a line that was changed after it had been written
   */
  static async open(path: string, options: AppendLogOptions, earlier?: AppendLog): Promise<AppendLog> {
    const log = await AppendLog.#read(path, options, earlier);
    if (log.#deadBytes < compactedFromBytes || log.#deadBytes < log.#sizeBytes / 2) return log;
    try {
      await log.#compact();
    } catch {
      // A full disk, say: the longer file is as good.
      return log;
    }
    await log.close();
    return AppendLog.#read(path, options);
  }

  static async #read(path: string, options: AppendLogOptions, earlier?: AppendLog): Promise<AppendLog> {
    const file = await openOrCreate(path, options.header);
    const log = new AppendLog(path, file, options);
    try {
      if (!(await log.#isUnchangedSince(earlier))) await log.#load();
      return log;
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** The last line of a key. */
  async get(key: string): Promise<JournalLine | undefined> {
    const offset = this.#offsets.get(digestOf(key));
    return offset === undefined ? undefined : JSON.parse(await this.#textAt(offset));
  }

  /** Key, stage and callId of every key's last line, in the order in which the keys came. */
  async *heads(): AsyncGenerator<JournalLine, void, void> {
    const block = Buffer.alloc(headBytes);
    for (const offset of this.#offsets.values()) {
      const { bytesRead } = await this.#file.read(block, 0, headBytes, offset);
      yield headOf(block.toString("utf8", 0, bytesRead)) ?? JSON.parse(await this.#textAt(offset));
    }
  }

  /** Resolves when the line is on disk. Lines that come at once are written together. */
  append(line: JournalLine): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ text: textOf(line), line, resolve, reject });
      this.#flushing ??= this.#flush().finally(() => {
        this.#flushing = undefined;
      });
    });
  }

  /** Waits for the lines that are being written. */
  async close(): Promise<void> {
    await this.#flushing;
    this.#version = await versionOf(this.#file);
    await this.#file.close();
  }

  async #isUnchangedSince(earlier: AppendLog | undefined): Promise<boolean> {
    if (earlier === undefined || earlier.#version !== (await versionOf(this.#file))) return false;
    this.header = earlier.header;
    this.#offsets = earlier.#offsets;
    this.#sizeBytes = earlier.#sizeBytes;
    this.#deadBytes = earlier.#deadBytes;
    this.#isTorn = earlier.#isTorn;
    return true;
  }

  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        const start = this.#isTorn ? `${torn}\n` : "";
        const sizes = batch.map(({ text }) => Buffer.byteLength(text));
        await this.#write(start + batch.map(({ text }) => text).join(""));
        let offset = this.#sizeBytes + start.length;
        for (const [index, { line, resolve }] of batch.entries()) {
          this.#count(line, offset, sizes[index] ?? 0);
          offset += sizes[index] ?? 0;
          resolve();
        }
        this.#sizeBytes = offset;
        this.#isTorn = false;
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
  }

  /** Writes and syncs; what a failure left of it is cut off. */
  async #write(text: string): Promise<void> {
    try {
      await this.#file.appendFile(text);
      await this.#file.datasync();
    } catch (error) {
      await this.#file.truncate(this.#sizeBytes).catch(async () => {
        this.#isTorn = true;
        this.#sizeBytes = (await this.#file.stat()).size;
      });
      throw error;
    }
  }

  #count({ key, stage }: JournalLine, offset: number, sizeBytes: number): void {
    const digest = digestOf(key);
    // About as much as the line that counts no more.
    if (this.#offsets.has(digest)) this.#deadBytes += sizeBytes;
    if (stage === this.#options.deletedStage) this.#offsets.delete(digest);
    else this.#offsets.set(digest, offset);
  }

  async #load(): Promise<void> {
    let number = 0;
    for await (const { offset, bytes, isWhole } of linesOf(this.#file)) {
      number += 1;
      const end = offset + bytes.byteLength;
      if (number === 1) this.#readHeader(isWhole ? parsed(bytes) : undefined);
      if (bytes.byteLength > 0 && !endsTorn(bytes)) {
        if (!isChecked(bytes)) {
          if (isWhole) throw new DamagedLineError(number);
          await this.#file.truncate(offset);
          break;
        }
        if (number > 1) this.#count(headOfLine(bytes), offset, end - offset);
      }
      this.#sizeBytes = end + 1;
      if (!isWhole) await this.#file.appendFile("\n");
    }
  }

  #readHeader(header: unknown): void {
    this.#options.checkHeader(header);
    this.header = header;
  }

  /** Copies the header, and the last line of each key in the order in which the keys came. */
  #compact(): Promise<void> {
    return writeWhole(this.#path, async (target) => {
      for (const offset of [0, ...this.#offsets.values()]) await target.appendFile(`${await this.#textAt(offset)}\n`);
    });
  }

  async #textAt(offset: number): Promise<string> {
    for await (const { bytes } of linesOf(this.#file, offset, oneLineBytes)) return bytes.toString("utf8");
    throw new Error(`${this.#path} was shortened while it was in use.`);
  }
}

/** The file as it is, or a new one with its first line: that is there as a whole, or not at all. */
async function openOrCreate(path: string, header: object): Promise<FileHandle> {
  const sizeBytes = await stat(path).then(({ size }) => size, sizeOfMissing);
  if (sizeBytes === 0) await writeWhole(path, async (file) => file.appendFile(textOf(header)));
  return open(path, "a+", 0o600);
}

function sizeOfMissing(error: NodeJS.ErrnoException): number {
  if (error.code === "ENOENT") return 0;
  throw error;
}

/** Writes a file beside the other, and puts it in its place when it is on disk. */
async function writeWhole(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const copy = `${path}.new`;
  const file = await open(copy, "w", 0o600);
  try {
    await write(file);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(copy, path);
  await syncFolder(path);
}

/** The file's identity and length: other processes may write it after it was closed. */
async function versionOf(file: FileHandle): Promise<string> {
  const { ino, size, mtimeMs } = await file.stat();
  return `${ino} ${size} ${mtimeMs}`;
}

/** A new name is on disk only with its folder. */
async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(dirname(path), "r");
    await folder.sync().finally(() => folder.close());
  } catch {
    // Windows has no such thing.
  }
}

interface FileLine {
  offset: number;
  /** Without the newline. */
  bytes: Buffer;
  /** Whether it ends with a newline. */
  isWhole: boolean;
}

const newline = 10;

/** The lines of a file from an offset on, block by block. The bytes of a line are overwritten after it. */
async function* linesOf(file: FileHandle, from = 0, sizeBytes = blockBytes): AsyncGenerator<FileLine, void, void> {
  const block = Buffer.allocUnsafe(sizeBytes);
  let offset = from;
  let parts: Buffer[] = [];
  for (let position = from; ; ) {
    const { bytesRead } = await file.read(block, 0, sizeBytes, position);
    if (bytesRead === 0) break;
    position += bytesRead;
    const read = block.subarray(0, bytesRead);
    let start = 0;
    for (let end = read.indexOf(newline); end >= 0; end = read.indexOf(newline, start)) {
      const rest = read.subarray(start, end);
      const bytes = parts.length === 0 ? rest : Buffer.concat([...parts, rest]);
      parts = [];
      yield { offset, bytes, isWhole: true };
      offset += bytes.byteLength + 1;
      start = end + 1;
    }
    if (start < bytesRead) parts.push(Buffer.from(read.subarray(start)));
  }
  if (parts.length > 0) yield { offset, bytes: Buffer.concat(parts), isWhole: false };
}

/** A key in 16 bytes, however long it is. */
function digestOf(key: string): string {
  return createHash("sha256").update(key).digest().toString("latin1", 0, 16);
}
