/** Takes the recordings of one run through the service, tells how it goes, and writes each outcome. */
import {
  AnalysisFailedError,
  BadRequestError,
  type BatchInput,
  type BatchOutcome,
  ConfigurationError,
  NotFoundError,
  UnprocessableEntityError,
} from "@call-analysis/sdk";
import type { JournalState } from "@call-analysis/sdk/node";
import { InterruptedError, OutputError, systemCodeOf, UsageError } from "../errors.js";
import { type ExitCode, exitCodes, isAuthentication } from "../exit-codes.js";
import type { RowWriter } from "../output/data.js";
import { errorJson, messageOf } from "../output/error-text.js";
import type { ConnectionFlags } from "../settings/connection.js";
import { askForMore, Budget } from "./billing.js";
import type { CommandRun } from "./command-journal.js";
import { Interruption } from "./interruption.js";
import { addressOf, isLeftForLater, type OutcomeRow, outcomeRow } from "./outcome-row.js";
import { Progress } from "./progress.js";
import { Notes, resumeCommand, tellEnd } from "./run-end.js";
import type { RunInput } from "./run-input.js";
import { CallLostError, RunJournal } from "./run-journal.js";
import type { Run } from "./runs.js";

/** What a run needs. */
export interface RunOptions extends CommandRun<ConnectionFlags & { concurrency?: number }> {
  run: Run;
  inputs: readonly RunInput[];
  /** How many calls may be created without asking again. */
  agreed: number;
  rows: RowWriter<OutcomeRow>;
}

/** Runs a batch to its end, or until it is interrupted. Its exit code tells which. */
export async function runBatch(options: RunOptions): Promise<ExitCode> {
  const { context, reporter } = options;
  const batch = new BatchRun(options);
  const stopListening = batch.interruption.listen(context, () =>
    reporter.say("Stopping. Calls being created are finished first; Ctrl-C again stops at once."),
  );
  try {
    await reporter.follow(batch.progress);
    await batch.consume();
    await batch.finish();
  } finally {
    reporter.stop();
    stopListening();
  }
  batch.tellEnd();
  return batch.exitCode;
}

/** Whether the service has refused the fields of a call. */
function isRefused(error: Error): boolean {
  return BadRequestError.is(error) || NotFoundError.is(error) || UnprocessableEntityError.is(error);
}

