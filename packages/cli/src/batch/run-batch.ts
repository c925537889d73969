/** Runs the recordings of a journal through the service, tells how it goes, writes each outcome, and says how to go on. */
import type { BatchInput, BatchOutcome, CallAnalysis } from "@call-analysis/sdk";
import type { FileJournal } from "@call-analysis/sdk/node";
import type { Context } from "../context.js";
import { OutputError, systemCodeOf } from "../errors.js";
import { type ExitCode, exitCodes, isAuthentication } from "../exit-codes.js";
import type { RowWriter } from "../output/data.js";
import { errorJson, messageOf } from "../output/error-text.js";
import type { Reporter } from "../output/reporter.js";
import { countText } from "../output/text-width.js";
import { guardJournal } from "./guarded-journal.js";
import type { InputRecord, RecordedInput } from "./input-record.js";
import { Interruption } from "./interruption.js";
import { isLeftForLater, type OutcomeRow, outcomeRow, statusOf } from "./outcome-row.js";
import { type Ending, Progress } from "./progress.js";
import type { RunInput } from "./run-input.js";

/** What a run needs. */
export interface RunOptions {
  client: CallAnalysis;
  /** Held by the caller. */
  journal: FileJournal;
  journalPath: string;
  record: InputRecord;
  /** The inputs, until the run is to stop. */
  inputs: readonly RunInput[] | ((stopping: AbortSignal) => AsyncIterable<RunInput>);
  /** How many there are; 0 when that is not known. */
  total: number;
  /** Whether inputs may come without an end. */
  isOpen?: boolean;
  concurrency?: number | undefined;
  rows: RowWriter<OutcomeRow>;
  reporter: Reporter;
  context: Context;
  /** Writes further rows before the end, and tells whether one of them is uncertain. */
  afterwards?: (keys: ReadonlySet<string>) => Promise<OutcomeRow[]>;
}

/** Runs a batch to its end, or until it is interrupted. Its exit code tells which. */
export async function runBatch(options: RunOptions): Promise<ExitCode> {
  const interruption = new Interruption();
  const { context, reporter } = options;
  const stopListening = interruption.listen(context, () =>
    reporter.say("Stopping: calls that are being created are finished first. Ctrl-C again stops at once."),
  );
  const run = new Run(options, interruption);
  try {
    await reporter.follow(run.progress);
    await run.consume();
    await run.finish();
  } finally {
    reporter.stop();
    stopListening();
  }
  run.tellEnd();
  return run.exitCode;
}

class Run {
  readonly progress: Progress;
  readonly #options: RunOptions;
  readonly #interruption: Interruption;
  readonly #names: string[] = [];
  readonly #keys = new Set<string>();
  readonly #uncertainKeys: string[] = [];
  #isUnauthorized = false;
  #left = 0;

  constructor(options: RunOptions, interruption: Interruption) {
    this.#options = options;
    this.#interruption = interruption;
    this.progress = new Progress(options.total, { isOpen: options.isOpen ?? false });
  }

  /** Takes the outcomes as they come. */
  async consume(): Promise<void> {
    const { client, concurrency } = this.#options;
    const { journal, idle } = this.#guard();
    this.#interruption.waitFor(idle);
    const outcomes = client.calls.analyzeFiles(this.#inputs(), {
      journal,
      concurrency,
      signal: this.#interruption.ending,
      onEvent: (event) => this.progress.apply(event),
      onProgress: (upload) => this.progress.uploaded(upload),
    });
    try {
      for await (const outcome of outcomes) {
        await this.#take(outcome).catch((error: Error) => this.#interruption.end({ kind: "error", error }));
      }
    } catch (error) {
      // The batch throws when it was aborted, after its outcomes.
      if (!this.#interruption.ending.aborted) throw error;
    }
  }

