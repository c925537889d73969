/** Recordings on disk. `node:fs` is asked of the runtime: an import of it would break bundles for browsers. */
import { ConfigurationError } from "../errors/request-errors.js";
import { builtinModule } from "../runtime.js";
import { type ChunkReader, chunksOf, type OpenedSource, readSizeBytes } from "./opened-source.js";

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

/** How many bytes are read between two checks whether the file has changed; the last chunk is checked too. */
const checkEveryBytes = 128 * readSizeBytes;

/**
 * A file that is there, is a file, and can be read.
 *
 * @throws {ConfigurationError} when the file is missing, unreadable, a directory, or when there are no files here
 */
export async function openFile(path: string | URL): Promise<OpenedSource> {
  const fileSystem = builtinModule<FileSystem>("node:fs");
  if (!fileSystem) throw new ConfigurationError("file: this runtime has no files. Pass a Blob or a File.");
  const { promises } = fileSystem;
  // Before it is opened: opening a named pipe would wait for its writer.
  const stats = await readable(path, () => promises.stat(path));
  if (!stats.isFile()) throw new ConfigurationError(`file: ${path} is not a file.`);
  const open = () => readable(path, () => promises.open(path));
  await (await open()).close();
  return {
    sizeBytes: stats.size,
    isRepeatable: true,
    open: async () => chunksOfFile(path, await open(), stats),
    asBlob: () => readable(path, () => fileSystem.openAsBlob(path)),
  };
}

async function readable<T>(path: string | URL, access: () => Promise<T>): Promise<T> {
  try {
    return await access();
  } catch (cause) {
    throw new ConfigurationError(`file: ${path} cannot be read. Is the path right, and readable?`, { cause });
  }
}

function chunksOfFile(path: string | URL, handle: FileHandle, expected: Stats): ChunkReader {
  const chunks = chunksOf(expected.size, async (offset, length) => {
    // Another buffer each time: the one before may not be sent yet.
    const buffer = new Uint8Array(length);
    const { bytesRead } = await readable(path, () => handle.read(buffer, 0, length, offset));
    if (bytesRead < length) throw changed(path);
    return buffer;
  });
  let givenBytes = 0;
  let closing: Promise<void> | undefined;
  return {
    async read() {
      const chunk = await chunks.read();
      const from = givenBytes;
      givenBytes += chunk?.byteLength ?? 0;
      // Checked here, and not as it is read: the last chunk may be read before the one that precedes it.
      const isCheckDue = chunk && (from % checkEveryBytes === 0 || givenBytes === expected.size);
      if (isCheckDue && (await readable(path, () => hasChanged(handle, expected)))) throw changed(path);
      return chunk;
    },
    close() {
      // Nothing more is read ahead.
      closing ??= chunks.close().then(() => handle.close());
      return closing;
    },
  };
}

async function hasChanged(handle: FileHandle, expected: Stats): Promise<boolean> {
  const { size, mtimeMs } = await handle.stat();
  return size !== expected.size || mtimeMs !== expected.mtimeMs;
}

function changed(path: string | URL): ConfigurationError {
  return new ConfigurationError(`file: ${path} changed while it was read. Upload it when its writer has finished.`);
}