class BatchRun {
  readonly progress: Progress;
  readonly interruption = new Interruption((graceMs) => this.#journal.idle(graceMs));
  readonly #options: RunOptions;
  readonly #journal: RunJournal;
  readonly #taken: RunInput[] = [];
  readonly #indexOf = new Map<RunInput, number>();
  readonly #notes = new Notes();

  constructor(options: RunOptions) {
    const { inputs, agreed, journal, context, reporter } = options;
    const { stopping, ending } = this.interruption;
    this.#options = options;
    this.progress = new Progress(inputs.length);
    this.#journal = new RunJournal(journal, {
      ...options,
      budget: new Budget(agreed, () => reporter.aside(() => askForMore(agreed, context))),
      stopping,
      ending,
      onHopeless: (error) => void this.interruption.end(error),
      onElsewhere: (input, isElsewhere) => {
        const index = this.#indexOf.get(input);
        if (index !== undefined) this.progress.elsewhere(index, isElsewhere);
      },
    });
  }

  /** Takes the outcomes as they come. */
  async consume(): Promise<void> {
    const { client, flags } = this.#options;
    const outcomes = client.calls.analyzeFiles(this.#inputs(), {
      journal: this.#journal,
      concurrency: flags.concurrency,
      signal: this.interruption.ending,
      onEvent: (event) => this.progress.apply(event),
      onProgress: (upload) => this.progress.uploaded(upload),
    });
    try {
      for await (const outcome of outcomes)
        await this.#take(outcome).catch((error: Error) => this.interruption.end(error));
    } catch (error) {
      // The batch throws when it was aborted, after its outcomes.
      if (!this.interruption.ending.aborted) throw error;
    }
  }

  /** Writes what only the end knows. */
  async finish(): Promise<void> {
    this.#notes.unrecorded = await this.#journal.unrecorded();
    this.#options.reporter.stop();
    if (!(this.interruption.reason instanceof OutputError)) await this.#options.rows.end();
  }

  get exitCode(): ExitCode {
    const { reason } = this.interruption;
    if (reason instanceof InterruptedError) return exitCodes.interrupted;
    if (this.progress.uncertain + this.#notes.unrecorded.length > 0) return exitCodes.uncertain;
    if (isAuthentication(reason)) return exitCodes.authentication;
    if (this.#isNotAgreed) return exitCodes.usage;
    return reason || this.progress.failed > 0 ? exitCodes.failed : exitCodes.ok;
  }

  /** Whether the run ended because nobody has agreed to more calls. */
  get #isNotAgreed(): boolean {
    const { reason } = this.interruption;
    return reason instanceof UsageError && systemCodeOf(reason) === undefined;
  }

  async *#inputs(): AsyncGenerator<BatchInput, void, void> {
    const { stopping } = this.interruption;
    for (const run of this.#options.inputs) {
      if (stopping.aborted) break;
      this.progress.begin(this.#taken.length, run.name);
      this.#indexOf.set(run, this.#taken.push(run) - 1);
      yield this.#journal.inputFor(run);
    }
  }

  async #take(outcome: BatchOutcome<unknown>): Promise<void> {
    const { reporter, rows, run } = this.#options;
    const { memberId, categoryId } = run.fields;
    const row = { ...outcomeRow(outcome, this.#taken[outcome.index]?.name ?? ""), memberId, categoryId };
    const isLeft = isLeftForLater(outcome);
    const { key, uncertain } = row;
    const elsewhere = (isLeft || uncertain) && key !== null ? await this.#journal.elsewhere(key) : undefined;
    if (isLeft || elsewhere) return this.#leave(outcome.index, row, elsewhere);
    this.progress.end(outcome.index, row.ok ? "completed" : row.uncertain ? "uncertain" : "failed");
    if (row.uncertain) this.#noteUncertain(row, addressOf(outcome));
    if (!outcome.ok) this.#noteFailure(outcome.error, row);
    const earlier = await this.#earlierCall(row);
    await reporter.aside(() => rows.write({ ...row, ...(earlier !== undefined && { callId: earlier }) }));
  }

  /** The end of the run has ended an input, and the next run goes on with it. */
  async #leave(index: number, row: OutcomeRow, elsewhere: JournalState | undefined): Promise<void> {
    const { reporter, rows } = this.#options;
    this.progress.end(index, "left");
    if (elsewhere?.stage === "creating") reporter.say(`${row.file}: another run is creating it.`, { file: row.file });
    const callId = row.uncertain && elsewhere && "callId" in elsewhere ? elsewhere.callId : undefined;
    const known = callId === undefined ? row : { ...row, uncertain: false, callId, resume: undefined };
    // A call that exists is told whatever comes next: the next run may not find it.
    if (known.callId !== undefined) await rows.write({ ...known, error: undefined });
  }

  #noteUncertain({ key, file = "" }: OutcomeRow, address: string | undefined): void {
    if (key === null) return;
    const { files = [] } = this.#notes.uncertain.get(key) ?? {};
    // A query may be a signature.
    this.#notes.uncertain.set(key, { files: [...files, file], address: address?.split("?")[0] });
  }

  /** What `--again` has not replaced exists. */
  async #earlierCall({ ok, uncertain, key, callId, file }: OutcomeRow): Promise<string | undefined> {
    const { run, identities, reporter } = this.#options;
    if (!run.isAgain || ok || key === null || callId !== undefined) return undefined;
    const earlier = await identities.earlierCall(key);
    if (earlier !== undefined) reporter.say(`${file}: its earlier call ${earlier} exists.`);
    return uncertain ? undefined : earlier;
  }

  /** What makes the rest of the run hopeless ends it. */
  #noteFailure(error: Error, row: OutcomeRow): void {
    if (isAuthentication(error) || systemCodeOf(error) === "ENOSPC") void this.interruption.end(error);
    const { reason } = this.interruption;
    const message = messageOf(error);
    // What ended the run is told at its end.
    const isTold = row.uncertain || (reason && message === messageOf(reason));
    if (!isTold) this.#options.reporter.say(`${row.file}: ${message}`, { error: errorJson(error) });
    if (error instanceof CallLostError || (NotFoundError.is(error) && row.callId !== undefined)) this.#notes.lost += 1;
    else if (isRefused(error) || this.#options.identities.isUnusable(error)) this.#notes.unusable += 1;
    if (ConfigurationError.is(error)) this.#notes.hasBadRecording = true;
    if (AnalysisFailedError.is(error) && row.key !== null) this.#notes.failedAnalyses.push(row.key);
  }

  tellEnd(): void {
    const { reporter, place, flags, runs, run } = this.#options;
    const keys = runs.recordingsOf(run).flatMap(({ key }) => key ?? []);
    const { reason } = this.interruption;
    const facts = { progress: this.progress, created: this.#journal.created, reason, isNotAgreed: this.#isNotAgreed };
    const resume = resumeCommand(run, { ...flags, named: place.named });
    tellEnd({ ...this.#notes, ...facts, resume, journalPath: place.shown, keys }, reporter);
  }
}
