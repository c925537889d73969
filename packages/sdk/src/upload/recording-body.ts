/** A recording as the stream to send. For servers only: browsers send Blobs. */
import type { Put } from "./put.js";

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

/** The last array that `makeGarbage` made. An array that is kept nowhere may never be allocated. */
const made: { last?: unknown[] } = {};

/**
 * Makes four times as much garbage on V8's heap as a piece has bytes, so that V8 often collects young objects, which
 * takes a millisecond and frees the pieces. Without it, the memory of the pieces, which is outside of the heap, makes V8
 * mark the whole heap every 64 MiB: beside 300 MB of live objects, Node 24 and 26 took four times the CPU time. The
 * arrays are small, because larger ones waste a part of each page of the heap.
 */
function makeGarbage(pieceBytes: number): void {
  for (let bytes = 0; bytes < pieceBytes; bytes += 384) made.last = new Array(200);
}

/** Reads nothing before it can be sent. */
export function bodyOf({ recording, signal, onSent }: Put): RecordingBody {
  const closing = new AbortController();
  const pieces = recording.read(closing.signal);
  const close = () => {
    closing.abort();
    pieces.return().catch(() => {});
  };
  signal.addEventListener("abort", close);
  let rest = new Uint8Array();
  let pieceBytes = smallestPieceBytes;
  let sentBytes = 0;
  let failure: unknown;
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
      while (rest.byteLength === 0) {
        const { done, value } = await pieces.next();
        if (done) return controller.close();
        // Views on an ArrayBuffer: a SharedArrayBuffer cannot be sent.
        rest = value as typeof rest;
      }
      const piece = rest.subarray(0, pieceBytes);
      rest = rest.subarray(pieceBytes);
      sentBytes += piece.byteLength;
      makeGarbage(piece.byteLength);
      controller.enqueue(piece);
    } catch (error) {
      if (!closing.signal.aborted) failure = error;
      close();
      throw error;
    }
  };
  const stream = new ReadableStream({ pull, cancel: close }, { highWaterMark: 0 });
  return { stream, failure: () => failure, isComplete: () => sentBytes === recording.sizeBytes };
}
