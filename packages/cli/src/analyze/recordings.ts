/** Which recordings the parameters of `analyze` mean: files, all recordings of folders, and globs. */
import { readdir, readlink, stat } from "node:fs/promises";
import { basename, dirname, relative, resolve, sep } from "node:path";
import { recordingEndings } from "@call-analysis/sdk/node";
import { glob } from "tinyglobby";
import type { Context } from "../context.js";
import { UsageError } from "../errors.js";
import { nearestName } from "../nearest-name.js";
import { type FolderContents, type FoundFile, lookAtFiles, type Unseen, walkFolder } from "./folder-walk.js";

/** A file in a folder that was changed so short a time ago may still be written, in milliseconds. */
const defaultFreshMs = 10_000;

/** A file to analyse. */
export interface Recording {
  /** Absolute. Each path is listed, also where several lead to one file: that is one call all the same. */
  path: string;
  /** As people know it: below the folder in which the command runs, where it is there. */
  name: string;
  sizeBytes: number;
}

/** What the parameters mean. */
export interface Found {
  recordings: Recording[];
  /** The names of recordings in folders that somebody may be writing: the next run takes them. */
  fresh: string[];
  /** The names of files in folders and globs that have no recording's ending, in the order of their paths. */
  leftOut: string[];
  /** What may be a recording, or have some, and cannot be looked at. */
  unseen: Unseen[];
}

/**
 * The recordings in the order of their paths, each path once.
 *
 * @throws {UsageError} for a parameter that means nothing, with the nearest name
 */
export async function findRecordings(
  parameters: readonly string[],
  { cwd, pauses }: Pick<Context, "cwd" | "pauses">,
): Promise<Found> {
  const search = new Search(cwd, pauses?.freshMs ?? defaultFreshMs);
  for (const parameter of parameters) await search.add(parameter);
  return search;
}

class Search implements Found {
  readonly unseen: Unseen[] = [];
  readonly #cwd: string;
  readonly #freshMs: number;
  readonly #leftOut = new Set<string>();
  readonly #fresh = new Set<string>();
  readonly #byPath = new Map<string, Recording>();

  constructor(cwd: string, freshMs: number) {
    this.#cwd = cwd;
    this.#freshMs = freshMs;
  }

  get recordings(): Recording[] {
    return [...this.#byPath.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
  }

  get leftOut(): string[] {
    return this.#namesOf(this.#leftOut);
  }

  get fresh(): string[] {
    return this.#namesOf(this.#fresh);
  }

  /** What is named itself is taken, whatever its ending and its age. */
  #namesOf(paths: ReadonlySet<string>): string[] {
    const left = [...paths].filter((path) => !this.#byPath.has(path));
    return left.sort().map((path) => nameOf(path, this.#cwd));
  }

  async add(parameter: string): Promise<void> {
    const path = resolve(this.#cwd, parameter);
    const found = await stat(path).catch(() => undefined);
    if (found?.isDirectory()) return this.#addContents(await walkFolder(path), { isFolder: true });
    if (found?.isFile()) return this.#addFile({ path, sizeBytes: found.size });
    if (found) {
      throw new UsageError(`${parameter}: it is not a regular file.`, {
        hint: "Write the recording to a file, and pass that.",
      });
    }
    if (/[*?[\]{}!()]/.test(parameter)) return this.#addMatches(parameter);
    const target = await readlink(path).catch(() => undefined);
    if (target !== undefined) throw new UsageError(`${parameter}: it is a link to ${target}, which is not there.`);
    const nearest = await nearestBeside(path);
    throw new UsageError(`${parameter}: there is no such file or folder.`, {
      hint: nearest && `Did you mean ${nameOf(nearest, this.#cwd)}?`,
    });
  }

  #addFile({ path, sizeBytes }: Pick<FoundFile, "path" | "sizeBytes">): void {
    this.#byPath.set(path, { path, sizeBytes, name: nameOf(path, this.#cwd) });
  }

  async #addMatches(pattern: string): Promise<void> {
    const paths = await glob(pattern, { cwd: this.#cwd, absolute: true, expandDirectories: false });
    const contents = await lookAtFiles(paths.map((path) => resolve(path)));
    const { recordings, leftOut, unseen } = contents;
    if (recordings.length + leftOut.length + unseen.length === 0)
      throw new UsageError(`${pattern}: no recording matches it.`);
    this.#addContents(contents, { isFolder: false });
  }

  #addContents({ recordings, leftOut, unseen }: FolderContents, { isFolder }: { isFolder: boolean }): void {
    for (const path of leftOut) this.#leftOut.add(path);
    this.unseen.push(...unseen);
    for (const recording of recordings) {
      const ageMs = Date.now() - recording.changedMs;
      if (isFolder && ageMs >= 0 && ageMs < this.#freshMs) this.#fresh.add(recording.path);
      else this.#addFile(recording);
    }
  }
}

/** How a path is shown: relative when it is below the folder in which the command runs. */
export function nameOf(path: string, cwd: string): string {
  const name = relative(cwd, path);
  return name === "" || name.startsWith(`..${sep}`) || name === ".." ? path : name;
}

/** The first names of many, and how many more there are. */
const namedLeftOut = 3;

/** Which files are left out, and why; undefined when there are none. Pure. */
export function leftOutText(leftOut: readonly string[]): string | undefined {
  if (leftOut.length === 0) return undefined;
  const more = leftOut.length - namedLeftOut;
  const names = leftOut.slice(0, namedLeftOut).join(", ") + (more > 0 ? ` and ${more} more` : "");
  return `Left out for their endings: ${names}. ${endingsText}`;
}

/** What is read in folders and globs. */
export const endingsText = `In folders and globs these are read: ${recordingEndings.map((ending) => `.${ending}`).join(", ")}.`;

/** The path of the file beside it whose name is nearest. */
export async function nearestBeside(path: string): Promise<string | undefined> {
  const names = await readdir(dirname(path)).catch((): string[] => []);
  const nearest = nearestName(basename(path), names);
  return nearest === undefined ? undefined : resolve(dirname(path), nearest);
}
