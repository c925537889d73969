/** `call-analysis resume`: goes on with a run, and settles creations of which nobody knows the end. */
import { stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { type CallAnalysis, NotFoundError } from "@call-analysis/sdk";
import type { JournalEntry } from "@call-analysis/sdk/node";
import { askBeforeBilling, mostWithoutAsking } from "../batch/billing.js";
import { type CommandJournal, type JournalChoice, journalPathOf, presenceOf, withJournal } from "../batch/command-journal.js";
import { digestIn, Identities, isUnknown } from "../batch/identities.js";
import type { OutcomeRow } from "../batch/outcome-row.js";
import { outcomeWriter } from "../batch/outcome-writer.js";
import { nameOf } from "../batch/recordings.js";
import { agreedTo, resumeCommand, runBatch } from "../batch/run-batch.js";
import { inputOf, type RunInput } from "../batch/run-input.js";
import { otherRecordingOf } from "../batch/run-journal.js";
import type { Run, RunRecording } from "../batch/runs.js";
import type { Context } from "../context.js";
import { UsageError } from "../errors.js";
import { type ExitCode, exitCodes } from "../exit-codes.js";
import type { SettleDecision } from "../flag-values.js";
import type { FormatFlags, RowWriter } from "../output/data.js";
import { createReporter, type Reporter } from "../output/reporter.js";
import { countText } from "../output/text-width.js";
import { type ConnectionFlags, connect } from "../settings/connection.js";

/** The flags of `resume`. */
export interface ResumeFlags extends ConnectionFlags, FormatFlags {
  run?: number;
  settle?: SettleDecision[];
  concurrency?: number;
  yes?: boolean;
}

interface Dependencies extends CommandJournal {
  client: CallAnalysis;
  journalPath: string;
  reporter: Reporter;
  flags: ResumeFlags & { named: string | undefined };
  context: Context;
}

/** Goes on with the recordings of one run. Uncertain creations stay as they are until they are settled. */
export async function resume(named: string | undefined, flags: ResumeFlags, context: Context): Promise<ExitCode> {
  const { client, baseUrl } = await connect(flags, context);
  const choice = { named, baseUrl };
  const journalPath = journalPathOf(choice, context);
  if (presenceOf(resolve(context.cwd, journalPath)) === "none") throw noJournal(choice);
  const reporter = createReporter(context, { isJson: flags.json });
  const dependencies = { client, journalPath, reporter, flags: { ...flags, named }, context };
  return withJournal(choice, { context, work: (open) => goOn({ ...dependencies, ...open }) });
}

async function goOn(dependencies: Dependencies): Promise<ExitCode> {
  const { journal, runs, reporter, flags, context } = dependencies;
  const run = runs.find(flags.run);
  if (!run && flags.run !== undefined) throw noRun(flags.run, runs.recent());
  const recordings = run ? runs.recordingsOf(run) : [];
  const decided = await decisionsOf(recordings, dependencies);
  const recreated = new Set(decided.flatMap(({ key, decision }) => ("recreate" in decision ? [key] : [])));
  const identities = new Identities({ journal, runs });
  const inputs: RunInput[] = [];
  for (const recording of run ? recordings : [])
    inputs.push(await resumedInput(recording, { identities, run: run as Run, cwd: context.cwd, recreated }));
  const isFew = inputs.length + recreated.size <= mostWithoutAsking;
  const agreed = flags.yes || isFew ? inputs.length : (await identities.count(inputs, run)).unknown + recreated.size;
  await askBeforeBilling(agreed, { yes: flags.yes || isFew, context });
  for (const { key, decision } of decided) await journal.settle(key, decision);
  const rows = await outcomeWriter(flags, context);
  if (!run) return listEntries(await journal.entries(), { rows, reporter });
  const { concurrency, yes } = flags;
  const base = { ...dependencies, run, resume: resumeCommand(run, flags), identities, concurrency, rows };
  return runBatch({ ...base, inputs, total: inputs.length, agreed: agreedTo(agreed, yes) });
}

/** What a recording of a run is continued with. */
interface ResumeDependencies {
  identities: Identities;
  run: Run;
  cwd: string;
  /** The keys whose calls a person has decided to create again. */
  recreated: ReadonlySet<string>;
}

/** The input of a run that goes on. A call that exists is waited for, whatever became of the file. */
async function resumedInput(
  { path, key: noted }: RunRecording,
  { identities, run, cwd, recreated }: ResumeDependencies,
): Promise<RunInput> {
  const isFile = !path.startsWith("- ");
  const name = isFile ? nameOf(path, cwd) : basename(path.slice(2));
  const input = { ...inputOf({ path: isFile ? path : resolve(cwd, path.slice(2)), name }, run.fields), path };
  const isThere = isFile && (await isRegularFile(path));
  if (noted === undefined) return isThere ? input : { ...input, identity: goneError(name) };
  const key = await identities.keyOf(digestIn(noted), run);
  const isDecided = recreated.has(key);
  const known = { ...input, key: noted, ...(isDecided && { decided: key }) };
  const state = await identities.find(key);
  if (isThere && (isDecided || isUnknown(state))) return known;
  // Its call or its upload is there, so the file is not needed any more.
  return { ...known, identity: state ? { key, checkSame: () => {} } : goneError(name) };
}

function goneError(name: string): UsageError {
  return new UsageError(`${name} is gone, and its call is not created. Put it back, or run analyze with it again.`);
}

async function isRegularFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

function noJournal({ named, baseUrl }: JournalChoice): UsageError {
  if (named === undefined)
    return new UsageError(`No journal of ${baseUrl} exists yet: run call-analysis analyze first.`);
  return new UsageError(`${named}: there is no such journal.`, { hint: "analyze says where its journal is." });
}

function noRun(id: number, known: readonly Run[]): UsageError {
  const list = known.map((run) => `${run.id} (${run.startedAt.toISOString().slice(0, 16)})`).join(", ");
  return new UsageError(`--run: there is no run ${id} in this journal.`, {
    hint: list && `The last ones are: ${list}.`,
  });
}

interface Decided {
  key: string;
  decision: SettleDecision["decision"];
}

/** Every decision is checked before the first is written. */
async function decisionsOf(
  recordings: readonly RunRecording[],
  { journal, client, flags: { settle = [] } }: Dependencies,
): Promise<Decided[]> {
  if (settle.length === 0) return [];
  const ofRun = recordings.flatMap(({ key }) => key ?? []);
  const ofAll = (await journal.entries()).map(({ key }) => key);
  const decided = settle.map(({ key, decision }) => ({ key: keyOf(key, { ofRun, ofAll }), decision }));
  const twice = decided.find(({ key }, index) => decided.slice(0, index).some((earlier) => earlier.key === key));
  if (twice) throw new UsageError(`--settle: ${twice.key} is decided twice. Nothing was changed.`);
  for (const { key, decision } of decided) {
    if (!("callId" in decision)) continue;
    const state = await journal.find(key);
    await checkCall(client, {
      callId: decision.callId,
      audioUrl: state && "audio_url" in state ? state.audio_url : undefined,
    });
  }
  return decided;
}

/** The key that was meant: a whole one, or the beginning of exactly one. Those of the run come first. */
function keyOf(text: string, { ofRun, ofAll }: { ofRun: readonly string[]; ofAll: readonly string[] }): string {
  if (ofAll.includes(text)) return text;
  const matchesOf = (keys: readonly string[]) => new Set(keys.filter((key) => key.startsWith(text)));
  const matches = matchesOf(ofRun).size > 0 ? matchesOf(ofRun) : matchesOf(ofAll);
  const [found] = matches;
  if (found !== undefined && matches.size === 1) return found;
  if (matches.size > 1) throw new UsageError(`--settle: ${text} is the beginning of several keys.`);
  throw new UsageError(`--settle: ${text} is not a key of this journal.`);
}

/** @throws {UsageError} for a call that the service does not have, or that is of another recording */
async function checkCall(
  client: CallAnalysis,
  { callId, audioUrl }: { callId: string; audioUrl: string | undefined },
): Promise<void> {
  const call = await client.calls.getAnalysis(callId).catch((cause: unknown) => {
    if (!NotFoundError.is(cause)) throw cause;
    throw new UsageError(`--settle: the service has no call ${callId}. Nothing was changed.`, { cause });
  });
  const other = otherRecordingOf(call, audioUrl);
  if (other === undefined) return;
  throw new UsageError(`--settle: ${callId} is the call of another recording, at ${other}. Nothing was changed.`, {
    hint: `The recording of this key was uploaded to ${audioUrl}`,
  });
}

/** A journal that another program has made has no runs. */
async function listEntries(
  entries: readonly JournalEntry[],
  { rows, reporter }: { rows: RowWriter<OutcomeRow>; reporter: Reporter },
): Promise<ExitCode> {
  reporter.say(
    `No command has made this journal, which has ${countText(entries.length, "input")}: run the program that did to go on.`,
  );
  for (const { key, stage, uncertain, callId } of entries)
    await rows.write({ ok: isOver(stage), uncertain, key, ...(callId !== undefined && { callId }) });
  await rows.end();
  if (entries.some(({ uncertain }) => uncertain)) return exitCodes.uncertain;
  return entries.every(({ stage }) => isOver(stage)) ? exitCodes.ok : exitCodes.failed;
}

function isOver(stage: JournalEntry["stage"]): boolean {
  return stage === "completed" || stage === "skipped";
}
