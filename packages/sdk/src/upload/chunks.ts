/** A recording as a row of chunks, whatever it comes from. */
export interface ChunkReader {
  /** The next chunk, never an empty one; undefined at the end. */
  read(): Promise<Uint8Array | undefined>;
  /** Gives back what was opened; may be called at any time, more than once. */
  close(): Promise<void>;
}

/** What is read at once: reads of 1 MiB leave up to 40 MiB more for the collector, and are no faster. */
export const readSizeBytes = 256 * 1024;

/** Chunks from something that can be read at any offset. */
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
