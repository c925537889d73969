/** Finds the recordings that the parameters of `analyze` mean: files, folders with their subfolders, and globs. */
import type { Stats } from "node:fs";
import { readdir, readlink, realpath, stat } from "node:fs/promises";
import { extname, join, relative, resolve, sep } from "node:path";
import { recordingEndings } from "@call-analysis/sdk/node";
import { glob } from "tinyglobby";
import type { Context } from "../context.js";
import { systemCodeOf, usageError } from "../errors.js";
import { messageOf } from "../output/error-text.js";

/** A file in a folder that changed within this time may still be written, in milliseconds. */
const defaultFreshMs = 10_000;

/** A file to analyse. */
export interface Recording {
  /** The absolute path. Every path is listed, even if several lead to the same file, which gets only one call. */
  path: string;
  /** The path for people: relative to the working directory, if the file is below it. */
  name: string;
  sizeBytes: number;
}

/** The recordings that the parameters name, each path once, sorted by path. */
export interface Found {
  recordings: Recording[];
  /** The names of recordings that may still be written. The next run takes them. */
  fresh: string[];
  /** The names of files in folders and globs without an audio extension. Names that begin with a dot are omitted. */
  leftOut: string[];
  /** Unreadable files and folders, with the reason. */
  unseen: string[];
}

/** How a path was found. A file that the user names is read whatever its extension and age. */
type Origin = "folder" | "glob" | "named";

/** @throws {CommandError} for a parameter that matches nothing */
export async function findRecordings(
  parameters: readonly string[],
  { cwd, pauses: { freshMs = defaultFreshMs } = {} }: Pick<Context, "cwd" | "pauses">,
): Promise<Found> {
  const found: Found = { recordings: [], fresh: [], leftOut: [], unseen: [] };
  const isFresh = ({ mtimeMs }: Stats) => Date.now() >= mtimeMs && Date.now() - mtimeMs < freshMs;
  const paths: Record<Origin, string[]> = { folder: [], glob: [], named: [] };
  for (const parameter of parameters) {
    const [origin, those] = await pathsOf(parameter, { cwd, unseen: found.unseen });
    paths[origin].push(...those);
  }
  // A path that is found in several ways counts as the last of them.
  const origins = new Map(Object.entries(paths).flatMap(([origin, those]) => those.map((path) => [path, origin])));
  for (const [path, origin] of [...origins].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const name = nameOf(path, cwd);
    const isRecording = origin === "named" || hasRecordingEnding(path);
    const file = await stat(path).catch((error: Error) => error);
    if (file instanceof Error)
      found.unseen.push(...(isRecording ? [`${name}: the file cannot be read: ${file.message}`] : []));
    else if (!isRecording) found.leftOut.push(...(file.isFile() ? [name] : []));
    else if (!file.isFile()) found.unseen.push(`${name}: not a file`);
    else if (origin === "folder" && isFresh(file)) found.fresh.push(name);
    else found.recordings.push({ path, name, sizeBytes: file.size });
  }
  return found;
}

async function pathsOf(
  parameter: string,
  { cwd, unseen }: { cwd: string; unseen: string[] },
): Promise<[Origin, string[]]> {
  const path = resolve(cwd, parameter);
  // An empty parameter is a variable that is not set, and not the folder in which the command runs.
  const file = parameter === "" ? undefined : await stat(path).catch(() => undefined);
  if (file?.isDirectory()) return ["folder", await filesBelow(path, { cwd, unseen })];
  if (file?.isFile()) return ["named", [path]];
  if (file) throw usageError(`${parameter}: not a regular file. Write the recording to a file, and pass that.`);
  if (/[*?[\]{}!()]/.test(parameter)) {
    const paths = await glob(parameter, { cwd, absolute: true, expandDirectories: false });
    if (paths.length === 0) throw usageError(`${parameter}: no file matches this pattern.`);
    return ["glob", paths.map((each) => resolve(each))];
  }
  const target = await readlink(path).catch(() => undefined);
  if (target !== undefined) throw usageError(`${parameter}: broken link to ${target}.`);
  throw usageError(`${parameter || '""'}: no such file or folder.`);
}

/**
 * Everything in a folder and its subfolders, except names that begin with a dot. Links may form cycles, so each folder
 * is read once.
 */
async function filesBelow(folder: string, { cwd, unseen }: { cwd: string; unseen: string[] }): Promise<string[]> {
  const files: string[] = [];
  const folders = [folder];
  // Followed last, so that a folder has its own name rather than that of a link.
  const links: string[] = [];
  const entered = new Set<string>();
  for (let path = folders.pop(); path !== undefined; path = folders.pop() ?? links.pop()) {
    try {
      const realPath = await realpath(path);
      const entries = entered.has(realPath) ? [] : await readdir(path, { withFileTypes: true });
      entered.add(realPath);
      for (const entry of entries.filter(({ name }) => !name.startsWith("."))) {
        const list = entry.isSymbolicLink() ? links : entry.isDirectory() ? folders : files;
        list.push(join(path, entry.name));
      }
    } catch (error) {
      // A link to a file, or to nothing.
      if (systemCodeOf(error) === "ENOTDIR" || systemCodeOf(error) === "ENOENT") files.push(path);
      else unseen.push(`${nameOf(path, cwd)}: the folder cannot be read: ${messageOf(error)}`);
    }
  }
  return files;
}

/** Whether the file extension is that of a recording. */
export function hasRecordingEnding(path: string): boolean {
  return recordingEndings.includes(extname(path).slice(1).toLowerCase());
}

/** The path to show: relative, if it is below the working directory. */
export function nameOf(path: string, cwd: string): string {
  const name = relative(cwd, path);
  return name === "" || name.startsWith(`..${sep}`) || name === ".." ? path : name;
}

/** The file extensions that folders and globs include. */
export const endingsText = `Folders and globs include only ${recordingEndings.map((ending) => `.${ending}`).join(", ")}.`;
