/** Bodies that arrive in part or slowly, for the adapters that send them. */
import { collectBytes } from "../core/encoding.js";
import { isStreamed, type ResponseDelivery, type ServiceResponse } from "../core/message.js";
import { forever, pause } from "../core/pause.js";

/** The ways in which a body arrives in part, or in small pieces. */
export type BodyDelivery = Exclude<ResponseDelivery, "error" | "reset" | "timeout">;

/** The time before each piece of a body in slow chunks. */
const slowChunkPauseMs = 15;

const slowChunkCount = 10;

/**
 * The bytes of a body that is broken on purpose, as every adapter sends them: `slow-chunks` yields the whole body in
 * pieces, `stall` yields half of it and never ends, `truncate` yields half of it and throws.
 *
 * @throws {TypeError} after half of a truncated body: the connection is to be broken here
 */
export async function* brokenBody(
  bytes: Uint8Array<ArrayBuffer>,
  delivery: BodyDelivery,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
  if (delivery === "slow-chunks") return yield* slowChunks(bytes);
  yield bytes.subarray(0, Math.floor(bytes.length / 2));
  if (delivery === "stall") await forever();
  throw new TypeError("terminated: the fake broke the connection in the middle of the body.");
}

/** A piece may begin in the middle of a character. */
async function* slowChunks(bytes: Uint8Array<ArrayBuffer>): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
  const sizeBytes = Math.max(1, Math.ceil(bytes.length / slowChunkCount));
  for (let start = 0; start < bytes.length; start += sizeBytes) {
    await pause(slowChunkPauseMs);
    yield bytes.subarray(start, start + sizeBytes);
  }
}

/** A body's bytes. */
export async function bytesOf(body: NonNullable<ServiceResponse["body"]>): Promise<Uint8Array<ArrayBuffer>> {
  if (isStreamed(body)) return collectBytes(body.chunks());
  return typeof body === "string" ? new TextEncoder().encode(body) : body;
}
