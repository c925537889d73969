/**
 * The recordings of folders as they appear, each path once, when they are complete. The folders are looked through again
 * and again: what a system tells of changes by itself misses files at the start of a watch, and those of other machines.
 */
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { type FoundFile, type Unseen, walkFolder } from "./folder-walk.js";
import { nameOf, type Recording } from "./recordings.js";

/** What is watched. */
export interface WatchOptions {
  cwd: string;
  /** How long a file must stay the same before it is taken, in milliseconds. @default 3_000 */
  stableMs?: number | undefined;
  /** Ends it. */
  signal: AbortSignal;
  /** Called with each recording as soon as it is complete, although it may be taken later. */
  onSeen: (path: string) => void;
  /** Called with a file that was changed after it had been taken. */
  onChangedLate: (name: string) => void;
  /** Called with what cannot be looked at, once. */
  onUnseen: (unseen: Unseen) => void;
  /** What is known not to be looked at. */
  unseen: readonly Unseen[];
}

/** A file as it was when it was looked at last. */
interface WatchedFile extends FoundFile {
  /** Since when it has been like this. */
  sinceMs: number;
  isTaken: boolean;
}

/** The recordings that are there, and then those that appear, until the signal is aborted. */
export async function* watchedRecordings(
  folders: readonly string[],
  options: WatchOptions,
): AsyncGenerator<Recording, void, void> {
  const found = new Readable({ objectMode: true, read: () => {} });
  const closed = new AbortController();
  const signal = AbortSignal.any([options.signal, closed.signal]);
  // It looks on while what it has found waits.
  const looking = lookOn(folders, { ...options, signal, onFound: (recording) => found.push(recording) }).then(
    () => found.push(null),
    (error: Error) => found.destroy(error),
  );
  try {
    yield* found;
  } finally {
    closed.abort();
    await looking;
  }
}

const pathsOf = (unseen: readonly Unseen[]) => new Set(unseen.map(({ path }) => path));

async function lookOn(
  folders: readonly string[],
  options: WatchOptions & { onFound: (recording: Recording) => void },
): Promise<void> {
  const { cwd, stableMs = 3_000, signal, onFound, onSeen, onChangedLate, onUnseen } = options;
  let known = new Map<string, WatchedFile>();
  let unseenBefore = pathsOf(options.unseen);
  while (!signal.aborted) {
    const contents = await Promise.all(folders.map((folder) => walkFolder(folder)));
    if (signal.aborted) return;
    const nowMs = performance.now();
    // Another recording may get the name of one that is gone.
    const seen = new Map<string, WatchedFile>();
    for (const file of contents.flatMap(({ recordings }) => recordings)) {
      if (seen.has(file.path)) continue;
      const before = known.get(file.path);
      const isSame = before?.sizeBytes === file.sizeBytes && before.modifiedMs === file.modifiedMs;
      const watched = { ...file, sinceMs: isSame ? before.sinceMs : nowMs, isTaken: before?.isTaken ?? false };
      seen.set(file.path, watched);
      const name = nameOf(file.path, cwd);
      if (watched.isTaken && !isSame) onChangedLate(name);
      // An empty file is one that somebody is about to write.
      if (watched.isTaken || file.sizeBytes === 0 || nowMs - watched.sinceMs < stableMs) continue;
      watched.isTaken = true;
      onSeen(file.path);
      onFound({ path: file.path, name, sizeBytes: file.sizeBytes });
    }
    known = seen;
    const unseen = contents.flatMap((each) => each.unseen);
    for (const each of unseen) if (!unseenBefore.has(each.path)) onUnseen(each);
    unseenBefore = pathsOf(unseen);
    await sleep(stableMs / 3, undefined, { signal }).catch(() => {});
  }
}
