/** Turns every kind of source into a recording: a name, a MIME type, a size, and readable bytes. */
import { ConfigurationError, RecordingError } from "../errors.js";
import { ofFile, ofStreams } from "../for-servers.js";
import { isOfClass, kindOf } from "../known-names.js";
import { check, someText } from "../rules.js";
import { mediaTypeOf } from "./media-type.js";
import {
  blobOf,
  fromCaller,
  type OpenedSource,
  pieceBytes,
  type Recording,
  type RecordingOptions,
  type TemporaryRecording,
} from "./recording.js";
import type { RecordingStream } from "./stream-source.js";

/** The part of a `Blob` or `File` that the client uses. It may be the platform's, or that of `node:buffer`. */
export interface RecordingBlob {
  readonly size: number;
  readonly type: string;
  readonly name?: string;
  slice(start?: number, end?: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/**
 * A recording. A `{ stream }` can be sent only once, and is cancelled if it is not sent. `{ open }` is called for each
 * attempt, and once to derive a key.
 */
export type RecordingSource =
  | RecordingBlob
  | ArrayBuffer
  | Uint8Array
  | URL
  | { path: string }
  | TemporaryRecording
  | { stream: RecordingStream; sizeBytes: number }
  | { open: () => RecordingStream | Promise<RecordingStream>; sizeBytes: number };

/**
 * @throws {ConfigurationError} for a value that is not a source
 * @throws {RecordingError} for a source that is empty, missing or unreadable, or whose type is unknown
 */
export async function openRecording(source: RecordingSource, options: RecordingOptions): Promise<Recording> {
  const { name, type, blob, ...opened } = await openByKind(source);
  if (opened.sizeBytes === 0) throw new RecordingError(`${name || "file"} is empty.`);
  const asked = options.filename && nameIn(check("filename", options.filename, someText));
  const filename = asked || nameIn(name ?? "") || "recording";
  const contentType = mediaTypeOf(filename, options.contentType, type);
  const read = (signal: AbortSignal) => ofAnnouncedSize(opened, signal);
  const asBlob = async (signal: AbortSignal) => blob ?? blobOf(read(signal));
  return { ...opened, filename, contentType, read, asBlob };
}

/** The last part of a path, for every kind of source. */
function nameIn(path: string): string | undefined {
  return path.split(/[/\\]/).at(-1)?.trim().normalize();
}

/**
 * Never another size than was announced: a recording that is cut would be analysed, and billed. So the last bytes wait
 * until the source has ended.
 */
async function* ofAnnouncedSize({ sizeBytes, read }: OpenedSource, signal: AbortSignal): ReturnType<Recording["read"]> {
  let readBytes = 0;
  let last: Uint8Array | undefined;
  for await (const bytes of read(signal)) {
    signal.throwIfAborted();
    readBytes += bytes.byteLength;
    if (readBytes > sizeBytes) break;
    if (readBytes === sizeBytes) last ??= bytes;
    else yield bytes;
  }
  if (last && readBytes === sizeBytes) return yield last;
  throw new RecordingError(
    `file.sizeBytes: expected the recording's exact size in bytes, got ${sizeBytes}, read ${readBytes}.`,
  );
}

async function openByKind(source: RecordingSource): Promise<OpenedSource> {
  // Happy DOM's Blob does not say its class.
  if (isOfClass<RecordingBlob>(source, "Blob", "File") || source instanceof Blob) return ofBlob(source);
  if (isOfClass<ArrayBuffer | Uint8Array>(source, "ArrayBuffer", "Uint8Array")) return ofBytes(source);
  const given = Object(source);
  // A stream of Node.js has a `pipe`.
  if (given.protocol === "file:" || "path" in given || "pipe" in given) return ofFile(given);
  if ("stream" in given || "open" in given) return ofStreams(given);
  throw new ConfigurationError(
    `file: expected a Blob, File, ArrayBuffer, Uint8Array, file: URL, { path }, { stream, sizeBytes } or { open, sizeBytes }, got ${kindOf(source)}. For a hosted recording, use analyzeUrl.`,
  );
}

/** Bytes in memory, which are not copied. */
function ofBytes(bytes: ArrayBuffer | Uint8Array): OpenedSource {
  async function* read() {
    yield "buffer" in bytes ? bytes : new Uint8Array(bytes);
  }
  return { sizeBytes: bytes.byteLength, isRepeatable: true, read };
}

/** Reads a Blob slice by slice, because its own stream may yield it as one chunk. */
function ofBlob(blob: RecordingBlob): OpenedSource {
  const { name, type, size } = blob;
  async function* read() {
    for (let from = 0; from < size; from += pieceBytes) {
      const slice = () => blob.slice(from, from + pieceBytes).arrayBuffer();
      yield new Uint8Array(await fromCaller("file: reading the Blob (did its file change?)", slice));
    }
  }
  // `fetch` would send a Blob of another realm as the text "[object Blob]".
  return { name, type, sizeBytes: size, isRepeatable: true, read, ...(blob instanceof Blob && { blob }) };
}

/** The recordings that were given up. Each is given up only once. */
const released = new WeakSet<object>();

/**
 * Gives up a recording that is not needed any more, or never was: a `{ stream }` that was not read is cancelled, and a
 * temporary file is removed.
 */
export async function releaseSource(source: unknown): Promise<void> {
  const given = Object(source);
  if (released.has(given)) return;
  released.add(given);
  const { stream, path, close } = given as Partial<TemporaryRecording> & { stream?: RecordingStream };
  try {
    // One that is locked is left to its reader. A stream may take long to end.
    if (stream?.locked === false) void stream.cancel().catch(() => {});
    if (path !== undefined) await close?.call(source);
  } catch {
    // The file stays.
  }
}
