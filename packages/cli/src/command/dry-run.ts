/** `analyze --dry-run`: what would be sent, and which calls would be billed. Nothing is sent or written. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileJournal } from "@call-analysis/sdk/node";
import { Identities } from "../batch/billing.js";
import type { RunInput } from "../batch/run-input.js";
import type { Context } from "../context.js";
import { type ExitCode, exitCodes } from "../exit-codes.js";
import { batchWriter, type FormatFlags, type View } from "../output/data.js";
import { createReporter } from "../output/reporter.js";
import { countText, sizeText } from "../output/text-width.js";

/** What a dry run needs. */
export interface DryRunOptions {
  journalPath: string;
  baseUrl: string;
  context: Context;
  flags: FormatFlags & { out?: string; again?: boolean };
}

interface PlannedRow {
  file: string;
  sizeBytes: number;
  /** Whether a run would create a new call. */
  billed: boolean;
  /** Where the journal has it; "copy" of a recording above it, "empty" and "unreadable" for a file that would fail. */
  stage: string;
}

/** Lists the recordings with their sizes, and says which calls the journal has already. */
export async function dryRun(inputs: readonly RunInput[], options: DryRunOptions): Promise<ExitCode> {
  const { context, flags } = options;
  const rows = await planned(inputs, options);
  // What is planned is no result: it is shown, and not written to --out.
  const { out: _, ...shown } = flags;
  const writer = await batchWriter(view, { context, flags: shown });
  for (const row of rows) await writer.write(row);
  await writer.end();
  const billed = rows.filter((row) => row.billed).length;
  const sizeBytes = rows.reduce((sum, row) => sum + row.sizeBytes, 0);
  const text = `${countText(rows.length, "recording")}, ${sizeText(sizeBytes)}: ${countText(billed, "call")} would be created and billed. Nothing was sent.`;
  createReporter(context, { isJson: flags.json }).say(text, { billed, sizeBytes });
  return exitCodes.ok;
}

async function planned(inputs: readonly RunInput[], options: DryRunOptions): Promise<PlannedRow[]> {
  const { journalPath, baseUrl, context, flags } = options;
  const path = resolve(context.cwd, journalPath);
  // A path without a file knows no calls, and gets none now.
  const journal = existsSync(path) ? fileJournal(path, { results: false }) : undefined;
  const identities = new Identities(journal ?? fileJournal(path));
  const seen = new Set<string>();
  const rows: PlannedRow[] = [];
  try {
    await journal?.begin({ baseUrl });
    for (const run of inputs) {
      const key = await identities.of(run).then(
        (identity) => identity.key,
        () => undefined,
      );
      const state = key === undefined || flags.again ? undefined : await journal?.find(key);
      const isCopy = key !== undefined && seen.has(key);
      const isNew = state === undefined || state.stage === "uploaded";
      const stage = run.sizeBytes === 0 ? "empty" : key === undefined ? "unreadable" : undefined;
      const billed = stage === undefined && isNew && !isCopy;
      const known = isNew && isCopy ? "copy" : (state?.stage ?? "new");
      rows.push({ file: run.name, sizeBytes: run.sizeBytes ?? 0, billed, stage: stage ?? known });
      if (key !== undefined) seen.add(key);
    }
  } finally {
    await journal?.close();
  }
  return rows;
}

const view: View<PlannedRow> = {
  columns: [
    { title: "File", keep: "end" },
    { title: "Size", align: "right", isWhole: true },
    { title: "Billed", isWhole: true },
  ],
  cells: ({ file, sizeBytes, billed, stage }) => [file, sizeText(sizeBytes), billed ? "yes" : `no, ${stage}`],
};
