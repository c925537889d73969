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
}

/** Keeps the bytes of one recording while they come. */
export interface RecordingWriter {
  write(chunk: Uint8Array): void | Promise<void>;
  /** Called once, after the last chunk. `add` makes the recording available. */
  finish(id: string, add: (bytes: RecordingBytes) => void): void | Promise<void>;
  /** Called in place of `finish` when the recording is not wanted. */
  discard(): void | Promise<void>;
}

/** How a recording is received. */
export interface ReceiveOptions {
  /** Called with each chunk, in order. */
  inspect?: (chunk: Uint8Array) => void;
  /** Called with the id as soon as it is known. @throws whatever says that the recording is not wanted */
  check?: (id: string) => void;
  /**
   * Called with the id at the moment at which the bytes are there, to write what refers to them: nothing else happens
   * in between, so nobody finds them unused. @throws whatever says that the recording is not wanted
   */
  refer?: (id: string) => void;
}

/** The bytes of recordings: each is kept once, by its id, which is its SHA-256 as lowercase hex. */
export class RecordingStorage {
  readonly #recordings = new Map<string, RecordingBytes>();
  #openWriter: () => RecordingWriter = openMemoryWriter;

  /** Whether what is received is kept in memory alone, whatever its size. */
  get isInMemory(): boolean {
    return this.#openWriter === openMemoryWriter;
  }

  /** Keeps what is received from now on elsewhere than in memory. */
  writeWith(openWriter: () => RecordingWriter): void {
    this.#openWriter = openWriter;
  }

  /** Keeps a recording as it comes, and returns its id. Nothing is left of one that breaks off. */
  async receive(chunks: AsyncIterable<Uint8Array>, { inspect, check, refer }: ReceiveOptions = {}): Promise<string> {
    const writer = this.#openWriter();
    const hash = createSha256();
    try {
      for await (const chunk of chunks) {
        hash.update(chunk);
        inspect?.(chunk);
        await writer.write(chunk);
      }
      const id = hash.digest();
      check?.(id);
      if (this.has(id)) {
        refer?.(id);
        await writer.discard();
        return id;
      }
      await writer.finish(id, (bytes) => {
        refer?.(id);
        this.set(id, bytes);
      });
      return id;
    } catch (error) {
      await writer.discard();
      throw error;
    }
  }

  get(id: string): RecordingBytes | undefined {
    return this.#recordings.get(id);
  }

  has(id: string): boolean {
    return this.#recordings.has(id);
  }

  set(id: string, bytes: RecordingBytes): void {
    this.#recordings.set(id, bytes);
  }

  delete(id: string): void {
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
    this.#recordings.clear();
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

class MemoryWriter implements RecordingWriter {
  #chunks: Uint8Array[] = [];

  write(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
  }

  finish(_id: string, add: (bytes: RecordingBytes) => void): void {
    add(new RecordingInMemory(this.#chunks));
  }

  discard(): void {
    this.#chunks = [];
  }
}

function openMemoryWriter(): RecordingWriter {
  return new MemoryWriter();
}
