/** What can be uploaded, made into one shape. */
import { ConfigurationError } from "../errors/request-errors.js";
import { type ChunkReader, chunksOf, chunksOfStream } from "./chunks.js";
import { openFile } from "./file.js";
import { mediaTypeOf, signatureLength } from "./media-type.js";

/** A stream of the recording's bytes. */
export type RecordingStream = ReadableStream<Uint8Array>;

/**
 * A recording: in memory, on disk (`file:` URL or `{ path }`), or as a stream of known size. A
 * `{ stream }` can be sent once; `{ open }` is opened anew for each attempt.
 */
export type RecordingSource =
  | Blob
  | ArrayBuffer
  | Uint8Array
  | URL
  | { path: string }
  | { stream: RecordingStream; sizeBytes: number }
  | { open: () => RecordingStream | Promise<RecordingStream>; sizeBytes: number };

/** What the caller may say of a recording. */
export interface RecordingHints {
  /** The original file name with its ending. @default the source's own name, else "recording" */
  filename?: string | undefined;
  /** The MIME type. @default by the source, the ending, or the first bytes */
  contentType?: string | undefined;
}

/** A recording that is there and not empty. */
export interface Recording {
  filename: string;
  contentType: string;
  sizeBytes: number;
  /** Whether a second attempt can read it again. */
  isRepeatable: boolean;
  open(): Promise<ChunkReader>;
  /** The same as a Blob, for runtimes that cannot send a stream with its length. */
  asBlob(): Promise<Blob>;
}

interface Opened {
  name?: string | undefined;
  type?: string | undefined;
  sizeBytes: number;
  isRepeatable: boolean;
  open(): Promise<ChunkReader>;
  asBlob(): Promise<Blob>;
}

/**
 * @throws {ConfigurationError} for a bare string, an empty, missing or unreadable source, or an unknown type
 */
export async function resolveRecording(source: RecordingSource, hints: RecordingHints = {}): Promise<Recording> {
  const { name, type, ...opened } = await openSource(source);
  if (opened.sizeBytes === 0) throw new ConfigurationError("file is empty: there is nothing to analyse.");
  const filename = checkFilename(hints.filename ?? name ?? "recording");
  const contentType = await mediaTypeOf({
    asked: hints.contentType,
    ofSource: type,
    filename,
    firstBytes: () => firstBytesOf(opened),
  });
  return { ...opened, filename, contentType };
}

async function openSource(source: RecordingSource): Promise<Opened> {
  if (typeof source === "string") throw new ConfigurationError(bareString);
  if (source instanceof Blob) return ofBlob(source);
  if (source instanceof ArrayBuffer) return ofBytes(new Uint8Array(source));
  if (source instanceof Uint8Array) return ofBytes(source);
  if (source instanceof URL) return ofFileUrl(source);
  if (source && "path" in source) return ofFile(source.path);
  if (source && "stream" in source) return ofStream(source.stream, source.sizeBytes);
  if (source && "open" in source) return ofOpener(source.open, source.sizeBytes);
  throw new ConfigurationError(
    "file must be a Blob, File, ArrayBuffer, Uint8Array, file: URL, { path }, { stream, sizeBytes } or { open, sizeBytes }.",
  );
}

const bareString =
  "file is a bare string, which may be a path, an address or the content. Pass { path } for a file, or use analyzeUrl for an address.";

function ofBlob(blob: Blob): Opened {
  const name = "name" in blob && typeof blob.name === "string" && blob.name !== "" ? blob.name : undefined;
  const readAt = async (offset: number, length: number) =>
    new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer());
  return {
    name,
    type: blob.type || undefined,
    sizeBytes: blob.size,
    isRepeatable: true,
    open: async () => chunksOf(blob.size, readAt),
    asBlob: async () => blob,
  };
}

function ofBytes(bytes: Uint8Array): Opened {
  return {
    sizeBytes: bytes.byteLength,
    isRepeatable: true,
    open: async () => chunksOf(bytes.byteLength, (offset, length) => bytes.subarray(offset, offset + length)),
    // A view on an ArrayBuffer: a SharedArrayBuffer cannot be sent.
    asBlob: async () => new Blob([bytes as Uint8Array<ArrayBuffer>]),
  };
}

function ofFileUrl(url: URL): Promise<Opened> {
  if (url.protocol === "file:") return ofFile(url);
  throw new ConfigurationError(
    `file is a ${url.protocol} address. Only file: can be uploaded; for a hosted recording use analyzeUrl.`,
  );
}

async function ofFile(path: string | URL): Promise<Opened> {
  if (path === "" || (typeof path !== "string" && !(path instanceof URL))) {
    throw new ConfigurationError("file.path must be a non-empty string.");
  }
  const address = typeof path === "string" ? path : decodeURIComponent(path.pathname);
  return { ...(await openFile(path)), name: address.split(/[/\\]/).at(-1), isRepeatable: true };
}

function ofStream(stream: RecordingStream, sizeBytes: number): Opened {
  if (!(stream instanceof ReadableStream)) throw new ConfigurationError("file.stream must be a web ReadableStream.");
  if (stream.locked) throw new ConfigurationError("file.stream is locked: something else reads it.");
  return { ...ofOpener(() => stream, sizeBytes), isRepeatable: false };
}

function ofOpener(open: () => RecordingStream | Promise<RecordingStream>, sizeBytes: number): Opened {
  if (!Number.isSafeInteger(sizeBytes) || sizeBytes < 0) {
    throw new ConfigurationError(
      "file.sizeBytes must be the recording's exact size in bytes: stores refuse uploads without it.",
    );
  }
  if (typeof open !== "function")
    throw new ConfigurationError("file.open must be a function that gives a ReadableStream.");
  const openChunks = async () => chunksOfStream(await openSafely(open));
  return { sizeBytes, isRepeatable: true, open: openChunks, asBlob: async () => collect(await openChunks()) };
}

async function openSafely(open: () => RecordingStream | Promise<RecordingStream>): Promise<RecordingStream> {
  try {
    return await open();
  } catch (cause) {
    throw new ConfigurationError("file.open failed.", { cause });
  }
}

async function collect(chunks: ChunkReader): Promise<Blob> {
  const parts: BlobPart[] = [];
  // A view on an ArrayBuffer: streams of the platform give no other.
  for (let chunk = await chunks.read(); chunk; chunk = await chunks.read())
    parts.push(chunk as Uint8Array<ArrayBuffer>);
  return new Blob(parts);
}

/** A stream that can be read once is not opened for a look. */
async function firstBytesOf({ isRepeatable, open }: Opened): Promise<Uint8Array | undefined> {
  if (!isRepeatable) return undefined;
  const chunks = await open();
  try {
    return (await chunks.read())?.subarray(0, signatureLength);
  } finally {
    await chunks.close();
  }
}

function checkFilename(filename: string): string {
  if (typeof filename === "string" && filename.trim() !== "") return filename;
  throw new ConfigurationError("filename must be a non-empty string, with its ending.");
}
