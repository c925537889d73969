/** `call-analysis analyze`: from files, folders and globs to scorecards, with a journal that survives everything. */
import { basename, dirname, resolve } from "node:path";
import { type CallAnalysis, CallAnalysisError, NotFoundError } from "@call-analysis/sdk";
import { type FileJournal, fileJournal, spool } from "@call-analysis/sdk/node";
import { askBeforeBilling } from "../batch/consent.js";
import { commonFolder, defaultJournalPath, isInside, makeFolder } from "../batch/default-journal.js";
import { whileHeld } from "../batch/held-journal.js";
import { type CallFields, InputRecord, type RecordedInput } from "../batch/input-record.js";
import { outcomeView } from "../batch/outcome-row.js";
import { type Found, findRecordings, nameOf, type Recording, readPaths } from "../batch/recordings.js";
import { checkResultsFile, checkResultsFileIsOwn } from "../batch/results-file.js";
import { quoted, runBatch } from "../batch/run-batch.js";
import { inputOf, type RunInput } from "../batch/run-input.js";
import type { Context } from "../context.js";
import { UsageError } from "../errors.js";
import { type ExitCode, exitCodes, isAuthentication } from "../exit-codes.js";
import { nearestName } from "../nearest-name.js";
import { batchWriter, type FormatFlags } from "../output/data.js";
import { createReporter, type Reporter } from "../output/reporter.js";
import { countText } from "../output/text-width.js";
import { type ConnectionFlags, connect } from "../settings/connection.js";

/** The flags of `analyze`. */
export interface AnalyzeFlags extends ConnectionFlags, FormatFlags {
  member: string;
  category: string;
  udf?: Record<string, string>;
  date?: string;
  concurrency?: number;
  journal?: string;
  watch?: boolean;
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
  await checkResultsFile(flags, context);
  const { client, baseUrl } = await connect(flags, context);
  const reporter = createReporter(context, { isJson: flags.json });
  const journalPath = await journalPathOf(flags, { plan, baseUrl, context });
  const journal = fileJournal(resolve(context.cwd, journalPath));
  await checkResultsFileIsOwn(flags, { recordings: plan.found.recordings, journalPath, context });
  if (plan.found.leftOut > 0)
    reporter.say(`Left out: ${countText(plan.found.leftOut, "file")} without a recording's ending.`);
  for (const { path, why } of plan.found.unseen) reporter.say(`${nameOf(path, context.cwd)}: ${why}`, { file: path });
  if (flags.dryRun) {
    const { dryRun } = await import("./dry-run.js");
    return dryRun(
      plan.found.recordings.map((recording) => inputOf(recording, plan.fields)),
      { journal, journalPath, baseUrl, context, flags },
    );
  }
  const agreed = newInputs(plan, await InputRecord.of(journalPath, context.cwd)).length;
  await askBeforeBilling(agreed, { yes: flags.yes ?? false, context });
  await checkCategory(client, plan.fields.categoryId);
  const dependencies = { client, journal, journalPath, reporter, flags, context };
  const exitCode = await whileHeld(journal, { baseUrl, work: () => run(plan, dependencies) });
  // What cannot be seen is not done.
  return exitCode === exitCodes.ok && plan.found.unseen.length > 0 ? exitCodes.failed : exitCode;
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
  if (flags.watch && found.folders.length === 0) throw new UsageError("--watch needs a folder to watch.");
  if (found.recordings.length + found.unseen.length === 0 && !hasStdin && !flags.watch) {
    throw new UsageError(`${all.join(", ")}: there is no recording in it.`, {
      hint: "In a folder, recordings are known by their endings, such as .wav, .mp3 and .m4a.",
    });
  }
  const { member: memberId, category: categoryId, udf: udfs, date } = flags;
  const fields = { memberId, categoryId, ...(udfs && { udfs }), ...(date !== undefined && { date }) };
  return { found, hasStdin, fields };
}

async function journalPathOf(
  { journal, dryRun }: AnalyzeFlags,
  { plan, baseUrl, context }: { plan: Plan; baseUrl: string; context: Context },
): Promise<string> {
  if (journal !== undefined) return journal;
  const { recordings, folders } = plan.found;
  const files = recordings.map(({ path }) => path);
  const folder = files.length + folders.length === 0 ? context.cwd : commonFolder(files, folders);
  const path = defaultJournalPath({ baseUrl, folder }, context.env);
  if (!dryRun) await makeFolder(dirname(path));
  return path;
}

