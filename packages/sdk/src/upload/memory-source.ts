/** Recordings in memory, or behind a Blob. */
import { ConfigurationError } from "../errors/request-errors.js";
import { chunksOf } from "./chunks.js";
import type { OpenedSource } from "./opened-source.js";

/** A `Blob`, or a `File` with its name. It is read slice by slice: its own stream may come as one chunk. */
export function ofBlob(blob: Blob): OpenedSource {
  const name = "name" in blob && typeof blob.name === "string" && blob.name !== "" ? blob.name : undefined;
  return {
    name,
    type: blob.type || undefined,
    sizeBytes: blob.size,
    isRepeatable: true,
    open: async () => chunksOf(blob.size, (offset, length) => readSlice(blob, offset, length)),
    asBlob: async () => blob,
  };
}

/** Bytes, which are sent as they are when they are sent: no copy is made of the whole. */
export function ofBytes(bytes: Uint8Array): OpenedSource {
  return {
    sizeBytes: bytes.byteLength,
    isRepeatable: true,
    open: async () => chunksOf(bytes.byteLength, (offset, length) => bytes.subarray(offset, offset + length)),
    // A view on an ArrayBuffer: a SharedArrayBuffer cannot be sent.
    asBlob: async () => new Blob([bytes as Uint8Array<ArrayBuffer>]),
  };
}

/** A Blob may stand for a file, and files may be gone or changed by now. */
async function readSlice(blob: Blob, offset: number, length: number): Promise<Uint8Array> {
  try {
    return new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer());
  } catch (cause) {
    throw new ConfigurationError("file: the Blob cannot be read. Was its file moved or changed?", { cause });
  }
}
