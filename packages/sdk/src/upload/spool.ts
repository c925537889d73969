/**
 * Recordings that come as streams of unknown size, through temporary files: stores take no upload without its size. For
 * servers only.
 */
import { rmSync } from "node:fs";
import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import { ConfigurationError } from "../errors/request-errors.js";
import { checkNames, type NamesOf } from "../known-names.js";
import { Deadline, withinLimits } from "../request/deadline.js";
import { checkPositive, checkSignal } from "../request/request-options.js";
import type { RecordingOptions, TemporaryRecording } from "./source.js";
import type { RecordingStream } from "./stream.js";

/**
 * A stream of bytes: a request of `node:http` or Express, any other `Readable`, a web `ReadableStream`, a generator.
 *
 * @inline
 */
export type Spoolable = AsyncIterable<Uint8Array> | RecordingStream;

/** What you may say about a stream. */
export interface SpoolOptions extends RecordingOptions {
  /** A stream of more bytes is refused, and read no further. @default no limit */
  maxSizeBytes?: number | undefined;
  /** Ends the reading, and removes the file. */
  signal?: AbortSignal | undefined;
}

const spoolOptionNames: NamesOf<SpoolOptions> = { filename: true, contentType: true, maxSizeBytes: true, signal: true };

/** A stream that was written to a temporary file. Pass it as `file`: the client removes it when the upload has ended. */
export interface SpooledRecording extends TemporaryRecording {
  sizeBytes: number;
  /** The same as `close()`, for `await using recording = await spool(stream)`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Writes a stream of unknown size to a temporary file, which only this user can read. The file is removed when the
 * upload that it is passed to is done or has failed, and by `close()`; as a net, also when nothing refers to the
 * recording any more, and when the process exits. A process that a signal ends leaves a folder in `os.tmpdir()` whose
 * name begins with `call-analysis-spool-`, unless a handler of the signal calls `process.exit()`.
 *
 * The stream is read to its end. If that fails nothing stays on the disk, and a web stream or a generator is ended. A
 * stream of `node:stream` is only destroyed when the signal is aborted: a request can then be answered, such as with 413.
 * Call its `resume()`, so that the sender gets to the answer, or `destroy()`.
 *
 * @throws {ConfigurationError} for a stream that fails, is empty, too large, or not of bytes, for one that says that it
 *   was cut off (`truncated`, or a request whose `complete` is false), and when the disk is full
 * @throws {AbortError} when the signal is aborted
 * @example
 * createServer(async (request, response) => {
 *   const file = await spool(request, { filename: "call.wav" });
 *   response.end(JSON.stringify(await sdk.calls.analyzeFile({ file, memberId, categoryId })));
 * });
 */
export async function spool(stream: Spoolable, options: SpoolOptions = {}): Promise<SpooledRecording> {
  checkNames("spool()", options, spoolOptionNames);
  const { filename, contentType, signal, maxSizeBytes = Number.POSITIVE_INFINITY } = options;
  checkSignal(signal);
  checkPositive("maxSizeBytes", maxSizeBytes);
  const readable = readableOf(stream);
  // It may fail before anything reads it, and without a listener that would end the process. Reading then fails too.
  readable.on("error", () => {});
  let close: (() => Promise<void>) | undefined;
  try {
    const folder = await makeFolder();
    close = folder.close;
    const path = join(folder.path, "recording");
    const write = (ended: AbortSignal) => writeTo(path, readable, { maxSizeBytes, signal: ended });
    // Ends also when the stream ignores that it was destroyed.
    const limits = { what: "Spooling the recording", signal, deadline: new Deadline() };
    const sizeBytes = await withinLimits(write, limits);
    if (isCutOff(stream)) throw new ConfigurationError(cutOff);
    return { path, filename, contentType, sizeBytes, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    // One that is not ours may be a request, which needs its connection for the answer.
    if (readable !== stream || signal?.aborted) readable.destroy();
    await close?.();
    throw error;
  }
}

/** Parsers of forms end a file at their size limit and set `truncated`; a request that broke off is not `complete`. */
function isCutOff(stream: Spoolable): boolean {
  const { truncated, complete } = stream as { truncated?: unknown; complete?: unknown };
  return truncated === true || complete === false;
}

const cutOff =
  "spool: the stream ended before the recording did. Raise the form parser's limit of a file's size, or refuse the file.";

/** @throws {ConfigurationError} for what has no bytes to give, or gives them to others */
function readableOf(stream: Spoolable): Readable {
  if (stream instanceof Readable) return stream;
  try {
    // The web's streams have two types, of which Node takes only its own.
    if ("getReader" in stream) return Readable.fromWeb(stream as WebStream);
    return Readable.from(stream);
  } catch (cause) {
    const message =
      "spool: pass a stream of node:stream, a web ReadableStream that nothing reads, or a generator of bytes.";
    throw new ConfigurationError(message, { cause });
  }
}

interface WriteOptions {
  maxSizeBytes: number;
  signal: AbortSignal;
}

/** Returns how many bytes were written. */
async function writeTo(path: string, readable: Readable, { maxSizeBytes, signal }: WriteOptions): Promise<number> {
  // Opened for each chunk: a stream that never goes on would leave an open file, which Node 25 takes for an error.
  const append = (chunk: Uint8Array) => writing(() => appendFile(path, chunk, { mode: 0o600 }));
  signal.addEventListener("abort", () => readable.destroy());
  let sizeBytes = 0;
  for await (const chunk of chunksOf(readable)) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxSizeBytes)
      throw new ConfigurationError(`spool: the stream has more than ${maxSizeBytes} bytes.`);
    await append(chunk);
  }
  if (sizeBytes > 0) return sizeBytes;
  throw new ConfigurationError("spool: the stream is empty. Was it read already, such as by a body parser?");
}

async function* chunksOf(readable: Readable): AsyncGenerator<Uint8Array, void, void> {
  const chunks = readable.iterator({ destroyOnReturn: false });
  const read = () =>
    chunks.next().catch((cause: unknown) => {
      throw new ConfigurationError("spool: the stream failed while it was read.", { cause });
    });
  try {
    for (let next = await read(); !next.done; next = await read()) {
      if (next.value instanceof Uint8Array) yield next.value;
      else throw new ConfigurationError(`spool: the stream yielded a ${typeof next.value} where a Uint8Array was due.`);
    }
  } finally {
    // Whatever is left can be read by others.
    await chunks.return?.();
  }
}

async function writing<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (cause) {
    const message = `spool: no temporary file can be written in ${tmpdir()}. Is the folder there, and space left?`;
    throw new ConfigurationError(message, { cause });
  }
}

/** The folders that are there. */
const folders = new Set<string>();

/** Removes the folder of a recording that nobody can close any more. */
const forgotten = new FinalizationRegistry<string>((folder) => void removeFolder(folder));

/** A folder that only this user can open. */
async function makeFolder(): Promise<{ path: string; close: () => Promise<void> }> {
  const folder = await writing(() => mkdtemp(join(tmpdir(), `call-analysis-spool-${process.pid}-`)));
  if (folders.size === 0) process.on("exit", removeAllFolders);
  folders.add(folder);
  const close = () => removeFolder(folder);
  // Every copy of the recording has this function.
  forgotten.register(close, folder);
  return { path: folder, close };
}

async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  folders.delete(folder);
  if (folders.size === 0) process.off("exit", removeAllFolders);
}

function removeAllFolders(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
