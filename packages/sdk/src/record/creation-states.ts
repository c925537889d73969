/**
 * The states of a creation, and the steps from one to the next. The records in memory and in SQLite only keep the states.
 * This file has no access to either, so that both obey the same rules.
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

/** A step of a creation: the states in which it may be taken, and the one to which it leads. */
interface Step {
  from: readonly CreationState[];
  to: CreationState;
}

/**
 * The steps. Most are named as ledgers name them. An input of a journal whose analysis has failed stays `created`, with a
 * mark, until a person decides about it.
 */
export const steps = {
  uploaded: { from: ["released"], to: "released" },
  claim: { from: ["released"], to: "claimed" },
  /** The caller who says `recreate` has made sure that nobody else is creating the call. */
  recreate: { from: ["released", "claimed", "creating", "uncertain"], to: "claimed" },
  /** The same of a flow, which waits for whoever lives and is creating the call. */
  recreateUncertain: { from: ["released", "uncertain"], to: "claimed" },
  /** The claimant is about to send. Asked again by the same claimant, it stays so. */
  sending: { from: underWay, to: "creating" },
  /** A call that exists is recorded whatever was thought of it; the first one stays. */
  created: { from: ["released", "claimed", "creating", "uncertain", "skipped"], to: "created" },
  /** The service has refused it, or nothing was sent. */
  released: { from: underWay, to: "released" },
  /** The claimant cannot tell whether a call was created: also where it was answered before its bytes were taken. */
  uncertain: { from: underWay, to: "uncertain" },
  /** The claimant has died before it sent a byte. */
  diedUnsent: { from: ["claimed"], to: "released" },
  /** The claimant has died after it may have sent. */
  died: { from: ["creating"], to: "uncertain" },
  /** `created` may have been lost on a full disk. */
  completed: { from: ["claimed", "creating", "uncertain", "created", "completed"], to: "completed" },
  /** The analysis ended without a result, or the call is not there any more. */
  failed: { from: ["created", "completed"], to: "created" },
  /** A person decides about an uncertain one. */
  settleCallId: { from: ["uncertain", "skipped"], to: "created" },
  settleRecreate: { from: ["uncertain", "skipped"], to: "released" },
  settleSkip: { from: ["uncertain", "skipped"], to: "skipped" },
  /** A person decides about a failed one. */
  settleFailedCallId: { from: ["created"], to: "created" },
  settleFailedRecreate: { from: ["created"], to: "released" },
} as const satisfies Record<string, Step>;

export type StepName = keyof typeof steps;

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
