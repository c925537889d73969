/** The recordings in a folder and below, each folder once by whatever links, and what is there and cannot be seen. */
import type { Dirent } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { recordingEndings } from "@call-analysis/sdk/node";
import { messageOf } from "../output/error-text.js";

/** A recording that was found. */
export interface FoundFile {
  path: string;
  sizeBytes: number;
  /** When its content was changed, in milliseconds since 1970. */
  changedMs: number;
}

/** Something that may be a recording, or have some, and cannot be looked at. */
export interface Unseen {
  path: string;
  why: string;
}

/** What a folder has. Names that begin with a dot are left out. */
export interface FolderContents {
  recordings: FoundFile[];
  /** The paths of files that have no recording's ending. */
  leftOut: string[];
  unseen: Unseen[];
}

/** Recordings in folders are known by their endings, and names that begin with a dot are left out. */
function isRecording(path: string): boolean {
  return !basename(path).startsWith(".") && hasRecordingEnding(path);
}

/** Whether the name shows the format of a recording. */
export function hasRecordingEnding(path: string): boolean {
  const name = basename(path);
  return recordingEndings.includes(name.slice(name.lastIndexOf(".") + 1).toLowerCase());
}

/** Walks a folder. A folder that a link leads to as well is found where it is, for links may lead in circles. */
export async function walkFolder(folder: string): Promise<FolderContents> {
  const walk = new Walk();
  await walk.enter(folder);
  await walk.followLinks();
  return walk;
}

/** Looks at files as a walk does. */
export async function lookAtFiles(paths: readonly string[]): Promise<FolderContents> {
  const walk = new Walk();
  for (const path of paths) await walk.look(path);
  return walk;
}

class Walk implements FolderContents {
  readonly recordings: FoundFile[] = [];
  readonly leftOut: string[] = [];
  readonly unseen: Unseen[] = [];
  readonly #entered = new Set<string>();
  /** Followed last, so that a folder has its own name rather than that of a link. */
  readonly #links: string[] = [];

  async enter(folder: string): Promise<void> {
    const pending = [folder];
    for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
      try {
        const realPath = await realpath(next);
        if (this.#entered.has(realPath)) continue;
        this.#entered.add(realPath);
        pending.push(...(await this.#read(next)));
      } catch (error) {
        this.unseen.push({ path: next, why: `the folder cannot be read: ${messageOf(error)}` });
      }
    }
  }

  async followLinks(): Promise<void> {
    for (let link = this.#links.shift(); link !== undefined; link = this.#links.shift()) {
      const isFolder = await stat(link).then(
        (found) => found.isDirectory(),
        () => false,
      );
      if (isFolder) await this.enter(link);
      else await this.look(link);
    }
  }

  /** The folders in a folder. */
  async #read(folder: string): Promise<string[]> {
    const folders: string[] = [];
    for (const entry of await readdir(folder, { withFileTypes: true, encoding: "buffer" })) {
      const name = entry.name.toString("utf8");
      const path = join(folder, name);
      if (name.startsWith(".")) continue;
      if (!Buffer.from(name).equals(entry.name)) this.#noteName(path, entry);
      else if (entry.isSymbolicLink()) this.#links.push(path);
      else if (entry.isDirectory()) folders.push(path);
      else await this.look(path);
    }
    return folders.sort();
  }

  #noteName(path: string, entry: Dirent<Buffer>): void {
    if (entry.isDirectory() || isRecording(path)) this.unseen.push({ path, why: "its name is not UTF-8" });
  }

  /** What has no recording's ending, and is no file, is of no interest. */
  async look(path: string): Promise<void> {
    try {
      const details = await stat(path);
      if (!details.isFile()) {
        if (isRecording(path)) this.unseen.push({ path, why: "it is no file" });
      } else if (isRecording(path)) {
        this.recordings.push({ path, sizeBytes: details.size, changedMs: details.mtimeMs });
      } else this.leftOut.push(path);
    } catch (error) {
      if (isRecording(path)) this.unseen.push({ path, why: `it cannot be read: ${messageOf(error)}` });
    }
  }
}
