/** `call-analysis analyze`: from files, folders, globs and manifests to scorecards, each recording once, whatever interrupts it. */
import { recordingEndings } from "@call-analysis/sdk/node";
import type { Context } from "../context.js";
import { type ExitCode, exitCodes, usageError } from "../errors.js";
import type { Reporter } from "../output/reporter.js";
import { commandText } from "../output/shell-command.js";
import { countText } from "../output/text-width.js";
import { openSession, type Session } from "../session.js";
import { journalFlags, journalPlace, makeJournalFolder } from "./command-journal.js";
import type { AnalyzeFlags } from "./flags.js";
import { readManifest } from "./manifest.js";
import { outcomeWriter } from "./outcome-writer.js";
import { agree, isBilled, planOf } from "./plan.js";
import { callFields, type RecordingInput } from "./recording-input.js";
import { endingsText, type Found, findRecordings } from "./recordings.js";
import { runBatch } from "./run-batch.js";
import { idOf, readNames } from "./service-names.js";

/** Analyses recordings. Whatever interrupts it, the same command goes on where it stopped. */
export async function analyze(parameters: readonly string[], flags: AnalyzeFlags, context: Context): Promise<ExitCode> {
  const found = await find(parameters, flags, context);
  const session = openSession(flags, context);
  const { reporter } = session;
  const place = journalPlace(session);
  tellLeft(found, reporter);
  const plan = await planOf(await inputsOf(found, session), place);
  if (flags.dryRun) return (await import("./dry-run.js")).dryRun(plan, session);
  await agree(plan.filter(isBilled).length, session);
  await makeJournalFolder(place);
  reporter.say(`Journal: ${place.shown}`, { journal: place.shown });
  const advice = {
    again: commandText(context.parameters ?? []),
    uncertainCommand: commandText(["uncertain", ...journalFlags(place)]),
    left: found.fresh.length,
  };
  const exitCode = await runBatch(plan, { session, place, rows: outcomeWriter(session), advice });
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

async function inputsOf({ recordings }: Found, session: Session<AnalyzeFlags>): Promise<RecordingInput[]> {
  const { client, flags } = session;
  const { member, category, udf, date, pass, manifest } = flags;
  if (manifest !== undefined) return readManifest(manifest, session);
  if (!member || !category) {
    const missing = [...(member ? [] : ["--member <id or e-mail>"]), ...(category ? [] : ["--category <id>"])];
    throw usageError(`${missing.join(" and ")}: missing.`, { hint: "See call-analysis analyze --help" });
  }
  const names = await readNames(client);
  const categoryId = idOf("category", category, { names, what: "--category" });
  const memberId = idOf("agent", member, { names, what: "--member" });
  const fields = callFields({ memberId, categoryId, udf, date });
  return recordings.map((recording) => ({ ...recording, fields, pass }));
}
