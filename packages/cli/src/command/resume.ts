/** `call-analysis resume`: goes on with the runs of a journal, and settles creations of which nobody knows the end. */
import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { type CallAnalysis, NotFoundError } from "@call-analysis/sdk";
import { type FileJournal, fileJournal, type JournalEntry } from "@call-analysis/sdk/node";
import { InputRecord, type RecordedInput } from "../batch/input-record.js";
import type { OutcomeRow } from "../batch/outcome-row.js";
import { nameOf } from "../batch/recordings.js";
import { type RunInput, runBatch } from "../batch/run-batch.js";
import type { Context } from "../context.js";
import { UsageError } from "../errors.js";
import { type ExitCode, exitCodes } from "../exit-codes.js";
import type { SettleDecision } from "../flag-values.js";
import { nearestName } from "../nearest-name.js";
import type { FormatFlags, RowWriter } from "../output/data.js";
import { createReporter } from "../output/reporter.js";
import { type ConnectionFlags, connect } from "../settings/connection.js";
import { inputOf, rowsOf } from "./analyze.js";

/** The flags of `resume`. */
export interface ResumeFlags extends ConnectionFlags, FormatFlags {
  settle?: SettleDecision[];
  concurrency?: number;
}

/** Goes on with every recording of a journal. Uncertain creations stay as they are until they are settled. */
export async function resume(path: string, flags: ResumeFlags, context: Context): Promise<ExitCode> {
  const journalPath = resolve(context.cwd, path);
  if (!existsSync(journalPath)) throw await noJournal(path, context);
  const reporter = createReporter(context, { isJson: flags.json });
  const journal = fileJournal(journalPath);
  const entries = await journal.entries();
  const record = await InputRecord.of(journalPath, context.cwd);
  const rows = await rowsOf(flags, context);
  if (record.inputs.length === 0 && !flags.settle) {
    reporter.say("No record of recordings is beside this journal: run the program that made it to go on.");
    return listEntries(entries, rows);
  }
  const { client } = await connect(flags, context);
  await settle(flags.settle ?? [], { journal, entries, client });
  if (record.inputs.length === 0) return listEntries(await journal.entries(), rows);
  const inputs = await Promise.all(record.inputs.map((input) => resumedInput(input, context)));
  const { concurrency } = flags;
  const options = { client, journal, journalPath: path, record, reporter, context, concurrency, rows };
  const afterwards = async (keys: ReadonlySet<string>) =>
    (await journal.entries()).filter(({ key }) => !keys.has(key)).map(entryRow);
  return runBatch({ ...options, inputs, total: inputs.length, afterwards });
}

async function noJournal(path: string, { cwd }: Context): Promise<UsageError> {
  const { readdir } = await import("node:fs/promises");
  const folder = resolve(cwd, path, "..");
  const nearest = nearestName(basename(path), await readdir(folder).catch(() => []));
  return new UsageError(`${path}: there is no such journal.`, {
    hint: nearest ? `Did you mean ${nameOf(resolve(folder, nearest), cwd)}?` : "analyze says where its journal is.",
  });
}

interface SettleOptions {
  journal: FileJournal;
  entries: readonly JournalEntry[];
  client: CallAnalysis;
}

/** Checks every decision before it writes the first. */
async function settle(
  decisions: readonly SettleDecision[],
  { journal, entries, client }: SettleOptions,
): Promise<void> {
  const settled = decisions.map(({ key, decision }) => ({ key: keyOf(key, entries), decision }));
  for (const { decision } of settled) if ("callId" in decision) await checkCall(client, decision.callId);
  for (const { key, decision } of settled) await journal.settle(key, decision);
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

/** A recording that is gone is not needed any more when its upload is done: then its key suffices. */
async function resumedInput(recorded: RecordedInput, { cwd }: Context): Promise<RunInput> {
  const { path, fields, key } = recorded;
  const name = nameOf(path.startsWith("- ") ? resolve(cwd, path.slice(2)) : path, cwd);
  const isThere = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
  if (isThere) return inputOf({ path, name }, fields);
  const open = () => {
    throw new UsageError(`${name} is gone, and its call is not created. Put it back, or run analyze with it again.`);
  };
  return {
    input: {
      file: { open, sizeBytes: 1 },
      filename: basename(name),
      contentType: "audio/wav",
      ...fields,
      ...(key !== undefined && { key }),
    },
    recorded,
    name,
  };
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
