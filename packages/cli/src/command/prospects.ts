/** `call-analysis prospects add`: adds one person to a campaign, or the rows of a CSV file. */
import { type CallAnalysis, ConfigurationError, type Prospect } from "@call-analysis/sdk";
import { onEndRequest } from "../analyze/interruption.js";
import type { Context } from "../context.js";
import { type CsvRow, readCsvFile } from "../csv-file.js";
import { confirmed, type ExitCode, exitCodeOf, exitCodes, hasCode, usageError } from "../errors.js";
import { rowWriter, type View } from "../output/data.js";
import { errorJson, errorLines } from "../output/error-text.js";
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
  /** The number of the row, as in a spreadsheet. */
  row: number;
  prospect: Prospect;
}

interface Outcome extends NumberedProspect {
  message: string;
  addedCount?: number;
  error?: Error;
}

/** Adds prospects one after the other. Stops at the first failure, because no operation removes a prospect. */
export async function addProspects(campaignId: string, flags: ProspectFlags, context: Context): Promise<ExitCode> {
  const { from, startRow = 1 } = flags;
  const session = openSession(flags, context, { isForCampaigns: true });
  const { client, reporter } = session;
  const prospects = from === undefined ? [oneProspect(flags)] : await readProspects(from, session);
  const waiting = prospects.filter(({ row }) => row >= startRow);
  if (waiting.length === 0) throw usageError(`--start-row ${startRow}: the file has fewer rows.`);
  const writer = rowWriter(prospectView, session);
  const stop = new AbortController();
  // The one that is on the wire is answered first.
  const stopListening = onEndRequest(context, () => stop.abort());
  let error: Error | undefined;
  let added = 0;
  try {
    for (const next of waiting) {
      if (stop.signal.aborted || error) break;
      const outcome = await addOne(next, { client, campaignId });
      error = outcome.error;
      if (!error) added += 1;
      await writer.write(outcome);
    }
    await writer.end();
  } finally {
    stopListening();
    // Also when the rows cannot be written: what was added must not be added again.
    const row = waiting[added]?.row;
    if (error) reporter.say(errorLines(error, from && `Row ${row}: `), { error: errorJson(error) });
    const lines = [`${countText(added, "prospect")} added.`, ...(row === undefined ? [] : [advice(row, error)])];
    if (from !== undefined) reporter.say(lines, { added, startRow: row });
  }
  if (error) return exitCodeOf(error);
  return added < waiting.length ? exitCodes.interrupted : exitCodes.ok;
}

async function addOne(
  numbered: NumberedProspect,
  { client, campaignId }: { client: CallAnalysis; campaignId: string },
): Promise<Outcome> {
  try {
    const answer = await confirmed("prospect", client.campaigns.addProspect(campaignId, numbered.prospect));
    const { success, message, added_count: addedCount } = answer;
    return { ...numbered, message, addedCount, ...(!success && { error: new Error(message) }) };
  } catch (cause) {
    // The address or the campaign is wrong, so no row can be sent.
    if (ConfigurationError.is(cause)) throw cause;
    const error = cause as Error;
    return { ...numbered, message: error.message, error };
  }
}

/** How to continue after a row that was not added, or that may have been added. */
function advice(row: number, error: Error | undefined): string {
  if (!hasCode(error, "uncertain")) return `To continue, run the command again with --start-row ${row}`;
  return `If row ${row} was added, run the command again with --start-row ${row + 1}. Otherwise, use --start-row ${row}.`;
}

function oneProspect({ name, phone, field }: ProspectFlags): NumberedProspect {
  if (name?.trim() && phone?.trim()) return { row: 1, prospect: { ...field, name, phone } };
  throw usageError("Pass --name and --phone for one prospect, or --from FILE.csv for many.");
}

/** Checks every row before the first one is sent. */
async function readProspects(name: string, session: Session<ProspectFlags>): Promise<NumberedProspect[]> {
  const { flags, context, reporter } = session;
  const read = ({ row, cells }: CsvRow) => ({ row, prospect: { ...flags.field, ...cells } });
  const options = { flag: "--from", cwd: context.cwd, required: ["name", "phone"], read };
  const { values, emptyRows } = await readCsvFile(name, options);
  if (emptyRows > 0) reporter.say(`Skipped ${countText(emptyRows, "empty row")}.`, { emptyRows });
  return values;
}

const prospectView: View<Outcome> = {
  columns: [
    { title: "Row", text: ({ row }) => String(row), align: "right", isWhole: true },
    { title: "Name", text: ({ prospect: { name = "" } }) => name },
    { title: "Phone", text: ({ prospect: { phone = "" } }) => phone, isWhole: true },
    { title: "Added", text: ({ error }) => (hasCode(error, "uncertain") ? "uncertain" : error ? "no" : "yes") },
    { title: "Message", text: ({ message }) => message },
  ],
  record: ({ row, prospect: { name, phone }, message, addedCount, error }) => {
    const uncertain = hasCode(error, "uncertain");
    return { row, ok: !error, uncertain, name, phone, message, addedCount, error: error && errorJson(error) };
  },
};
