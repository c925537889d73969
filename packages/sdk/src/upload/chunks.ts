/** A recording as a row of chunks, whatever it comes from. */
export interface ChunkReader {
  /** The next chunk; undefined at the end. */
  read(): Promise<Uint8Array | undefined>;
  /** Gives back what was opened; may be called at any time, more than once. */
  close(): Promise<void>;
}

/** Large enough to be fast from a disk, small enough that a slow line shows progress within a timeout. */
export const chunkSizeBytes = 256 * 1024;

/** Chunks from something that can be read at any offset. */
export function chunksOf(
  sizeBytes: number,
  readAt: (offset: number, length: number) => Promise<Uint8Array> | Uint8Array,
): ChunkReader {
  let offset = 0;
  return {
    async read() {
      if (offset >= sizeBytes) return undefined;
      const chunk = await readAt(offset, Math.min(chunkSizeBytes, sizeBytes - offset));
      offset += chunk.byteLength;
      return chunk.byteLength === 0 ? undefined : chunk;
    },
    async close() {},
  };
}

/** Chunks from a stream, large ones cut so that each is progress to report. */
export function chunksOfStream(stream: ReadableStream<Uint8Array>): ChunkReader {
  const reader = stream.getReader();
  let rest: Uint8Array = new Uint8Array();
  return {
    async read() {
      while (rest.byteLength === 0) {
        const { done, value } = await reader.read();
        if (done) return undefined;
        rest = value;
      }
      const chunk = rest.subarray(0, chunkSizeBytes);
      rest = rest.subarray(chunk.byteLength);
      return chunk;
    },
    async close() {
      await reader.cancel().catch(() => {});
    },
  };
}
