import { ConfigurationError } from "../errors/request-errors.js";
import { sendsSizedStreams } from "../runtime.js";
import type { ChunkReader } from "./chunks.js";
import type { Recording } from "./source.js";

/** What a PUT is sent with. */
export interface UploadBody {
  init: RequestInit;
  /** Gives back what was opened, once the attempt is over. */
  close(): Promise<void>;
}

/**
 * The body of one attempt, always with its length: stores answer 501 to chunked bodies. Where `fetch`
 * sends a sized stream, the recording is read as it is sent, and no copy of it is held.
 */
export async function openBody(recording: Recording, onSent: (sentBytes: number) => void): Promise<UploadBody> {
  if (!sendsSizedStreams()) {
    const blob = await recording.asBlob();
    return { init: { body: blob }, close: async () => {} };
  }
  const chunks = await recording.open();
  const headers = { "content-length": String(recording.sizeBytes) };
  // "duplex" is asked for by fetch for streams, and not yet in TypeScript's library.
  const init = { body: streamOf(chunks, recording.sizeBytes, onSent), headers, duplex: "half" } as RequestInit;
  return { init, close: () => chunks.close() };
}

function streamOf(
  chunks: ChunkReader,
  sizeBytes: number,
  onSent: (sentBytes: number) => void,
): ReadableStream<Uint8Array> {
  let sentBytes = 0;
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const chunk = await chunks.read();
    const readBytes = sentBytes + (chunk?.byteLength ?? 0);
    if (chunk ? readBytes > sizeBytes : readBytes !== sizeBytes) throw wrongSize(sizeBytes, readBytes);
    onSent(sentBytes);
    sentBytes = readBytes;
    if (chunk) controller.enqueue(chunk);
    else controller.close();
  };
  // Nothing is read before it can be sent.
  return new ReadableStream({ pull, cancel: () => chunks.close() }, { highWaterMark: 0 });
}

function wrongSize(sizeBytes: number, readBytes: number): ConfigurationError {
  return new ConfigurationError(
    `file: ${sizeBytes} bytes were announced, and ${readBytes} or more came. Pass the exact sizeBytes.`,
  );
}
