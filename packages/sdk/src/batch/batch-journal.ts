/** What a batch, and people, ask of a journal: where each input stands. `file-journal.ts` is one. */
import type { AnalyzeFileInput } from "../analysis/flow.js";
import type { CreationLedger } from "../analysis/ledger.js";
import type { AnyUdfs, CompletedCall } from "../contract/types.js";

/** An input of a batch. */
export interface BatchInput<Udfs = AnyUdfs> extends AnalyzeFileInput<Udfs> {
  /** Its identity in the journal. @default found from the recording's bytes and the call's fields */
  key?: string | undefined;
}

/** Where an input stands. */
export type JournalState =
  /** Its recording is at this address; the call is not created. */
  | { stage: "uploaded"; audio_url: string }
  /** `POST /calls` was about to be sent, and what came of it is not known. */
  | { stage: "creating"; audio_url?: string | undefined }
  /** The result is missing where the journal keeps none. */
  | { stage: "created" | "completed"; callId: string; result?: CompletedCall | undefined }
  /** It was decided that it shall not be created. */
  | { stage: "skipped"; audio_url?: string | undefined };

/**
 * A memory of inputs that outlives the process: a ledger of their creations, which also knows uploads and results.
 * Whatever it records is on disk before the promise resolves.
 */
export interface BatchJournal extends CreationLedger {
  /**
   * Takes the journal for one batch.
   *
   * @throws {ConfigurationError} when it is in use, of another service, or cannot be written
   */
  begin(service: { baseUrl: string }): Promise<void>;
  /** Gives the journal back after the batch. */
  end(): Promise<void>;
  /** The identity of the batch's next input. */
  keyOf(input: BatchInput<unknown>, signal: AbortSignal): Promise<string>;
  find(key: string): Promise<JournalState | undefined>;
  uploaded(key: string, audioUrl: string): Promise<void>;
  completed(key: string, result: CompletedCall): Promise<void>;
}

/** An input as the journal has it. */
export interface JournalEntry {
  key: string;
  stage: JournalState["stage"];
  /** Whether the call may exist, and the journal does not know. */
  uncertain: boolean;
  callId?: string;
}

/** What is decided about an uncertain input: its call, a new creation, or neither. */
export type JournalDecision = { callId: string } | { recreate: true } | { skip: true };

/** A journal in a file. Its lock is held while a batch or a method uses it. */
export interface FileJournal extends BatchJournal {
  /** Every input, in the order in which they came first. */
  entries(): Promise<JournalEntry[]>;
  /**
   * Decides about an input whose creation is uncertain, after you have looked whether the call exists.
   *
   * @throws {ConfigurationError} for a key that the journal does not have, or that is not uncertain
   */
  settle(key: string, decision: JournalDecision): Promise<void>;
  /** Waits for what is being written, and gives the lock back. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
