/**
 * What the simulated reviewer finds in a call: an outcome, and an answer to each question. Every text of the
 * analysis is written from these findings.
 */
import type { PossibleOutcome } from "@call-analysis/sdk";
import type { Policies } from "../core/policies.js";
import type { AnalysisPointer, CriterionDefinition } from "./configuration.js";

/** The answer to a criterion. The policy `criterionResults` has the text for each. */
export type Answer = keyof Policies["criterionResults"];

/** The answer to one criterion. */
export interface CriterionFinding {
  definition: CriterionDefinition;
  answer: Answer;
  /** How well it went, from 0 to 1 and a little beyond: what went best is the last to be given up for a score. */
  level: number;
  /** The points for a partly met criterion, 0 to 1. @default 0.5 */
  points?: number;
  /** Where in the recording the evidence for the answer is, in whole seconds from the start. */
  evidenceTimeSeconds: number;
}

/** The answers of a section, in the order of the category's criteria. */
export interface SectionFinding {
  pointer: AnalysisPointer;
  criteria: CriterionFinding[];
}

/** All findings of one call. */
export interface Findings {
  /** Null when the category has no outcomes. */
  outcome: PossibleOutcome | null;
  sections: SectionFinding[];
}

/** Whether a criterion counts in the score. */
export function isApplicable({ answer }: Pick<CriterionFinding, "answer">): boolean {
  return answer !== "notApplicable";
}
