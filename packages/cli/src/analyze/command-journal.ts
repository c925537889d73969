/** Finds the command's journal, by default one for each service, and opens it. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { userInfo } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { type FileJournal, fileJournal, type JournalEntry } from "@call-analysis/sdk/node";
import { usageError } from "../errors.js";
import { commandText } from "../output/shell-command.js";
import type { Session } from "../session.js";

/** The place of a command's journal. */
export interface JournalPlace {
  /** The path as given on the command line. Undefined for the service's default journal. */
  named: string | undefined;
  /** The absolute path. */
  path: string;
}

/**
 * Finds the journal that the command line names, or else the service's default journal.
 *
 * @throws {CommandError} if its folder does not exist
 */
export function journalPlace({ flags: { journal: named }, baseUrl, context }: Session): JournalPlace {
  const path = resolve(context.cwd, named ?? serviceJournalPath(baseUrl, context.env));
  if (named !== undefined && !existsSync(dirname(path)))
    throw usageError(`--journal: the folder of ${named} does not exist. Create it first.`);
  return { named, path };
}

/**
 * The default journal of a service, in the state folder. Its name depends only on the base URL, so every run finds its
 * calls again, whatever the folder or the links of a recording.
 *
 * @param baseUrl in the spelling of `canonicalAddress`
 */
export function serviceJournalPath(baseUrl: string, env: NodeJS.ProcessEnv): string {
  const digest = createHash("sha256").update(baseUrl).digest("hex").slice(0, 12);
  return join(stateFolder(env), `${new URL(baseUrl).hostname.slice(0, 60)}-${digest}.journal`);
}

/**
 * `XDG_STATE_HOME`, or `~/.local/state`. A relative path in the variable is ignored, because it would mean another
 * folder, and so another journal, wherever the command runs.
 *
 * @see https://specifications.freedesktop.org/basedir-spec/latest/
 */
function stateFolder({ XDG_STATE_HOME: named = "", HOME: home = "" }: NodeJS.ProcessEnv): string {
  const folder = isAbsolute(named) ? named : join(isAbsolute(home) ? home : userInfo().homedir, ".local", "state");
  return join(folder, "call-analysis");
}

/** Creates the folder of the default journal. @throws {CommandError} if it cannot be created */
export async function makeJournalFolder({ named, path }: JournalPlace): Promise<void> {
  if (named !== undefined) return;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 }).catch((cause: Error) => {
    throw usageError(`The journal's folder cannot be created: ${cause.message}. Pass another --journal FILE.`);
  });
}

/** Opens a journal for some work. Other processes may use it at the same time. */
export async function withJournal<T>({ path }: JournalPlace, work: (journal: FileJournal) => Promise<T>): Promise<T> {
  await using journal = fileJournal(path);
  return await work(journal);
}

/**
 * The entries of a journal. None if the service's default journal does not exist. @throws {CommandError} if a named
 * journal does not exist
 */
export async function entriesOf(place: JournalPlace): Promise<JournalEntry[]> {
  if (place.named !== undefined && !existsSync(place.path))
    throw usageError(`--journal: ${place.named} does not exist.`, { hint: "`analyze` prints the journal's path." });
  return withJournal(place, (journal) => journal.entries());
}

/** `call-analysis uncertain` with the journal, to be copied. */
export function uncertainCommand({ named }: Pick<JournalPlace, "named">): string {
  return commandText(["uncertain", ...(named === undefined ? [] : ["--journal", named])]);
}
