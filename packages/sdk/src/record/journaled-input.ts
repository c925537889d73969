/** One input of a batch with a journal, beside other processes that may be creating the same call. */

import type { CompletedCall } from "../contract/types.js";
import { AnalysisFailedError } from "../errors/flow-errors.js";
import { recordSafely } from "../request/deadline.js";
import { isUncertain } from "../request/retry.js";
import { delay } from "../request/timers.js";
import type { JournalInput, JournalState, JournalWork } from "./journal.js";
import { type Outlook, otherPauseMs, type SendingLedger } from "./ledger.js";

/** What is recorded of one input. */
export interface InputLedger extends SendingLedger {
  id: string;
  find(): Promise<JournalState | undefined>;
  uploaded(audioUrl: string): Promise<void>;
  /** Nobody knows whether the creation created a call. */
  uncertain(): Promise<void>;
  /** The analysis ended without a result. */
  failed(): Promise<void>;
  completed(result: CompletedCall): Promise<void>;
}

export class JournaledInput implements JournalInput {
  readonly id: string;
  readonly ledger: SendingLedger;
  readonly #record: InputLedger;
  readonly #work: JournalWork;

  constructor(record: InputLedger, work: JournalWork) {
    this.id = record.id;
    this.ledger = { ...record, outlook: () => this.#outlook() };
    this.#record = record;
    this.#work = work;
  }

  saveUpload(publicUrl: string): Promise<void> {
    return this.#record.uploaded(publicUrl);
  }

  async state(): Promise<JournalState | undefined> {
    const { within } = this.#work;
    for (;;) {
      const state = await within("Reading the journal", () => this.#record.find());
      if (state?.stage !== "creating" || state.uncertain) return state;
      await within("Another process's creation", (signal) => delay(otherPauseMs, signal));
    }
  }

  async record(analyze: () => Promise<CompletedCall>): Promise<CompletedCall> {
    try {
      const result = await analyze();
      // After a failure the next run only reads the analysis once more.
      await this.#write(() => this.#record.completed(result));
      return result;
    } catch (error) {
      if (isUncertain(error)) await this.#write(() => this.#record.uncertain());
      if (AnalysisFailedError.is(error)) await this.#write(() => this.#record.failed());
      throw error;
    }
  }

  /** Two processes may have uploaded the same input: the second one waits for the call of the first. */
  async #outlook(): Promise<Outlook> {
    const state = await this.#record.find();
    if (state?.stage === "skipped") return "unknown";
    if (state?.stage !== "creating") return "ended";
    return state.uncertain ? "unknown" : "creating";
  }

  #write(work: () => Promise<void>): Promise<void> {
    return recordSafely("The journal", work, this.#work);
  }
}
