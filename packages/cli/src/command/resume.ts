/** `call-analysis resume`: goes on with the runs of a journal, and settles creations of which nobody knows the end. */
import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import { type CallAnalysis, NotFoundError } from "@call-analysis/sdk";
import { type FileJournal, fileJournal, type JournalEntry } from "@call-analysis/sdk/node";
import { askBeforeBilling } from "../batch/consent.js";
import { whileHeld } from "../batch/held-journal.js";
import { InputRecord } from "../batch/input-record.js";
import { type OutcomeRow, outcomeView } from "../batch/outcome-row.js";
import { nameOf } from "../batch/recordings.js";
import { planResume, type ResumePlan } from "../batch/resumed-inputs.js";
import { runBatch } from "../batch/run-batch.js";
import type { Context } from "../context.js";
import { UsageError } from "../errors.js";
import { type ExitCode, exitCodes } from "../exit-codes.js";
import type { SettleDecision } from "../flag-values.js";
import { nearestName } from "../nearest-name.js";
import { batchWriter, type FormatFlags, type RowWriter } from "../output/data.js";
import { createReporter, type Reporter } from "../output/reporter.js";
import { countText } from "../output/text-width.js";
import { type ConnectionFlags, connect } from "../settings/connection.js";

/** The flags of `resume`. */
export interface ResumeFlags extends ConnectionFlags, FormatFlags {
  settle?: SettleDecision[];
  concurrency?: number;
  yes?: boolean;
}

/** Goes on with the recordings of a journal. Uncertain creations stay as they are until they are settled. */
export async function resume(path: string, flags: ResumeFlags, context: Context): Promise<ExitCode> {
  const journalPath = resolve(context.cwd, path);
  if (!existsSync(journalPath)) throw await noJournal(path, context);
  const reporter = createReporter(context, { isJson: flags.json });
  const journal = fileJournal(journalPath);
  const { inputs } = await InputRecord.of(journalPath, context.cwd);
  if (inputs.length === 0 && !flags.settle) {
    reporter.say("No record of recordings is beside this journal: run the program that made it to go on.");
    return listEntries(await journal.entries(), await batchWriter(outcomeView, { flags, context }));
  }
  const { client, baseUrl } = await connect(flags, context);
  const dependencies = { client, journal, journalPath: path, reporter, flags, context };
  return whileHeld(journal, { baseUrl, work: () => goOn(dependencies) });
}

interface Dependencies {
  client: CallAnalysis;
  journal: FileJournal;
  journalPath: string;
  reporter: Reporter;
  flags: ResumeFlags;
  context: Context;
}

async function goOn(dependencies: Dependencies): Promise<ExitCode> {
  const { client, journal, journalPath, reporter, flags, context } = dependencies;
  const decided = await decisionsOf(flags.settle ?? [], { entries: await journal.entries(), client });
  const record = await InputRecord.of(journalPath, context.cwd);
  const recreated = new Set(decided.flatMap(({ key, decision }) => ("recreate" in decision ? [key] : [])));
  if (record.inputs.length > 0) reporter.say(`Reading ${countText(record.inputs.length, "recording")}.`);
  const plan = await planResume({ journal, record, cwd: context.cwd, recreated });
  await askBeforeBilling(plan.newCalls, { yes: flags.yes ?? false, context });
  for (const { key, decision } of decided) await journal.settle(key, decision);
  const rows = await batchWriter(outcomeView, { flags, context });
  if (record.inputs.length === 0) return listEntries(await journal.entries(), rows);
  tellReplaced(plan, reporter);
  const afterwards = async (keys: ReadonlySet<string>) =>
    (await journal.entries()).filter(({ key }) => !keys.has(key) && !plan.replacedKeys.has(key)).map(entryRow);
  const { inputs } = plan;
  const { concurrency } = flags;
  return runBatch({ ...dependencies, record, concurrency, rows, inputs, total: inputs.length, afterwards });
}

function tellReplaced({ replaced }: ResumePlan, reporter: Reporter): void {
  if (replaced === 0) return;
  reporter.say(
    `Left out: ${countText(replaced, "call")} that an earlier command asked for. A later command gave the same files other options.`,
  );
}

async function noJournal(path: string, { cwd }: Context): Promise<UsageError> {
  const { readdir } = await import("node:fs/promises");
  const folder = resolve(cwd, path, "..");
  const nearest = nearestName(basename(path), await readdir(folder).catch(() => []));
  return new UsageError(`${path}: there is no such journal.`, {
    hint: nearest ? `Did you mean ${nameOf(resolve(folder, nearest), cwd)}?` : "analyze says where its journal is.",
  });
}

interface Decided {
  key: string;
  decision: SettleDecision["decision"];
}

/** Every decision is checked before the first is written. */
async function decisionsOf(
  decisions: readonly SettleDecision[],
  { entries, client }: { entries: readonly JournalEntry[]; client: CallAnalysis },
): Promise<Decided[]> {
  const decided = decisions.map(({ key, decision }) => ({ key: keyOf(key, entries), decision }));
  for (const { decision } of decided) if ("callId" in decision) await checkCall(client, decision.callId);
  return decided;
}

/** The key that was meant: a whole one, or the beginning of exactly one. */
function keyOf(text: string, entries: readonly JournalEntry[]): string {
  const uncertain = entries.filter((entry) => entry.uncertain).map(({ key }) => key);
  const exact = entries.find(({ key }) => key === text)?.key;
  const matches = uncertain.filter((key) => key.startsWith(text));
  if (exact !== undefined && !uncertain.includes(exact)) {
    throw new UsageError(`--settle: nothing is uncertain about ${text}.`);
  }
  const [found, ...others] = exact === undefined ? matches : [exact];
  if (found !== undefined && others.length === 0) return found;
  const why = others.length > 0 ? "is the beginning of several keys" : "is no uncertain key of this journal";
  const nearest = nearestName(text, uncertain);
  throw new UsageError(`--settle: ${text} ${why}.`, {
    hint: nearest && others.length === 0 ? `Did you mean ${nearest}?` : undefined,
  });
}

/** @throws {UsageError} for a call that the service does not have */
async function checkCall(client: CallAnalysis, callId: string): Promise<void> {
  try {
    await client.calls.getAnalysis(callId);
  } catch (cause) {
    if (!NotFoundError.is(cause)) throw cause;
    throw new UsageError(`--settle: the service has no call ${callId}. Nothing was changed.`, { cause });
  }
}

async function listEntries(entries: readonly JournalEntry[], rows: RowWriter<OutcomeRow>): Promise<ExitCode> {
  for (const entry of entries) await rows.write(entryRow(entry));
  await rows.end();
  if (entries.some(({ uncertain }) => uncertain)) return exitCodes.uncertain;
  return entries.every(({ stage }) => stage === "completed" || stage === "skipped") ? exitCodes.ok : exitCodes.failed;
}

function entryRow({ key, stage, uncertain, callId }: JournalEntry): OutcomeRow {
  return { ok: stage === "completed" || stage === "skipped", uncertain, key, ...(callId !== undefined && { callId }) };
}
