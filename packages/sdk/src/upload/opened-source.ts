/** What every kind of source is turned into: its size, and a way to read it chunk by chunk. */
import { onAbortOf } from "../request/timers.js";

/** A source that is there and can be read. */
export interface OpenedSource {
  /** The name that the source itself has. */
  name?: string | undefined;
  /** The MIME type that the source itself has. */
  type?: string | undefined;
  sizeBytes: number;
  /** Whether a second attempt can read it again. */
  isRepeatable: boolean;
  open(): Promise<ChunkReader>;
  /** The same as a Blob, for runtimes that cannot send a stream with its length. */
  asBlob(signal?: AbortSignal): Promise<Blob>;
}

/** Reads a recording chunk by chunk. */
export interface ChunkReader {
  /** The next chunk, never an empty one; undefined at the end. */
  read(): Promise<Uint8Array | undefined>;
  /** Releases what was opened. You may call it at any time, more than once. */
  close(): Promise<void>;
}

/** Also for objects of another realm, such as those in Jest's tests, which are not instances of this one's classes. */
export function isOfClass<Class extends object>(value: unknown, ...names: string[]): value is Class {
  return names.includes(Object.prototype.toString.call(value).slice("[object ".length, -1));
}

/** Reads from an opened recording, and closes it: also as soon as the signal is aborted, when reading may hang. */
export async function readWith<T>(
  chunks: ChunkReader,
  read: (chunks: ChunkReader) => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  const stopListening = onAbortOf(signal, () => void chunks.close());
  try {
    // Opening may have taken until after the abort.
    signal?.throwIfAborted();
    return await read(chunks);
  } finally {
    stopListening();
    await chunks.close();
  }
}

/** The size of one read. Reads of 512 KiB leave up to 30 MiB more for the garbage collector, and are no faster. */
export const readSizeBytes = 256 * 1024;

/** How many chunks are read while one is sent. */
const chunksAhead = 2;

/** A reader of something that can be read at any offset. It reads ahead from the second chunk on. */
export function chunksOf(
  sizeBytes: number,
  readAt: (offset: number, length: number) => Promise<Uint8Array> | Uint8Array,
): ChunkReader {
  let offset = 0;
  const ahead: Promise<Uint8Array | undefined>[] = [];
  const readNext = async () => {
    const from = offset;
    if (from >= sizeBytes) return undefined;
    offset = Math.min(from + readSizeBytes, sizeBytes);
    return readAt(from, offset - from);
  };
  return {
    async read() {
      // When only the first bytes are needed, no more of it is read.
      const isFirst = offset === 0;
      const chunk = await (ahead.shift() ?? readNext());
      while (!isFirst && offset < sizeBytes && ahead.length < chunksAhead) {
        const next = readNext();
        // A failure is for the read that wants this chunk, and after `close()` there is none.
        next.catch(() => {});
        ahead.push(next);
      }
      return chunk?.byteLength ? chunk : undefined;
    },
    async close() {
      offset = sizeBytes;
    },
  };
}
