/**
 * `call-analysis analyze`: turns files, folders, globs and manifests into scorecards, each recording once, even after
 * interruptions.
 */
import { recordingEndings } from "@call-analysis/sdk/node";
import type { Context } from "../context.js";
import { type ExitCode, exitCodes, usageError } from "../errors.js";
import type { Reporter } from "../output/reporter.js";
import { countText } from "../output/text-width.js";
import { openSession, type Session } from "../session.js";
import { journalPlace, makeJournalFolder } from "./command-journal.js";
import type { AnalyzeFlags } from "./flags.js";
import { readManifest } from "./manifest.js";
import { agree, isBilled, planOf } from "./plan.js";
import type { RecordingInput } from "./recording-input.js";
import { endingsText, type Found, findRecordings } from "./recordings.js";
import { runBatch } from "./run-batch.js";
import { idOf, readNames } from "./service-names.js";

/** Analyses recordings. After an interruption, the same command continues where it stopped. */
export async function analyze(parameters: readonly string[], flags: AnalyzeFlags, context: Context): Promise<ExitCode> {
  if ((flags.manifest === undefined) === (parameters.length === 0))
    throw usageError("Pass files, folders or globs, or use --manifest FILE.csv.", {
      hint: "Example: call-analysis analyze recordings/ --member ID --category ID",
    });
  const found = await findRecordings(parameters, context);
  const session = openSession(flags, context);
  const { reporter } = session;
  const place = journalPlace(session);
  const inputs = await inputsOf(found, session);
  tellLeft(found, reporter);
  if (inputs.length + found.fresh.length === 0) reporter.say(`${parameters.join(", ")}: no recordings found.`);
  const plan = await planOf(inputs, place);
  if (flags.dryRun) return (await import("./dry-run.js")).dryRun(plan, session);
  await agree(plan.filter(isBilled).length, session);
  await makeJournalFolder(place);
  const journal = place.named ?? place.path;
  reporter.say(`Journal: ${journal}`, { journal });
  const exitCode = await runBatch(plan, { session, place, left: found.fresh.length });
  // What cannot be seen is not done.
  return exitCode === exitCodes.ok && found.unseen.length > 0 ? exitCodes.failed : exitCode;
}

function tellLeft({ leftOut, fresh, unseen }: Found, reporter: Reporter): void {
  const count = countText(leftOut.length, "file");
  const skipped = `Skipped ${count} without an audio extension. ${endingsText}`;
  if (leftOut.length > 0) reporter.say(skipped, { leftOut, endings: recordingEndings });
  const left = `Files that changed in the last ten seconds are left for the next run: ${fresh.join(", ")}`;
  if (fresh.length > 0) reporter.say(left, { left: fresh });
  for (const text of unseen) reporter.say(text);
}

async function inputsOf({ recordings }: Found, session: Session<AnalyzeFlags>): Promise<RecordingInput[]> {
  const { client, flags } = session;
  const { member, category, udf, date, pass, manifest } = flags;
  if (manifest !== undefined) return readManifest(manifest, session);
  if (!member || !category) throw usageError("Pass --member <id or e-mail> and --category <id>.");
  const names = await readNames(client);
  const categoryId = idOf("category", category, { names, what: "--category" });
  const memberId = idOf("agent", member, { names, what: "--member" });
  return recordings.map((recording) => ({ ...recording, fields: { memberId, categoryId, udfs: udf, date }, pass }));
}
