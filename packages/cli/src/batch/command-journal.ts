/** Where the journal is when nobody names one, and the journal and its runs while a command uses them. */
import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { CallAnalysis } from "@call-analysis/sdk";
import { type FileJournal, fileJournal } from "@call-analysis/sdk/node";
import type { Context } from "../context.js";
import { UsageError } from "../errors.js";
import type { Reporter } from "../output/reporter.js";
import { stateFolder } from "../settings/state-folder.js";
import { Identities, isOfAgain } from "./identities.js";
import { Runs, runsPathOf } from "./runs.js";

/**
 * The journal of a service, in the state folder, by a name found from the address alone. So whatever
 * folder a recording lies in, and whatever links lead to it, every run finds its call again.
 *
 * @param baseUrl as `canonicalAddress` gives it
 */
export function serviceJournalPath(baseUrl: string, env: NodeJS.ProcessEnv): string {
  const digest = createHash("sha256").update(baseUrl).digest("hex").slice(0, 12);
  return join(stateFolder(env), `${new URL(baseUrl).hostname.slice(0, 60)}-${digest}.journal`);
}

/** Where the journal of a command is. */
export interface JournalPlace {
  /** As the command line names it; undefined for that of the service. */
  named: string | undefined;
  baseUrl: string;
  /** For messages. */
  shown: string;
  /** Absolute. */
  path: string;
}

/** Where the journal is that the command line names, or else that of the service. */
export function journalPlace(
  named: string | undefined,
  { baseUrl, context: { env, cwd } }: { baseUrl: string; context: Pick<Context, "env" | "cwd"> },
): JournalPlace {
  const shown = named ?? serviceJournalPath(baseUrl, env);
  return { named, baseUrl, shown, path: resolve(cwd, shown) };
}

/** A journal that is open, its runs, and what is known by both. */
export interface CommandJournal {
  journal: FileJournal;
  runs: Runs;
  identities: Identities;
}

/** What a command needs beside its journal. */
export interface JournalUser {
  place: JournalPlace;
  reporter: Reporter;
}

/** A command while its journal is open. */
export interface CommandRun<Flags> extends CommandJournal, JournalUser {
  client: CallAnalysis;
  flags: Flags;
  context: Context;
}

/** Whether a journal is there, was never made, or is gone, or empty, while its runs are there. */
export function presenceOf(path: string, isThere: (file: string) => boolean = hasContent): "there" | "none" | "lost" {
  // Looked for first: a process that begins at the same time makes the journal before them.
  const hasRuns = isThere(runsPathOf(path));
  if (isThere(path)) return "there";
  return hasRuns ? "lost" : "none";
}

/** What cannot be looked at is refused when it is opened. */
function hasContent(file: string): boolean {
  try {
    return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
  } catch {
    return true;
  }
}

/**
 * Opens a journal for the whole of a command. Other processes may use it at the same time.
 *
 * @throws {ConfigurationError} {@link UsageError} when it is of another service, or cannot be used: then nothing was done
 */
export async function withJournal<T, User extends JournalUser>(
  user: User,
  work: (open: User & CommandJournal) => Promise<T>,
): Promise<T> {
  const { named, baseUrl, path } = user.place;
  if (named === undefined) await makeFolder(dirname(path));
  if (presenceOf(path) === "lost")
    throw new UsageError(
      `journal: ${path} is gone or empty, so the calls of its runs would be created and billed again.`,
      {
        hint: `Put it back. To begin anew, remove ${runsPathOf(path)} too.`,
      },
    );
  const journal = fileJournal(path, { results: false });
  let runs: Runs | undefined;
  try {
    await journal.begin({ baseUrl });
    runs = new Runs(path);
    if (!runs.find()) runs.restore((await journal.entries()).flatMap(({ key }) => (isOfAgain(key) ? [key] : [])));
    return await work({ ...user, journal, runs, identities: new Identities({ journal, runs }) });
  } finally {
    runs?.close();
    await journal.close();
  }
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 }).catch((cause: Error) => {
    const hint = "Name another place with --journal FILE.";
    throw new UsageError(`${path} cannot be made, where the journal would be.`, { hint, cause });
  });
}
