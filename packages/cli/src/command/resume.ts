/** `call-analysis resume`: goes on with a run, and settles creations of which nobody knows the end. */
import { stat } from "node:fs/promises";
import { type CallAnalysis, NotFoundError } from "@call-analysis/sdk";
import type { FileJournal, JournalEntry, JournalState } from "@call-analysis/sdk/node";
import { agreedCalls } from "../batch/billing.js";
import { type CommandRun, type JournalPlace, journalPlace, presenceOf, withJournal } from "../batch/command-journal.js";
import { digestIn, type Identities, isKnown } from "../batch/identities.js";
import type { OutcomeRow } from "../batch/outcome-row.js";
import { outcomeWriter } from "../batch/outcome-writer.js";
import { nameOf } from "../batch/recordings.js";
import { runBatch } from "../batch/run-batch.js";
import { inputOf, type RunInput } from "../batch/run-input.js";
import { otherRecordingOf } from "../batch/run-journal.js";
import type { Run, RunRecording } from "../batch/runs.js";
import type { Context } from "../context.js";
import { UsageError } from "../errors.js";
import { type ExitCode, exitCodes } from "../exit-codes.js";
import type { SettleDecision } from "../flag-values.js";
import type { FormatFlags, RowWriter } from "../output/data.js";
import { messageOf } from "../output/error-text.js";
import { Reporter } from "../output/reporter.js";
import { countText } from "../output/text-width.js";
import { type ConnectionFlags, connect } from "../settings/connection.js";

/** The flags of `resume`. */
export interface ResumeFlags extends ConnectionFlags, FormatFlags {
  run?: number;
  settle?: SettleDecision[];
  concurrency?: number;
  yes?: boolean;
}

/** What tells which key of a recording is meant. */
interface DecisionDependencies {
  identities: Identities;
  run: Run | undefined;
}

/** Goes on with the recordings of one run. Uncertain creations stay as they are until they are settled. */
export async function resume(named: string | undefined, flags: ResumeFlags, context: Context): Promise<ExitCode> {
  const { client, baseUrl } = connect(flags, context);
  const place = journalPlace(named, { baseUrl, context });
  if (presenceOf(place.path) === "none") throw noJournal(place);
  return withJournal({ client, place, reporter: new Reporter(context, flags), flags, context }, goOn);
}

async function goOn(open: CommandRun<ResumeFlags>): Promise<ExitCode> {
  const { journal, runs, reporter, flags, context } = open;
  const run = runs.find(flags.run);
  if (!run && flags.run !== undefined) throw noRun(flags.run, runs.recent());
  const earlier = runs.recent().filter(({ id }) => id !== run?.id);
  if (run && flags.run === undefined && earlier.length > 0)
    reporter.say(`Going on with run ${run.id}. Earlier ones, for --run: ${listText(earlier)}.`);
  const recordings = run ? runs.recordingsOf(run) : [];
  const decisions = await decisionsOf(recordings, { ...open, run });
  const inputs: RunInput[] = [];
  if (run) for (const recording of recordings) inputs.push(await resumedInput(recording, { ...open, run, decisions }));
  const recreated = [...decisions.values()].filter(isToRecreate).length;
  const agreed = await agreedCalls(inputs, { ...open, yes: flags.yes, run, recreated });
  for (const [key, decision] of decisions) await settle(key, { ...decision, journal });
  const rows = outcomeWriter(flags, context);
  if (!run) return listEntries(await journal.entries(), { rows, reporter });
  return runBatch({ ...open, run, inputs, agreed, rows });
}

/** @throws {UsageError} that names the recording */
async function settle(key: string, { name, decision, journal }: Decision & { journal: FileJournal }): Promise<void> {
  await journal.settle(key, decision).catch((cause: Error) => {
    throw new UsageError(`--settle: ${name}: ${messageOf(cause)}`, { cause });
  });
}

/** What a recording of a run is continued with. */
interface ResumeDependencies extends CommandRun<ResumeFlags> {
  run: Run;
  decisions: ReadonlyMap<string, Decision>;
}

/** The input of a run that goes on. A call that exists is waited for, whatever became of the file. */
async function resumedInput(
  { path, key: noted }: RunRecording,
  { identities, run, decisions, context: { cwd } }: ResumeDependencies,
): Promise<RunInput> {
  const input = inputOf({ path, name: nameOf(path, cwd) }, run.fields);
  const found = await stat(path).catch(() => undefined);
  const isThere = found?.isFile() ?? false;
  if (noted === undefined) return isThere ? input : { ...input, identity: goneError(input) };
  const latest = await identities.keyOf(digestIn(noted), run);
  const decision = decisions.get(latest);
  const key = decision?.counts ?? latest;
  const isDecided = decision !== undefined && isToRecreate(decision);
  const known = { ...input, key: noted, ...(isDecided && { decided: key }) };
  const state = await identities.find(key);
  if (isThere && (isDecided || !isKnown(state))) return known;
  // Its call or its upload is there, so the file is not needed any more.
  return { ...known, identity: state ? { key } : goneError(input) };
}

