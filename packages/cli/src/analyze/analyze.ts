/** `call-analysis analyze`: from files, folders, globs and manifests to scorecards, each recording once, whatever interrupts it. */
import { recordingEndings } from "@call-analysis/sdk/node";
import { type ConnectionFlags, connect } from "../connection.js";
import type { Context } from "../context.js";
import { type ExitCode, exitCodes, usageError } from "../errors.js";
import type { FormatFlags } from "../output/data.js";
import { Reporter } from "../output/reporter.js";
import { commandText } from "../output/shell-command.js";
import { countText } from "../output/text-width.js";
import { ServiceNames } from "./call-fields.js";
import { journalFlags, journalPlace, makeJournalFolder } from "./command-journal.js";
import { readManifest } from "./manifest.js";
import { outcomeWriter } from "./outcome-writer.js";
import { agree, isBilled, planOf } from "./plan.js";
import { callFields, type RecordingInput } from "./recording-input.js";
import { endingsText, type Found, findRecordings } from "./recordings.js";
import { runBatch } from "./run-batch.js";

/** The flags of `analyze`. */
export interface AnalyzeFlags extends ConnectionFlags, FormatFlags {
  member?: string;
  category?: string;
  udf?: Record<string, string>;
  date?: string;
  pass?: string;
  manifest?: string;
  concurrency?: number;
  journal?: string;
  maxCalls?: number;
  dryRun?: boolean;
  yes?: boolean;
}

/** Analyses recordings. Whatever interrupts it, the same command goes on where it stopped. */
export async function analyze(parameters: readonly string[], flags: AnalyzeFlags, context: Context): Promise<ExitCode> {
  const found = await find(parameters, flags, context);
  const { client, baseUrl } = connect(flags, context);
  const reporter = new Reporter(context, flags);
  const place = journalPlace(flags.journal, { baseUrl, context });
  tellLeft(found, reporter);
  const inputs = await inputsOf(found, { flags, names: new ServiceNames(client), context });
  const plan = await planOf(inputs, place);
  if (flags.dryRun) {
    const { dryRun } = await import("./dry-run.js");
    return dryRun(plan, { reporter, context, flags });
  }
  await agree(plan.filter(isBilled).length, { ...flags, context });
  await makeJournalFolder(place);
  reporter.say(`Journal: ${place.shown}`, { journal: place.shown });
  const exitCode = await runBatch(plan, {
    ...{ client, place, reporter, context },
    concurrency: flags.concurrency,
    rows: outcomeWriter(flags, context),
    advice: {
      again: commandText(context.parameters ?? []),
      uncertainCommand: commandText(["uncertain", ...journalFlags(place)]),
      journalPath: place.shown,
      left: found.fresh.length,
    },
  });
  // What cannot be seen is not done.
  return exitCode === exitCodes.ok && found.unseen.length > 0 ? exitCodes.failed : exitCode;
}

/** @throws {CommandError} when there is no recording, before anything is sent */
async function find(parameters: readonly string[], { manifest }: AnalyzeFlags, context: Context): Promise<Found> {
  if (manifest !== undefined && parameters.length > 0)
    throw usageError("--manifest names the files: leave the others out.");
  if (manifest === undefined && parameters.length === 0)
    throw usageError("There is nothing to analyse: pass files, folders or globs, or --manifest FILE.csv.", {
      hint: "Such as: call-analysis analyze recordings/ --member ID --category ID",
    });
  const found = await findRecordings(parameters, context);
  const { recordings, fresh, unseen, leftOut } = found;
  if (manifest !== undefined || recordings.length + fresh.length + unseen.length > 0) return found;
  const left = leftOut.length > 0 ? `Left out for their endings: ${leftOut.join(", ")}. ` : "";
  throw usageError(`${parameters.join(", ")}: there is no recording in it.`, { hint: left + endingsText });
}

function tellLeft({ leftOut, fresh, unseen }: Found, reporter: Reporter): void {
  const count = countText(leftOut.length, "file");
  if (leftOut.length > 0)
    reporter.say(`${count} left out: no recording by the name. ${endingsText}`, { leftOut, endings: recordingEndings });
  const left = `Left for the next run, because they changed in the last ten seconds: ${fresh.join(", ")}`;
  if (fresh.length > 0) reporter.say(left, { left: fresh });
  for (const text of unseen) reporter.say(text);
}

async function inputsOf(
  { recordings }: Found,
  { flags, names, context: { cwd } }: { flags: AnalyzeFlags; names: ServiceNames; context: Context },
): Promise<RecordingInput[]> {
  const { member, category, udf, date, pass, manifest } = flags;
  if (manifest !== undefined) return readManifest(manifest, { cwd, defaults: flags, names });
  if (!member || !category) {
    const missing = [...(member ? [] : ["--member <id or e-mail>"]), ...(category ? [] : ["--category <id>"])];
    throw usageError(`${missing.join(" and ")}: missing.`, { hint: "See call-analysis analyze --help" });
  }
  const categoryId = await names.categoryId(category, "--category");
  const fields = callFields({ categoryId, memberId: await names.memberId(member, "--member"), udf, date });
  return recordings.map((recording) => ({ ...recording, fields, pass }));
}
