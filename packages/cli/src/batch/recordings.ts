/** Which recordings the parameters of `analyze` mean: files, all recordings of folders, and globs. */
import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, dirname, relative, resolve, sep } from "node:path";
import { createInterface } from "node:readline";
import { glob } from "tinyglobby";
import type { Context } from "../context.js";
import { UsageError } from "../errors.js";
import { nearestName } from "../nearest-name.js";

/** A file to analyse. */
export interface Recording {
  /** Absolute. */
  path: string;
  /** As people know it: below the folder in which the command runs, where it is there. */
  name: string;
  sizeBytes: number;
}

/** What the parameters mean. */
export interface Found {
  recordings: Recording[];
  /** Absolute; recordings that appear there later belong to them. */
  folders: string[];
  /** Files of folders that have no recording's ending. */
  leftOut: number;
}

/** The endings by which recordings in folders are known. A file that is named itself may have any. */
export const endings = ["wav", "mp3", "m4a", "mp4", "aac", "oga", "ogg", "opus", "flac", "webm", "amr", "3gp"];

/** Whether a file of a folder is a recording, by its ending. */
export function isRecording(path: string): boolean {
  const name = basename(path);
  return !name.startsWith(".") && endings.includes(name.slice(name.lastIndexOf(".") + 1).toLowerCase());
}

/**
 * The recordings in the order of their paths, each once.
 *
 * @throws {UsageError} for a parameter that means nothing, with the nearest name
 */
export async function findRecordings(parameters: readonly string[], { cwd }: { cwd: string }): Promise<Found> {
  const paths = new Map<string, Recording>();
  const folders: string[] = [];
  let leftOut = 0;
  const add = (recording: Recording) => paths.set(recording.path, recording);
  for (const parameter of parameters) {
    const path = resolve(cwd, parameter);
    const found = await stat(path).catch(() => undefined);
    if (found?.isDirectory()) {
      folders.push(path);
      const files = await filesBelow(path, cwd);
      const recordings = files.filter((file) => isRecording(file.path));
      leftOut += files.length - recordings.length;
      recordings.forEach(add);
    } else if (found) add({ path, name: nameOf(path, cwd), sizeBytes: found.size });
    else (await matchesOf(parameter, cwd)).forEach(add);
  }
  const recordings = [...paths.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
  return { recordings, folders, leftOut };
}

/** How a path is shown: relative when it is below the folder in which the command runs. */
export function nameOf(path: string, cwd: string): string {
  const name = relative(cwd, path);
  return name === "" || name.startsWith(`..${sep}`) || name === ".." ? path : name;
}

/** The paths of a list, one a line; `-` is stdin. Empty lines are left out. */
export async function readPaths(file: string, { stdin, cwd }: Pick<Context, "stdin" | "cwd">): Promise<string[]> {
  const input = file === "-" ? stdin : createReadStream(resolve(cwd, file));
  const paths: string[] = [];
  try {
    for await (const line of linesOf(input)) if (line !== "") paths.push(line);
  } catch (cause) {
    throw new UsageError(`--files-from: ${file} cannot be read: ${cause instanceof Error ? cause.message : cause}.`, {
      cause,
    });
  }
  return paths;
}

async function* linesOf(input: NodeJS.ReadableStream): AsyncGenerator<string, void, void> {
  // The interface alone would not report an error of the stream.
  const failed = new Promise<never>((_, reject) => input.once("error", reject));
  failed.catch(() => {});
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]();
  for (;;) {
    const next = await Promise.race([lines.next(), failed]);
    if (next.done) return;
    yield next.value;
  }
}

async function filesBelow(folder: string, cwd: string): Promise<Recording[]> {
  return sized(await glob("**/*", { cwd: folder, absolute: true, dot: false, expandDirectories: false }), cwd);
}

async function matchesOf(parameter: string, cwd: string): Promise<Recording[]> {
  const hasWildcard = /[*?[\]{}!()]/.test(parameter);
  const paths = hasWildcard ? await glob(parameter, { cwd, absolute: true, expandDirectories: false }) : [];
  const recordings = (await sized(paths, cwd)).filter(({ path }) => isRecording(path));
  if (recordings.length > 0) return recordings;
  const what = hasWildcard ? "no recording matches it" : "there is no such file or folder";
  const nearest = hasWildcard ? undefined : await nearestBeside(resolve(cwd, parameter));
  throw new UsageError(`${parameter}: ${what}.`, { hint: nearest && `Did you mean ${nameOf(nearest, cwd)}?` });
}

async function sized(paths: readonly string[], cwd: string): Promise<Recording[]> {
  const files = await Promise.all(
    paths.map(async (found): Promise<Recording[]> => {
      const path = resolve(found);
      const details = await stat(path).catch(() => undefined);
      return details?.isFile() ? [{ path, name: nameOf(path, cwd), sizeBytes: details.size }] : [];
    }),
  );
  return files.flat();
}

async function nearestBeside(path: string): Promise<string | undefined> {
  const names = await readdir(dirname(path)).catch((): string[] => []);
  const nearest = nearestName(basename(path), names);
  return nearest === undefined ? undefined : resolve(dirname(path), nearest);
}
