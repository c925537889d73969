/** `call-analysis analyze`: from files, folders and globs to scorecards, with a journal that survives everything. */
import { recordingEndings } from "@call-analysis/sdk/node";
import { agreedCalls } from "../batch/billing.js";
import { type CommandRun, journalPlace, withJournal } from "../batch/command-journal.js";
import { checkFields } from "../batch/field-checks.js";
import { outcomeWriter } from "../batch/outcome-writer.js";
import { endingsText, type Found, findRecordings, leftOutText, nameOf } from "../batch/recordings.js";
import { runBatch } from "../batch/run-batch.js";
import { inputOf, type RunInput } from "../batch/run-input.js";
import type { CallFields } from "../batch/runs.js";
import type { Context } from "../context.js";
import { UsageError } from "../errors.js";
import { type ExitCode, exitCodes } from "../exit-codes.js";
import type { FormatFlags } from "../output/data.js";
import { Reporter } from "../output/reporter.js";
import { type ConnectionFlags, connect } from "../settings/connection.js";

/** The flags of `analyze`. */
export interface AnalyzeFlags extends ConnectionFlags, FormatFlags {
  member: string;
  category: string;
  udf?: Record<string, string>;
  date?: string;
  concurrency?: number;
  journal?: string;
  again?: boolean;
  dryRun?: boolean;
  yes?: boolean;
}

/** Analyses recordings. Whatever interrupts it, the same command, or `resume`, goes on where it stopped. */
export async function analyze(parameters: readonly string[], flags: AnalyzeFlags, context: Context): Promise<ExitCode> {
  const { recordings, leftOut, unseen } = await find(parameters, context);
  const { client, baseUrl } = connect(flags, context);
  const reporter = new Reporter(context, flags);
  const place = journalPlace(flags.journal, { baseUrl, context });
  const whatIsLeftOut = leftOutText(leftOut);
  if (whatIsLeftOut) reporter.say(whatIsLeftOut, { leftOut, endings: recordingEndings });
  for (const { path, why } of unseen) reporter.say(`${nameOf(path, context.cwd)}: ${why}`, { file: path });
  const fields = fieldsOf(flags);
  const inputs = recordings.map((recording) => inputOf(recording, fields));
  if (flags.dryRun) {
    const { dryRun } = await import("./dry-run.js");
    return dryRun(inputs, { place, reporter, context, flags });
  }
  const start = (open: CommandRun<AnalyzeFlags>) => startRun(inputs, { ...open, fields });
  const exitCode = await withJournal({ client, place, reporter, flags, context }, start);
  // What cannot be seen is not done.
  return exitCode === exitCodes.ok && unseen.length > 0 ? exitCodes.failed : exitCode;
}

/** @throws {UsageError} when there is no recording, before anything is sent */
async function find(parameters: readonly string[], context: Context): Promise<Found> {
  if (parameters.length === 0) {
    throw new UsageError("There is nothing to analyse: pass files, folders or globs.", {
      hint: "Such as: call-analysis analyze recordings/ --member ID --category ID",
    });
  }
  const found = await findRecordings(parameters, context);
  if (found.recordings.length + found.unseen.length > 0) return found;
  throw new UsageError(`${parameters.join(", ")}: there is no recording in it.`, {
    hint: leftOutText(found.leftOut) ?? endingsText,
  });
}

function fieldsOf({ member: memberId, category: categoryId, udf: udfs, date }: AnalyzeFlags): CallFields {
  return { memberId, categoryId, ...(udfs && { udfs }), ...(date !== undefined && { date }) };
}

/** Only a run that was agreed to is recorded. */
async function startRun(
  inputs: readonly RunInput[],
  open: CommandRun<AnalyzeFlags> & { fields: CallFields },
): Promise<ExitCode> {
  const { client, fields, runs, reporter, place, flags, context } = open;
  const { yes, again: isAgain = false } = flags;
  const agreed = await agreedCalls(inputs, { ...open, yes, isAgain });
  await checkFields(client, fields);
  const rows = outcomeWriter(flags, context);
  const run = runs.begin({ fields, isAgain, paths: inputs.map(({ path }) => path) });
  reporter.say(`Journal: ${place.shown}`, { journal: place.shown, run: run.id });
  return runBatch({ ...open, run, inputs, agreed, rows });
}
