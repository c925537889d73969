/** A request on its way through the service, with its body as a stream. */
import { maxJsonBytes, parseJson, readBytes } from "./body.js";
import { joinBytes } from "./encoding.js";
import type { ServiceRequest } from "./message.js";
import { MockServiceError } from "./mock-service-error.js";

/** Changes a body while it comes in, such as how fast it comes. */
export type BodyTransform = (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

const noChunks: readonly Uint8Array[] = [];

/** The service ended a request before there was a response. Nobody is told: its connection is broken already. */
class RequestEndedError extends Error {
  override readonly name = "RequestEndedError";
}

/** A request whose body can be read ahead, and which keeps the beginning of what was read. */
export class ReceivedRequest implements ServiceRequest {
  readonly method: string;
  readonly url: string;
  /** The part of the body that was read and kept: whole chunks, until they reach the limit. */
  keptChunks: readonly Uint8Array[] = noChunks;
  /** How much of the body was read. */
  readSizeBytes = 0;
  /** The ids of the rules that applied to it, for the journal. */
  readonly appliedRules: string[] = [];
  readonly #request: ServiceRequest;
  readonly #keptBytes: number;
  #ahead = noChunks;
  #source: AsyncIterator<Uint8Array> | undefined;
  #isAtEnd = false;
  #isEnded = false;
  #life: AbortController | undefined;
  #stopFollowing: (() => void) | undefined;
  #transform: BodyTransform = (chunks) => chunks;

  /** @param options.keptBytes how much of the body to keep, at least */
  constructor(request: ServiceRequest, { keptBytes }: { keptBytes: number }) {
    this.method = request.method;
    this.url = request.url;
    this.#request = request;
    this.#keptBytes = keptBytes;
  }

  /** Aborts when nobody waits for the response any more. Looked up late: an adapter makes it only when it is asked for. */
  get signal(): AbortSignal | undefined {
    return this.#request.signal;
  }

  /** Who sends the request, if it says so. It is for the journal, and changes nothing else. */
  get client(): string | null {
    return this.header("x-mock-client");
  }

  /** Aborts when the client gives up, and when the service ends the request: for waits, which leave no timer then. */
  get life(): AbortSignal {
    if (this.#life) return this.#life.signal;
    const life = new AbortController();
    const { signal } = this;
    if (this.#isEnded) life.abort(new RequestEndedError("The service has ended the request."));
    else if (signal?.aborted) life.abort(signal.reason);
    else if (signal) {
      const abort = () => life.abort(signal.reason);
      signal.addEventListener("abort", abort, { once: true });
      this.#stopFollowing = () => signal.removeEventListener("abort", abort);
    }
    this.#life = life;
    return life.signal;
  }

  /** Ends it: nothing more of it is read, and nothing is done about it. */
  end(): void {
    this.#isEnded = true;
    this.#life?.abort(new RequestEndedError("The service has ended the request."));
  }

  /** It has its response: nobody waits any more. */
  finish(): void {
    this.#stopFollowing?.();
  }

  /** To be called after every wait, before anything is done about the request. @throws {RequestEndedError} */
  throwIfEnded(): void {
    if (this.#isEnded) throw new RequestEndedError("The service has ended the request.");
  }

  get length(): ServiceRequest["length"] {
    return this.#request.length;
  }

  get headers(): ServiceRequest["headers"] {
    return this.#request.headers;
  }

  header(name: string): string | null {
    return this.#request.header(name);
  }

  /** Sends the body through a transform. To be called before any of it is read. */
  transformBody(transform: BodyTransform): void {
    this.#transform = transform;
  }

  /**
   * Reads the body as JSON, whatever type it says it has.
   *
   * @throws {MockServiceError} "body-too-large", or "malformed-body" when it is not JSON
   */
  async readJson(): Promise<unknown> {
    return parseJson(await readBytes(this, maxJsonBytes));
  }

  /** The whole body, which can still be read afterwards; undefined when it is too large for JSON. */
  async peek(): Promise<Uint8Array | undefined> {
    const ahead = [...this.#ahead];
    for (let chunk = await this.#next(maxJsonBytes); chunk; chunk = await this.#next(maxJsonBytes)) ahead.push(chunk);
    this.#ahead = ahead;
    return this.readSizeBytes <= maxJsonBytes ? joinBytes(this.#ahead) : undefined;
  }

  /** The body as JSON, which can still be read afterwards; undefined when it is too large, or no JSON. */
  async peekJson(): Promise<unknown> {
    const bytes = await this.peek();
    try {
      return bytes && parseJson(bytes);
    } catch (error) {
      if (error instanceof MockServiceError) return undefined;
      throw error;
    }
  }

  async *chunks(): AsyncGenerator<Uint8Array> {
    try {
      yield* this.#ahead;
      for (let chunk = await this.#next(); chunk; chunk = await this.#next()) yield chunk;
    } finally {
      await this.#source?.return?.();
    }
  }

  /** The next chunk; undefined at the end, and once more than `maxBytes` were read. */
  async #next(maxBytes = Number.POSITIVE_INFINITY): Promise<Uint8Array | undefined> {
    if (this.#isAtEnd || this.readSizeBytes > maxBytes) return undefined;
    this.#source ??= this.#transform(this.#request.chunks())[Symbol.asyncIterator]();
    const { value, done } = await this.#source.next();
    this.throwIfEnded();
    if (done) this.#isAtEnd = true;
    else this.#keep(value);
    return value;
  }

  #keep(chunk: Uint8Array): void {
    if (this.readSizeBytes < this.#keptBytes) this.keptChunks = [...this.keptChunks, chunk];
    this.readSizeBytes += chunk.length;
  }
}
