/** Which recordings the parameters of `analyze` mean: files, all recordings of folders and below, and globs. */
import { readdir, readlink, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { recordingEndings } from "@call-analysis/sdk/node";
import { glob } from "tinyglobby";
import type { Context } from "../context.js";
import { UsageError } from "../errors.js";
import { nearestName } from "../nearest-name.js";
import { messageOf } from "../output/error-text.js";

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

/** What the parameters mean. All lists are in the order of their paths, with each path once. */
export interface Found {
  recordings: Recording[];
  /** The names of recordings in folders that somebody may be writing: the next run takes them. */
  fresh: string[];
  /** The names of files in folders and globs that have no recording's ending. Names that begin with a dot are not told. */
  leftOut: string[];
  /** What may be a recording, or have some, and cannot be looked at, with why. */
  unseen: string[];
}

/** @throws {UsageError} for a parameter that means nothing, with the nearest name */
export async function findRecordings(
  parameters: readonly string[],
  { cwd, pauses }: Pick<Context, "cwd" | "pauses">,
): Promise<Found> {
  const search = new Search(cwd, pauses?.freshMs ?? defaultFreshMs);
  for (const parameter of parameters) await search.add(parameter);
  const { named, fresh, leftOut, unseen } = search;
  const inOrder = <T>(byPath: ReadonlyMap<string, T>) =>
    [...byPath].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, value]) => value);
  // What is named itself is taken, whatever its ending and its age.
  for (const path of named.keys()) for (const left of [fresh, leftOut]) left.delete(path);
  return { recordings: inOrder(named), fresh: inOrder(fresh), leftOut: inOrder(leftOut), unseen };
}

class Search {
  readonly named = new Map<string, Recording>();
  readonly fresh = new Map<string, string>();
  readonly leftOut = new Map<string, string>();
  readonly unseen: string[] = [];
  readonly #cwd: string;
  readonly #freshMs: number;
  /** Folders by their real paths: links may lead in circles. */
  readonly #entered = new Set<string>();
  /** Followed last, so that a folder has its own name rather than that of a link. */
  readonly #links: string[] = [];

  constructor(cwd: string, freshMs: number) {
    this.#cwd = cwd;
    this.#freshMs = freshMs;
  }

  async add(parameter: string): Promise<void> {
    const path = resolve(this.#cwd, parameter);
    const found = await stat(path).catch(() => undefined);
    if (found?.isDirectory()) return this.#walk(path);
    if (found?.isFile()) return void this.named.set(path, this.#recording(path, found.size));
    if (found)
      throw new UsageError(`${parameter}: it is not a regular file.`, {
        hint: "Write the recording to a file, and pass that.",
      });
    if (/[*?[\]{}!()]/.test(parameter)) return this.#addMatches(parameter);
    const target = await readlink(path).catch(() => undefined);
    if (target !== undefined) throw new UsageError(`${parameter}: it is a link to ${target}, which is not there.`);
    const nearest = await nearestBeside(path);
    throw new UsageError(`${parameter}: there is no such file or folder.`, {
      hint: nearest && `Did you mean ${nameOf(nearest, this.#cwd)}?`,
    });
  }

  #recording(path: string, sizeBytes: number): Recording {
    return { path, name: nameOf(path, this.#cwd), sizeBytes };
  }

  async #addMatches(pattern: string): Promise<void> {
    const paths = await glob(pattern, { cwd: this.#cwd, absolute: true, expandDirectories: false });
    if (paths.length === 0) throw new UsageError(`${pattern}: no recording matches it.`);
    for (const path of paths) await this.#look(resolve(path), { freshMs: 0 });
  }

  async #walk(folder: string): Promise<void> {
    this.#entered.clear();
    await this.#enter(folder);
    for (let link = this.#links.shift(); link !== undefined; link = this.#links.shift()) {
      const found = await stat(link).catch(() => undefined);
      if (found?.isDirectory()) await this.#enter(link);
      else await this.#look(link, { freshMs: this.#freshMs });
    }
  }

  async #enter(folder: string): Promise<void> {
    try {
      const realPath = await realpath(folder);
      if (this.#entered.has(realPath)) return;
      this.#entered.add(realPath);
      const entries = await readdir(folder, { withFileTypes: true, encoding: "buffer" });
      for (const entry of entries) {
        const name = entry.name.toString();
        const path = join(folder, name);
        if (name.startsWith(".")) continue;
        if (!Buffer.from(name).equals(entry.name)) {
          if (entry.isDirectory() || hasRecordingEnding(path)) this.#cannotSee(path, "its name is not UTF-8");
        } else if (entry.isSymbolicLink()) this.#links.push(path);
        else if (entry.isDirectory()) await this.#enter(path);
        else await this.#look(path, { freshMs: this.#freshMs });
      }
    } catch (error) {
      this.#cannotSee(folder, `the folder cannot be read: ${messageOf(error)}`);
    }
  }

  async #look(path: string, { freshMs }: { freshMs: number }): Promise<void> {
    const isRecording = hasRecordingEnding(path) && !basename(path).startsWith(".");
    try {
      const found = await stat(path);
      const ageMs = Date.now() - found.mtimeMs;
      if (!isRecording) {
        if (found.isFile()) this.leftOut.set(path, nameOf(path, this.#cwd));
      } else if (!found.isFile()) this.#cannotSee(path, "it is no file");
      else if (ageMs >= 0 && ageMs < freshMs) this.fresh.set(path, nameOf(path, this.#cwd));
      else this.named.set(path, this.#recording(path, found.size));
    } catch (error) {
      if (isRecording) this.#cannotSee(path, `it cannot be read: ${messageOf(error)}`);
    }
  }

  #cannotSee(path: string, why: string): void {
    this.unseen.push(`${nameOf(path, this.#cwd)}: ${why}`);
  }
}

/** Whether the name shows the format of a recording. */
export function hasRecordingEnding(path: string): boolean {
  const name = basename(path);
  return recordingEndings.includes(name.slice(name.lastIndexOf(".") + 1).toLowerCase());
}

/** How a path is shown: relative when it is below the folder in which the command runs. */
export function nameOf(path: string, cwd: string): string {
  const name = relative(cwd, path);
  return name === "" || name.startsWith(`..${sep}`) || name === ".." ? path : name;
}

/** What is read in folders and globs. */
export const endingsText = `In folders and globs these are read: ${recordingEndings.map((ending) => `.${ending}`).join(", ")}.`;

/** The path of the file beside it whose name is nearest. */
export async function nearestBeside(path: string): Promise<string | undefined> {
  const names = await readdir(dirname(path)).catch((): string[] => []);
  const nearest = nearestName(basename(path), names);
  return nearest === undefined ? undefined : resolve(dirname(path), nearest);
}
