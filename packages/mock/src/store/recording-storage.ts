/** The bytes of recordings. They are outside the tables, because they are large. */
import { joinBytes } from "../core/encoding.js";
import type { StreamedBody } from "../core/message.js";
import { createSha256 } from "../core/sha256.js";

/** A part of a recording: from its first byte to its last, which belongs to it. Bytes are counted from 0. */
export interface ByteRange {
  firstByte: number;
  lastByte: number;
}

/** The bytes of one recording, wherever they are. */
export interface RecordingBytes extends StreamedBody {
  readonly sizeBytes: number;
  /** Without a range all of them. Of what is outside the range, no more than a chunk is read. */
  chunks(range?: ByteRange): AsyncIterable<Uint8Array>;
  /** All bytes at once; they belong to the service, so do not change them. */
  read(): Uint8Array<ArrayBuffer>;
  /** Deletes what is on the disk for this recording alone. */
  discard?(): void;
}

/** Keeps a large recording outside of memory while it comes. Either `finish` or `discard` is called last. */
export interface RecordingFileWriter {
  write(chunk: Uint8Array): Promise<void>;
  finish(): Promise<RecordingBytes>;
  discard(): Promise<void>;
}

/** A recording that has come, and that nothing refers to yet. */
export interface ReceivedRecording {
  /** Its SHA-256 as lowercase hex. */
  readonly id: string;
  readonly bytes: RecordingBytes;
}

/** The largest recording that is held in memory where there is another place. */
const maxInMemoryBytes = 8 * 1024 * 1024;

/** The bytes of recordings: each is kept once, by its id, which is its SHA-256 as lowercase hex. */
export class RecordingStorage {
  readonly #recordings = new Map<string, RecordingBytes>();
  #openFile: (() => Promise<RecordingFileWriter>) | undefined;

  /** Writes large recordings that come from now on elsewhere than into memory. */
  writeLargeWith(openFile: (() => Promise<RecordingFileWriter>) | undefined): void {
    this.#openFile = openFile;
  }

  /** Receives a recording. Nothing is left of one that breaks off. @param inspect is called with each chunk, in order */
  async receive(
    chunks: AsyncIterable<Uint8Array>,
    inspect: (chunk: Uint8Array) => void = () => {},
  ): Promise<ReceivedRecording> {
    const hash = createSha256();
    let inMemory: Uint8Array[] = [];
    let sizeBytes = 0;
    let file: RecordingFileWriter | undefined;
    try {
      for await (const chunk of chunks) {
        hash.update(chunk);
        inspect(chunk);
        sizeBytes += chunk.length;
        inMemory.push(chunk);
        if (!this.#openFile || sizeBytes <= maxInMemoryBytes) continue;
        file ??= await this.#openFile();
        for (const each of inMemory.splice(0)) await file.write(each);
      }
    } catch (error) {
      await file?.discard();
      throw error;
    }
    const bytes = file ? await file.finish() : new RecordingInMemory(inMemory);
    inMemory = [];
    return { id: hash.digest(), bytes };
  }

  /** Keeps a recording that was received. */
  keep({ id, bytes }: ReceivedRecording): void {
    if (this.has(id)) bytes.discard?.();
    else this.#recordings.set(id, bytes);
  }

  get(id: string): RecordingBytes | undefined {
    return this.#recordings.get(id);
  }

  has(id: string): boolean {
    return this.#recordings.has(id);
  }

  /** Puts a recording in the place of the one with its id. */
  set(id: string, bytes: RecordingBytes): void {
    const previous = this.#recordings.get(id);
    this.#recordings.set(id, bytes);
    if (previous !== bytes) previous?.discard?.();
  }

  delete(id: string): void {
    this.#recordings.get(id)?.discard?.();
    this.#recordings.delete(id);
  }

  ids(): IterableIterator<string> {
    return this.#recordings.keys();
  }

  /** All recordings, with their ids. */
  entries(): IterableIterator<[string, RecordingBytes]> {
    return this.#recordings.entries();
  }

  clear(): void {
    for (const id of [...this.#recordings.keys()]) this.delete(id);
  }

  /** Takes the recordings of another storage in the place of its own. */
  replaceBy(other: RecordingStorage): void {
    for (const id of [...this.#recordings.keys()]) if (!other.has(id)) this.delete(id);
    for (const [id, bytes] of other.entries()) this.set(id, bytes);
  }
}

/** A recording in memory, as the chunks in which it came: joining a large one would take its size again. */
export class RecordingInMemory implements RecordingBytes {
  readonly sizeBytes: number;
  #chunks: readonly Uint8Array[];

  constructor(chunks: readonly Uint8Array[]) {
    this.#chunks = chunks;
    this.sizeBytes = chunks.reduce((sum, { length }) => sum + length, 0);
  }

  async *chunks({ firstByte, lastByte } = { firstByte: 0, lastByte: this.sizeBytes - 1 }): AsyncGenerator<Uint8Array> {
    let startByte = 0;
    for (const chunk of this.#chunks) {
      const part = chunk.subarray(Math.max(0, firstByte - startByte), Math.max(0, lastByte + 1 - startByte));
      if (part.length > 0) yield part;
      startByte += chunk.length;
    }
  }

  read(): Uint8Array<ArrayBuffer> {
    const bytes = joinBytes(this.#chunks);
    this.#chunks = [bytes];
    return bytes;
  }
}
