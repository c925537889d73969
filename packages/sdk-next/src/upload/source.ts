/** What can be uploaded, made into one shape: a recording with a name, a MIME type, a size, and bytes that can be read. */
import { CallAnalysisError, ConfigurationError, RecordingError } from "../errors.js";
import { checkNames, kindOf } from "../known-names.js";
import { runUntil, startLimits } from "../request/limits.js";
import { Redactor } from "../request/redact.js";
import { aFunction, check, type Rule, someText } from "../rules.js";
import { builtinModule } from "../runtime.js";
import { mediaTypeOf } from "./media-type.js";

/** The part of a web `ReadableStream` that is used: the platform's, or what `Readable.toWeb()` of `node:stream` makes. */
export interface RecordingStream {
  readonly locked: boolean;
  cancel(reason?: unknown): Promise<void>;
  getReader(): {
    read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
    cancel(reason?: unknown): Promise<void>;
  };
}

/** The part of a `Blob` or `File` that is used: the platform's, or that of `node:buffer`. */
export interface RecordingBlob {
  readonly size: number;
  readonly type: string;
  readonly name?: string;
  slice(start?: number, end?: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** A file that is needed until its upload has ended, such as `spool()` of `@call-analysis/sdk/node` makes. */
export interface TemporaryRecording extends RecordingOptions {
  path: string;
  sizeBytes?: number | undefined;
  /** Removes the file. The client calls it when the upload is done or has failed. */
  close(): Promise<void>;
}

/** A recording. A `{ stream }` can be sent once, and is cancelled if it is not; `{ open }` is opened for each attempt. */
export type RecordingSource =
  | RecordingBlob
  | ArrayBuffer
  | Uint8Array
  | URL
  | { path: string }
  | TemporaryRecording
  | { stream: RecordingStream; sizeBytes: number }
  | { open: () => RecordingStream | Promise<RecordingStream>; sizeBytes: number };

/** What you may say about a recording. */
export interface RecordingOptions {
  /** The original file name with its ending. @default the source's own name, else "recording" */
  filename?: string | undefined;
  /** The MIME type. @default by the ending of the name, else what the source says */
  contentType?: string | undefined;
}

/** Reads a recording once, from its beginning. */
export interface RecordingReader {
  /** The next bytes, at most so many unless the source is a stream; undefined at the end. */
  read(mostBytes: number): Promise<Uint8Array | undefined>;
  /** Closes what was opened, also while a read hangs. */
  close(): Promise<void>;
}

/** A recording that is there and not empty. */
export interface Recording {
  filename: string;
  contentType: string;
  sizeBytes: number;
  /** False for a stream that can be read once. */
  isRepeatable: boolean;
  openReader(): Promise<RecordingReader>;
  /** The same as a Blob, for runtimes that cannot send a stream with its length. */
  asBlob(signal: AbortSignal): Promise<Blob>;
}

interface OpenedSource extends Omit<Recording, "filename" | "contentType" | "asBlob"> {
  name?: string | undefined;
  type?: string | undefined;
  /** Where it need not be read for that. */
  asBlob?(): Promise<Blob>;
}

/**
 * @throws {ConfigurationError} for what cannot be a source
 * @throws {RecordingError} for a source that is empty, missing or unreadable, or whose type nothing tells
 */
export async function openRecording(source: RecordingSource, options: RecordingOptions): Promise<Recording> {
  const { name, type, ...opened } = await openSource(source);
  if (opened.sizeBytes === 0) throw new RecordingError(`${name || "file"} is empty: there is nothing to analyse.`);
  const filename = nameIn(options.filename) ?? nameIn(name) ?? "recording";
  const contentType = mediaTypeOf(filename, { asked: options.contentType, ofSource: type });
  const openReader = async () => ofAnnouncedSize(await opened.openReader(), opened.sizeBytes);
  return {
    ...opened,
    filename,
    contentType,
    openReader,
    asBlob: opened.asBlob ?? ((signal) => blobOf(openReader, signal)),
  };
}

/** The last part of a path, whatever kind of source it came with. Undefined when there is none. */
function nameIn(path: unknown): string | undefined {
  if (path === undefined || path === "") return undefined;
  if (typeof path !== "string" || path.trim() === "")
    throw new ConfigurationError("filename must be a non-empty string.");
  return path.split(/[/\\]/).at(-1)?.normalize() || undefined;
}

/** Never another size than was announced: a recording that is cut would be analysed, and billed. */
function ofAnnouncedSize(reader: RecordingReader, sizeBytes: number): RecordingReader {
  let readBytes = 0;
  const read = async (mostBytes: number) => {
    const bytes = await reader.read(mostBytes);
    readBytes += bytes?.byteLength ?? 0;
    const isWrong = bytes ? readBytes > sizeBytes : readBytes < sizeBytes;
    if (!isWrong) return bytes;
    const came = bytes ? `${readBytes} or more` : readBytes;
    throw new RecordingError(`file: ${sizeBytes} bytes were announced, and ${came} came. Pass the exact sizeBytes.`);
  };
  return { read, close: reader.close };
}

async function blobOf(openReader: () => Promise<RecordingReader>, signal: AbortSignal): Promise<Blob> {
  const reader = await openReader();
  const parts: BlobPart[] = [];
  signal.addEventListener("abort", reader.close);
  try {
    signal.throwIfAborted();
    for (let bytes = await reader.read(2 ** 20); bytes; bytes = await reader.read(2 ** 20))
      // A view on an ArrayBuffer: a SharedArrayBuffer cannot be sent.
      parts.push(bytes as Uint8Array<ArrayBuffer>);
  } finally {
    await reader.close();
  }
  return new Blob(parts);
}

async function openSource(source: RecordingSource): Promise<OpenedSource> {
  if (typeof source === "string") throw new ConfigurationError(bareString);
  if (typeof source !== "object" || source === null) throw new ConfigurationError(unknownSource);
  // Happy DOM's Blob does not say its class.
  if (isOfClass<Blob>(source, "Blob", "File") || source instanceof Blob) return ofBlob(source);
  if (isOfClass<ArrayBuffer>(source, "ArrayBuffer")) return ofBytes(new Uint8Array(source));
  if (isOfClass<Uint8Array>(source, "Uint8Array")) return ofBytes(source);
  if (isOfClass<URL>(source, "URL")) return ofFile(source);
  if ("pipe" in source) throw new ConfigurationError(nodeStream);
  if ("path" in source) return ofPath(source);
  if ("stream" in source || "open" in source) return ofStreams(source);
  throw new ConfigurationError(unknownSource);
}

const nodeStream =
  "file is a stream of unknown size. Pass await spool(stream), of @call-analysis/sdk/node, or { open, sizeBytes }.";
const bareString = "file is a bare string. Pass { path } for a file, or use analyzeUrl for an address.";
const unknownSource =
  "file must be a Blob, File, ArrayBuffer, Uint8Array, file: URL, { path }, { stream, sizeBytes } or { open, sizeBytes }.";

/** Also for objects of another realm, such as those in Jest's tests. */
function isOfClass<Class extends object>(value: unknown, ...names: string[]): value is Class {
  return names.includes(Object.prototype.toString.call(value).slice("[object ".length, -1));
}

function inMemory(sizeBytes: number, piece: (from: number, to: number) => Promise<Uint8Array>): OpenedSource {
  const openReader = async (): Promise<RecordingReader> => {
    let from = 0;
    const read = async (mostBytes: number) => {
      if (from >= sizeBytes) return undefined;
      const to = Math.min(from + mostBytes, sizeBytes);
      const bytes = await piece(from, to);
      from = to;
      return bytes;
    };
    return { read, close: async () => {} };
  };
  return { sizeBytes, isRepeatable: true, openReader };
}

/** Read slice by slice: its own stream may come as one chunk. */
function ofBlob(blob: RecordingBlob): OpenedSource {
  const { name, type, size } = blob;
  const piece = async (from: number, to: number) => {
    try {
      return new Uint8Array(await blob.slice(from, to).arrayBuffer());
    } catch (cause) {
      // It may stand for a file.
      throw new RecordingError("file: the Blob cannot be read. Was its file changed?", { cause });
    }
  };
  // `fetch` would send a Blob of another realm as the text "[object Blob]".
  const asBlob = blob instanceof Blob && { asBlob: async () => blob };
  return { ...inMemory(size, piece), name, type, ...asBlob };
}

/** Read where they are: the whole is never copied. */
function ofBytes(bytes: Uint8Array): OpenedSource {
  return inMemory(bytes.byteLength, async (from, to) => bytes.subarray(from, to));
}

async function ofPath(source: { path: string } | TemporaryRecording): Promise<OpenedSource> {
  const isTemporary = "close" in source;
  checkNames("file", source, ["path", ...(isTemporary ? ["filename", "contentType", "sizeBytes", "close"] : [])]);
  check("file.path", source.path, someText);
  if (!isTemporary) return ofFile(source.path);
  const { filename, contentType } = source;
  return { ...(await ofFile(source.path)), ...(filename !== undefined && { name: filename }), type: contentType };
}

interface Stats {
  size: number;
  mtimeMs: number;
  isFile(): boolean;
}

interface FileHandle {
  stat(): Promise<Stats>;
  read(buffer: Uint8Array, offset: number, length: number): Promise<{ bytesRead: number }>;
  close(): Promise<void>;
}

/** The members of `node:fs` that are used. It is asked of the runtime: an import of it would break bundles for browsers. */
interface FileSystem {
  openAsBlob(path: string | URL): Promise<Blob>;
  promises: { stat(path: string | URL): Promise<Stats>; open(path: string | URL): Promise<FileHandle> };
}

async function ofFile(path: string | URL): Promise<OpenedSource> {
  if (typeof path !== "string" && path.protocol !== "file:")
    throw new ConfigurationError(`file is a ${path.protocol} address. For a hosted recording use analyzeUrl.`);
  const fileSystem = builtinModule<FileSystem>("node:fs");
  if (!fileSystem) throw new ConfigurationError("file: this runtime has no files. Pass a Blob or a File.");
  const { stat, open } = fileSystem.promises;
  // Before it is opened: opening a named pipe would wait for its writer.
  const stats = await readable(path, () => stat(path));
  if (!stats.isFile()) throw new RecordingError(`file: ${path} is not a file.`);
  const openReader = async () => readerOfFile(path, await readable(path, () => open(path)), stats);
  await (await openReader()).close();
  return {
    name: typeof path === "string" ? path : await readable(path, async () => decodeURIComponent(path.pathname)),
    sizeBytes: stats.size,
    isRepeatable: true,
    openReader,
    asBlob: () => readable(path, () => fileSystem.openAsBlob(path)),
  };
}

async function readable<T>(path: string | URL, access: () => Promise<T>): Promise<T> {
  try {
    return await access();
  } catch (cause) {
    throw new RecordingError(`file: ${path} cannot be read.`, { cause });
  }
}

function readerOfFile(path: string | URL, file: FileHandle, expected: Stats): RecordingReader {
  let readBytes = 0;
  const read = async (mostBytes: number) => {
    const length = Math.min(mostBytes, expected.size - readBytes);
    if (length === 0) return undefined;
    // Another buffer each time: the one before may not be sent yet.
    const buffer = new Uint8Array(length);
    const { bytesRead } = await readable(path, () => file.read(buffer, 0, length));
    readBytes += bytesRead;
    // Before the last bytes are handed over: a file that was changed is never stored.
    const { size, mtimeMs } = await readable(path, () => file.stat());
    if (bytesRead === 0 || size !== expected.size || mtimeMs !== expected.mtimeMs)
      throw new RecordingError(`file: ${path} changed while it was read. Upload it when its writer has finished.`);
    return buffer.subarray(0, bytesRead);
  };
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= file.close();
    return closing;
  };
  return { read, close };
}

function ofStreams(source: Extract<RecordingSource, { stream: unknown } | { open: unknown }>): OpenedSource {
  const isRepeatable = "open" in source;
  checkNames("file", source, [isRepeatable ? "open" : "stream", "sizeBytes"]);
  const { sizeBytes } = source;
  check("file.sizeBytes", sizeBytes, aSize);
  if (!isRepeatable) {
    checkStream("file.stream", source.stream);
    return { sizeBytes, isRepeatable, openReader: async () => readerOfStream(source.stream) };
  }
  check("file.open", source.open, aFunction);
  const open = async () => source.open();
  const openReader = async () => {
    const stream = await open().catch((failure: unknown) => {
      throw failed("file.open failed.", failure);
    });
    try {
      return readerOfStream(checkStream("file.open() returned a value that", stream));
    } catch (error) {
      // A stream of node:stream holds its file open.
      (stream as { destroy?(): void } | undefined)?.destroy?.();
      throw error;
    }
  };
  return { sizeBytes, isRepeatable, openReader };
}

const aSize: Rule = [
  "the recording's exact size in bytes",
  (value) => Number.isSafeInteger(value) && Number(value) >= 0,
];

function checkStream(name: string, stream: RecordingStream): RecordingStream {
  if (typeof stream?.getReader !== "function")
    throw new ConfigurationError(`${name} must be a web ReadableStream. Readable.toWeb() makes one.`);
  if (stream.locked) throw new ConfigurationError(`${name} is locked: something else reads it.`);
  return stream;
}

function readerOfStream(stream: RecordingStream): RecordingReader {
  const reader = stream.getReader();
  const read = async () => {
    for (;;) {
      const { done, value } = await reader.read().catch((failure: unknown) => {
        throw failed("file: its stream failed.", failure);
      });
      if (done) return undefined;
      if (!isOfClass<Uint8Array>(value, "Uint8Array"))
        throw new RecordingError(`file: its stream must yield Uint8Arrays, and yielded ${kindOf(value)}.`);
      if (value.byteLength > 0) return value;
    }
  };
  return { read, close: () => reader.cancel().catch(() => {}) };
}

/** A recording may come from another store, whose signed address its failure quotes. */
function failed(message: string, failure: unknown): CallAnalysisError {
  if (CallAnalysisError.is(failure)) return failure;
  return new RecordingError(message, { cause: new Redactor().cause(failure) });
}

const longestRemovalMs = 1_000;

/**
 * Gives up a recording that is not needed any more, or never was: a `{ stream }` that was not read is cancelled, and a
 * temporary file is removed.
 */
export async function releaseSource(source: unknown): Promise<void> {
  const { stream, path, close } = Object(source) as Partial<TemporaryRecording> & { stream?: RecordingStream };
  try {
    // One that is locked is left to its reader. A stream may take long to end.
    if (stream?.locked === false) void stream.cancel().catch(() => {});
    if (path === undefined || !close) return;
    const limits = startLimits({ deadlineMs: longestRemovalMs });
    const stopped = () => new Error("A disk that hangs must not keep the result of the upload.");
    await runUntil(async () => close.call(source), { limits, stopped }).finally(limits.end);
  } catch {
    // The file stays.
  }
}
