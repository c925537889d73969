/** The file of `--out`: what must not be overwritten by it. Checked before anything is sent. */
import { readlink, realpath, stat } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import type { Context } from "../context.js";
import { UsageError } from "../errors.js";
import { filesOfJournal } from "./command-journal.js";
import type { Recording } from "./recordings.js";

/** The flags that name files. */
export interface ResultsFlags {
  out?: string;
  force?: boolean;
  filesFrom?: string;
}

/** @throws {UsageError} when the file of the results is there, before anything is sent */
export async function checkResultsFile({ out, force }: ResultsFlags, { cwd }: Context): Promise<void> {
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
}

interface OwnOptions {
  recordings: readonly Recording[];
  journalPath: string;
  context: Context;
}

/** @throws {UsageError} when the file of the results is one that the run reads, or keeps its journal in */
export async function checkResultsFileIsOwn(
  { out, filesFrom }: ResultsFlags,
  { recordings, journalPath, context: { cwd } }: OwnOptions,
): Promise<void> {
  if (out === undefined) return;
  const isOut = await fileTest(resolve(cwd, out));
  for (const path of filesOfJournal(resolve(cwd, journalPath)))
    if (await isOut(path)) throw new UsageError(`--out: ${out} is where the journal is kept. Pass another file.`);
  const read = [...recordings.map(({ path }) => path), ...(filesFrom ? [resolve(cwd, filesFrom)] : [])];
  for (const path of read)
    if (await isOut(path)) throw new UsageError(`--out: ${out} is a file that is read. Pass another one.`);
}

/** Tells whether a path leads to the same file, by whatever links. */
async function fileTest(path: string): Promise<(other: string) => Promise<boolean>> {
  const real = await realPathOf(path);
  return async (other) => (await realPathOf(other)) === real;
}

/** The path without links, also of a file that does not exist yet. */
async function realPathOf(path: string): Promise<string> {
  const target = await readlink(path).catch(() => undefined);
  const whole = target === undefined ? path : resolve(dirname(path), target);
  return realpath(whole).catch(async () =>
    resolve(await realpath(dirname(whole)).catch(() => dirname(whole)), basename(whole)),
  );
}
