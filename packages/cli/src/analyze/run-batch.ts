/** Takes the recordings of one run through the service, tells how it goes, and writes each outcome. */
import {
  AbortError,
  AnalysisFailedError,
  BadRequestError,
  type CallAnalysis,
  NotFoundError,
  SubmissionUncertainError,
  UnprocessableEntityError,
} from "@call-analysis/sdk";
import { analyzeFiles, type BatchOutcome } from "@call-analysis/sdk/batch";
import type { FileJournal } from "@call-analysis/sdk/node";
import type { Context } from "../context.js";
import { OutputError, systemCodeOf } from "../errors.js";
import { type ExitCode, exitCodes, isAuthentication } from "../exit-codes.js";
import type { RowWriter } from "../output/data.js";
import { errorJson, messageOf } from "../output/error-text.js";
import type { Reporter } from "../output/reporter.js";
import { type JournalPlace, withJournal } from "./command-journal.js";
import { Interruption } from "./interruption.js";
import { notingJournal } from "./noting-journal.js";
import { addressOf, type OutcomeRow, outcomeRow, withoutQuery } from "./outcome-row.js";
import type { Planned } from "./plan.js";
import { Progress } from "./progress.js";
import { batchInput, FileChangedError } from "./recording-input.js";
import { type RunEnd, tellEnd } from "./run-end.js";

/** What a run needs. */
export interface RunOptions extends Pick<RunEnd, "left" | "again" | "uncertainCommand"> {
  client: CallAnalysis;
  place: JournalPlace;
  concurrency: number | undefined;
  rows: RowWriter<OutcomeRow>;
  reporter: Reporter;
  context: Context;
}

/** Runs a batch to its end, or until it is interrupted. Its exit code tells which. */
export async function runBatch(plan: readonly Planned[], options: RunOptions): Promise<ExitCode> {
  const { context, reporter, place } = options;
  const batch = new BatchRun(plan, options);
  const stopListening = batch.interruption.listen(context, () =>
    reporter.say("Stopping. Calls being created are finished first; Ctrl-C again stops at once."),
  );
  try {
    await reporter.follow(batch.progress);
    await batch.tellUnusable();
    await withJournal(place, (journal) => batch.consume(journal));
    await batch.finish();
  } finally {
    reporter.stop();
    stopListening();
  }
  batch.tellEnd();
  return batch.exitCode;
}

/** The call of an earlier run is not at the service any more, or is of another recording. */
class CallLostError extends Error {
  override readonly name = "CallLostError";
  readonly code = "call_lost";

  constructor(callId: string, why: string, options?: ErrorOptions) {
    super(`The call ${callId} of an earlier run ${why}.`, options);
  }
}

/** Whether the service has refused the fields of a call. */
function isRefused(error: Error): boolean {
  return BadRequestError.is(error) || NotFoundError.is(error) || UnprocessableEntityError.is(error);
}

class BatchRun {
  readonly progress: Progress;
  readonly interruption = new Interruption();
  readonly #options: RunOptions;
  readonly #notSent: readonly Planned[];
  /** Those that the client's batch takes, by its indexes. */
  readonly #usable: readonly Planned[];
  readonly #end: RunEnd;

