/** A recording as the body of a PUT: as a stream that holds no copy, or as a Blob; never of another size than announced. */
import { UploadError } from "../errors/flow-errors.js";
import { ConfigurationError } from "../errors/request-errors.js";
import { type ChunkReader, readWith } from "./opened-source.js";
import type { Recording } from "./source.js";
import type { Sender, StoreRequest, StoreResponse } from "./store.js";

/** Sends a stream of the announced size. It never follows a redirect. */
export type PutStream = (
  request: StoreRequest,
  headers: Record<string, string>,
  stream: ReadableStream<Uint8Array>,
) => Promise<StoreResponse>;

/** A sender that holds no copy of the recording. Content-Length always: stores respond with 501 to chunked bodies. */
export function streamingSender(put: PutStream): Sender {
  return { reportsProgress: true, send: (request) => sendStream(request, put) };
}

/** Opens the recording, reads it as it is sent, and closes it. */
async function sendStream(request: StoreRequest, put: PutStream): Promise<StoreResponse> {
  const { recording, signal, onSent } = request;
  const headers = { "content-type": recording.contentType, "content-length": String(recording.sizeBytes) };
  const sendChunks = async (chunks: ChunkReader) => {
    const body = streamOf(chunks, recording.sizeBytes, onSent);
    try {
      const response = await put(request, headers, body.stream);
      // A stub that responds without reading the body at all is believed: no runtime's own fetch does that.
      if (response.status < 300 && body.isCut()) throw respondedEarly(request, response);
      return response;
    } catch (failure) {
      throw body.failure() ?? failure;
    }
  };
  return readWith(await recording.open(), sendChunks, signal);
}

/** How much is handed over at once: as fast as larger pieces, and a line of a few KiB a second shows progress in time. */
const pieceSizeBytes = 64 * 1024;

interface StreamBody {
  stream: ReadableStream<Uint8Array>;
  /** What reading the recording failed with: `fetch` passes it on inside another failure. */
  failure(): unknown;
  /** Whether some bytes were handed over, and not all. */
  isCut(): boolean;
}

/** @param onSent called with how many bytes were handed over when more is asked for */
function streamOf(chunks: ChunkReader, sizeBytes: number, onSent: (sentBytes: number) => void): StreamBody {
  /** The rest of the chunk that is handed over. */
  let chunk: Uint8Array | undefined = new Uint8Array();
  let readBytes = 0;
  let sentBytes = 0;
  let failure: unknown;
  let isCancelled = false;
  const readNext = async () => {
    chunk = await chunks.read();
    readBytes += chunk?.byteLength ?? 0;
    if (readBytes > sizeBytes) throw wrongSize(sizeBytes, `${readBytes} or more`);
    if (!chunk && readBytes < sizeBytes) throw wrongSize(sizeBytes, String(readBytes));
  };
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    try {
      onSent(sentBytes);
      if (sentBytes === readBytes) await readNext();
      if (!chunk) return controller.close();
      const piece = chunk.subarray(0, pieceSizeBytes);
      chunk = chunk.subarray(pieceSizeBytes);
      sentBytes += piece.byteLength;
      controller.enqueue(piece);
    } catch (error) {
      // A caller may cancel it for another reason, also while a chunk is read.
      if (!isCancelled) failure = error;
      throw error;
    }
  };
  const cancel = () => {
    isCancelled = true;
    return chunks.close();
  };
  // Nothing is read before it can be sent.
  const stream = new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
  const refuse = () => {
    failure = takesNoStreams();
    throw failure;
  };
  Object.defineProperty(stream, "toString", { value: refuse });
  return { stream, failure: () => failure, isCut: () => sentBytes > 0 && sentBytes < sizeBytes };
}

/** A `fetch` that knows no streams, such as that of node-fetch 2, would store the text "[object ReadableStream]". */
function takesNoStreams(): ConfigurationError {
  return new ConfigurationError(
    "fetch would send the recording as text, for it takes no web streams. Pass another, such as that of the runtime.",
  );
}

/** Stored or not, what the store has is not the recording: a cut one would be analysed, and billed. */
function respondedEarly({ what }: StoreRequest, { status }: StoreResponse): UploadError {
  const message = `${what}: the store responded with ${status} before the whole recording was sent, so it may have stored a part.`;
  return new UploadError(message, { status, isRetryable: true });
}

/**
 * A recording as a Blob, which is sent with its length.
 *
 * @throws {ConfigurationError} when it has another size than was announced
 */
export async function blobOf(recording: Recording, signal: AbortSignal): Promise<Blob> {
  const blob = await recording.asBlob(signal);
  if (blob.size !== recording.sizeBytes) throw wrongSize(recording.sizeBytes, String(blob.size));
  return blob;
}

function wrongSize(sizeBytes: number, found: string): ConfigurationError {
  return new ConfigurationError(
    `file: ${sizeBytes} bytes were announced, and ${found} came. Pass the exact sizeBytes, of a recording that is whole.`,
  );
}
