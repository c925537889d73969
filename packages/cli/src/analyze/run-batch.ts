/** Takes the recordings of one run through the service, tells how it goes, and writes each outcome. */
import { AbortError, JournalError } from "@call-analysis/sdk";
import { analyzeFiles, type BatchOutcome } from "@call-analysis/sdk/batch";
import type { FileJournal } from "@call-analysis/sdk/node";
import { causesOf, type ExitCode, exitCodes, hasCode, isAuthentication, systemCodeOf } from "../errors.js";
import type { RowWriter } from "../output/data.js";
import { errorJson, messageOf } from "../output/error-text.js";
import type { Session } from "../session.js";
import { type JournalPlace, withJournal } from "./command-journal.js";
import type { AnalyzeFlags } from "./flags.js";
import { Interruption } from "./interruption.js";
import { type OutcomeRow, outcomeRow } from "./outcome-row.js";
import type { Planned } from "./plan.js";
import { batchInput, type Identity } from "./recording-input.js";
import { type Advice, tellEnd } from "./run-end.js";
import { Tally } from "./tally.js";

/** What a run needs. */
export interface RunOptions {
  session: Session<AnalyzeFlags>;
  place: JournalPlace;
  rows: RowWriter<OutcomeRow>;
  advice: Advice;
}

/** Runs a batch to its end, or until it is interrupted. Its exit code tells which. */
export async function runBatch(plan: readonly Planned[], options: RunOptions): Promise<ExitCode> {
  const { session, place, rows, advice } = options;
  const { context, reporter } = session;
  const batch = new BatchRun(plan, options);
  const { interruption, tally } = batch;
  const stopListening = interruption.listen(context, () =>
    reporter.say("Stopping. Calls being created are finished first; Ctrl-C again stops at once."),
  );
  try {
    await reporter.follow(tally);
    await withJournal(place, (journal) => batch.consume(journal));
    reporter.stop();
    if (!hasCode(interruption.reason, "output")) await rows.end();
    // A journal writes at its end what it could not write before.
    await withJournal(place, (journal) => batch.findUnrecorded(journal));
  } finally {
    reporter.stop();
    stopListening();
  }
  tellEnd({ tally, interruption, advice }, reporter);
  if (interruption.isAsked) return exitCodes.interrupted;
  if (tally.uncertain.size + tally.unrecorded.length > 0) return exitCodes.uncertain;
  if (isAuthentication(interruption.reason)) return exitCodes.authentication;
  return interruption.reason || tally.count.failed > 0 ? exitCodes.failed : exitCodes.ok;
}

class BatchRun {
  readonly tally: Tally;
  readonly interruption = new Interruption();
  readonly #options: RunOptions;
  readonly #unusable: readonly Planned[];
  /** Those that the client's batch takes, by its indexes. */
  readonly #usable: readonly (Planned & Identity)[];

  constructor(plan: readonly Planned[], options: RunOptions) {
    this.#options = options;
    this.tally = new Tally(plan.length);
    this.#unusable = plan.filter((planned) => !isIdentified(planned));
    this.#usable = plan.filter(isIdentified);
  }

  /** Takes the outcomes as they come. */
  async consume(journal: FileJournal): Promise<void> {
    const { client, flags, context } = this.#options.session;
    const { stopping, ending } = this.interruption;
    for (const { name, fields, error } of this.#unusable)
      await this.#write({ file: name, ...fields, ok: false, uncertain: false, key: null, error });
    const outcomes = analyzeFiles(client, this.#usable.map(batchInput), {
      journal,
      concurrency: flags.concurrency,
      stopSignal: stopping.signal,
      signal: ending.signal,
      poll: context.pauses?.poll,
      onEvent: (event) => this.tally.apply(event),
    });
    try {
      for await (const outcome of outcomes)
        await this.#take(outcome).catch((error: Error) => this.interruption.fail(error));
    } catch (error) {
      // An outage has stopped the batch, or somebody has insisted on the end.
      if (!(ending.signal.aborted && AbortError.is(error))) this.interruption.fail(error as Error);
    }
  }

  /** Asks the journal for the calls of this run. */
  async findUnrecorded(journal: FileJournal): Promise<void> {
    for (const [index, callId] of this.tally.created) {
      const { key = "" } = this.#usable[index] ?? {};
      const known = await journal.find(key).catch(() => undefined);
      if (known?.state !== "created") this.tally.unrecorded.push({ key, callId });
    }
  }

  async #take(outcome: BatchOutcome): Promise<void> {
    this.tally.end(outcome.index);
    const planned = this.#usable[outcome.index];
    if (planned) await this.#write(outcomeRow(outcome, planned));
  }

  async #write(row: OutcomeRow): Promise<void> {
    const { rows, session } = this.#options;
    this.tally.add(row);
    if (row.error) this.#tellFailure(row.error, row);
    await session.reporter.aside(() => rows.write(row));
  }

  #tellFailure(error: Error, { file, uncertain }: OutcomeRow): void {
    // The key is refused, or nothing can be recorded: nothing else can succeed.
    if (isAuthentication(error) || JournalError.is(error) || systemCodeOf(error) === "ENOSPC")
      this.interruption.fail(error);
    const message = messageOf(causesOf(error).find(({ code }) => code === "file_changed") ?? error);
    const { reason } = this.interruption;
    // What ended the run, and what is uncertain, is told at its end.
    if (uncertain || (reason && message === messageOf(reason))) return;
    const text = message.startsWith(`${file} `) ? message : `${file}: ${message}`;
    this.#options.session.reporter.say(text, { file, error: errorJson(error) });
  }
}

function isIdentified(planned: Planned): planned is Planned & Identity {
  return planned.key !== undefined;
}
