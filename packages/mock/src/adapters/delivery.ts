/** How bodies arrive that are made to arrive badly; the same at every door. */
import type { ServiceResponse } from "../core/message.js";

/** The time between the pieces of a body in slow chunks. */
export const slowChunkPauseMs = 15;

const slowChunkCount = 10;

/** A body's bytes. */
export function bytesOf(body: NonNullable<ServiceResponse["body"]>): Uint8Array<ArrayBuffer> {
  return typeof body === "string" ? new TextEncoder().encode(body) : body;
}

/** The half that arrives of a body which does not arrive whole. */
export function firstHalf(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return bytes.subarray(0, Math.floor(bytes.length / 2));
}

/** The pieces of a body in slow chunks. They may begin in the middle of a character. */
export function piecesOf(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const sizeBytes = Math.max(1, Math.ceil(bytes.length / slowChunkCount));
  const count = Math.ceil(bytes.length / sizeBytes);
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * sizeBytes, (index + 1) * sizeBytes));
}
