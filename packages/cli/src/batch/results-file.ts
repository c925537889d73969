/** The file of `--out`: what must not be overwritten by it. Checked before anything is sent. */
import { readlink, realpath, stat } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { UsageError } from "../errors.js";
import { filesOfJournal } from "./command-journal.js";
import type { Recording } from "./recordings.js";

/** The flags that name files. */
export interface ResultsFlags {
  out?: string;
  force?: boolean;
}

/** What a run reads, and where it keeps its journal. */
export interface NeededFiles {
  recordings: readonly Recording[];
  journalPath: string;
  cwd: string;
}

/** @throws {UsageError} when the results would take the place of something, or of what the run needs: nothing was sent */
export async function checkResultsFile(
  { out, force }: ResultsFlags,
  { recordings, journalPath, cwd }: NeededFiles,
): Promise<void> {
  if (out === undefined) return;
  const path = resolve(cwd, out);
  const folder = await stat(dirname(path)).catch(() => undefined);
  if (!folder?.isDirectory()) throw new UsageError(`--out: the folder of ${out} does not exist.`);
  const existing = await stat(path).catch(() => undefined);
  if (existing?.isDirectory()) throw new UsageError(`--out: ${out} is a folder.`);
  if (existing?.isFile() && existing.size > 0 && !force) {
    throw new UsageError(`--out: ${out} exists, and is not overwritten.`, {
      hint: "Pass another file, or --force: analyses of earlier runs are read again, and all are written.",
    });
  }
  const needed = [...filesOfJournal(journalPath), ...recordings.map((recording) => recording.path)];
  const real = await realPathOf(path);
  for (const file of needed)
    if ((await realPathOf(file)) === real)
      throw new UsageError(`--out: ${out} is a file that the run needs. Pass another one.`);
}

/** The path without links, also of a file that does not exist yet. */
async function realPathOf(path: string): Promise<string> {
  const target = await readlink(path).catch(() => undefined);
  const whole = target === undefined ? path : resolve(dirname(path), target);
  return realpath(whole).catch(async () =>
    resolve(await realpath(dirname(whole)).catch(() => dirname(whole)), basename(whole)),
  );
}
