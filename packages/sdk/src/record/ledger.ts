/** A record of creations: what it is asked and told. `creation-states.ts` has the rules that those of this package obey. */
import type { CompletedCall } from "../contract/types.js";
import { ConfigurationError } from "../errors/request-errors.js";
import { delay } from "../request/timers.js";
import { hasMethods, isText } from "../value-kinds.js";

/** What a ledger knows of a key when it is asked. */
export type LedgerClaim =
  | { status: "claimed" }
  | { status: "created"; callId: string }
  /** With the address of the recording whose creation was sent, if the ledger keeps it: by it the call can be found. */
  | { status: "unknown"; audio_url?: string };

/**
 * A record of creations that outlives a process, such as a table or Redis. Each key stands for one recording that is
 * to be analysed once. Check yours with the cases of `@call-analysis/sdk/ledger-conformance`. Let each method fail after a
 * time: a flow without `deadlineMs` waits for its answer without end.
 */
export interface CreationLedger {
  /**
   * Asked before each attempt of `POST /calls`, ahead of the key function and the middleware; only who gets `claimed` sends. Must be atomic: of all who ask at once, one
   * gets `claimed`, and the others `unknown`, until `created` or `released` is called. Must be on disk before it resolves.
   *
   * @param options.recreate claims a key that is `unknown`; one that is `created` stays so. Of two who recreate a key at
   *   once both may get it: who says `recreate` has made sure that nobody else is creating this call
   * @param options.audio_url the recording's address in the creation that is about to be sent
   */
  claim(key: string, options?: { recreate?: boolean; audio_url?: string }): Promise<LedgerClaim>;
  /** The call was created: `claim` answers `created` from now on. */
  created(key: string, callId: string): Promise<void>;
  /**
   * Told by the claimant: nothing was created, and the key can be claimed again. Does nothing to a key that is
   * `created`. The journal of `fileJournal()` also leaves alone what somebody else has claimed since.
   */
  released(key: string): Promise<void>;
}

/** Where a creation is recorded. */
export interface LedgerOptions {
  /** Asked before the call is created, and told the outcome. Needs `key`. @default none */
  ledger?: CreationLedger | undefined;
  /** The identity of the call in the ledger: the same whenever the same recording is to be analysed. */
  key?: string | undefined;
}

/** Marks the records of this package, of any copy of it. A caller's ledger may have methods of the same names, which are not asked. */
export const ownRecord = Symbol.for("@call-analysis/sdk/own-record");

/** What a key stands for. Undefined is what nobody knows. */
export interface InputTraits {
  sizeBytes?: number | undefined;
  /** A digest of the recording's bytes. */
  content?: string | undefined;
  memberId?: string | undefined;
  categoryId?: string | undefined;
}

/** What a record of this package is asked with. */
export interface OwnClaimOptions {
  recreate?: boolean | "uncertain";
  audio_url?: string;
  input?: InputTraits | undefined;
}

/** A record of this package, which knows more of a creation than a caller's ledger does. */
export interface SendingLedger extends CreationLedger {
  readonly [ownRecord]: true;
  /**
   * Asked before anything is sent. Undefined in the record of one input, whose batch has asked its journal.
   *
   * @throws {ConfigurationError} when it is of another service
   */
  checkService?(baseUrl: string): Promise<void>;
  /**
   * @param options.recreate as in every ledger; `"uncertain"` does not claim what somebody who lives is creating
   * @param options.input what the key stands for
   * @throws {ConfigurationError} when its call may exist, and is of another input
   */
  claim(key: string, options?: OwnClaimOptions): Promise<LedgerClaim>;
  /** Asked immediately before the first byte of a creation. False: the claim is lost, and nothing may be sent. */
  sending(key: string): Promise<boolean>;
  /** Told by the claimant, who cannot know whether the call was created. */
  uncertain(key: string): Promise<void>;
  /** Where the input of a key stands; undefined while nothing is done for it. */
  find(key: string): Promise<JournalState | undefined>;
}

/** Where an input stands. */
export type JournalState =
  /** Its recording is at this address; the call is not created. */
  | { stage: "uploaded"; audio_url: string }
  /** Somebody is creating the call, or nobody knows whether it was created. */
  | { stage: "creating"; uncertain: boolean; audio_url?: string | undefined }
  /** The result is missing where the journal keeps none. The address is the service's own once the call is completed. */
  | {
      stage: "created" | "completed";
      callId: string;
      audio_url?: string | undefined;
      result?: CompletedCall | undefined;
    }
  /** A person decided not to have it created. */
  | { stage: "skipped"; audio_url?: string | undefined };

/** What is waited for while somebody else is creating the call, in messages. */
export const otherCreation = "The wait for another creation of the same call";

/** How often a record is asked again while somebody else is creating the call, in milliseconds. */
export const otherPauseMs = 100;

/** Where an input stands once nobody who lives is creating its call: until then it is worth waiting for. */
export async function stateOnceDecided(
  find: () => Promise<JournalState | undefined>,
  signal: AbortSignal,
): Promise<JournalState | undefined> {
  for (;;) {
    const state = await find();
    if (state?.stage !== "creating" || state.uncertain) return state;
    await delay(otherPauseMs, signal);
  }
}

/** The error of a creation that a person decided to skip. */
export function skippedError(): ConfigurationError {
  return new ConfigurationError("Settled with { skip: true }. To create it, settle it with { recreate: true }.");
}

/** Whether a ledger is a record of this package. */
export function isOwnRecord(ledger: CreationLedger): ledger is SendingLedger {
  return ownRecord in ledger;
}

/** A ledger, and the key that it is asked for. */
export interface KeyedLedger {
  ledger: CreationLedger;
  key: string;
}

/** Whether a ledger is to be asked. One that is missing beside its key is an error. */
export function asksLedger({ ledger, key }: LedgerOptions): boolean {
  return ledger !== undefined || key !== undefined;
}

/** @throws {ConfigurationError} unless it is a ledger with its methods, and a key */
export function checkLedgerOptions({ ledger, key }: LedgerOptions): KeyedLedger {
  if (ledger === undefined) throw new ConfigurationError("key needs a ledger, which is asked for it.");
  checkLedger(ledger);
  if (isText(key)) return { ledger, key };
  throw new ConfigurationError("ledger needs a key: a non-empty string that identifies the recording.");
}

/** @throws {ConfigurationError} unless it has the methods of a ledger */
export function checkLedger(ledger: CreationLedger | undefined): asserts ledger is CreationLedger {
  if (ledger && hasMethods(ledger, "claim", "created", "released")) return;
  throw new ConfigurationError("ledger must have the methods claim, created and released.");
}
