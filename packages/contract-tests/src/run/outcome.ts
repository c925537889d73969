import type { Case } from "../cases/case.ts";
import type { Observation } from "../context/case-context.ts";
import type { UnknownField } from "../contract/unknown-fields.ts";
import type { Exchange } from "../exchange/exchange.ts";
import type { Door } from "../target.ts";

/** What came of a case that ran. `recorded`: it departs from what is assumed, which a live service may. */
export type Verdict = "passed" | "failed" | "recorded";

/** One case on one target. */
export interface Outcome {
  case: Case;
  verdict: Verdict;
  /** What is not as it should be, written by the case; holds nothing of the answer. */
  statement?: string;
  /** The place in the document, or the part of the specification, that it departs from. */
  place?: string;
  /** What was seen; never for a report. */
  seen?: unknown;
  observations: readonly Observation[];
  unknownFields: readonly UnknownField[];
  /** What was asked and answered; never for a report. */
  exchanges: readonly Exchange[];
}

/** A case that was left out, and why. */
export interface Skipped {
  case: Case;
  reason: string;
}

/** Every case on one target. */
export interface RunResult {
  door: Door;
  outcomes: readonly Outcome[];
  skipped: readonly Skipped[];
  cleanUp: CleanUpResult;
}

/** What is left of a run. */
export interface CleanUpResult {
  deletedAgents: number;
  /** Agents of the run that could not be deleted. */
  remainingAgents: number;
  /** Calls and prospects, which nothing in the interface deletes. */
  calls: number;
  prospects: number;
}
