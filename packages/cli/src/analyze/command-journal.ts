/** Where the journal is when nobody names one, and what is done with it. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { userInfo } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { type FileJournal, fileJournal, type JournalEntry } from "@call-analysis/sdk/node";
import { usageError } from "../errors.js";
import { commandText } from "../output/shell-command.js";
import type { Session } from "../session.js";

/** Where the journal of a command is. */
export interface JournalPlace {
  /** As the command line names it; undefined for that of the service. */
  named: string | undefined;
  /** Absolute. */
  path: string;
}

/**
 * Where the journal is that the command line names, or else that of the service.
 *
 * @throws {CommandError} when its folder does not exist
 */
export function journalPlace({ flags: { journal: named }, baseUrl, context }: Session): JournalPlace {
  const path = resolve(context.cwd, named ?? serviceJournalPath(baseUrl, context.env));
  if (named !== undefined && !existsSync(dirname(path)))
    throw usageError(`--journal: the folder of ${named} does not exist. Create it first.`);
  return { named, path };
}

/**
 * The journal of a service, in the state folder, by a name made from the address alone. So whatever folder a recording lies
 * in, and whatever links lead to it, every run finds its call again.
 *
 * @param baseUrl as `canonicalAddress` gives it
 */
export function serviceJournalPath(baseUrl: string, env: NodeJS.ProcessEnv): string {
  const digest = createHash("sha256").update(baseUrl).digest("hex").slice(0, 12);
  return join(stateFolder(env), `${new URL(baseUrl).hostname.slice(0, 60)}-${digest}.journal`);
}

/**
 * `XDG_STATE_HOME`, or `~/.local/state`. A relative path in a variable is ignored: it would be another folder wherever the
 * command runs, with another journal, in which nothing is known to be billed.
 *
 * @see https://specifications.freedesktop.org/basedir-spec/latest/
 */
function stateFolder({ XDG_STATE_HOME: named = "", HOME: home = "" }: NodeJS.ProcessEnv): string {
  const folder = isAbsolute(named) ? named : join(isAbsolute(home) ? home : userInfo().homedir, ".local", "state");
  return join(folder, "call-analysis");
}

/** Makes the folder of the journal that nobody named. @throws {CommandError} when it cannot be made */
export async function makeJournalFolder({ named, path }: JournalPlace): Promise<void> {
  if (named !== undefined) return;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 }).catch((cause: Error) => {
    throw usageError(`The journal's folder cannot be created: ${cause.message}. Pass another --journal FILE.`);
  });
}

/** Opens a journal for a piece of work. Other processes may use it at the same time. */
export async function withJournal<T>({ path }: JournalPlace, work: (journal: FileJournal) => Promise<T>): Promise<T> {
  await using journal = fileJournal(path);
  return await work(journal);
}

/** The entries of a journal; none if the service's default journal does not exist. @throws {CommandError} when a named journal does not exist */
export async function entriesOf(place: JournalPlace): Promise<JournalEntry[]> {
  if (place.named !== undefined && !existsSync(place.path))
    throw usageError(`--journal: ${place.named} does not exist.`, { hint: "analyze prints its journal's path." });
  return withJournal(place, (journal) => journal.entries());
}

/** `call-analysis uncertain` with the journal, to be copied. */
export function uncertainCommand({ named }: Pick<JournalPlace, "named">): string {
  return commandText(["uncertain", ...(named === undefined ? [] : ["--journal", named])]);
}
