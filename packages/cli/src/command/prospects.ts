/** `call-analysis prospects add`: people for a campaign, one, or the rows of a CSV file. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type CallAnalysis, ConfigurationError, type Prospect } from "@call-analysis/sdk";
import { onEndRequest } from "../batch/interruption.js";
import type { Context } from "../context.js";
import { UsageError } from "../errors.js";
import { type ExitCode, exitCodes, isAuthentication, isUncertainCreation } from "../exit-codes.js";
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

interface ProspectRow {
  /** Of the file, from 1, without its titles. */
  row: number;
  ok: boolean;
  uncertain: boolean;
  name: string;
  phone: string;
  message: string;
  addedCount?: number;
  error?: Error;
}

/** Adds prospects one after the other, so that it is always known how far it came. */
export async function addProspects(campaignId: string, flags: ProspectFlags, context: Context): Promise<ExitCode> {
  const { from, startRow: firstRow = 1 } = flags;
  const isBatch = from !== undefined;
  const prospects = (isBatch ? await readCsv(from, flags, context) : [oneProspect(flags)]).slice(firstRow - 1);
  const { client } = connect(flags, context, { isForCampaigns: true });
  const writer = batchWriter(prospectView, { context, flags });
  const reporter = new Reporter(context, flags);
  const rows: ProspectRow[] = [];
  let isStopped = false;
  // The one that is on the wire is answered first.
  const stopListening = onEndRequest(context, () => (isStopped = true));
  try {
    for (const prospect of prospects) {
      if (isStopped) break;
      const row = { row: firstRow + rows.length, ...(await addOne(prospect, { client, campaignId })) };
      rows.push(row);
      if (row.error) reporter.say(`${isBatch ? `Row ${row.row}: ` : ""}${row.message}`, { error: errorOf(row) });
      await writer.write(row);
      if (isAuthentication(row.error)) break;
    }
    await writer.end();
  } finally {
    stopListening();
    // Also when the rows cannot be written: what was added must not be added again.
    if (isBatch && rows.length > 0) tellEnd(rows, { reporter, firstRow, total: prospects.length });
  }
  if (isStopped && rows.length < prospects.length) return exitCodes.interrupted;
  if (rows.some(({ uncertain }) => uncertain)) return exitCodes.uncertain;
  if (rows.some(({ error }) => isAuthentication(error))) return exitCodes.authentication;
  return rows.every(({ ok }) => ok) ? exitCodes.ok : exitCodes.failed;
}

async function addOne(
  prospect: Prospect,
  { client, campaignId }: { client: CallAnalysis; campaignId: string },
): Promise<Omit<ProspectRow, "row">> {
  const base = { name: String(prospect.name ?? ""), phone: String(prospect.phone ?? "") };
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

function errorOf({ error, message }: ProspectRow): Record<string, unknown> {
  return { ...errorJson(error), message };
}

/** The client's message may advise to try again, which could add somebody twice. */
function doubtOf(error: Error): string {
  const { code = "unexpected" } = error as { code?: string };
  return `No answer says whether it was added (${code}): look before you add it again.`;
}

/** A row that was not added, and that others follow which were, would be added twice by going on from there. */
function tellEnd(
  rows: readonly ProspectRow[],
  { reporter, firstRow, total }: { reporter: Reporter; firstRow: number; total: number },
): void {
  const nextRow = (rows.findLast(({ ok, uncertain }) => ok || uncertain)?.row ?? firstRow - 1) + 1;
  const between = rows.filter(({ ok, row }) => !ok && row < nextRow);
  const numbers = (isUncertain: boolean) =>
    between.flatMap(({ row, uncertain }) => (uncertain === isUncertain ? [row] : [])).join(", ");
  const [unsure, missing] = [numbers(true), numbers(false)];
  const hasMore = nextRow < firstRow + total;
  const lines = [`${rows.filter(({ ok }) => ok).length} of ${countText(total, "prospect")} added.`];
  if (unsure) lines.push(`Rows that may have been added, so look before you add them again: ${unsure}`);
  if (missing) lines.push(`Rows that were not added, and that later ones were: ${missing}`);
  if (hasMore) lines.push(`To go on: the same command with --start-row ${nextRow}`);
  reporter.say(lines, hasMore ? { startRow: nextRow } : {});
}

function oneProspect({ name, phone, field = {} }: ProspectFlags): Prospect {
  if (name === undefined || phone === undefined) {
    throw new UsageError("Pass --name and --phone for one prospect, or --from FILE.csv for many.");
  }
  return { ...field, name, phone };
}

async function readCsv(
  from: string,
  { name, phone, field = {} }: ProspectFlags,
  context: Context,
): Promise<Prospect[]> {
  if (name !== undefined || phone !== undefined)
    throw new UsageError("--from has the names and phones: leave --name and --phone out.");
  const text = await readText(from, context);
  const { parse } = await import("csv-parse/sync");
  const columns = (titles: string[]) => checkTitles(titles, from);
  try {
    const prospects = parse<Prospect>(text, { columns, trim: true, skip_empty_lines: true });
    if (prospects.length > 0) return prospects.map((prospect) => ({ ...prospect, ...field }));
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    const hint = /^[^,\r\n]*[;\t]/.test(text) ? "Separate its columns by commas." : undefined;
    throw new UsageError(`--from: ${from} cannot be read: ${messageOf(cause)}. Nothing was sent.`, { hint, cause });
  }
  throw new UsageError(`--from: ${from} has no rows. Its first line must have the titles.`);
}

/** The text of UTF-8, or of the UTF-16 that a byte order mark tells. */
async function readText(from: string, { cwd }: Context): Promise<string> {
  const bytes = await readFile(resolve(cwd, from)).catch((cause: unknown) => {
    throw new UsageError(`--from: ${from} cannot be read: ${messageOf(cause)}. Nothing was sent.`, { cause });
  });
  const mark = bytes.toString("hex", 0, 2);
  const encoding = mark === "fffe" ? "utf-16le" : mark === "feff" ? "utf-16be" : "utf-8";
  try {
    // Takes the mark away.
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new UsageError(`--from: ${from} is not UTF-8: save it as UTF-8. Nothing was sent.`, { cause });
  }
}

/** @throws {UsageError} for titles of which one is missing, or comes twice */
function checkTitles(titles: string[], from: string): string[] {
  const missing = ["name", "phone"].filter((title) => !titles.includes(title));
  if (missing.length > 0) {
    const inCapitals = missing.filter((title) => titles.some((found) => found.toLowerCase() === title));
    throw new UsageError(
      [
        `--from: ${from} has no column ${missing.join(" and no ")}. Its titles are: ${titles.join(", ")}.`,
        ...(titles.some((title) => /[;\t]/.test(title)) ? ["Separate them by commas."] : []),
        ...(inCapitals.length > 0 ? [`Write ${inCapitals.join(" and ")} in lower case.`] : []),
      ].join(" "),
    );
  }
  const twice = titles.find((title, index) => titles.indexOf(title) < index);
  if (twice === undefined) return titles;
  throw new UsageError(`--from: ${from} has the title ${JSON.stringify(twice)} twice. Give each column its own.`);
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
  record: ({ error, ...row }) => ({ ...row, ...(error && { error: errorOf({ error, ...row }) }) }),
  fields: ({ error: _, ...row }) => ({ ...row, addedCount: row.addedCount ?? "" }),
};
