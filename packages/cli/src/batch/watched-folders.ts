/** The recordings of folders as they appear, each once, when they are complete. */
import { realpathSync } from "node:fs";
import { basename } from "node:path";
import { type FSWatcher, watch } from "chokidar";
import { isRecording, nameOf, type Recording } from "./recordings.js";

/** What is watched. */
export interface WatchOptions {
  cwd: string;
  /** How long a file's size must stay the same before it is taken, in milliseconds. @default 3_000 */
  stableMs?: number | undefined;
  /** Ends it. */
  signal: AbortSignal;
  /** The real paths of recordings that are not to be taken again. */
  taken: Iterable<string>;
  /** Called with a file that was changed after it had been taken. */
  onChangedLate: (name: string) => void;
}

/** The recordings that are there, and then those that appear, until the signal is aborted. */
export async function* watchedRecordings(
  folders: readonly string[],
  { cwd, stableMs = 3_000, signal, taken: earlier, onChangedLate }: WatchOptions,
): AsyncGenerator<Recording, void, void> {
  const found: Recording[] = [];
  const taken = new TakenFiles(earlier);
  let wake = () => {};
  let failure: { error: unknown } | undefined;
  const take = (path: string, sizeBytes = 0) => {
    // An empty file is one that somebody is about to write.
    const realPath = sizeBytes === 0 ? undefined : taken.add(path);
    if (realPath === undefined) return;
    found.push({ path, realPath, name: nameOf(path, cwd), sizeBytes });
    wake();
  };
  const watcher = watchFolders(folders, stableMs);
  watcher.on("add", (path, details) => take(path, details?.size));
  watcher.on("change", (path, details) =>
    taken.has(path) ? onChangedLate(nameOf(path, cwd)) : take(path, details?.size),
  );
  // Another recording may get the same name.
  watcher.on("unlink", (path) => taken.delete(path));
  watcher.on("error", (error) => {
    failure = { error };
    wake();
  });
  const onAbort = () => wake();
  signal.addEventListener("abort", onAbort);
  try {
    while (!signal.aborted) {
      if (failure) throw failure.error;
      const next = found.shift();
      if (next) yield next;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    await watcher.close();
  }
}

/** The files that were taken, each by the path by which it was seen: a file may be seen by links as well. */
class TakenFiles {
  readonly #realPaths: Set<string>;
  readonly #byPath = new Map<string, string>();

  constructor(realPaths: Iterable<string>) {
    this.#realPaths = new Set(realPaths);
  }

  /** The real path of a file that was not taken yet. */
  add(path: string): string | undefined {
    const realPath = realPathOf(path);
    if (realPath === undefined || this.#realPaths.has(realPath)) return undefined;
    this.#realPaths.add(realPath);
    this.#byPath.set(path, realPath);
    return realPath;
  }

  has(path: string): boolean {
    return this.#byPath.has(path);
  }

  delete(path: string): void {
    const realPath = this.#byPath.get(path);
    if (realPath !== undefined) this.#realPaths.delete(realPath);
    this.#byPath.delete(path);
  }
}

/** Undefined when it is gone again. */
function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
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
