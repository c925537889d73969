/**
 * The states of a creation, and for each step the states in which it may begin. The records in memory and in SQLite only keep the states. This file
 * has no access to either, so that both obey the same rules.
 */
import type { LedgerClaim } from "./ledger.js";

export const creationStates = [
  /** Nothing was created, and nothing is uploaded. */
  "released",
  /** Nothing was created, and the recording is uploaded. */
  "uploaded",
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

/** Nothing was created, and nobody is about to. */
const free: readonly CreationState[] = ["released", "uploaded"];

/** The states in which something may happen to a creation. */
export const allowedIn = {
  upload: free,
  claim: free,
  /** The caller who says `recreate` has made sure that nobody else is creating the call. */
  recreate: [...free, "claimed", "creating", "uncertain"],
  /** The claimant is about to send. Asked again by the same claimant, it stays so. */
  send: ["claimed", "creating"],
  /** A call that exists is recorded whatever was thought of it; the first one stays. */
  create: [...free, "claimed", "creating", "uncertain", "skipped"],
  /** The service has refused it, or nothing was sent, as when the claimant dies before it has sent a byte. */
  release: ["claimed", "creating"],
  /** The claimant cannot tell whether a call was created, or has died. */
  lose: ["creating"],
  /** `created` may have been lost on a full disk. */
  complete: ["claimed", "creating", "uncertain", "created", "completed"],
  /** The analysis ended without a result. Then a person may have the call created again. */
  fail: ["created"],
  /** A person decides. */
  settle: ["uncertain", "skipped"],
  /** It has come to its end, and may be forgotten when it is old. */
  expire: ["completed"],
} as const satisfies Record<string, readonly CreationState[]>;

/** Whether somebody has claimed it, or decided about it: then its input must stay what it is. */
export function isTaken(state: CreationState): boolean {
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
