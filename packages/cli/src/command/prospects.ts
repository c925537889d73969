/** `call-analysis prospects add`: people for a campaign, one, or the rows of a CSV file. */
import { type CallAnalysis, ConfigurationError, type Prospect } from "@call-analysis/sdk";
import { onEndRequest } from "../analyze/interruption.js";
import type { Context } from "../context.js";
import { readCsvFile, refuseFaults } from "../csv-file.js";
import { type ExitCode, exitCodeOf, exitCodes, isUncertainCreation, usageError } from "../errors.js";
import { batchWriter, type View } from "../output/data.js";
import { errorJson, messageOf } from "../output/error-text.js";
import type { Reporter } from "../output/reporter.js";
import { countText } from "../output/text-width.js";
import { type CommonFlags, openSession, type Session } from "../session.js";

/** The flags of `prospects add`. */
export interface ProspectFlags extends CommonFlags {
  name?: string;
  phone?: string;
  field?: Record<string, string>;
  from?: string;
  startRow?: number;
}

interface NumberedProspect {
  /** Of the file, from 1, without its titles. */
  row: number;
  prospect: Prospect;
}

interface Outcome extends NumberedProspect {
  ok: boolean;
  uncertain: boolean;
  message: string;
  addedCount?: number;
  error?: Error;
}

/** Adds prospects one after the other, and ends at the first that is not added: nobody can take one back. */
export async function addProspects(campaignId: string, flags: ProspectFlags, context: Context): Promise<ExitCode> {
  const { from, startRow = 1 } = flags;
  const session = openSession(flags, context, { isForCampaigns: true });
  const { client, reporter } = session;
  const prospects = from === undefined ? [oneProspect(flags)] : await readProspects(from, session);
  const waiting = prospects.filter(({ row }) => row >= startRow);
  if (waiting.length === 0 && startRow > 1) throw usageError(`--start-row ${startRow}: the file has no such row.`);
  const writer = batchWriter(prospectView, session);
  let isStopped = false;
  // The one that is on the wire is answered first.
  const stopListening = onEndRequest(context, () => (isStopped = true));
  let failed: Outcome | undefined;
  let added = 0;
  try {
    for (const next of waiting) {
      if (isStopped || failed) break;
      const outcome = await addOne(next, { client, campaignId });
      if (outcome.ok) added += 1;
      else failed = outcome;
      await writer.write(outcome);
    }
    await writer.end();
  } finally {
    stopListening();
    // Also when the rows cannot be written: what was added must not be added again.
    if (failed) reporter.say(`${from ? `Row ${failed.row}: ` : ""}${failed.message}`, { error: errorOf(failed) });
    if (from !== undefined) tellEnd(added, { failed, next: waiting[added]?.row, reporter });
  }
  if (failed) return failed.uncertain ? exitCodes.uncertain : exitCodeOf(failed.error);
  return added < waiting.length ? exitCodes.interrupted : exitCodes.ok;
}

async function addOne(
  numbered: NumberedProspect,
  { client, campaignId }: { client: CallAnalysis; campaignId: string },
): Promise<Outcome> {
  try {
    const answer = await client.campaigns.addProspect(campaignId, numbered.prospect);
    const { success: ok, message, added_count: addedCount } = answer;
    return { ...numbered, ok, uncertain: false, message, addedCount, ...(!ok && { error: new Error(message) }) };
  } catch (reason) {
    // The address or the campaign is wrong, so no row can be sent.
    if (ConfigurationError.is(reason)) throw reason;
    const error = reason as Error & { code?: string };
    // The client's message may advise to try again, which could add somebody twice.
    const uncertain = isUncertainCreation(error);
    const doubt = `No answer says whether it was added (${error.code}): look before you add it again.`;
    return { ...numbered, ok: false, uncertain, message: uncertain ? doubt : messageOf(error), error };
  }
}

function errorOf({ error, message }: Outcome) {
  return error && { ...errorJson(error), message };
}

function tellEnd(
  added: number,
  { failed, next, reporter }: { failed: Outcome | undefined; next: number | undefined; reporter: Reporter },
): void {
  const goOn = (row: number) => `the same command with --start-row ${row}`;
  const advice = failed?.uncertain
    ? `If row ${failed.row} was added, go on with ${goOn(failed.row + 1)}; if not, with --start-row ${failed.row}.`
    : next !== undefined && `To go on: ${goOn(next)}`;
  const lines = [`${countText(added, "prospect")} added.`, ...(advice ? [advice] : [])];
  reporter.say(lines, { added, ...(next !== undefined && { startRow: next }) });
}

function oneProspect({ name, phone, field = {} }: ProspectFlags): NumberedProspect {
  if (name?.trim() && phone?.trim()) return { row: 1, prospect: { ...field, name, phone } };
  throw usageError("Pass --name and --phone for one prospect, or --from FILE.csv for many.");
}

/** Every row is checked before the first is sent. */
async function readProspects(name: string, session: Session<ProspectFlags>): Promise<NumberedProspect[]> {
  const { flags, context, reporter } = session;
  if (flags.name !== undefined || flags.phone !== undefined)
    throw usageError("--from has the names and phones: leave --name and --phone out.");
  const flag = "--from";
  const required = ["name", "phone"];
  const { rows, emptyRows } = await readCsvFile(name, { flag, cwd: context.cwd, required });
  const faults = rows.flatMap(({ row, cells }) =>
    required.flatMap((title) => (cells[title] ? [] : [`row ${row}: ${title} is missing.`])),
  );
  refuseFaults(faults, { name, flag });
  if (emptyRows > 0) reporter.say(`${countText(emptyRows, "empty row")} left out.`, { emptyRows });
  return rows.map(({ row, cells }) => ({ row, prospect: { ...(cells as Prospect), ...flags.field } }));
}

const prospectView: View<Outcome> = {
  columns: [
    { title: "Row", text: ({ row }) => String(row), align: "right", isWhole: true },
    { title: "Name", text: ({ prospect: { name = "" } }) => name },
    { title: "Phone", text: ({ prospect: { phone = "" } }) => phone, isWhole: true },
    { title: "Added", text: ({ ok, uncertain }) => (uncertain ? "uncertain" : ok ? "yes" : "no"), isWhole: true },
    { title: "Message", text: ({ message }) => message },
  ],
  record: (outcome) => {
    const { row, ok, uncertain, message, addedCount } = outcome;
    const { name, phone } = outcome.prospect;
    return { row, ok, uncertain, name, phone, message, addedCount, error: errorOf(outcome) };
  },
};
