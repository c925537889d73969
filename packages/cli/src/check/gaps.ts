/** What could not be checked, why, and what to do about it. Nothing of an answer is in these texts. */
import type { CallState, ReadFailure, ReadOperation } from "@call-analysis/contract-tests/read-only";
import { refusedKeyHint } from "../output/error-text.js";

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
  /** The position of the call that it is about, from 1. */
  call?: number;
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
    reason: "No category of the list has an id to read it by.",
    next: "Name a category with --category.",
    kind: "failed",
  },
  unusableId: {
    operation: "getCategory",
    reason: "The first category of the list has an id that no address can hold, so the next one was read.",
    next: "Ask whoever runs the service to give it another id, or name a category with --category.",
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
    reason: "No call was named, and the journal has none.",
    next: "Name a call that exists: call-analysis check --call ID. That costs nothing.",
    kind: "nothing",
  },
  timeIsOver: {
    operation: "getCallAnalysis",
    reason: "It was not asked for: a run ends within a minute.",
    next: "Run it again, with fewer calls.",
    kind: "failed",
  },
} as const satisfies Record<string, Gap>;

export const { noAgent, noCategory, noCategoryId, unusableId, unknownCategory, noCall, timeIsOver } = gapsOf;

/** Why there is no answer, as a gap. */
export function gapOfFailure(operation: ReadOperation, { kind, reason, next }: ReadFailure): Gap {
  if (kind === "forbidden") return { operation, reason, next, kind: "key" };
  if (kind !== "refused") return { operation, reason, next, kind: "failed" };
  return { operation, reason, next: refusedKeyHint, kind: "key" };
}

/** Of a call that the service does not have. @param options.isNamed whether the command line names it */
export function unknownCall({ isNamed }: { isNamed: boolean }): Gap {
  return {
    operation: "getCallAnalysis",
    reason: "The service does not have it: 404.",
    next: isNamed
      ? "Check the id, and that the call is of the key's organization."
      : "The journal has it, and the service does not. Name other calls with --call.",
    kind: "failed",
  };
}

const ofCalls: Readonly<Partial<Record<CallState, Pick<Gap, "reason" | "next">>>> = {
  apart: {
    reason: "It has other sections than the category that was read, so it was not compared with that.",
    next: "Name the call's own category with --category.",
  },
  pending: {
    reason: "It is not completed, so there is no analysis to check.",
    next: "Wait with call-analysis calls wait ID, or name a completed call with --call.",
  },
  unknown: {
    reason: "Nobody knows what its status means, so only the types of its fields were checked.",
    next: "See it with call-analysis calls get ID, or name a completed call with --call.",
  },
  failed: {
    reason: "It has failed, so there is no analysis to check.",
    next: "Name a completed call with --call.",
  },
};

/** What keeps the analysis of a call that was read from being checked; undefined when nothing does. */
export function gapOfCall(state: CallState): Gap | undefined {
  const gap = ofCalls[state];
  return gap && { operation: "getCallAnalysis", ...gap, kind: "nothing" };
}
