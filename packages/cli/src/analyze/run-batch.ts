/** Runs the client's batch for the recordings of one run, reports progress, and writes each outcome. */
import { basename } from "node:path";
import { AbortError, JournalError } from "@call-analysis/sdk";
import { analyzeFiles } from "@call-analysis/sdk/batch";
import type { FileJournal } from "@call-analysis/sdk/node";
import { causesOf, type ExitCode, exitCodes, hasCode, isAuthentication, systemCodeOf } from "../errors.js";
import { errorJson, messageOf } from "../output/error-text.js";
import { commandText } from "../output/shell-command.js";
import type { Session } from "../session.js";
import { type JournalPlace, uncertainCommand, withJournal } from "./command-journal.js";
import type { AnalyzeFlags } from "./flags.js";
import { Interruption } from "./interruption.js";
import { type OutcomeRow, outcomeRow } from "./outcome-row.js";
import { outcomeWriter } from "./outcome-writer.js";
import type { Planned } from "./plan.js";
import { batchInput, type Identity } from "./recording-input.js";
import { tellEnd } from "./run-end.js";
import { Tally } from "./tally.js";

/**
 * Runs a batch to its end, or until it is interrupted. Returns the exit code.
 *
 * @param run.left the number of recordings that are left for the next run
 */
export async function runBatch(
  plan: readonly Planned[],
  { session, place, left }: { session: Session<AnalyzeFlags>; place: JournalPlace; left: number },
): Promise<ExitCode> {
  const { context, reporter } = session;
  const batch = new BatchRun(plan, session);
  const { interruption, tally, rows } = batch;
  const stopListening = interruption.listen(context, () =>
    reporter.say("Stopping after the create requests in flight. Press Ctrl-C again to stop at once."),
  );
  try {
    await reporter.follow(() => tally.summary());
    await withJournal(place, (journal) => batch.consume(journal));
    reporter.stop();
    if (!hasCode(interruption.reason, "output")) await rows.end();
    // A journal writes at its end what it could not write before.
    await withJournal(place, (journal) => batch.findUnrecorded(journal));
  } finally {
    reporter.stop();
    stopListening();
  }
  const again = commandText(context.parameters ?? []);
  tellEnd({ tally, interruption, left, again, settle: `${uncertainCommand(place)} settle` }, reporter);
  if (interruption.isAsked) return exitCodes.interrupted;
  if (tally.uncertain.size + tally.unrecorded.length > 0) return exitCodes.uncertain;
  if (isAuthentication(interruption.reason)) return exitCodes.authentication;
  return interruption.reason || tally.count.failed > 0 ? exitCodes.failed : exitCodes.ok;
}

class BatchRun {
  readonly tally: Tally;
  readonly interruption = new Interruption();
  readonly rows;
  readonly #session: Session<AnalyzeFlags>;
  readonly #plan: readonly Planned[];
  /** The recordings that the client's batch gets, by its indexes. */
  readonly #usable: readonly (Planned & Identity)[];

  constructor(plan: readonly Planned[], session: Session<AnalyzeFlags>) {
    this.tally = new Tally(plan.length);
    this.rows = outcomeWriter(session);
    this.#session = session;
    this.#plan = plan;
    this.#usable = plan.filter((planned): planned is Planned & Identity => planned.key !== undefined);
  }

  /** Handles each outcome as it arrives. */
  async consume(journal: FileJournal): Promise<void> {
    const { client, flags, context } = this.#session;
    const { stopping, ending } = this.interruption;
    for (const { name: file, fields, error } of this.#plan)
      if (error) await this.#take({ file, ...fields, ok: false, uncertain: false, key: null, error });
    const outcomes = analyzeFiles(client, this.#usable.map(batchInput), {
      journal: withPaths(journal, this.#usable),
      concurrency: flags.concurrency,
      stopSignal: stopping.signal,
      signal: ending.signal,
      poll: context.pauses?.poll,
      onEvent: (event) => this.tally.apply(event),
    });
    try {
      for await (const outcome of outcomes) {
        this.tally.end(outcome.index);
        const planned = this.#usable[outcome.index] as Planned;
        await this.#take(outcomeRow(outcome, planned)).catch((error: Error) => this.interruption.fail(error));
      }
    } catch (error) {
      // An outage has stopped the batch, or somebody has insisted on the end.
      if (!(ending.signal.aborted && AbortError.is(error))) this.interruption.fail(error as Error);
    }
  }

  /** Checks that the journal has the calls of this run. */
  async findUnrecorded(journal: FileJournal): Promise<void> {
    for (const [index, callId] of this.tally.created) {
      const { key = "" } = this.#usable[index] ?? {};
      const known = await journal.find(key).catch(() => undefined);
      if (known?.state !== "created") this.tally.unrecorded.push({ key, callId });
    }
  }

  async #take(row: OutcomeRow): Promise<void> {
    this.tally.add(row);
    if (row.error) this.#tellFailure(row.error, row);
    await this.rows.write(row);
  }

  #tellFailure(error: Error, { file, uncertain }: OutcomeRow): void {
    // The key is refused, or nothing can be recorded: nothing else can succeed.
    if (isAuthentication(error) || JournalError.is(error) || systemCodeOf(error) === "ENOSPC")
      this.interruption.fail(error);
    const message = messageOf(causesOf(error).find(({ code }) => code === "file_changed") ?? error);
    const { reason } = this.interruption;
    // The end of the run reports why it ended, and which calls are uncertain.
    if (uncertain || (reason && message === messageOf(reason))) return;
    const text = message.startsWith(`${file}`) ? message : `${file}: ${message}`;
    this.#session.reporter.say(text, { file, error: errorJson(error) });
  }
}

/**
 * Maps each recording by its path. Files in two folders may have the same name, and copies with other names share one
 * key.
 */
function withPaths(journal: FileJournal, plan: readonly (Planned & Identity)[]): FileJournal {
  const paths = new Map(plan.map(({ key, path }) => [key + basename(path), path]));
  const claim = journal.claim.bind(journal);
  journal.claim = (key, { recording, ...options }) => {
    const named = recording && { ...recording, name: paths.get(key + recording.name) ?? recording.name };
    return claim(key, { ...options, recording: named });
  };
  return journal;
}
