/** `call-analysis prospects add`: people for a campaign, one, or the rows of a CSV file. */
import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import type { CallAnalysis, Prospect } from "@call-analysis/sdk";
import { onEndRequest } from "../batch/interruption.js";
import type { Context } from "../context.js";
import { UsageError } from "../errors.js";
import { type ExitCode, exitCodes, isAuthentication, isUncertainCreation } from "../exit-codes.js";
import { batchWriter, type FormatFlags, type RowWriter, type View } from "../output/data.js";
import { errorJson, messageOf } from "../output/error-text.js";
import { createReporter, type Reporter } from "../output/reporter.js";
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
  const prospects = flags.from === undefined ? [oneProspect(flags)] : await readCsv(flags, context);
  const { client } = await connect(flags, context, { campaign: true });
  const writer = await batchWriter(prospectView, { context, flags });
  const reporter = createReporter(context, { isJson: flags.json });
  const run = new ProspectRun({ client, campaignId, writer, reporter });
  const stopListening = onEndRequest(context, () => run.stop());
  try {
    const firstRow = flags.startRow ?? 1;
    await run.addAll(prospects.slice(firstRow - 1), { firstRow, isBatch: flags.from !== undefined });
    await writer.end();
  } finally {
    stopListening();
  }
  return run.exitCode;
}

interface RunDependencies {
  client: CallAnalysis;
  campaignId: string;
  writer: RowWriter<ProspectRow>;
  reporter: Reporter;
}

class ProspectRun {
  readonly #dependencies: RunDependencies;
  #isStopped = false;
  #wasInterrupted = false;
  readonly #failures: ProspectRow[] = [];
  /** The first row after which nothing was added. */
  #nextRow = 1;

  constructor(dependencies: RunDependencies) {
    this.#dependencies = dependencies;
  }

  /** Lets the one that is on the wire be answered. */
  stop(): void {
    this.#isStopped = true;
  }

  get exitCode(): ExitCode {
    if (this.#wasInterrupted) return exitCodes.interrupted;
    if (this.#failures.some(({ uncertain }) => uncertain)) return exitCodes.uncertain;
    if (this.#failures.some(({ error }) => isAuthentication(error))) return exitCodes.authentication;
    return this.#failures.length > 0 ? exitCodes.failed : exitCodes.ok;
  }

  async addAll(
    prospects: readonly Prospect[],
    { firstRow, isBatch }: { firstRow: number; isBatch: boolean },
  ): Promise<void> {
    let done = 0;
    this.#nextRow = firstRow;
    try {
      for (const prospect of prospects) {
        if (this.#isStopped) break;
        const added = await this.#add(prospect, firstRow + done);
        done += 1;
        if (added.ok || added.uncertain) this.#nextRow = added.row + 1;
        await this.#tell(added, isBatch);
        if (isAuthentication(added.error)) break;
      }
    } finally {
      // Also when the rows cannot be written: what was added must not be added again.
      if (isBatch) this.#tellEnd({ done, total: prospects.length, lastRow: firstRow + prospects.length - 1 });
    }
    this.#wasInterrupted = this.#isStopped && done < prospects.length;
  }

  async #tell(added: ProspectRow, isBatch: boolean): Promise<void> {
    const { reporter, writer } = this.#dependencies;
    if (added.error) {
      this.#failures.push(added);
      const what = isBatch ? `Row ${added.row}: ` : "";
      const doubt = added.uncertain ? " It may have been added: look before you add it again." : "";
      reporter.say(`${what}${messageOf(added.error)}${doubt}`, { error: errorJson(added.error) });
    }
    await writer.write(added);
  }

  /** A row that was not added, and that others follow which were, would be added twice by going on from there. */
  #tellEnd({ done, total, lastRow }: { done: number; total: number; lastRow: number }): void {
    const { reporter } = this.#dependencies;
    const nextRow = this.#nextRow;
    reporter.say(`${done - this.#failures.length} of ${countText(total, "prospect")} added.`);
    const between = this.#failures.filter(({ row }) => row < nextRow);
    const tell = (rows: readonly ProspectRow[], what: string) => {
      if (rows.length > 0) reporter.say(`${what}: ${rows.map(({ row }) => row).join(", ")}`);
    };
    tell(
      between.filter(({ uncertain }) => uncertain),
      "Rows that may have been added, so look before you add them again",
    );
    tell(
      between.filter(({ uncertain }) => !uncertain),
      "Rows that were not added, and that later ones were",
    );
    if (nextRow <= lastRow)
      reporter.say(`To go on: the same command with --start-row ${nextRow}`, { startRow: nextRow });
  }

  async #add(prospect: Prospect, row: number): Promise<ProspectRow> {
    const { client, campaignId } = this.#dependencies;
    const base = { row, name: String(prospect.name ?? ""), phone: String(prospect.phone ?? "") };
    try {
      const { success, message, added_count: addedCount } = await client.campaigns.addProspect(campaignId, prospect);
      return {
        ...base,
        ok: success,
        uncertain: false,
        message,
        addedCount,
        ...(!success && { error: new Error(message) }),
      };
    } catch (reason) {
      const error = reason instanceof Error ? reason : new Error(String(reason));
      return { ...base, ok: false, uncertain: isUncertainCreation(error), message: messageOf(error), error };
    }
  }
}

function oneProspect({ name, phone, field = {} }: ProspectFlags): Prospect {
  if (name === undefined || phone === undefined) {
    throw new UsageError("Pass --name and --phone for one prospect, or --from FILE.csv for many.");
  }
  return { ...field, name, phone };
}

async function readCsv(flags: ProspectFlags, { stdin, cwd }: Context): Promise<Prospect[]> {
  const { from = "-", name, phone, field = {} } = flags;
  if (name !== undefined || phone !== undefined)
    throw new UsageError("--from has the names and phones: leave --name and --phone out.");
  const { parse } = await import("csv-parse");
  const input = from === "-" ? stdin : createReadStream(resolve(cwd, from));
  const prospects: Prospect[] = [];
  try {
    const parser = parse({ columns: true, bom: true, trim: true, skip_empty_lines: true });
    input.once("error", (error: Error) => parser.destroy(error));
    for await (const record of input.pipe(parser)) prospects.push({ ...record, ...field });
  } catch (cause) {
    throw new UsageError(
      `--from: ${from} cannot be read: ${cause instanceof Error ? cause.message : cause}. Nothing was sent.`,
      { cause },
    );
  }
  const [first] = prospects;
  if (first === undefined) throw new UsageError(`--from: ${from} has no rows. Its first line must have the titles.`);
  const missing = ["name", "phone"].filter((title) => !Object.hasOwn(first, title));
  if (missing.length === 0) return prospects;
  throw new UsageError(
    `--from: ${from} has no column ${missing.join(" and no ")}. Its titles are: ${Object.keys(first).join(", ")}.`,
  );
}

const prospectView: View<ProspectRow> = {
  columns: [
    { title: "Row", align: "right", isWhole: true },
    { title: "Name" },
    { title: "Phone", isWhole: true },
    { title: "Added", isWhole: true },
    { title: "Message", isOptional: true },
  ],
  cells: ({ row, name, phone, ok, uncertain, message }) => [
    String(row),
    name,
    phone,
    uncertain ? "uncertain" : ok ? "yes" : "no",
    message,
  ],
  record: ({ error, ...row }) => ({ ...row, ...(error && { error: errorJson(error) }) }),
  fields: ({ error: _, ...row }) => ({ ...row, addedCount: row.addedCount ?? "" }),
};
