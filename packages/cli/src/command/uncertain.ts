/** `call-analysis uncertain`: lists uncertain calls, and settles them. */
import { isAbsolute } from "node:path";
import { JournalError } from "@call-analysis/sdk";
import type { JournalEntry, SettleDecision } from "@call-analysis/sdk/node";
import { entriesOf, journalPlace, uncertainCommand, withJournal } from "../analyze/command-journal.js";
import { withoutQuery } from "../analyze/outcome-row.js";
import { nameOf } from "../analyze/recordings.js";
import { lookLine, settleLines, shortKey } from "../analyze/run-end.js";
import type { Context } from "../context.js";
import { type ExitCode, exitCodes, usageError } from "../errors.js";
import { print, type View } from "../output/data.js";
import { messageOf } from "../output/error-text.js";
import { countText } from "../output/text-width.js";
import { type CommonFlags, openSession } from "../session.js";

/** Lists uncertain calls, with the facts that help to find them. Exits with 3 while there are any. */
export async function listUncertain(flags: CommonFlags, context: Context): Promise<ExitCode> {
  const session = openSession(flags, context);
  const { client, reporter } = session;
  const place = journalPlace(session);
  const uncertain = (await entriesOf(place)).filter(({ state }) => state === "uncertain");
  const agents = uncertain.length > 0 ? await client.agents.list().catch(() => []) : [];
  const emailOf = (memberId?: string) => agents.find(({ id }) => id === memberId)?.email ?? "";
  const shown = (name = "") => (isAbsolute(name) ? nameOf(name, context.cwd) : name);
  const rows = uncertain.map((entry) => ({ ...entry, name: shown(entry.name), email: emailOf(entry.memberId) }));
  await print(rows, { ...session, view });
  if (uncertain.length === 0) {
    reporter.say("No call is uncertain.", { uncertain: 0 });
    return exitCodes.ok;
  }
  const heading = `${countText(uncertain.length, "call")} may or may not exist.`;
  const lines = [heading, lookLine, ...settleLines(`${uncertainCommand(place)} settle`)];
  reporter.say(lines, { uncertain: uncertain.length });
  return exitCodes.uncertain;
}

/** Settles one call. Asks the service whether the call exists and belongs to this recording. */
export async function settle(
  key: string,
  callId: string | undefined,
  { create, skip, ...flags }: CommonFlags & { create?: boolean; skip?: boolean },
  context: Context,
): Promise<void> {
  if ([callId, create, skip].filter(Boolean).length !== 1)
    throw usageError("Pass exactly one of CALL_ID, --create and --skip.");
  const decision: SettleDecision = callId ? { callId } : skip ? { skip } : { recreate: true };
  const session = openSession(flags, context);
  const place = journalPlace(session);
  const entry = (await entriesOf(place)).find((known) => key !== "" && known.key.startsWith(key));
  if (!entry) throw usageError(`No key in ${place.path} begins with "${key}".`);
  await withJournal(place, (journal) => journal.settle(session.client, key, decision)).catch((cause: unknown) => {
    if (!JournalError.is(cause)) throw cause;
    throw usageError(`${messageOf(cause).replace(/^settle: /, "")} Nothing was changed.`, { cause });
  });
  const what = callId ? `now has call ${callId}` : skip ? "will be skipped" : "will be sent in the next run";
  session.reporter.say(`${entry.name ?? key} ${what}.`, { key: entry.key, ...decision });
}

const view: View<JournalEntry & { email: string }> = {
  columns: [
    { title: "Key", text: ({ key }) => shortKey(key), isWhole: true },
    { title: "File", text: ({ name = "" }) => name, isPath: true },
    { title: "Agent", text: ({ email, memberId = "" }) => email || memberId },
    { title: "Category", text: ({ categoryId = "" }) => categoryId, isWhole: true },
    { title: "URL", text: ({ audio_url }) => withoutQuery(audio_url) ?? "", isWhole: true },
  ],
  record: ({ key, name: file = "", memberId = "", email, categoryId = "", udfs = {}, audio_url }) => ({
    ...{ key, file, memberId, email, categoryId, udfs },
    audioUrl: withoutQuery(audio_url) ?? "",
  }),
};
