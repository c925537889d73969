/** What a batch, and people, ask of a journal: where each input stands. `sqlite-journal.ts` is one. */
import type { AnyUdfs, CompletedCall } from "../contract/types.js";
import type { AnalyzeFileInput } from "../flow/flow.js";
import type { Within } from "../request/deadline.js";
import type { Log } from "../request/log.js";
import type { CreationLedger, InputTraits, JournalState, SendingLedger } from "./ledger.js";

/** An input of a batch. */
export interface BatchInput<Udfs = AnyUdfs> extends AnalyzeFileInput<Udfs> {
  /**
   * Its identity in the journal, whatever its `udfs` and its `date`. @default found from the recording's bytes and the
   * call's fields
   */
  key?: string | undefined;
}

/** What an input is known by. */
export interface InputIdentity extends InputTraits {
  /** The caller's own, or else the digest. */
  key: string;
  /** Of the recording's bytes and the call's fields; undefined for a stream that can be read only once. */
  digest?: string | undefined;
}

/** The record of one input in a journal: the ledger that its flow asks, with the upload and the result. */
export interface InputRecord extends SendingLedger {
  /** The same for inputs that are one, whatever their keys. */
  id: string;
  uploaded(audioUrl: string): Promise<void>;
  /** The analysis ended without a result, or the service does not know the call. */
  failed(callId: string | undefined): Promise<void>;
  completed(result: CompletedCall): Promise<void>;
}

/** How an input is analysed, and what bounds the waits for its journal. */
export interface JournaledWork {
  enter: () => Promise<InputRecord>;
  /** @param state where the input stands, once no other living process is creating its call */
  analyze: (input: InputRecord, state: JournalState | undefined) => Promise<CompletedCall>;
  /** Ends a wait when the input's signal or deadline does. */
  within: Within;
  /** Told what could not be recorded. */
  log: Log;
  /** Called when the input waits for an equal one, or for another process that is creating its call. */
  onWait: () => void;
}

/** A journal while one batch uses it. */
export interface JournaledBatch {
  /**
   * Analyses an input and records its outcome, or follows an equal one of the same batch that is under way.
   *
   * @throws {ConfigurationError} for the key of another input that is under way
   */
  run(identity: InputIdentity, work: JournaledWork): Promise<CompletedCall>;
  /** After the batch. */
  end(): Promise<void>;
}

/**
 * A memory of inputs that outlives the process: a ledger of their creations, which also knows uploads and results.
 * Whatever it records is on disk before the promise resolves.
 */
export interface BatchJournal {
  /**
   * Gets ready for one batch.
   *
   * @throws {ConfigurationError} when it is of another service, or cannot be written
   */
  begin(service: { baseUrl: string }): Promise<JournaledBatch>;
  /** @throws {ConfigurationError} for an input that cannot be sent, and for a stream without a key */
  identify(input: BatchInput<unknown>, signal: AbortSignal): Promise<InputIdentity>;
  /** @throws {ConfigurationError} when the key stood for another input, whose call may exist */
  enter(identity: InputIdentity): Promise<InputRecord>;
}

/** An input as the journal has it. */
export interface JournalEntry {
  key: string;
  stage: JournalState["stage"];
  /** Whether the call may exist, and the journal does not know. */
  uncertain: boolean;
  callId?: string;
  /** Present when its analysis has failed, or the service does not know its call: it may be settled. */
  failed?: true;
}

/** A journal in a file. It is open while a batch or a method uses it, and from a `claim` to `close()`. */
export interface FileJournal extends BatchJournal, CreationLedger {
  /** Asked immediately before the first byte of a creation. False: the claim is lost, and nothing may be sent. */
  sending(key: string): Promise<boolean>;
  /** Where the input of a key stands. */
  find(key: string): Promise<JournalState | undefined>;
  /** Every input, the first one first. */
  entries(): Promise<JournalEntry[]>;
  /**
   * Decides about an input whose creation is uncertain, after you have looked whether the call exists: its call, a new
   * creation, or neither. The first two also take an input whose analysis has failed, or whose call the service does not
   * know.
   *
   * @throws {ConfigurationError} for a key that the journal does not have or that is neither uncertain nor failed, and for
   *   the call of another input
   */
  settle(key: string, decision: { callId: string } | { recreate: true } | { skip: true }): Promise<void>;
  /**
   * Closes the file. What was claimed, and not recorded since, is free again, or uncertain if bytes may have left. A batch
   * that is still using the journal creates no more calls: its other inputs fail with a `ConfigurationError`. What it has
   * sent is still recorded.
   */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
