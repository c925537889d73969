/** Recordings that come as streams of known size. */
import { ConfigurationError } from "../errors/request-errors.js";
import { cleanCause } from "../request/clean-cause.js";
import { redactUrlsIn } from "../request/redaction.js";
import { type ChunkReader, isOfClass, type OpenedSource, readWith } from "./opened-source.js";

/**
 * A web `ReadableStream` of the recording's bytes: the platform's, or what `Readable.toWeb()` of `node:stream` makes. TypeScript
 * has two types for it, and both fit.
 *
 * @inline
 */
export interface RecordingStream {
  readonly locked: boolean;
  cancel(reason?: unknown): Promise<void>;
  getReader(): {
    read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
    cancel(reason?: unknown): Promise<void>;
  };
}

/** The part of a stream of `node:stream` that is used. */
interface Readable {
  destroy(): void;
}

/** A stream that can be read once, and so be sent once. */
export function ofStream(stream: RecordingStream, sizeBytes: number): OpenedSource {
  checkStream("file.stream", stream);
  return { ...ofOpener(() => stream, sizeBytes), isRepeatable: false };
}

/** A recording that is opened again for each attempt, and to read its first bytes. */
export function ofOpener(open: () => RecordingStream | Promise<RecordingStream>, sizeBytes: number): OpenedSource {
  if (!Number.isSafeInteger(sizeBytes) || sizeBytes < 0) {
    throw new ConfigurationError(
      "file.sizeBytes must be the recording's exact size in bytes: stores refuse uploads without it.",
    );
  }
  if (typeof open !== "function") {
    throw new ConfigurationError("file.open must be a function that returns a ReadableStream.");
  }
  const openChunks = async () => chunksOfStream(await openSafely(open));
  const asBlob = async (signal?: AbortSignal) => readWith(await openChunks(), collect, signal);
  return { sizeBytes, isRepeatable: true, open: openChunks, asBlob };
}

async function openSafely(open: () => RecordingStream | Promise<RecordingStream>): Promise<RecordingStream> {
  let stream: unknown;
  try {
    stream = await open();
    return checkStream("what file.open returns", stream);
  } catch (cause) {
    void cancelStream(stream);
    if (ConfigurationError.is(cause)) throw cause;
    throw sourceFailed("file.open failed.", cause);
  }
}

/** Closes what a stream holds. One that others read from is left to them: only its reader can cancel it. */
export async function cancelStream(stream: unknown): Promise<void> {
  try {
    if (isStream(stream)) await stream.cancel();
    // What `file.open` returned by mistake holds a file open too.
    else (stream as Partial<Readable> | undefined)?.destroy?.();
  } catch {
    // There is nothing left to close.
  }
}

/** Also a stream of another realm, such as in Jest's tests. */
function isStream(stream: unknown): stream is RecordingStream {
  return typeof (stream as Partial<RecordingStream> | undefined)?.getReader === "function";
}

function checkStream(name: string, stream: unknown): RecordingStream {
  if (!isStream(stream)) {
    throw new ConfigurationError(
      `${name} must be a web ReadableStream. Of a stream of node:stream, Readable.toWeb() makes one.`,
    );
  }
  if (stream.locked) throw new ConfigurationError(`${name} is locked: something else reads it.`);
  if (isUsed(stream)) throw new ConfigurationError(`${name} was read from already, and cannot be read again.`);
  return stream;
}

/** A Response refuses a stream that was read from. There is no other way to find out without reading. */
function isUsed(stream: RecordingStream): boolean {
  if (typeof Response !== "function") return false;
  try {
    // checkStream has found that it is one.
    return new Response(stream as ReadableStream<Uint8Array>).bodyUsed;
  } catch {
    return true;
  }
}

function chunksOfStream(stream: RecordingStream): ChunkReader {
  const reader = stream.getReader();
  return {
    async read() {
      for (;;) {
        const { done, value } = await reader.read().catch(failed);
        if (done) return undefined;
        if (!isOfClass<Uint8Array>(value, "Uint8Array")) throw notBytes(value);
        if (value.byteLength > 0) return value;
      }
    },
    async close() {
      await reader.cancel().catch(() => {});
    },
  };
}

function failed(failure: unknown): never {
  throw sourceFailed("file: the recording's stream failed while it was read.", failure);
}

/** A recording may come from another store, whose signed address its failure may quote. */
function sourceFailed(message: string, failure: unknown): ConfigurationError {
  return new ConfigurationError(message, { cause: cleanCause(failure, redactUrlsIn) });
}

function notBytes(value: unknown): ConfigurationError {
  return new ConfigurationError(`file: the recording's stream yielded a ${typeof value} where a Uint8Array was due.`);
}

async function collect(chunks: ChunkReader): Promise<Blob> {
  const parts: BlobPart[] = [];
  // A view on an ArrayBuffer: streams of the platform yield no other.
  for (let chunk = await chunks.read(); chunk; chunk = await chunks.read())
    parts.push(chunk as Uint8Array<ArrayBuffer>);
  return new Blob(parts);
}
