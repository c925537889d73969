/** What could not be checked, why, and what to do about it. Nothing of an answer is in these texts. */
import type { Answer, CallState, ReadOperation } from "@call-analysis/contract-tests/read-only";

/** Something that could not be checked. */
export interface Gap {
  operation: ReadOperation;
  /** What happened, as a sentence. */
  reason: string;
  /** What to do next. */
  next: string;
  /**
   * `key`: the service refused it. `failed`: what was asked for could not be read, or not be compared. `nothing`: there was
   * nothing to compare.
   */
  kind: "key" | "failed" | "nothing";
}

const gapsOf = {
  noAgent: {
    operation: "listAgents",
    reason: "The list of agents is empty, so no agent was checked.",
    next: "Register one with call-analysis agents create, and run it again.",
    kind: "nothing",
  },
  noCategory: {
    operation: "getCategory",
    reason: "The list of categories is empty, so no category was read.",
    next: "Ask whoever runs the service for a category: no call can be created without one.",
    kind: "nothing",
  },
  noCategoryId: {
    operation: "getCategory",
    reason: "The list of categories names none, so no category was read.",
    next: "Name a category with --category.",
    kind: "failed",
  },
  unknownCategory: {
    operation: "getCategory",
    reason: "The service does not have the category of --category: 404.",
    next: "See call-analysis categories list.",
    kind: "failed",
  },
  noCall: {
    operation: "getCallAnalysis",
    reason: "No call was named, and the journal has no completed one.",
    next: "Name a call that exists: call-analysis check --call ID. That costs nothing.",
    kind: "nothing",
  },
} as const satisfies Record<string, Gap>;

export const { noAgent, noCategory, noCategoryId, unknownCategory, noCall } = gapsOf;

/** The key is not taken: nothing else is read. */
export function refusedKey(operation: ReadOperation): Gap {
  const next = "Check CALL_ANALYSIS_API_KEY, or store another key: call-analysis config set";
  return { operation, reason: "The service refused the key: 401.", next, kind: "key" };
}

export function forbidden(operation: ReadOperation): Gap {
  const next = "Use a key that may do this, or ask who issued it.";
  return { operation, reason: "The key may not read this: 403.", next, kind: "key" };
}

/** One of the calls that are read. */
export interface CallNumber {
  index: number;
  count: number;
  /** Whether the command line names it. */
  isNamed: boolean;
}

export function unknownCall({ index, count, isNamed }: CallNumber): Gap {
  const which = `${isNamed ? "--call" : "Call"} ${index + 1} of ${count}`;
  return {
    operation: "getCallAnalysis",
    reason: `${which}: the service does not have this call: 404.`,
    next: isNamed
      ? "Check the id, and that the call is of the key's organization."
      : "The journal has it, and the service does not. Name other calls with --call.",
    kind: "failed",
  };
}

const ofCalls: Readonly<Partial<Record<CallState, Pick<Gap, "reason" | "next">>>> = {
  apart: {
    reason: "has other sections than the category that was read, so it was not compared with that",
    next: "Name the call's own category with --category.",
  },
  pending: {
    reason: "is not completed, so there is no analysis to check",
    next: "Wait with call-analysis calls wait ID, or name a completed call with --call.",
  },
  failed: {
    reason: "has failed, so there is no analysis to check",
    next: "Name a completed call with --call.",
  },
  unknown: {
    reason: "has no status that the specification or the client knows, so it was not checked further",
    next: "See it with call-analysis calls get ID. Tell the client by poll.classify what the status means.",
  },
};

/** What keeps the analysis of a call that was read from being checked; undefined when nothing does. */
export function gapOfCall(state: CallState, { index, count }: CallNumber): Gap | undefined {
  const gap = ofCalls[state];
  if (!gap) return undefined;
  const reason = `Call ${index + 1} of ${count} ${gap.reason}.`;
  return { operation: "getCallAnalysis", reason, next: gap.next, kind: "nothing" };
}

/** An answer came, and there was nothing in it to compare. */
export function gapOfAnswer({ operation, status }: Answer): Gap {
  const reason =
    status === 429
      ? "The service answered 429, so there was nothing to compare."
      : "What is wrong with the answer is told above, and nothing in it could be compared.";
  return { operation, reason, next: "Run it again when that is mended.", kind: "failed" };
}
