/** A recording in one form, for every kind of source. */
import { ConfigurationError, RecordingError } from "../errors.js";
import { Redactor } from "../request/redact.js";

/** The name and the MIME type of a recording. */
export interface RecordingOptions {
  /** The original file name with its extension. @default the source's own name, else "recording" */
  filename?: string | undefined;
  /** The MIME type. @default by the file extension, else the source's own */
  contentType?: string | undefined;
}

/**
 * A file that is needed until its upload ends, such as the result of `spool()` of `@call-analysis/sdk/node`. Its
 * `contentType` counts as the source's own.
 */
export interface TemporaryRecording extends RecordingOptions {
  path: string;
  sizeBytes?: number | undefined;
  /** Removes the file. The client calls it when the upload has succeeded or failed. */
  close(): Promise<void>;
}

/** A recording that exists and is not empty. */
export interface Recording {
  filename: string;
  contentType: string;
  sizeBytes: number;
  /** False for a stream that can be read only once. */
  isRepeatable: boolean;
  /** Reads it from its beginning. The source is closed at the end, and a stream on abort even while a read hangs. */
  read(signal: AbortSignal): AsyncGenerator<Uint8Array, void, void>;
  /** The recording as a Blob, for runtimes that cannot send a stream with its length. */
  asBlob(signal: AbortSignal): Promise<Blob>;
}

/** An opened source, before its name and its MIME type are decided. */
export interface OpenedSource extends Omit<Recording, "filename" | "contentType" | "asBlob"> {
  name?: string | undefined;
  type?: string | undefined;
  /** For sources that are Blobs. */
  blob?: Blob;
}

/** How much of a file or a Blob is read at once. */
export const pieceBytes = 2 ** 20;

export async function blobOf(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Blob> {
  const parts: BlobPart[] = [];
  // Views on an ArrayBuffer: a SharedArrayBuffer cannot be sent.
  for await (const bytes of chunks) parts.push(bytes as Uint8Array<ArrayBuffer>);
  return new Blob(parts);
}

export function noFiles(): ConfigurationError {
  return new ConfigurationError("file: this runtime has no file system. Pass a Blob or a File.");
}

/** Runs a step of the caller's source. Its error may quote a signed URL of another store, so the cause is redacted. */
export async function fromCaller<T>(what: string, step: () => T | Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (failure) {
    throw new RecordingError(`${what} failed. See \`cause\`.`, { cause: new Redactor().cause(failure) });
  }
}
