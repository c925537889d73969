/** What can be uploaded, made into one shape. */
import { ConfigurationError } from "../errors/request-errors.js";
import type { ChunkReader } from "./chunks.js";
import { openFile } from "./file.js";
import { mediaTypeOf } from "./media-type.js";
import { ofBlob, ofBytes } from "./memory-source.js";
import type { OpenedSource } from "./opened-source.js";
import { signatureLength } from "./signature.js";
import { ofOpener, ofStream, type RecordingStream } from "./stream-source.js";

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
export interface RecordingOptions {
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

/**
 * @throws {ConfigurationError} for a bare string, an empty, missing or unreadable source, or an unknown type
 */
export async function resolveRecording(source: RecordingSource, hints: RecordingOptions = {}): Promise<Recording> {
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

async function openSource(source: RecordingSource): Promise<OpenedSource> {
  if (typeof source === "string") throw new ConfigurationError(bareString);
  if (source instanceof Blob) return ofBlob(source);
  if (source instanceof ArrayBuffer) return ofBytes(new Uint8Array(source));
  if (source instanceof Uint8Array) return ofBytes(source);
  if (source instanceof URL) return ofFileUrl(source);
  if (typeof source !== "object" || source === null) throw new ConfigurationError(unknownSource);
  if ("path" in source) return ofPath(source.path);
  if ("stream" in source) return ofStream(source.stream, source.sizeBytes);
  if ("open" in source) return ofOpener(source.open, source.sizeBytes);
  throw new ConfigurationError(unknownSource);
}

const bareString =
  "file is a bare string, which may be a path, an address or the content. Pass { path } for a file, or use analyzeUrl for an address.";

const unknownSource =
  "file must be a Blob, File, ArrayBuffer, Uint8Array, file: URL, { path }, { stream, sizeBytes } or { open, sizeBytes }.";

async function ofFileUrl(url: URL): Promise<OpenedSource> {
  if (url.protocol === "file:") return { ...(await openFile(url)), name: nameIn(decodeURIComponent(url.pathname)) };
  throw new ConfigurationError(
    `file is a ${url.protocol} address. Only file: can be uploaded; for a hosted recording use analyzeUrl.`,
  );
}

async function ofPath(path: string): Promise<OpenedSource> {
  if (typeof path === "string" && path !== "") return { ...(await openFile(path)), name: nameIn(path) };
  throw new ConfigurationError("file.path must be a non-empty string.");
}

function nameIn(path: string): string | undefined {
  return path.split(/[/\\]/).at(-1);
}

/** A stream that can be read once is not opened for a look. */
async function firstBytesOf({
  isRepeatable,
  open,
}: Pick<Recording, "isRepeatable" | "open">): Promise<Uint8Array | undefined> {
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
