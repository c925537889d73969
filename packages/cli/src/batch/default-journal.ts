/** Where the journal is when nobody names it: every run on the same folder and service finds it again. */
import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";
import { UsageError } from "../errors.js";

/** What decides about the journal's place. */
export interface JournalPlace {
  baseUrl: string;
  /** The folder that all recordings are in, absolute. */
  folder: string;
}

/**
 * The path: `XDG_STATE_HOME`, or `~/.local/state`, and a name found from service and folder. Member, category and file
 * names do not count: files that are added later belong to the same journal, so nothing is created twice.
 */
export function defaultJournalPath({ baseUrl, folder }: JournalPlace, env: NodeJS.ProcessEnv): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([baseUrl, folder]))
    .digest("hex")
    .slice(0, 12);
  const name =
    basename(folder)
      .replaceAll(/[^\p{L}\p{N}._-]+/gu, "-")
      .slice(0, 40) || "recordings";
  const state = env.XDG_STATE_HOME || join(env.HOME || homedir(), ".local", "state");
  return join(state, "call-analysis", `${name}-${digest}.journal`);
}

/** The folder that all of the paths are in. Pure. */
export function commonFolder(files: readonly string[], folders: readonly string[] = []): string {
  const [first = "/", ...others] = [...folders, ...files.map((path) => dirname(path))];
  return others.reduce((common, path) => {
    let folder = common;
    while (!isInside(folder, path) && dirname(folder) !== folder) folder = dirname(folder);
    return folder;
  }, first);
}

/** Whether a path is a folder, or anywhere below it. Pure. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !isAbsolute(way) && way.split(sep)[0] !== "..";
}

/** @throws {UsageError} when the folder cannot be made */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new UsageError(`${path} cannot be made, where the journal would be.`, {
      hint: "Name another place with --journal FILE.",
      cause,
    });
  }
}