  constructor(plan: readonly Planned[], options: RunOptions) {
    const { left, again, uncertainCommand, place } = options;
    this.#options = options;
    this.progress = new Progress(plan.length);
    this.#end = {
      ...{ progress: this.progress, left, again, uncertainCommand, journalPath: place.shown },
      ...{ created: 0, unrecorded: [], unusable: 0, isInterrupted: false, reason: undefined },
      uncertain: new Map(),
      toCreateAgain: new Set(),
    };
    this.#notSent = plan.filter(({ identity }) => identity === undefined);
    this.#usable = plan.filter(({ identity }) => identity !== undefined);
  }

  /** Writes the rows of what cannot be sent. */
  async tellUnusable(): Promise<void> {
    for (const planned of this.#notSent) {
      const { error = new Error("It cannot be used.") } = planned;
      if (planned.state === "unusable") this.#end.unusable += 1;
      await this.#write(planned, { ok: false, uncertain: false, key: null, error });
    }
  }

  /** Takes the outcomes as they come. */
  async consume(journal: FileJournal): Promise<void> {
    const { client, concurrency, context } = this.#options;
    const { interruption } = this;
    const { stopping, ending } = interruption;
    const inputs = this.#usable.flatMap(({ input, identity }) => (identity ? batchInput(input, identity) : []));
    const outcomes = analyzeFiles(client, inputs, {
      journal: notingJournal(journal, { notes: this.#end, onFailure: (error) => interruption.fail(error) }),
      concurrency,
      stopSignal: stopping,
      signal: ending,
      poll: context.pauses?.poll,
      onEvent: (event) => this.progress.apply(event),
    });
    try {
      for await (const outcome of outcomes) await this.#take(outcome).catch((error: Error) => interruption.fail(error));
    } catch (error) {
      // An outage has stopped the batch, or somebody has insisted on the end.
      if (!(ending.aborted && AbortError.is(error))) interruption.fail(error as Error);
    }
  }

  /** Writes what only the end knows. */
  async finish(): Promise<void> {
    const { place, rows, reporter } = this.#options;
    reporter.stop();
    if (!(this.interruption.reason instanceof OutputError)) await rows.end();
    if (this.#end.unrecorded.length === 0) return;
    // A journal writes at its end what it could not write before.
    const states = await withJournal(place, (journal) =>
      Promise.all(this.#end.unrecorded.map(({ key }) => journal.find(key).catch(() => undefined))),
    );
    this.#end.unrecorded = this.#end.unrecorded.filter((_, index) => states[index]?.state !== "created");
  }

  get exitCode(): ExitCode {
    const { isAsked, reason } = this.interruption;
    if (isAsked) return exitCodes.interrupted;
    if (this.#end.uncertain.size + this.#end.unrecorded.length > 0) return exitCodes.uncertain;
    if (isAuthentication(reason)) return exitCodes.authentication;
    return reason || this.progress.failed > 0 ? exitCodes.failed : exitCodes.ok;
  }

  async #take(outcome: BatchOutcome): Promise<void> {
    const planned = this.#usable[outcome.index];
    if (!planned) return;
    this.progress.end(outcome.index);
    await this.#write(planned, this.#checked(outcomeRow(outcome), planned));
  }

  /** A call that the journal knows may be gone, or one of another recording by now. */
  #checked(row: OutcomeRow, { state, audioUrl }: Planned): OutcomeRow {
    if (state !== "created" || row.callId === undefined) return row;
    const { callId, result, error } = row;
    const found = withoutQuery(result?.metadata?.audioUrl ?? undefined);
    const isOther = found !== undefined && audioUrl !== undefined && found !== withoutQuery(audioUrl);
    if (!isOther && !NotFoundError.is(error)) return row;
    const why = isOther ? "is one of another recording now" : "is not at the service any more";
    const { result: _, ...failed } = row;
    return { ...failed, ok: false, error: new CallLostError(callId, why, { cause: error }) };
  }

  async #write(planned: Planned, outcome: OutcomeRow): Promise<void> {
    const { name, fields } = planned.input;
    const row = { ...outcome, file: name, ...fields };
    const { ok, uncertain, skipped, error, key } = row;
    this.progress.count(ok ? "completed" : skipped ? "skipped" : uncertain ? "uncertain" : "failed");
    const audioUrl = uncertain ? (addressOf(error) ?? withoutQuery(planned.audioUrl)) : undefined;
    if (uncertain && key !== null) {
      const { files = [] } = this.#end.uncertain.get(key) ?? {};
      this.#end.uncertain.set(key, { files: [...files, name], audioUrl });
    }
    if (error) this.#noteFailure(error, row);
    const { rows, reporter } = this.#options;
    await reporter.aside(() => rows.write({ ...row, ...(audioUrl !== undefined && { audioUrl }) }));
  }

  #noteFailure(error: Error, { file, key, uncertain }: OutcomeRow): void {
    // The key is refused, so nothing else can succeed.
    if (isAuthentication(error) || systemCodeOf(error) === "ENOSPC") this.interruption.fail(error);
    const { reason } = this.interruption;
    const changed = changedIn(error);
    const message = messageOf(changed ?? error);
    // What ended the run, and what is uncertain, is told at its end.
    const isTold = uncertain || SubmissionUncertainError.is(error) || (reason && message === messageOf(reason));
    if (!isTold) {
      const text = message.startsWith(`${file} `) ? message : `${file}: ${message}`;
      this.#options.reporter.say(text, { file, error: errorJson(error) });
    }
    if (isRefused(error)) this.#end.unusable += 1;
    if (key !== null && (AnalysisFailedError.is(error) || error instanceof CallLostError))
      this.#end.toCreateAgain.add(key);
  }

  tellEnd(): void {
    const { isAsked: isInterrupted, reason } = this.interruption;
    tellEnd({ ...this.#end, isInterrupted, reason }, this.#options.reporter);
  }
}

/** The file's own error. The client's has it, or a copy of it, as its cause. */
function changedIn(error: unknown): Error | undefined {
  for (let current = error; current instanceof Error; current = current.cause)
    if (current.name === FileChangedError.name) return current;
  return undefined;
}
