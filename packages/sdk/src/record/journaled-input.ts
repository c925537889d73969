/** One input of a batch with a journal, beside other processes that may be creating the same call. */

import type { CompletedCall } from "../contract/types.js";
import { AnalysisFailedError } from "../errors/flow-errors.js";
import { recordSafely } from "../request/deadline.js";
import { delay } from "../request/timers.js";
import type { JournalInput, JournalState, JournalWork } from "./journal.js";
import { otherPauseMs, type SendingLedger } from "./ledger.js";

/** What is recorded of one input. */
export interface InputLedger extends SendingLedger {
  id: string;
  find(): Promise<JournalState | undefined>;
  uploaded(audioUrl: string): Promise<void>;
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
    this.ledger = record;
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
      if (AnalysisFailedError.is(error)) await this.#write(() => this.#record.failed());
      throw error;
    }
  }

  #write(work: () => Promise<void>): Promise<void> {
    return recordSafely("The journal", work, this.#work);
  }
}
