/** What can be uploaded, made into one shape: a recording with a name, a MIME type and a size. */
import { ConfigurationError } from "../errors/request-errors.js";
import { checkNames } from "../known-names.js";
import { Deadline, withinGrace, withinLimits } from "../request/deadline.js";
import { openFile } from "./file.js";
import { mediaTypeOf, signatureLength } from "./media-type.js";
import { type ChunkReader, chunksOf, isOfClass, type OpenedSource, readWith } from "./opened-source.js";
import { cancelStream, ofOpener, ofStream, type RecordingStream } from "./stream.js";

/**
 * A recording: in memory, on disk (`file:` URL or `{ path }`), or as a web `ReadableStream` of known size. A
 * `{ stream }` can be sent once, and is cancelled if it is not; `{ open }` is opened again for each attempt.
 */
export type RecordingSource =
  | Blob
  | ArrayBuffer
  | Uint8Array
  | URL
  | { path: string }
  | TemporaryRecording
  | { stream: RecordingStream; sizeBytes: number }
  | { open: () => RecordingStream | Promise<RecordingStream>; sizeBytes: number };

/** A file that is needed until its upload has ended, such as `spool()` of `@call-analysis/sdk/node` makes. */
export interface TemporaryRecording extends RecordingOptions {
  path: string;
  /** Removes the file. The client calls it when the upload is done or has failed. */
  close(): Promise<void>;
}

/** What you may say about a recording. */
export interface RecordingOptions {
  /** The original file name with its ending. @default the source's own name, else "recording" */
  filename?: string | undefined;
  /** The MIME type. @default found by the source, the ending, or the first bytes */
  contentType?: string | undefined;
}

/** What else ends the opening of a source. */
interface OpeningLimits {
  signal?: AbortSignal | undefined;
  deadline?: Deadline | undefined;
}

/** A recording that is there and not empty. */
export interface Recording extends Omit<OpenedSource, "name" | "type"> {
  filename: string;
  contentType: string;
}

/**
 * Opens a source, and finds its name and its MIME type.
 *
 * @throws {ConfigurationError} for a bare string, an empty, missing or unreadable source, or an unknown type
 * @throws {AbortError} {@link TimeoutError} of kind `deadline`; what opens later is closed at once
 */
export function resolveRecording(
  source: RecordingSource,
  { signal, deadline = new Deadline(), ...options }: RecordingOptions & OpeningLimits = {},
): Promise<Recording> {
  const limits = { what: "Opening the recording", signal, deadline };
  return withinLimits((ended) => findRecording(source, options, ended), limits);
}

async function findRecording(
  source: RecordingSource,
  options: RecordingOptions,
  signal: AbortSignal,
): Promise<Recording> {
  const { name, type, ...opened } = await openSource(source);
  if (opened.sizeBytes === 0) {
    const { path = name } = source as { path?: unknown };
    throw new ConfigurationError(`${path ?? "file"} is empty: there is nothing to analyse.`);
  }
  const filename = checkFilename(options.filename ?? name ?? "recording");
  const contentType = await mediaTypeOf({
    asked: options.contentType,
    ofSource: type,
    filename,
    firstBytes: () => firstBytesOf(opened, signal),
  });
  return { ...opened, filename, contentType };
}

async function openSource(source: RecordingSource): Promise<OpenedSource> {
  if (typeof source === "string") throw new ConfigurationError(bareString);
  if (typeof source !== "object" || source === null) throw new ConfigurationError(unknownSource);
  // Happy DOM's Blob does not say its class.
  if (isOfClass<Blob>(source, "Blob", "File") || source instanceof Blob) return ofBlob(source);
  if (isOfClass<ArrayBuffer>(source, "ArrayBuffer")) return ofBytes(new Uint8Array(source));
  if (isOfClass<Uint8Array>(source, "Uint8Array")) return ofBytes(source);
  if (isOfClass<URL>(source, "URL")) return ofFileUrl(source);
  if ("pipe" in source) throw new ConfigurationError(nodeStream);
  if ("path" in source) {
    checkNames("file", source, "close" in source ? temporaryNames : pathNames);
    return "close" in source ? ofTemporary(source) : ofPath(source);
  }
  if ("stream" in source) {
    checkNames("file", source, { stream: true, sizeBytes: true });
    return ofStream(source.stream, source.sizeBytes);
  }
  if ("open" in source) {
    checkNames("file", source, { open: true, sizeBytes: true });
    return ofOpener(source.open, source.sizeBytes);
  }
  throw new ConfigurationError(unknownSource);
}

const pathNames = { path: true, filename: true, contentType: true };
/** What `spool()` makes knows its size. */
const temporaryNames = { ...pathNames, sizeBytes: true, close: true };

