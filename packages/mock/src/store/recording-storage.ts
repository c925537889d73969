/** The bytes of recordings. They are outside the tables, because they are large. */
import { joinBytes } from "../core/encoding.js";
import type { StreamedBody } from "../core/message.js";

/** A range of a recording: its first and its last byte, both included, counted from 0. */
export interface ByteRange {
  firstByte: number;
  lastByte: number;
}

/** The bytes of one recording, wherever they are. */
export interface RecordingBytes extends StreamedBody {
  readonly sizeBytes: number;
  /** All chunks, or those of a range. It reads at most one chunk outside the range. */
  chunks(range?: ByteRange): AsyncIterable<Uint8Array>;
  /** All bytes at once; they belong to the service, so do not change them. */
  read(): Uint8Array<ArrayBuffer>;
}

/** The bytes of recordings by their SHA-256 as lowercase hex. */
export type RecordingStorage = Map<string, RecordingBytes>;

/** A recording in memory, in the chunks in which it arrived. Joining a large one would take its size again. */
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
