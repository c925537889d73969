/**
 * A record of creations: what it is asked, the states of a creation, and what each of them allows. The records in memory and
 * in SQLite only keep the states. This file has no access to either, so that both obey the same rules.
 */
import { ConfigurationError } from "../errors/request-errors.js";
import { hasMethods, isText } from "../value-kinds.js";

/** What a ledger knows of a key when it is asked. */
export type LedgerClaim = { status: "claimed" } | { status: "created"; callId: string } | { status: "unknown" };

/**
 * A record of creations that outlives a process, such as a table or Redis. Each key stands for one recording that is
 * to be analysed once. Check yours with the cases of `@call-analysis/sdk/ledger-conformance`.
 */
export interface CreationLedger {
  /**
   * Asked immediately before `POST /calls`; only who gets `claimed` sends. Must be atomic: of all who ask at once, one
   * gets `claimed`, and the others `unknown`, until `created` or `released` is called. Must be on disk before it resolves.
   *
   * @param options.recreate claims a key that is `unknown`; one that is `created` stays so. Of two who recreate a key at
   *   once both may get it: whoever says `recreate` has made sure that nobody else is creating this call
   */
  claim(key: string, options?: { recreate?: boolean }): Promise<LedgerClaim>;
  /** The call was created: `claim` answers `created` from now on. */
  created(key: string, callId: string): Promise<void>;
  /**
   * Told by whoever claimed the key: nothing was created, and it can be claimed again. Does nothing to a key that is
   * `created`. The journal of `fileJournal()` also leaves alone what somebody else has claimed since.
   */
  released(key: string): Promise<void>;
}

/** Where a creation is recorded. */
export interface LedgerOptions {
  /** Asked before the call is created, and told what came of it. Needs `key`. @default none */
  ledger?: CreationLedger | undefined;
  /** The identity of the call in the ledger: the same whenever the same recording is to be analysed. */
  key?: string | undefined;
}

/** A ledger that knows more of a creation than other people's do. */
export interface SendingLedger extends CreationLedger {
  /** Asked immediately before the first byte of a creation. False: the claim is lost, and nothing may be sent. */
  sending(key: string): Promise<boolean>;
  /** Asked after a claim that got `unknown`. True: somebody is creating the call, so that it is worth asking again. */
  isUnderWay?(key: string): Promise<boolean>;
}

/** @throws {ConfigurationError} unless it is a ledger with its methods, and a key */
export function checkLedger({ ledger, key }: LedgerOptions): { ledger: CreationLedger; key: string } {
  if (!ledger || !hasMethods(ledger, "claim", "created", "released")) {
    throw new ConfigurationError("ledger must have the methods claim, created and released.");
  }
  if (isText(key)) return { ledger, key };
  throw new ConfigurationError("ledger needs a key: a non-empty string that identifies the recording.");
}

export const creationStates = [
  /** Nothing was created, and nothing is uploaded. */
  "released",
  /** Nothing was created, and the recording is uploaded. */
  "uploaded",
  /** Somebody may send the creation, and has sent nothing yet. */
  "claimed",
  /** Bytes of the creation may have left. */
  "creating",
  /** Bytes may have left, and whoever sent them cannot tell what came of it. */
  "uncertain",
  "created",
  "completed",
  /** A person decided that it shall not be created. */
  "skipped",
] as const;

export type CreationState = (typeof creationStates)[number];

/** Nothing was created, and nobody is about to. */
const free: readonly CreationState[] = ["released", "uploaded"];

/** The states in which something may happen to a creation. */
export const allowedIn = {
  upload: free,
  claim: free,
  /** Whoever says `recreate` has made sure that nobody else is creating the call. */
  recreate: [...free, "claimed", "creating", "uncertain"],
  /** The claimant is about to send. Asked again by the same claimant, it stays so. */
  send: ["claimed", "creating"],
  /** A call that exists is recorded whatever was thought of it; the first one stays. */
  create: [...free, "claimed", "creating", "uncertain", "skipped"],
  /** The service has refused it, or nothing was sent. So it is when its claimant dies before it has sent a byte. */
  release: ["claimed", "creating"],
  /** The claimant cannot tell what came of it, or has died. */
  lose: ["creating"],
  /** `created` may have been lost on a full disk. */
  complete: ["claimed", "creating", "uncertain", "created", "completed"],
  /** The analysis ended without a result. Then a person may have the call created again. */
  fail: ["created"],
  /** A person decides. */
  settle: ["uncertain", "skipped"],
  /** Nobody is creating the call now, so a person may have all of it forgotten. */
  forget: [...free, "uncertain", "created", "completed", "skipped"],
  /** It has come to its end, and may be forgotten when it is old. */
  expire: ["completed"],
} as const satisfies Record<string, readonly CreationState[]>;

/** Whether a call may exist: then its input must stay what it is. */
export function mayHaveCall(state: CreationState): boolean {
  return !free.includes(state);
}

/** Whether it is up to its claimant what comes next, as long as that lives. */
export function isUnderWay(state: CreationState): boolean {
  return state === "claimed" || state === "creating";
}

/** The answer to a claim that was not granted. */
export function refusedClaim(callId: string | null | undefined): LedgerClaim {
  return callId ? { status: "created", callId } : { status: "unknown" };
}
