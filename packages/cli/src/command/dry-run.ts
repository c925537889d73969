/** `analyze --dry-run`: what would be sent, and which calls would be billed. Nothing is sent. */
import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { FileJournal } from "@call-analysis/sdk/node";
import type { RunInput } from "../batch/run-input.js";
import type { Context } from "../context.js";
import { type ExitCode, exitCodes } from "../exit-codes.js";
import { batchWriter, type FormatFlags, type View } from "../output/data.js";
import { createReporter } from "../output/reporter.js";
import { countText, sizeText } from "../output/text-width.js";

/** What a dry run needs. */
export interface DryRunOptions {
  journal: FileJournal;
  journalPath: string;
  baseUrl: string;
  context: Context;
  flags: FormatFlags & { out?: string };
}

interface PlannedRow {
  file: string;
  sizeBytes: number;
  /** Whether a run would create a new call. */
  billed: boolean;
  /** Where the journal has it; "empty" for a file that is left out. */
  stage: string | undefined;
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
  const { journal, journalPath, baseUrl, context } = options;
  const hasJournal = existsSync(resolve(context.cwd, journalPath));
  if (hasJournal) await journal.begin({ baseUrl });
  const rows: PlannedRow[] = [];
  try {
    for (const { input, recorded, name } of inputs) {
      const { size } = await stat(recorded.path);
      const stage = size === 0 ? "empty" : hasJournal ? await stageOf(journal, input) : undefined;
      rows.push({ file: name, sizeBytes: size, billed: stage === undefined || stage === "uploaded", stage });
    }
  } finally {
    await journal.close();
  }
  return rows;
}

async function stageOf(journal: FileJournal, input: RunInput["input"]): Promise<string | undefined> {
  // A file that cannot be read would fail, and create nothing that is known.
  const known = await journal.identify(input, new AbortController().signal).catch(() => undefined);
  return known === undefined ? undefined : (await journal.find(known.key))?.stage;
}

const view: View<PlannedRow> = {
  columns: [
    { title: "File", keep: "end" },
    { title: "Size", align: "right", isWhole: true },
    { title: "Billed", isWhole: true },
  ],
  cells: ({ file, sizeBytes, billed, stage }) => [file, sizeText(sizeBytes), billed ? "yes" : `no, ${stage}`],
  record: ({ file, sizeBytes, billed, stage }) => ({ file, sizeBytes, billed, stage: stage ?? "new" }),
  fields: ({ file, sizeBytes, billed, stage }) => ({ file, sizeBytes, billed, stage: stage ?? "new" }),
};
