/**
 * The states of a creation, and for each step the states in which it may begin. The records in memory and in SQLite only
 * keep the states. This file has no access to either, so that both obey the same rules.
 *
 * Users see stages instead (`JournalState`): there `creating` is the states `claimed`, `creating` and `uncertain`. The event
 * `creating` of a flow comes when the state becomes `claimed`.
 */
import type { LedgerClaim } from "./ledger.js";

export const creationStates = [
  /** Nothing was created, and nobody is about to: so each creation begins, and so it is again after a refusal. */
  "released",
  /** Somebody may send the creation, and has sent nothing yet. */
  "claimed",
  /** Bytes of the creation may have left. */
  "creating",
  /** Bytes may have left, and the claimant cannot tell whether a call was created. */
  "uncertain",
  "created",
  "completed",
  /** A person decided not to have it created. */
  "skipped",
] as const;

export type CreationState = (typeof creationStates)[number];

/** It is up to the claimant what comes next, as long as that lives. */
export const underWay: readonly CreationState[] = ["claimed", "creating"];

/**
 * The states in which a step of a creation may be taken. Most steps are named as ledgers name them; where a step leads is
 * said where it is written. An input of a journal whose analysis has failed stays `created`, with a mark: then `settleFailed`
 * decides about it.
 */
export const allowedIn = {
  uploaded: ["released"],
  claim: ["released"],
  /** The caller who says `recreate` has made sure that nobody else is creating the call. */
  recreate: ["released", "claimed", "creating", "uncertain"],
  /** The same of a flow, which waits for whoever lives and is creating the call. */
  recreateUncertain: ["released", "uncertain"],
  /** The claimant is about to send. Asked again by the same claimant, it stays so. */
  sending: underWay,
  /** A call that exists is recorded whatever was thought of it; the first one stays. */
  created: ["released", "claimed", "creating", "uncertain", "skipped"],
  /** The service has refused it, or nothing was sent, as when the claimant dies before it has sent a byte. */
  released: underWay,
  /** The claimant cannot tell whether a call was created: also where it was answered before its bytes were taken. */
  uncertain: underWay,
  /** The claimant has died after it may have sent. */
  died: ["creating"],
  /** `created` may have been lost on a full disk. */
  completed: ["claimed", "creating", "uncertain", "created", "completed"],
  /** The analysis ended without a result, or the call is not there any more. Then a person may decide again. */
  failed: ["created", "completed"],
  settleFailed: ["created"],
  /** A person decides. */
  settle: ["uncertain", "skipped"],
  /** It has come to its end, and a person wants it forgotten. */
  forget: ["completed"],
} as const satisfies Record<string, readonly CreationState[]>;

/** Whether somebody has claimed it, or decided about it: then its input must stay what it is. */
export function isTaken(state: CreationState): boolean {
  return state !== "released";
}

/** Whether it is up to its claimant what comes next. */
export function isUnderWay(state: CreationState): boolean {
  return underWay.includes(state);
}

/** The answer to a claim that was not granted. */
export function refusedClaim(callId: string | null | undefined): LedgerClaim {
  return callId ? { status: "created", callId } : { status: "unknown" };
}
