/** Recordings from streams: sent once, or opened for each attempt. */
import { RecordingError } from "../errors.js";
import { checkNames, isOfClass, kindOf } from "../known-names.js";
import { aFunction, check, rule } from "../rules.js";
import { fromCaller, type OpenedSource, type Recording } from "./recording.js";

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

export type StreamSource =
  | { stream: RecordingStream; sizeBytes: number }
  | { open: () => RecordingStream | Promise<RecordingStream>; sizeBytes: number };

export function ofStreams(source: StreamSource): OpenedSource {
  const isRepeatable = "open" in source;
  checkNames("file", source, [isRepeatable ? "open" : "stream", "sizeBytes"]);
  const { sizeBytes } = source;
  check("file.sizeBytes", sizeBytes, aSize);
  if (!isRepeatable) check("file.stream", source.stream, aStream);
  const open = isRepeatable ? source.open : () => source.stream;
  check("file.open", open, aFunction);
  return { sizeBytes, isRepeatable, read: (signal) => piecesOf(open, signal) };
}

const aSize = rule("the recording's exact size in bytes", (value) => Number.isSafeInteger(value) && Number(value) >= 0);

const aStream = rule("an unlocked web ReadableStream, such as one from Readable.toWeb()", (value) => {
  const { getReader, locked } = Object(value);
  return typeof getReader === "function" && !locked;
});

async function* piecesOf(
  open: () => RecordingStream | Promise<RecordingStream>,
  signal: AbortSignal,
): ReturnType<Recording["read"]> {
  const stream = await fromCaller("file.open()", open);
  check("file.open()", stream, aStream);
  const reader = stream.getReader();
  const close = () => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", close);
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await fromCaller("file: reading the stream", () => reader.read());
      if (done) return;
      if (!isOfClass<Uint8Array>(value, "Uint8Array"))
        throw new RecordingError(`file: expected the stream to yield Uint8Arrays, got ${kindOf(value)}.`);
      yield value;
    }
  } finally {
    close();
  }
}