  /** Writes what only the end knows. */
  async finish(): Promise<void> {
    const { afterwards, rows, reporter } = this.#options;
    if (this.#interruption.reason?.error instanceof OutputError) return;
    for (const row of (await afterwards?.(this.#keys)) ?? []) {
      this.#count(row);
      await rows.write(row);
    }
    reporter.stop();
    await rows.end();
  }

  get exitCode(): ExitCode {
    const { reason } = this.#interruption;
    if (reason?.kind === "signal") return exitCodes.interrupted;
    if (this.#uncertainKeys.length > 0) return exitCodes.uncertain;
    if (this.#isUnauthorized) return exitCodes.authentication;
    return reason || this.progress.failed > 0 ? exitCodes.failed : exitCodes.ok;
  }

  #guard() {
    const { journal, record } = this.#options;
    const recorded = new Map<unknown, RecordedInput>();
    this.#remember = (input, entry) => recorded.set(input, entry);
    return guardJournal(journal, {
      stopping: this.#interruption.stopping,
      onKey: async (input, key) => {
        const entry = recorded.get(input);
        recorded.delete(input);
        if (entry) await record.addKey(entry, key);
      },
    });
  }

  #remember: (input: BatchInput, entry: RecordedInput) => void = () => {};

  async *#inputs(): AsyncGenerator<BatchInput, void, void> {
    const { stopping } = this.#interruption;
    const { inputs } = this.#options;
    for await (const { input, recorded, name } of typeof inputs === "function" ? inputs(stopping) : inputs) {
      if (stopping.aborted) break;
      this.progress.begin(this.#names.length, name);
      if (this.#options.isOpen) this.progress.total += 1;
      this.#names.push(name);
      this.#remember(input, recorded);
      yield input;
    }
  }

  async #take(outcome: BatchOutcome<unknown>): Promise<void> {
    const { index, key } = outcome;
    if (isLeftForLater(outcome)) {
      this.#left += 1;
      return this.progress.end(index, "left");
    }
    const row = outcomeRow(outcome, this.#names[index] ?? "");
    if (key !== undefined) this.#keys.add(key);
    this.progress.end(index, endingOf(row));
    this.#noteUncertain(row);
    if (!outcome.ok) this.#noteFailure(outcome.error, row);
    else if (this.#options.isOpen) this.#options.reporter.say(`${row.file}: ${statusOf(row)}`, { file: row.file });
    await this.#options.reporter.aside(() => this.#options.rows.write(row));
  }

  /** What makes the rest of the run hopeless ends it. */
  #noteFailure(error: Error, row: OutcomeRow): void {
    if (!row.uncertain) this.#options.reporter.say(`${row.file}: ${messageOf(error)}`, { error: errorJson(error) });
    if (isAuthentication(error)) this.#isUnauthorized = true;
    const isHopeless = isAuthentication(error) || systemCodeOf(error) === "ENOSPC";
    if (isHopeless) void this.#interruption.end({ kind: "error", error });
  }

  #count(row: OutcomeRow): void {
    this.#noteUncertain(row);
    const ending = endingOf(row);
    this.progress.total += 1;
    this.progress[ending] += 1;
  }

  #noteUncertain({ uncertain, key }: OutcomeRow): void {
    if (uncertain) this.#uncertainKeys.push(key ?? "?");
  }

  /** The last lines: what is done, what is not, and how to go on. */
  tellEnd(): void {
    const { reporter, journalPath } = this.#options;
    const { completed, failed, total, isOpen } = this.progress;
    const { reason } = this.#interruption;
    const resume = `call-analysis resume ${quoted(journalPath)}`;
    const known = isOpen ? countText(completed, "recording") : `${completed} of ${countText(total, "recording")}`;
    const summary = `${known} completed${failed > 0 ? `, ${failed} failed` : ""}.`;
    if (reason?.kind === "signal") {
      reporter.say(`Interrupted. ${summary} To go on: ${resume}`, { journal: journalPath, resume });
    } else if (reason) {
      reporter.say(`Stopped: ${reason.error ? messageOf(reason.error) : "it cannot go on."}`);
      reporter.say(`${summary} When that is mended, go on with: ${resume}`, { journal: journalPath, resume });
    } else {
      reporter.say(failed > 0 ? `${summary} To try those again: ${resume}` : summary, { journal: journalPath });
    }
    if (this.#uncertainKeys.length > 0) this.#tellUncertain(resume);
  }

  #tellUncertain(resume: string): void {
    const { reporter } = this.#options;
    const keys = this.#uncertainKeys;
    const lines = [
      `${countText(keys.length, "call")} may have been created, and may not: the answer was lost. Look for each, then decide:`,
      ...keys
        .slice(0, 5)
        .map((key) => `  ${resume} --settle ${key}=CALL_ID     (it exists; or =recreate, if it does not)`),
      ...(keys.length > 5 ? [`  and ${keys.length - 5} more: ${resume} --table`] : []),
    ];
    reporter.say(lines, { uncertain: keys });
  }
}

function endingOf({ ok, uncertain }: OutcomeRow): Exclude<Ending, "left"> {
  if (ok) return "completed";
  return uncertain ? "uncertain" : "failed";
}

/** A path for a shell, quoted where that is needed. */
export function quoted(path: string): string {
  return /^[\w@%+=:,./~-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
