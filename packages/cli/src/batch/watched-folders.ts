/** The recordings of folders as they appear, each path once, when they are complete. */
import { basename } from "node:path";
import { Readable } from "node:stream";
import { type FSWatcher, watch } from "chokidar";
import { isRecording, nameOf, type Recording } from "./recordings.js";

/** What is watched. */
export interface WatchOptions {
  cwd: string;
  /** How long a file's size must stay the same before it is taken, in milliseconds. @default 3_000 */
  stableMs?: number | undefined;
  /** Ends it. */
  signal: AbortSignal;
  /** Called with each recording as soon as it is complete, although it may be taken later. */
  onSeen: (path: string) => void;
  /** Called with a file that was changed after it had been taken. */
  onChangedLate: (name: string) => void;
}

/** The recordings that are there, and then those that appear, until the signal is aborted. */
export async function* watchedRecordings(
  folders: readonly string[],
  { cwd, stableMs = 3_000, signal, onSeen, onChangedLate }: WatchOptions,
): AsyncGenerator<Recording, void, void> {
  const found = new Readable({ objectMode: true, read: () => {} });
  const taken = new Set<string>();
  const take = (path: string, sizeBytes = 0) => {
    // An empty file is one that somebody is about to write.
    if (sizeBytes === 0 || taken.has(path) || signal.aborted) return;
    taken.add(path);
    try {
      onSeen(path);
      found.push({ path, name: nameOf(path, cwd), sizeBytes });
    } catch (error) {
      found.destroy(error as Error);
    }
  };
  const watcher = watchFolders(folders, stableMs);
  watcher.on("add", (path, details) => take(path, details?.size));
  watcher.on("change", (path, details) =>
    taken.has(path) ? onChangedLate(nameOf(path, cwd)) : take(path, details?.size),
  );
  // Another recording may get the same name.
  watcher.on("unlink", (path) => taken.delete(path));
  watcher.on("error", (error) => found.destroy(error as Error));
  const end = () => found.push(null);
  signal.addEventListener("abort", end);
  try {
    if (!signal.aborted) yield* found;
  } finally {
    signal.removeEventListener("abort", end);
    await watcher.close();
  }
}

function watchFolders(folders: readonly string[], stableMs: number): FSWatcher {
  return watch([...folders], {
    awaitWriteFinish: { stabilityThreshold: stableMs, pollInterval: Math.min(200, stableMs) },
    ignored: (path, details) => isIgnored(path, { folders, isFile: details?.isFile() ?? false }),
  });
}

function isIgnored(path: string, { folders, isFile }: { folders: readonly string[]; isFile: boolean }): boolean {
  if (folders.includes(path)) return false;
  return basename(path).startsWith(".") || (isFile && !isRecording(path));
}
