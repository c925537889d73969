import { joinBytes } from "./encoding.js";
import type { ServiceRequest } from "./message.js";

/** Changes a body on its way in, such as in how fast it comes. */
export type BodyTransform = (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

const nothing: readonly Uint8Array[] = [];

/** A request whose body can be looked at before it is read, and which keeps the beginning of what was read. */
export class ReceivedRequest implements ServiceRequest {
  readonly method: string;
  readonly url: string;
  /** What of the body was read and kept: whole pieces, until they reach the limit. */
  kept: readonly Uint8Array[] = nothing;
  /** How much of the body was read. */
  readSizeBytes = 0;
  readonly #incoming: ServiceRequest;
  readonly #keptBytes: number;
  #ahead = nothing;
  #source: AsyncIterator<Uint8Array> | undefined;
  #isAtEnd = false;
  #passage: BodyTransform = (chunks) => chunks;

  /** @param keptBytes how much of the body to keep, at least */
  constructor(incoming: ServiceRequest, keptBytes: number) {
    this.method = incoming.method;
    this.url = incoming.url;
    this.#incoming = incoming;
    this.#keptBytes = keptBytes;
  }

  /** Aborts when nobody waits for the answer any more. Asked for late: not every request needs one. */
  get signal(): AbortSignal | undefined {
    return this.#incoming.signal;
  }

  header(name: string): string | null {
    return this.#incoming.header(name);
  }

  /** Lets the body come in by a passage. To be called before any of it is read. */
  receiveBy(passage: BodyTransform): void {
    this.#passage = passage;
  }

  /** The whole body, which can still be read afterwards; undefined when it is larger than `maxBytes`. */
  async peek(maxBytes: number): Promise<Uint8Array | undefined> {
    const ahead = [...this.#ahead];
    for (let chunk = await this.#next(maxBytes); chunk; chunk = await this.#next(maxBytes)) ahead.push(chunk);
    this.#ahead = ahead;
    return this.readSizeBytes <= maxBytes ? joinBytes(this.#ahead) : undefined;
  }

  async *chunks(): AsyncGenerator<Uint8Array> {
    try {
      yield* this.#ahead;
      for (let chunk = await this.#next(); chunk; chunk = await this.#next()) yield chunk;
    } finally {
      await this.#source?.return?.();
    }
  }

  /** The next piece; undefined at the end, and once more than `maxBytes` were read. */
  async #next(maxBytes = Number.POSITIVE_INFINITY): Promise<Uint8Array | undefined> {
    if (this.#isAtEnd || this.readSizeBytes > maxBytes) return undefined;
    this.#source ??= this.#passage(this.#incoming.chunks())[Symbol.asyncIterator]();
    const { value, done } = await this.#source.next();
    if (done) this.#isAtEnd = true;
    else this.#note(value);
    return value;
  }

  #note(chunk: Uint8Array): void {
    if (this.readSizeBytes < this.#keptBytes) this.kept = [...this.kept, chunk];
    this.readSizeBytes += chunk.length;
  }
}
