/** Recordings in files. For servers only. */
import { ConfigurationError, RecordingError } from "../errors.js";
import { checkNames } from "../known-names.js";
import { check, someText } from "../rules.js";
import { builtinModule } from "../runtime.js";
import { noFiles, type OpenedSource, pieceBytes, type Recording, type TemporaryRecording } from "./recording.js";

export async function ofFile(source: URL | { path: string } | TemporaryRecording): Promise<OpenedSource> {
  if ("pipe" in source)
    throw new ConfigurationError(
      "file is a stream of unknown size. Pass the result of spool(stream) from @call-analysis/sdk/node, or { open, sizeBytes }.",
    );
  if (!("path" in source)) return openFile(source);
  const isTemporary = "close" in source;
  checkNames("file", source, ["path", ...(isTemporary ? ["filename", "contentType", "sizeBytes", "close"] : [])]);
  check("file.path", source.path, someText);
  if (!isTemporary) return openFile(source.path);
  const { filename, contentType, sizeBytes } = source;
  const file = await openFile(source.path);
  return { ...file, name: filename ?? file.name, type: contentType, sizeBytes: sizeBytes ?? file.sizeBytes };
}

async function openFile(path: string | URL): Promise<OpenedSource> {
  const fileSystem = builtinModule("node:fs");
  if (!fileSystem) throw noFiles();
  const { stat, open } = fileSystem.promises;
  // Before it is opened: opening a named pipe would wait for its writer.
  const stats = await readable(path, () => stat(path));
  if (!stats.isFile()) throw new RecordingError(`file: ${path} is not a file.`);
  await (await readable(path, () => open(path))).close();
  async function* read(): ReturnType<Recording["read"]> {
    const file = await readable(path, () => open(path));
    try {
      for (let readBytes = 0; readBytes < stats.size; ) {
        // Another buffer each time: the one before may not be sent yet.
        const buffer = new Uint8Array(Math.min(pieceBytes, stats.size - readBytes));
        const { bytesRead } = await readable(path, () => file.read(buffer, 0, buffer.byteLength));
        readBytes += bytesRead;
        // Before the last bytes are handed over: a file that was changed is never stored.
        const { size, mtimeMs } = await readable(path, () => file.stat());
        if (bytesRead === 0 || size !== stats.size || mtimeMs !== stats.mtimeMs)
          throw new RecordingError(`file: ${path} changed while it was being read. Upload it when it is complete.`);
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      await file.close();
    }
  }
  return {
    name: typeof path === "string" ? path : await readable(path, async () => decodeURIComponent(path.pathname)),
    sizeBytes: stats.size,
    isRepeatable: true,
    read,
  };
}

async function readable<T>(path: string | URL, access: () => Promise<T>): Promise<T> {
  try {
    return await access();
  } catch (cause) {
    throw new RecordingError(`file: ${path} cannot be read. See \`cause\`.`, { cause });
  }
}
