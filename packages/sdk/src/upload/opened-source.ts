import type { ChunkReader } from "./chunks.js";

/** A source of whatever kind, in the one shape that uploads know. */
export interface OpenedSource {
  /** The name that the source has itself. */
  name?: string | undefined;
  /** The MIME type that the source says it has. */
  type?: string | undefined;
  sizeBytes: number;
  /** Whether a second attempt can read it again. */
  isRepeatable: boolean;
  open(): Promise<ChunkReader>;
  /** The same as a Blob, for runtimes that cannot send a stream with its length. */
  asBlob(): Promise<Blob>;
}
