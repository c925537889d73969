/** `analyze --dry-run`: what would be sent, and which calls would be billed. Nothing is sent or written. */
import { ConfigurationError } from "@call-analysis/sdk";
import { fileJournal } from "@call-analysis/sdk/node";
import { billedText } from "../batch/billing.js";
import { type JournalUser, presenceOf, withJournal } from "../batch/command-journal.js";
import { Identities, isKnown, type Standing } from "../batch/identities.js";
import { badRecordingHint } from "../batch/run-end.js";
import type { RunInput } from "../batch/run-input.js";
import type { Context } from "../context.js";
import { type ExitCode, exitCodes } from "../exit-codes.js";
import { batchWriter, type FormatFlags, type View } from "../output/data.js";
import { errorJson, messageOf } from "../output/error-text.js";
import { countText, sizeText } from "../output/text-width.js";

/** What a dry run needs. */
export interface DryRunOptions extends JournalUser {
  context: Context;
  flags: FormatFlags & { again?: boolean };
}

interface PlannedRow {
  file: string;
  sizeBytes: number;
  /** Whether a run would create a new call. */
  billed: boolean;
  /** Where the journal has it; "copy" of a recording above it, "empty" and "unusable" for a file that would fail. */
  stage: string;
  /** Why it is unusable. */
  error?: Error;
}

/** Lists the recordings with their sizes, and says which calls the journal has already. */
export async function dryRun(inputs: readonly RunInput[], options: DryRunOptions): Promise<ExitCode> {
  const { reporter, context, flags } = options;
  const { again: isAgain = false } = flags;
  const standings = await standingsOf(inputs, options);
  const rows = standings.map((standing) => rowOf(standing, { isAgain }));
  const writer = batchWriter(view, { context, flags });
  for (const row of rows) await writer.write(row);
  await writer.end();
  for (const { file, error } of rows) if (error) reporter.say(`${file}: ${messageOf(error)}`, { file });
  if (rows.some(({ error }) => ConfigurationError.is(error))) reporter.say(badRecordingHint);
  const billed = rows.filter((row) => row.billed);
  const again = billed.filter(isKnown).length;
  const sizeBytes = rows.reduce((sum, row) => sum + row.sizeBytes, 0);
  const uncertain = isAgain ? 0 : standings.filter(({ stage, isCopy }) => stage === "uncertain" && !isCopy).length;
  const text = `${countText(rows.length, "recording")}, ${sizeText(sizeBytes)}: ${billedText(billed.length, again)}.${uncertainText(uncertain)} Nothing was sent.`;
  reporter.say(text, { billed: billed.length, uncertain, sizeBytes });
  return exitCodes.ok;
}

function uncertainText(count: number): string {
  return count === 0 ? "" : ` ${countText(count, "call")} may have been created and billed: decide with resume.`;
}

/** A journal that was never made knows no calls, and is not made now. */
function standingsOf(inputs: readonly RunInput[], options: DryRunOptions): Promise<Standing[]> {
  const { path } = options.place;
  if (presenceOf(path) === "none")
    return new Identities({ journal: fileJournal(path), runs: undefined }).standings(inputs);
  return withJournal(options, ({ identities }) => identities.standings(inputs));
}

function rowOf({ input, stage, error, isCopy }: Standing, { isAgain }: { isAgain: boolean }): PlannedRow {
  const { name: file, sizeBytes = 0 } = input;
  if (sizeBytes === 0) return { file, sizeBytes, billed: false, stage: "empty" };
  if (error) return { file, sizeBytes, billed: false, stage, error };
  const wouldCreate = isAgain || !isKnown({ stage });
  return { file, sizeBytes, billed: wouldCreate && !isCopy, stage: wouldCreate && isCopy ? "copy" : stage };
}

const view: View<PlannedRow> = {
  record: ({ error, ...row }) => ({ ...row, ...(error && { error: errorJson(error) }) }),
  fields: ({ error, ...row }) => ({ ...row, error: error ? messageOf(error) : "" }),
  columns: [
    { title: "File", keep: "end" },
    { title: "Size", align: "right", isWhole: true },
    { title: "Billed", isWhole: true },
  ],
  cells: ({ file, sizeBytes, billed, stage }) => [file, sizeText(sizeBytes), billedCell({ billed, stage })],
};

function billedCell({ billed, stage }: Pick<PlannedRow, "billed" | "stage">): string {
  if (!billed) return `no, ${stage}`;
  return isKnown({ stage }) ? "yes, again" : "yes";
}