const nodeStream =
  "file is a stream of node:stream, whose size nothing shows. Pass await spool(stream), of @call-analysis/sdk/node; { path } for a whole file; or { open, sizeBytes } with open: () => Readable.toWeb(createReadStream(path, { start, end })).";

const bareString =
  "file is a bare string, which may be a path, an address or the content. Pass { path } for a file, or use analyzeUrl for an address.";

const unknownSource =
  "file must be a Blob, File, ArrayBuffer, Uint8Array, file: URL, { path }, { stream, sizeBytes } or { open, sizeBytes }.";

/** A `Blob`, or a `File` with its name. It is read slice by slice: its own stream may come as one chunk. */
function ofBlob(blob: Blob): OpenedSource {
  const isNative: boolean = blob instanceof Blob;
  const name = "name" in blob && typeof blob.name === "string" && blob.name !== "" ? blob.name : undefined;
  return {
    name,
    type: blob.type || undefined,
    sizeBytes: blob.size,
    isRepeatable: true,
    open: async () => chunksOf(blob.size, (offset, length) => readSlice(blob, offset, length)),
    // fetch would send a Blob of another realm as the text "[object Blob]".
    asBlob: async () => (isNative ? blob : new Blob([await readSlice(blob, 0, blob.size)])),
  };
}

/** A Blob may stand for a file, and the file may be gone or changed by now. */
async function readSlice(blob: Blob, offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer());
  } catch (cause) {
    throw new ConfigurationError("file: the Blob cannot be read. Was its file moved or changed?", { cause });
  }
}

/** Bytes are read where they are when they are sent: the whole is never copied. */
function ofBytes(bytes: Uint8Array): OpenedSource {
  return {
    sizeBytes: bytes.byteLength,
    isRepeatable: true,
    open: async () => chunksOf(bytes.byteLength, (offset, length) => bytes.subarray(offset, offset + length)),
    // A view on an ArrayBuffer: a SharedArrayBuffer cannot be sent.
    asBlob: async () => new Blob([bytes as Uint8Array<ArrayBuffer>]),
  };
}

async function ofFileUrl(url: URL): Promise<OpenedSource> {
  if (url.protocol === "file:") return { ...(await openFile(url)), name: nameIn(decodeURIComponent(url.pathname)) };
  throw new ConfigurationError(
    `file is a ${url.protocol} address. Only file: can be uploaded; for a hosted recording use analyzeUrl.`,
  );
}

async function ofPath({ path, filename, contentType }: { path: string } & RecordingOptions): Promise<OpenedSource> {
  if (typeof path === "string" && path !== "") {
    return { ...(await openFile(path)), name: filename ?? nameIn(path), type: contentType };
  }
  if (isOfClass<URL>(path, "URL")) throw new ConfigurationError("file: pass the URL itself, and not { path }.");
  throw new ConfigurationError("file.path must be a non-empty string.");
}

/** @throws {ConfigurationError} that says so when the file was used before */
async function ofTemporary(source: TemporaryRecording): Promise<OpenedSource> {
  try {
    return await ofPath(source);
  } catch (error) {
    const { cause } = error as ConfigurationError;
    if (Object(cause).code !== "ENOENT") throw error;
    const message = `file: ${source.path} was spooled, and removed after its first use. Spool again, or keep the file yourself and pass { path }.`;
    throw new ConfigurationError(message, { cause });
  }
}

function nameIn(path: string): string | undefined {
  return path.split(/[/\\]/).at(-1);
}

function checkFilename(filename: string): string {
  if (typeof filename === "string" && filename.trim() !== "") return filename;
  throw new ConfigurationError("filename must be a non-empty string, with its ending.");
}

/** A stream that can be read once is not read for this. */
async function firstBytesOf(
  { isRepeatable, open }: OpenedSource,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  if (!isRepeatable) return undefined;
  const firstChunk = (chunks: ChunkReader) => chunks.read();
  return (await readWith(await open(), firstChunk, signal))?.subarray(0, signatureLength);
}

/**
 * Runs what takes over a recording, and gives up the recording when that has ended: a `{ stream }` that was not read to
 * its end is cancelled, and a temporary file is removed.
 */
export async function withSource<T>(source: unknown, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await releaseSource(source);
  }
}

/**
 * Gives up a recording that is not needed any more, or never was. What fails in this is ignored, for what the upload
 * has come to matters more.
 */
export async function releaseSource(source: unknown): Promise<void> {
  const { stream, path, close } = Object(source) as Partial<TemporaryRecording> & { stream?: RecordingStream };
  // Not waited for: a stream may take long to end.
  if (stream) void cancelStream(stream);
  if (path === undefined || !close) return;
  try {
    // A disk that hangs must not keep what the upload has come to.
    await withinGrace("Removing the recording", async () => close.call(source));
  } catch {
    // The file stays.
  }
}