function goneError({ name }: RunInput): UsageError {
  return new UsageError(`${name} is gone, and its call is not created. Put it back, or run analyze with it again.`);
}

function noJournal({ named, baseUrl }: JournalPlace): UsageError {
  if (named === undefined)
    return new UsageError(`No journal of ${baseUrl} exists yet: run call-analysis analyze first.`);
  return new UsageError(`${named}: there is no such journal.`, { hint: "analyze says where its journal is." });
}

function noRun(id: number, known: readonly Run[]): UsageError {
  return new UsageError(`--run: there is no run ${id} in this journal.`, {
    hint: known.length > 0 ? `The last ones are: ${listText(known)}.` : undefined,
  });
}

function listText(runs: readonly Run[]): string {
  const textOf = ({ id, startedAt, isAgain }: Run) =>
    `${id} (${startedAt.toISOString().slice(0, 16)}${isAgain ? ", --again" : ""})`;
  return runs.map(textOf).join(", ");
}

/** What is decided about a key of the journal. */
interface Decision {
  /** The recording, for messages. */
  name: string;
  decision: SettleDecision["decision"] | { skip: true };
  /** The key whose call counts instead. */
  counts?: string;
}

function isToRecreate({ decision }: Decision): boolean {
  return "recreate" in decision;
}

/** The decisions by their keys. Every one is checked before the first is written. */
async function decisionsOf(
  recordings: readonly RunRecording[],
  { journal, client, identities, run, flags: { settle = [] }, context }: CommandRun<ResumeFlags> & DecisionDependencies,
): Promise<Map<string, Decision>> {
  const entries = settle.length === 0 ? [] : await journal.entries();
  const decisions = new Map<string, Decision>();
  for (const { key: text, decision } of settle) {
    const digest = digestOf(text, { recordings, entries });
    const path = recordings.find(({ key }) => key !== undefined && digestIn(key) === digest)?.path;
    const name = path === undefined ? digest : nameOf(path, context.cwd);
    const isWhole = entries.some(({ key }) => key === text);
    const key = isWhole ? text : await keyToDecide(digest, { entries, identities, run });
    if (decisions.has(key)) throw new UsageError(`--settle: ${name} is decided twice. Nothing was changed.`);
    const earlier = earlierOf(decision, { key, entries });
    if ("callId" in decision && !earlier) await checkCall(decision.callId, { client, state: await journal.find(key) });
    decisions.set(key, earlier ? { name, decision: { skip: true }, counts: earlier.key } : { name, decision });
  }
  return decisions;
}

/** Of the recording's other creations, the one of this call: then there is no newer call, and that one counts. */
function earlierOf(
  decision: SettleDecision["decision"],
  { key, entries }: { key: string; entries: readonly JournalEntry[] },
): JournalEntry | undefined {
  const callId = "callId" in decision ? decision.callId : "";
  const others = entries.filter((entry) => entry.key !== key && digestIn(entry.key) === digestIn(key));
  return others.find((entry) => entry.callId === callId);
}

/** The recording that was meant, by the beginning of its keys. Those of the run come first. */
function digestOf(
  text: string,
  { recordings, entries }: { recordings: readonly RunRecording[]; entries: readonly JournalEntry[] },
): string {
  const ofRun = new Set(recordings.map(({ key = "" }) => digestIn(key)));
  const matches = new Set(entries.flatMap(({ key }) => (key.startsWith(text) ? digestIn(key) : [])));
  const own = [...matches].filter((digest) => ofRun.has(digest));
  const [found, ...others] = own.length > 0 ? own : matches;
  if (found === undefined) throw new UsageError(`--settle: ${text} is not a key of this journal.`);
  if (others.length > 0) throw new UsageError(`--settle: ${text} is the beginning of several keys.`);
  return found;
}

/** That of the call which counts, unless nothing is left to decide about it: then an earlier one that is uncertain. */
async function keyToDecide(
  digest: string,
  { entries, identities, run }: DecisionDependencies & { entries: readonly JournalEntry[] },
): Promise<string> {
  const key = await identities.keyOf(digest, run);
  const ofRecording = entries.filter((entry) => digestIn(entry.key) === digest);
  const isOpen = ofRecording.some((entry) => entry.key === key && !isOver(entry.stage));
  return isOpen ? key : (ofRecording.findLast(({ uncertain }) => uncertain)?.key ?? key);
}

/** @throws {UsageError} for a call that the service does not have, or that is of another recording */
async function checkCall(
  callId: string,
  { client, state }: { client: CallAnalysis; state: JournalState | undefined },
): Promise<void> {
  const call = await client.calls.getAnalysis(callId).catch((cause: unknown) => {
    if (!NotFoundError.is(cause)) throw cause;
    throw new UsageError(`--settle: the service has no call ${callId}. Nothing was changed.`, { cause });
  });
  const audioUrl = state && "audio_url" in state ? state.audio_url : undefined;
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
    `This journal has ${countText(entries.length, "input")}, and no run of it is known: go on with the program or the command that made it.`,
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