function newInputs({ found, fields }: Plan, record: InputRecord): Recording[] {
  return found.recordings.filter(({ path }) => !record.has({ path, fields }));
}

/** @throws {UsageError} when there is no such category, with the nearest one, before anything is uploaded */
async function checkCategory(client: CallAnalysis, categoryId: string): Promise<void> {
  try {
    await client.categories.get(categoryId);
  } catch (error) {
    if (isAuthentication(error) || (CallAnalysisError.is(error) && /^(connection|timeout)$/.test(error.code)))
      throw error;
    if (!NotFoundError.is(error)) return;
    const known = await client.categories.list().catch(() => []);
    const byName = known.find(({ name }) => name.toLowerCase() === categoryId.toLowerCase())?.id;
    const nearest =
      byName ??
      nearestName(
        categoryId,
        known.map(({ id }) => id),
      );
    const hint = nearest ? `Did you mean ${nearest}?` : "List them with: call-analysis categories list";
    throw new UsageError(`--category: there is no category "${categoryId}". Nothing was uploaded.`, {
      hint,
      cause: error,
    });
  }
}

interface RunDependencies {
  client: CallAnalysis;
  journal: FileJournal;
  journalPath: string;
  reporter: Reporter;
  flags: AnalyzeFlags;
  context: Context;
}

/** Only a run that holds the journal empties the file of the results, and records what it will create. */
async function run(plan: Plan, dependencies: RunDependencies): Promise<ExitCode> {
  const { reporter, journalPath, flags, context } = dependencies;
  const record = await InputRecord.of(journalPath, context.cwd);
  const { recordings, folders } = plan.found;
  const known = recordings.length - newInputs(plan, record).length;
  const inputs = recordings.map((recording) => inputOf(recording, plan.fields));
  if (plan.hasStdin) inputs.push(await stdinInput(plan.fields, { flags, context }));
  const rows = await batchWriter(outcomeView, { flags, context });
  await record.add(inputs.map(({ recorded }) => recorded));
  reporter.say(`Journal: ${journalPath}`, { journal: journalPath });
  if (known > 0) {
    reporter.say(
      `${countText(known, "recording")} of ${recordings.length} belong to an earlier run, which this one goes on with. To create new calls of them, pass another --journal.`,
    );
  }
  const base = { ...dependencies, record, concurrency: flags.concurrency, rows };
  if (!flags.watch) return runBatch({ ...base, inputs, total: inputs.length });
  reporter.say(`Watching ${folders.map((folder) => quoted(folder)).join(", ")}. Ctrl-C ends it.`);
  const watching = (signal: AbortSignal) => watchInputs(plan, { inputs, record, signal, ...dependencies });
  return runBatch({ ...base, total: 0, isOpen: true, inputs: watching });
}

interface WatchDependencies extends RunDependencies {
  inputs: readonly RunInput[];
  record: InputRecord;
  signal: AbortSignal;
}

async function* watchInputs(
  { found, fields }: Plan,
  { inputs, signal, record, reporter, context }: WatchDependencies,
): AsyncGenerator<RunInput, void, void> {
  const { watchedRecordings } = await import("../batch/watched-folders.js");
  const isBelow = (path: string) => found.folders.some((folder) => isInside(folder, path));
  yield* inputs.filter(({ recorded }) => !isBelow(recorded.path));
  const options = {
    cwd: context.cwd,
    stableMs: context.pauses?.stableFileMs,
    signal,
    taken: found.recordings.filter(({ path }) => !isBelow(path)).map(({ realPath }) => realPath),
    onChangedLate: (name: string) =>
      reporter.say(
        `${name} was changed after it had been taken. To have it analysed as it is now, give it another name.`,
      ),
  };
  for await (const recording of watchedRecordings(found.folders, options)) {
    const input = inputOf(recording, fields);
    await record.add([input.recorded]);
    yield input;
  }
}

/** A recording on stdin goes through a temporary file: the store wants to know its size. */
async function stdinInput(
  fields: CallFields,
  { flags, context }: { flags: AnalyzeFlags; context: Context },
): Promise<RunInput> {
  const filename = flags.filename === undefined ? undefined : basename(flags.filename);
  const file = await spool(context.stdin, { filename });
  const recorded: RecordedInput = { path: `- ${filename ?? "recording"}`, fields };
  return { input: { file, ...fields }, recorded, name: filename ?? "stdin" };
}
