/** `call-analysis analyze`: from files, folders and globs to scorecards, with a journal that survives everything. */
import { basename } from "node:path";
import { recordingEndings, spool } from "@call-analysis/sdk/node";
import { agreedCalls } from "../batch/billing.js";
import { type CommandRun, journalPlace, withJournal } from "../batch/command-journal.js";
import { checkFields } from "../batch/field-checks.js";
import type { Unseen } from "../batch/folder-walk.js";
import { outcomeWriter } from "../batch/outcome-writer.js";
import { endingsText, type Found, findRecordings, leftOutText, nameOf, readPaths } from "../batch/recordings.js";
import { checkResultsFile } from "../batch/results-file.js";
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
  filesFrom?: string;
  filename?: string;
  out?: string;
  force?: boolean;
  dryRun?: boolean;
  yes?: boolean;
}

/** What one run is about, once the command line was read. */
interface Plan {
  found: Found;
  hasStdin: boolean;
  fields: CallFields;
}

/** Analyses recordings. Whatever interrupts it, the same command, or `resume`, goes on where it stopped. */
export async function analyze(parameters: readonly string[], flags: AnalyzeFlags, context: Context): Promise<ExitCode> {
  const plan = await planOf(parameters, flags, context);
  const { client, baseUrl } = await connect(flags, context);
  const reporter = new Reporter(context, flags);
  const place = journalPlace(flags.journal, { baseUrl, context });
  const { recordings, leftOut, unseen } = plan.found;
  await checkResultsFile(flags, { recordings, journalPath: place.path, cwd: context.cwd });
  const whatIsLeftOut = leftOutText(leftOut);
  if (whatIsLeftOut) reporter.say(whatIsLeftOut, { leftOut, endings: recordingEndings });
  for (const each of unseen) sayUnseen(each, { reporter, context });
  const inputs = recordings.map((recording) => inputOf(recording, plan.fields));
  if (flags.dryRun) {
    const { dryRun } = await import("./dry-run.js");
    return dryRun(inputs, { place, reporter, context, flags });
  }
  const exitCode = await withJournal({ client, place, reporter, flags, context }, (open) => start(plan, inputs, open));
  // What cannot be seen is not done.
  return exitCode === exitCodes.ok && unseen.length > 0 ? exitCodes.failed : exitCode;
}

async function planOf(parameters: readonly string[], flags: AnalyzeFlags, context: Context): Promise<Plan> {
  const hasStdin = parameters.includes("-");
  if (hasStdin && flags.filesFrom === "-")
    throw new UsageError("-: stdin cannot be a recording and the list of --files-from.");
  if (hasStdin && context.stdin.isTTY) throw new UsageError("-: stdin is a terminal, and no recording. Pipe one in.");
  if (hasStdin && flags.dryRun) throw new UsageError("-: a dry run does not read stdin. Leave one of the two out.");
  if (!hasStdin && flags.filename !== undefined)
    throw new UsageError("--filename is for a recording on stdin: pass - too.");
  const listed = flags.filesFrom === undefined ? [] : await readPaths(flags.filesFrom, context);
  const named = parameters.filter((parameter) => parameter !== "-");
  const all = [...named, ...listed];
  if (all.length === 0 && !hasStdin) {
    throw new UsageError("There is nothing to analyse: pass files, folders or globs.", {
      hint: "Such as: call-analysis analyze recordings/ --member ID --category ID",
    });
  }
  const found = await findRecordings({ named, listed }, context);
  if (found.recordings.length + found.unseen.length === 0 && !hasStdin) {
    throw new UsageError(`${all.join(", ")}: there is no recording in it.`, {
      hint: leftOutText(found.leftOut) ?? endingsText,
    });
  }
  const { member: memberId, category: categoryId, udf: udfs, date } = flags;
  const fields = { memberId, categoryId, ...(udfs && { udfs }), ...(date !== undefined && { date }) };
  return { found, hasStdin, fields };
}

/** Only a run that was agreed to is recorded, and empties the file of the results. */
async function start(plan: Plan, files: readonly RunInput[], open: CommandRun<AnalyzeFlags>): Promise<ExitCode> {
  const { client, runs, reporter, place, flags, context } = open;
  const { fields, hasStdin } = plan;
  const { yes, again: isAgain = false } = flags;
  const inputs = [...files, ...(hasStdin ? [await stdinInput(fields, { flags, context })] : [])];
  const agreed = await agreedCalls(inputs, { ...open, yes, isAgain });
  await checkFields(client, fields);
  const rows = await outcomeWriter(flags, context);
  const run = runs.begin({ fields, isAgain, paths: inputs.map(({ path }) => path) });
  reporter.say(`Journal: ${place.shown}`, { journal: place.shown, run: run.id });
  return runBatch({ ...open, run, inputs, agreed, rows });
}

function sayUnseen({ path, why }: Unseen, { reporter, context }: { reporter: Reporter; context: Context }): void {
  reporter.say(`${nameOf(path, context.cwd)}: ${why}`, { file: path });
}

/** A recording on stdin goes through a temporary file: the store wants to know its size. */
async function stdinInput(
  fields: CallFields,
  { flags, context }: { flags: AnalyzeFlags; context: Context },
): Promise<RunInput> {
  const filename = flags.filename === undefined ? undefined : basename(flags.filename);
  const file = await spool(context.stdin, { filename }).catch((error: unknown) => {
    // The rest would keep the command from its end.
    context.stdin.destroy();
    throw error;
  });
  return { input: { file, ...fields }, path: `- ${filename ?? "recording"}`, name: filename ?? "stdin" };
}
