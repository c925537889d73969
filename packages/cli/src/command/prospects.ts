/** `call-analysis prospects add`: people for a campaign, one, or the rows of a CSV file. */
import { type CallAnalysis, ConfigurationError, type Prospect } from "@call-analysis/sdk";
import { onEndRequest } from "../analyze/interruption.js";
import type { Context } from "../context.js";
import { readCsvFile, refuseFaults, requireColumns } from "../csv-file.js";
import { UsageError } from "../errors.js";
import { type ExitCode, exitCodeOf, exitCodes, isUncertainCreation } from "../exit-codes.js";
import { batchWriter, type FormatFlags, type View } from "../output/data.js";
import { errorJson, messageOf } from "../output/error-text.js";
import { Reporter } from "../output/reporter.js";
import { countText } from "../output/text-width.js";
import { type ConnectionFlags, connect } from "../settings/connection.js";

/** The flags of `prospects add`. */
export interface ProspectFlags extends ConnectionFlags, FormatFlags {
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

interface ProspectRow {
  row: number;
  ok: boolean;
  uncertain: boolean;
  name: string;
  phone: string;
  message: string;
  addedCount?: number;
  error?: Error;
}

/** Adds prospects one after the other, and ends at the first that is not added: nobody can take one back. */
export async function addProspects(campaignId: string, flags: ProspectFlags, context: Context): Promise<ExitCode> {
  const { from, startRow = 1 } = flags;
  const reporter = new Reporter(context, flags);
  const prospects = from === undefined ? [oneProspect(flags)] : await readProspects(from, flags, { context, reporter });
  const waiting = prospects.filter(({ row }) => row >= startRow);
  const { client } = connect(flags, context, { isForCampaigns: true });
  const writer = batchWriter(prospectView, { context, flags });
  let isStopped = false;
  // The one that is on the wire is answered first.
  const stopListening = onEndRequest(context, () => (isStopped = true));
  let added = 0;
  let failed: ProspectRow | undefined;
  try {
    while (added < waiting.length && !isStopped && !failed) {
      const { row, prospect } = waiting[added] as NumberedProspect;
      const outcome = { row, ...(await addOne(prospect, { client, campaignId })) };
      if (outcome.ok) added += 1;
      else failed = outcome;
      await writer.write(outcome);
    }
    await writer.end();
  } finally {
    stopListening();
    // Also when the rows cannot be written: what was added must not be added again.
    if (failed) {
      const { row, message, error } = failed;
      reporter.say(`${from ? `Row ${row}: ` : ""}${message}`, { error: { ...errorJson(error), message } });
    }
    if (from !== undefined) tellEnd(added, { failed, next: waiting[added]?.row, reporter });
  }
  if (failed?.uncertain) return exitCodes.uncertain;
  if (failed) return exitCodeOf(failed.error);
  return added < waiting.length ? exitCodes.interrupted : exitCodes.ok;
}

async function addOne(
  prospect: Prospect,
  { client, campaignId }: { client: CallAnalysis; campaignId: string },
): Promise<Omit<ProspectRow, "row">> {
  const base = { name: String(prospect.name), phone: String(prospect.phone) };
  try {
    const { success, message, added_count: addedCount } = await client.campaigns.addProspect(campaignId, prospect);
    const failure = success ? {} : { error: new Error(message) };
    return { ...base, ok: success, uncertain: false, message, addedCount, ...failure };
  } catch (reason) {
    // The address or the campaign is wrong, so no row can be sent.
    if (ConfigurationError.is(reason)) throw reason;
    const error = reason instanceof Error ? reason : new Error(String(reason));
    const uncertain = isUncertainCreation(error);
    return { ...base, ok: false, uncertain, message: uncertain ? doubtOf(error) : messageOf(error), error };
  }
}

/** The client's message may advise to try again, which could add somebody twice. */
function doubtOf(error: Error): string {
  const { code = "unexpected" } = error as { code?: string };
  return `No answer says whether it was added (${code}): look before you add it again.`;
}

function tellEnd(
  added: number,
  { failed, next, reporter }: { failed: ProspectRow | undefined; next: number | undefined; reporter: Reporter },
): void {
  const lines = [`${countText(added, "prospect")} added.`];
  const goOn = (row: number) => `the same command with --start-row ${row}`;
  if (next !== undefined && failed?.uncertain)
    lines.push(`If row ${next} was added, go on with ${goOn(next + 1)}; if not, with --start-row ${next}.`);
  else if (next !== undefined) lines.push(`To go on: ${goOn(next)}`);
  reporter.say(lines, { added, ...(next !== undefined && { startRow: next }) });
}

function oneProspect({ name, phone, field = {} }: ProspectFlags): NumberedProspect {
  if (!name?.trim() || !phone?.trim())
    throw new UsageError("Pass --name and --phone for one prospect, or --from FILE.csv for many.");
  return { row: 1, prospect: { ...field, name, phone } };
}

/** Every row is checked before the first is sent. */
async function readProspects(
  from: string,
  { name, phone, field = {} }: ProspectFlags,
  { context: { cwd }, reporter }: { context: Context; reporter: Reporter },
): Promise<NumberedProspect[]> {
  if (name !== undefined || phone !== undefined)
    throw new UsageError("--from has the names and phones: leave --name and --phone out.");
  const flag = "--from";
  const required = ["name", "phone"];
  const { titles, rows, emptyRows } = await readCsvFile(from, { flag, cwd });
  requireColumns(titles, { required, name: from, flag });
  const faults = rows.flatMap(({ row, cells }) =>
    required.flatMap((title) => (cells[title] ? [] : [`row ${row}: ${title} is missing.`])),
  );
  refuseFaults(faults, { name: from, flag });
  if (emptyRows > 0) reporter.say(`${countText(emptyRows, "empty row")} left out.`, { emptyRows });
  return rows.map(({ row, cells }) => ({ row, prospect: { ...(cells as Prospect), ...field } }));
}

const prospectView: View<ProspectRow> = {
  columns: [
    { title: "Row", align: "right", isWhole: true },
    { title: "Name" },
    { title: "Phone", isWhole: true },
    { title: "Added", isWhole: true },
    { title: "Message" },
  ],
  cells: ({ row, name, phone, ok, uncertain, message }) => [
    String(row),
    name,
    phone,
    uncertain ? "uncertain" : ok ? "yes" : "no",
    message,
  ],
  record: ({ row, ok, uncertain, name, phone, message, addedCount, error }) => ({
    ...{ row, ok, uncertain, name, phone, message, addedCount },
    error: error && { ...errorJson(error), message },
  }),
};
