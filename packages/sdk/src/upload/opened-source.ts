/** What every kind of source is turned into: its size, and a way to read it chunk by chunk. */

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
  asBlob(): Promise<Blob>;
}

/** Reads a recording chunk by chunk. */
export interface ChunkReader {
  /** The next chunk, never an empty one; undefined at the end. */
  read(): Promise<Uint8Array | undefined>;
  /** Releases what was opened. You may call it at any time, more than once. */
  close(): Promise<void>;
}

/** Also for objects of another realm, such as those in Jest's tests, which are no instances of this one's classes. */
export function isOfClass<Class extends object>(value: unknown, ...names: string[]): value is Class {
  return names.includes(Object.prototype.toString.call(value).slice("[object ".length, -1));
}

/** The size of one read: reads of 1 MiB leave up to 40 MiB more for the garbage collector, and are no faster. */
export const readSizeBytes = 256 * 1024;

/** A reader of something that can be read at any offset. */
export function chunksOf(
  sizeBytes: number,
  readAt: (offset: number, length: number) => Promise<Uint8Array> | Uint8Array,
): ChunkReader {
  let offset = 0;
  return {
    async read() {
      if (offset >= sizeBytes) return undefined;
      const chunk = await readAt(offset, Math.min(readSizeBytes, sizeBytes - offset));
      offset += chunk.byteLength;
      return chunk.byteLength === 0 ? undefined : chunk;
    },
    async close() {},
  };
}
