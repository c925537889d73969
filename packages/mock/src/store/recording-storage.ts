/** The bytes of recordings. They are outside the tables, because they are large. */
import { joinBytes } from "../core/encoding.js";
import type { ReadBody, StreamedBody } from "../core/message.js";
import { createSha256 } from "../core/sha256.js";

/** A part of a recording: from its first byte to its last, which belongs to it. Bytes are counted from 0. */
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
  /** Deletes what is on the disk for this recording alone. */
  discard?(): void;
}

/** Keeps a recording while it is read. Nothing is left of one that breaks off. */
export type RecordingWriter = (read: ReadBody) => Promise<RecordingBytes>;

/** The largest recording that is held in memory where there is another place. */
const maxInMemoryBytes = 8 * 1024 * 1024;

/** The bytes of recordings by id. Replacing or deleting a recording deletes its file too. */
export class RecordingStorage extends Map<string, RecordingBytes> {
  /** The writers of new large recordings. The first one is used, if there is one. */
  readonly writers = new Set<RecordingWriter>();

  /**
   * Receives a recording, to which nothing refers yet. Its id is its SHA-256 as lowercase hex.
   *
   * @param body.announcedBytes its size, if the sender has said it: only then it can be written elsewhere
   * @param inspect is called with each chunk, in order
   */
  async receive(
    { read, announcedBytes }: { read: ReadBody; announcedBytes: number },
    inspect: (chunk: Uint8Array) => void,
  ) {
    const hash = createSha256();
    const [write = holdInMemory] = announcedBytes > maxInMemoryBytes ? this.writers : [];
    const bytes = await write((take) =>
      read((chunk) => {
        hash.update(chunk);
        inspect(chunk);
        return take(chunk);
      }),
    );
    return { id: hash.digest(), bytes };
  }

  /** Keeps a recording that was received. */
  keep({ id, bytes }: { id: string; bytes: RecordingBytes }): void {
    if (this.has(id)) bytes.discard?.();
    else this.set(id, bytes);
  }

  override set(id: string, bytes: RecordingBytes): this {
    const previous = this.get(id);
    if (previous !== bytes) previous?.discard?.();
    return super.set(id, bytes);
  }

  override delete(id: string): boolean {
    this.get(id)?.discard?.();
    return super.delete(id);
  }

  override clear(): void {
    for (const id of this.keys()) this.delete(id);
  }

  /** Replaces all recordings by those of another storage. */
  replaceBy(other: RecordingStorage): void {
    for (const id of this.keys()) if (!other.has(id)) this.delete(id);
    for (const [id, bytes] of other) this.set(id, bytes);
  }
}

async function holdInMemory(read: ReadBody): Promise<RecordingBytes> {
  const chunks: Uint8Array[] = [];
  await read((chunk) => void chunks.push(chunk));
  return new RecordingInMemory(chunks);
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
