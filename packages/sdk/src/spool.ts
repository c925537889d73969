/**
 * Recordings from streams of unknown size. They go through temporary files, because stores need the size of each
 * upload.
 */
import { rmSync } from "node:fs";
import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import { ConfigurationError, RecordingError } from "./errors.js";
import { kindOf } from "./known-names.js";
import { runWithin, startLimits } from "./request/limits.js";
import { anAbortSignal, anything, checkOptions } from "./rules.js";
import type { RecordingOptions, TemporaryRecording } from "./upload/recording.js";
import type { RecordingStream } from "./upload/stream-source.js";

/**
 * A stream of bytes: a request of `node:http` or Express, any other `Readable`, a web `ReadableStream`, or a generator.
 */
export type Spoolable = AsyncIterable<Uint8Array> | RecordingStream;

/** The stream's name and MIME type, and a signal. */
export interface SpoolOptions extends RecordingOptions {
  /** Abort this signal to stop reading and remove the file. */
  signal?: AbortSignal | undefined;
}

/** A stream that was written to a temporary file. Pass it as `file`. The client removes it when its flow ends. */
export interface SpooledRecording extends TemporaryRecording {
  sizeBytes: number;
  /** The same as `close()`, for `await using file = await spool(stream)`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Writes a stream of unknown size to a temporary file, which only this user can read. The file is removed when its flow
 * ends, when you call `close()`, or when the process exits. A process that is killed by a signal leaves a folder
 * `call-analysis-spool-*` in `os.tmpdir()`.
 *
 * @throws {RecordingError} if the stream fails, is empty, yields anything but bytes, or was truncated (`truncated` is
 *   true, or a request's `complete` is false); also if no temporary file can be written
 * @throws {AbortError} when the signal is aborted
 * @example
 * createServer(async (request, response) => {
 *   const file = await spool(request, { filename: "call.wav" });
 *   response.end(JSON.stringify(await sdk.calls.analyzeFile({ file, memberId, categoryId })));
 * });
 */
export async function spool(stream: Spoolable, options: SpoolOptions = {}): Promise<SpooledRecording> {
  checkOptions("spool()", options, { filename: anything, contentType: anything, signal: anAbortSignal });
  const { filename, contentType, signal } = options;
  const limits = startLimits({ signal });
  const readable = readableOf(stream);
  // It may fail before anything reads it, and without a listener that would end the process. Reading then fails too.
  readable.on("error", () => {});
  let close: (() => Promise<void>) | undefined;
  try {
    const folder = await makeFolder();
    close = () => removeFolder(folder);
    const path = join(folder, "recording");
    // Ends also when the stream ignores that it was destroyed.
    const sizeBytes = await runWithin(limits, "Spooling the recording", () => writeTo(path, readable));
    if (isCutOff(stream)) throw new RecordingError(cutOff);
    return { path, filename, contentType, sizeBytes, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    // One that is not ours may be a request, which needs its connection for the answer.
    if (readable !== stream || signal?.aborted) readable.destroy();
    await close?.();
    throw error;
  } finally {
    limits.end();
  }
}

/**
 * Whether the stream is incomplete. Form parsers end a file at their size limit and set `truncated`. A request that
 * broke off is not `complete`.
 */
function isCutOff(stream: Spoolable): boolean {
  const { truncated, complete } = stream as { truncated?: unknown; complete?: unknown };
  return truncated === true || complete === false;
}

const cutOff = "spool: the stream was truncated. Reject the file, or raise the form parser's size limit.";

/** @throws {ConfigurationError} for a value that yields no bytes, or a stream that is already being read */
function readableOf(stream: Spoolable): Readable {
  if (stream instanceof Readable) return stream;
  try {
    // The web's streams have two types, of which Node takes only its own.
    if ("getReader" in stream) return Readable.fromWeb(stream as WebStream);
    return Readable.from(stream);
  } catch (cause) {
    const message = "spool: expected a Node.js stream, an unlocked web ReadableStream, or a generator of bytes.";
    throw new ConfigurationError(message, { cause });
  }
}

/** Returns the number of bytes that were written. */
async function writeTo(path: string, readable: Readable): Promise<number> {
  let sizeBytes = 0;
  const chunks = readable.iterator({ destroyOnReturn: false });
  for await (const chunk of failingAsRecording(chunks)) {
    if (!(chunk instanceof Uint8Array))
      throw new RecordingError(`spool: expected the stream to yield Uint8Arrays, got ${kindOf(chunk)}.`);
    sizeBytes += chunk.byteLength;
    // Opened for each chunk: a stream that never goes on would leave an open file.
    await writing(() => appendFile(path, chunk, { mode: 0o600 }));
  }
  if (sizeBytes > 0) return sizeBytes;
  throw new RecordingError("spool: the stream is empty. Was it already read, for example by a body parser?");
}

async function* failingAsRecording(chunks: AsyncIterator<unknown>): AsyncGenerator<unknown, void, void> {
  try {
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  } catch (cause) {
    throw new RecordingError("spool: reading the stream failed. See `cause`.", { cause });
  } finally {
    // The rest can be read by others.
    await chunks.return?.();
  }
}

async function writing<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (cause) {
    const message = `spool: no temporary file could be written in ${tmpdir()}. Check that the folder exists and has free space.`;
    throw new RecordingError(message, { cause });
  }
}

/** The folders that this process has created and not yet removed. */
const folders = new Set<string>();

/** A folder that only this user can open. */
async function makeFolder(): Promise<string> {
  const folder = await writing(() => mkdtemp(join(tmpdir(), `call-analysis-spool-${process.pid}-`)));
  if (folders.size === 0) process.on("exit", removeAllFolders);
  folders.add(folder);
  return folder;
}

async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  folders.delete(folder);
  if (folders.size === 0) process.off("exit", removeAllFolders);
}

function removeAllFolders(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
