import { ConfigurationError } from "../errors/request-errors.js";
import type { ChunkReader } from "./chunks.js";

/** A recording as a stream of pieces, and what became of it. */
export interface RecordingBody {
  stream: ReadableStream<Uint8Array>;
  /** What the recording itself failed with: `fetch` gives it on as a failure of its own. */
  failure(): unknown;
}

/** What is handed over at once: as fast as larger pieces, and a line of a few KiB a second shows progress in time. */
const pieceSizeBytes = 64 * 1024;

/**
 * Reads a recording as it is sent, so that no copy of it is held, and never sends another size than was announced.
 *
 * @param onSent is told how many bytes were handed over when more is asked for
 */
export function bodyOf(chunks: ChunkReader, sizeBytes: number, onSent: (sentBytes: number) => void): RecordingBody {
  const pieces = piecesOf(chunks, sizeBytes);
  let sentBytes = 0;
  let failure: unknown;
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    onSent(sentBytes);
    const { done, value } = await pieces.next();
    if (done) return controller.close();
    sentBytes += value.byteLength;
    controller.enqueue(value);
  };
  const pullOrFail = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    try {
      await pull(controller);
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  // Nothing is read before it can be sent.
  const stream = new ReadableStream({ pull: pullOrFail, cancel: () => chunks.close() }, { highWaterMark: 0 });
  return { stream, failure: () => failure };
}

async function* piecesOf(chunks: ChunkReader, sizeBytes: number): AsyncGenerator<Uint8Array, void, void> {
  let readBytes = 0;
  for (let chunk = await chunks.read(); chunk; chunk = await chunks.read()) {
    readBytes += chunk.byteLength;
    if (readBytes > sizeBytes) throw wrongSize(sizeBytes, `${readBytes} or more`);
    for (let offset = 0; offset < chunk.byteLength; offset += pieceSizeBytes) {
      yield chunk.subarray(offset, offset + pieceSizeBytes);
    }
  }
  if (readBytes !== sizeBytes) throw wrongSize(sizeBytes, String(readBytes));
}

/** The error of a recording that is longer or shorter than was said. */
export function wrongSize(sizeBytes: number, found: string): ConfigurationError {
  return new ConfigurationError(
    `file: ${sizeBytes} bytes were announced, and ${found} came. Pass the exact sizeBytes, of a recording that is whole.`,
  );
}
