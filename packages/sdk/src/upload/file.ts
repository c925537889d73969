/** Files of the runtime's file system. `node:fs` is asked of the runtime, so that bundles for browsers stay whole. */
import { ConfigurationError } from "../errors/request-errors.js";
import { builtinModule } from "../runtime.js";
import { type ChunkReader, chunksOf } from "./chunks.js";

interface Stats {
  size: number;
  mtimeMs: number;
  isFile(): boolean;
}

interface FileHandle {
  stat(): Promise<Stats>;
  read(buffer: Uint8Array, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
  close(): Promise<void>;
}

interface FileSystem {
  openAsBlob(path: string | URL): Promise<Blob>;
  promises: { open(path: string | URL): Promise<FileHandle>; stat(path: string | URL): Promise<Stats> };
}

/** A file that is there, is a file, and has something in it. */
export interface OpenableFile {
  sizeBytes: number;
  open(): Promise<ChunkReader>;
  /** For runtimes that cannot send a stream with its length. */
  asBlob(): Promise<Blob>;
}

/**
 * @throws {ConfigurationError} when the file is missing, unreadable, a directory, or when there are no files here
 */
export async function openFile(path: string | URL): Promise<OpenableFile> {
  const fileSystem = builtinModule<FileSystem>("node:fs");
  if (!fileSystem) throw new ConfigurationError("file: this runtime has no files. Pass a Blob or a File.");
  const stats = await statOf(fileSystem, path);
  if (!stats.isFile()) throw new ConfigurationError(`file: ${path} is not a file.`);
  return {
    sizeBytes: stats.size,
    open: async () => readFile(path, await openHandle(fileSystem, path), stats),
    asBlob: () => fileSystem.openAsBlob(path),
  };
}

async function statOf(fileSystem: FileSystem, path: string | URL): Promise<Stats> {
  try {
    return await fileSystem.promises.stat(path);
  } catch (cause) {
    throw new ConfigurationError(`file: ${path} cannot be read. Is the path right, and readable?`, { cause });
  }
}

async function openHandle(fileSystem: FileSystem, path: string | URL): Promise<FileHandle> {
  try {
    return await fileSystem.promises.open(path);
  } catch (cause) {
    throw new ConfigurationError(`file: ${path} cannot be opened.`, { cause });
  }
}

function readFile(path: string | URL, handle: FileHandle, expected: Stats): ChunkReader {
  const chunks = chunksOf(expected.size, async (offset, length) => {
    const buffer = new Uint8Array(length);
    const { bytesRead } = await handle.read(buffer, 0, length, offset);
    if (bytesRead < length || (await handle.stat()).mtimeMs !== expected.mtimeMs) throw changed(path);
    return buffer;
  });
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= handle.close();
    return closing;
  };
  return { read: chunks.read, close };
}

function changed(path: string | URL): ConfigurationError {
  return new ConfigurationError(`file: ${path} changed while it was read. Upload it when its writer has finished.`);
}
