/** The recordings of a state file, each in its own file. */
import { createReadStream, readFileSync } from "node:fs";
import type { ByteRange, RecordingBytes } from "../store/recording-storage.js";

const readBytesAtOnce = 256 * 1024;

/** A recording in a file. */
export class RecordingFile implements RecordingBytes {
  readonly sizeBytes: number;
  readonly #path: string;

  constructor(path: string, sizeBytes: number) {
    this.#path = path;
    this.sizeBytes = sizeBytes;
  }

  /** The file is opened when somebody reads: a stream that nobody reads would throw its error to nobody. */
  async *chunks(range?: ByteRange): AsyncGenerator<Uint8Array> {
    const part = range && { start: range.firstByte, end: range.lastByte };
    yield* createReadStream(this.#path, { highWaterMark: readBytesAtOnce, ...part });
  }

  read(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(readFileSync(this.#path));
  }
}
