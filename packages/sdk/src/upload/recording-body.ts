/** A recording as the stream to send. For servers only: browsers send Blobs. */
import type { Put } from "./put.js";
import type { Recording } from "./recording.js";

/** A stream of a recording that holds no copy. */
export interface RecordingBody {
  stream: ReadableStream<Uint8Array>;
  /** The reason why the recording could not be read, because `fetch` hides why its body failed. */
  failure(): unknown;
  isComplete(): boolean;
}

/**
 * Reads small pieces first, and larger ones on a fast line: larger pieces are faster, and smaller ones show progress.
 */
const smallestPieceBytes = 2 ** 16;
const largestPieceBytes = 2 ** 20;
const fastPieceMs = 200;

/** Reads nothing before it can be sent. */
export function bodyOf({ recording, signal, onSent }: Put): RecordingBody {
  let opening: ReturnType<Recording["openReader"]> | undefined;
  let rest = new Uint8Array();
  let pieceBytes = smallestPieceBytes;
  let sentBytes = 0;
  let failure: unknown;
  let isCancelled = false;
  let lastMs = performance.now();
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    try {
      // undici goes on reading after an abort.
      signal.throwIfAborted();
      onSent(sentBytes);
      const nowMs = performance.now();
      const isFast = nowMs - lastMs < fastPieceMs;
      pieceBytes = isFast ? Math.min(pieceBytes * 2, largestPieceBytes) : smallestPieceBytes;
      lastMs = nowMs;
      opening ??= recording.openReader();
      if (rest.byteLength === 0) rest = ((await (await opening).read(pieceBytes)) ?? rest) as typeof rest;
      if (rest.byteLength === 0) {
        await closeReader();
        return controller.close();
      }
      const piece = rest.subarray(0, pieceBytes);
      rest = rest.subarray(pieceBytes);
      sentBytes += piece.byteLength;
      controller.enqueue(piece);
    } catch (error) {
      if (!isCancelled) failure = error;
      await closeReader();
      throw error;
    }
  };
  const closeReader = async () => opening?.then((reader) => reader.close()).catch(() => {});
  const cancel = () => {
    isCancelled = true;
    return closeReader();
  };
  const stream = new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
  return { stream, failure: () => failure, isComplete: () => sentBytes === recording.sizeBytes };
}
