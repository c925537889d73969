/** Turns every kind of source into a recording: a name, a MIME type, a size, and readable bytes. */
import { ConfigurationError, RecordingError } from "../errors.js";
import { ofFile } from "../for-servers.js";
import { isOfClass } from "../known-names.js";
import { mediaTypeOf } from "./media-type.js";
import {
  blobOf,
  type OpenedSource,
  pieceBytes,
  type Recording,
  type RecordingOptions,
  type TemporaryRecording,
} from "./recording.js";
import { ofStreams, type RecordingStream } from "./stream-source.js";

/** The part of a `Blob` or `File` that the client uses. It may be the platform's, or that of `node:buffer`. */
export interface RecordingBlob {
  readonly size: number;
  readonly type: string;
  readonly name?: string;
  slice(start?: number, end?: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/**
 * A recording. A `{ stream }` can be sent only once, and is cancelled if it is not sent. `{ open }` is called for each
 * attempt.
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
  const filename = nameIn(options.filename) ?? nameIn(name?.trim()) ?? "recording";
  const contentType = mediaTypeOf(filename, options.contentType, type);
  const read = (signal: AbortSignal) => ofAnnouncedSize(opened, signal);
  const asBlob = async (signal: AbortSignal) => blob ?? blobOf(read(signal));
  return { ...opened, filename, contentType, read, asBlob };
}

/** The last part of a path, for every kind of source. Undefined if there is none. */
function nameIn(path: unknown): string | undefined {
  if (path === undefined || path === "") return undefined;
  if (typeof path !== "string" || path.trim() === "")
    throw new ConfigurationError("filename must be a non-empty string.");
  return path.split(/[/\\]/).at(-1)?.normalize() || undefined;
}

/** Never another size than was announced: a recording that is cut would be analysed, and billed. */
async function* ofAnnouncedSize({ sizeBytes, read }: OpenedSource, signal: AbortSignal): ReturnType<Recording["read"]> {
  let readBytes = 0;
  for await (const bytes of read(signal)) {
    signal.throwIfAborted();
    readBytes += bytes.byteLength;
    if (readBytes > sizeBytes) break;
    yield bytes;
  }
  if (readBytes === sizeBytes) return;
  const came = readBytes > sizeBytes ? `at least ${readBytes}` : readBytes;
  throw new RecordingError(`file: expected ${sizeBytes} bytes (sizeBytes), got ${came}. Pass the exact size.`);
}

async function openByKind(source: RecordingSource): Promise<OpenedSource> {
  if (typeof source === "string") throw new ConfigurationError(bareString);
  if (typeof source !== "object" || source === null) throw new ConfigurationError(unknownSource);
  // Happy DOM's Blob does not say its class.
  if (isOfClass<Blob>(source, "Blob", "File") || source instanceof Blob) return ofBlob(source);
  // One that was transferred has no bytes any more.
  if (isOfClass<ArrayBuffer>(source, "ArrayBuffer"))
    return source.byteLength === 0 ? ofBytes(new Uint8Array()) : ofBytes(new Uint8Array(source));
  if (isOfClass<Uint8Array>(source, "Uint8Array")) return ofBytes(source);
  if (isOfClass<URL>(source, "URL")) {
    const { protocol } = source;
    if (protocol === "file:") return ofFile(source);
    throw new ConfigurationError(`file is a ${protocol} URL. For a hosted recording, use analyzeUrl.`);
  }
  if ("pipe" in source) throw new ConfigurationError(nodeStream);
  if ("path" in source) return ofFile(source);
  if ("stream" in source || "open" in source) return ofStreams(source);
  throw new ConfigurationError(unknownSource);
}

const nodeStream =
  "file is a stream of unknown size. Pass await spool(stream) from @call-analysis/sdk/node, or { open, sizeBytes }.";
const bareString = "file is a string. Pass { path } for a file, or use analyzeUrl for a URL.";
const unknownSource =
  "file must be a Blob, File, ArrayBuffer, Uint8Array, file: URL, { path }, { stream, sizeBytes } or { open, sizeBytes }.";

function inMemory(sizeBytes: number, piece: (from: number, to: number) => Promise<Uint8Array>): OpenedSource {
  async function* read() {
    for (let from = 0; from < sizeBytes; from += pieceBytes) yield await piece(from, from + pieceBytes);
  }
  return { sizeBytes, isRepeatable: true, read };
}

/** Reads a Blob slice by slice, because its own stream may yield it as one chunk. */
function ofBlob(blob: RecordingBlob): OpenedSource {
  const { name, type, size } = blob;
  const piece = async (from: number, to: number) => {
    try {
      return new Uint8Array(await blob.slice(from, to).arrayBuffer());
    } catch (cause) {
      // It may stand for a file.
      throw new RecordingError("file: the Blob cannot be read. Its file may have changed.", { cause });
    }
  };
  // `fetch` would send a Blob of another realm as the text "[object Blob]".
  return { ...inMemory(size, piece), name, type, ...(blob instanceof Blob && { blob }) };
}

/** Reads bytes in place, without copying the whole. */
function ofBytes(bytes: Uint8Array): OpenedSource {
  return inMemory(bytes.byteLength, async (from, to) => bytes.subarray(from, to));
}

/** Those that were given up, so that each is only once. */
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
