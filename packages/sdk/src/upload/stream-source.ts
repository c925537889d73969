/** Recordings from streams: sent once, or opened for each attempt. */
import { ConfigurationError, RecordingError } from "../errors.js";
import { checkNames, isOfClass, kindOf } from "../known-names.js";
import { Redactor } from "../request/redact.js";
import { aFunction, check, rule } from "../rules.js";
import type { OpenedSource, Recording } from "./recording.js";

/**
 * The part of a web `ReadableStream` that the client uses. It may be the platform's, or the result of
 * `Readable.toWeb()` of `node:stream`.
 */
export interface RecordingStream {
  readonly locked: boolean;
  cancel(reason?: unknown): Promise<void>;
  getReader(): {
    read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
    cancel(reason?: unknown): Promise<void>;
  };
}

type StreamSource =
  | { stream: RecordingStream; sizeBytes: number }
  | { open: () => RecordingStream | Promise<RecordingStream>; sizeBytes: number };

export function ofStreams(source: StreamSource): OpenedSource {
  const isRepeatable = "open" in source;
  checkNames("file", source, [isRepeatable ? "open" : "stream", "sizeBytes"]);
  const { sizeBytes } = source;
  check("file.sizeBytes", sizeBytes, aSize);
  if (isRepeatable) check("file.open", source.open, aFunction);
  else checkStream("file.stream", source.stream);
  const open = async () => (isRepeatable ? openedBy(source.open) : source.stream);
  return { sizeBytes, isRepeatable, read: (signal) => piecesOf(open, signal) };
}

async function openedBy(open: () => RecordingStream | Promise<RecordingStream>): Promise<RecordingStream> {
  let stream: RecordingStream;
  try {
    stream = await open();
  } catch (failure) {
    throw failed("file.open failed.", failure);
  }
  return checkStream("The result of file.open()", stream);
}

const aSize = rule("the recording's exact size in bytes", (value) => Number.isSafeInteger(value) && Number(value) >= 0);

function checkStream(name: string, stream: RecordingStream): RecordingStream {
  if (typeof stream?.getReader !== "function")
    throw new ConfigurationError(`${name}: expected a web ReadableStream. For a Node.js stream, use Readable.toWeb().`);
  if (stream.locked) throw new ConfigurationError(`${name} is locked: something else is reading it.`);
  return stream;
}

async function* piecesOf(open: () => Promise<RecordingStream>, signal: AbortSignal): ReturnType<Recording["read"]> {
  const reader = (await open()).getReader();
  const close = () => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", close);
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await reader.read().catch((failure: unknown) => {
        throw failed("file: its stream failed.", failure);
      });
      if (done) return;
      if (!isOfClass<Uint8Array>(value, "Uint8Array"))
        throw new RecordingError(`file: expected the stream to yield Uint8Arrays, got ${kindOf(value)}.`);
      yield value;
    }
  } finally {
    signal.removeEventListener("abort", close);
    close();
  }
}

/** Redacts the stream's error. The recording may come from another store, and its error may quote a signed URL. */
function failed(message: string, failure: unknown): RecordingError {
  return new RecordingError(message, { cause: new Redactor().cause(failure) });
}
