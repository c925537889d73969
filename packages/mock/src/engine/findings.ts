/**
 * What the simulated reviewer finds in a call: an outcome, and an answer to each question. Every text of the
 * analysis is written from these findings.
 */
import type { AnalysisPointer, Answer, CriterionDefinition, Outcome } from "./configuration.js";

/** The answer to one criterion. */
export interface CriterionAnswer {
  definition: CriterionDefinition;
  answer: Answer;
  /** How well it went, from 0 to 1 and a little beyond: what went best is the last to be given up for a score. */
  level: number;
  /** The points for a partly met criterion, 0 to 1. @default 0.5 */
  points?: number;
  /** The answers that the outcome allows. @default any */
  allowed?: readonly Answer[];
  /** The number that answers a question such as "How many …?". */
  count?: number;
}

/** The answer to one criterion, and where it was found. */
export interface CriterionFinding extends CriterionAnswer {
  /** Where in the recording the evidence for the answer is, in whole seconds from the start. */
  evidenceTimeSeconds: number;
}

/** A section, and something for each of its criteria, in the order of the category's. */
interface SectionOf<Criterion> {
  pointer: AnalysisPointer;
  criteria: Criterion[];
}

/** The answers of a section. */
export type SectionAnswers = SectionOf<CriterionAnswer>;

/** The answers of a section, and where they were found. */
export type SectionFinding = SectionOf<CriterionFinding>;

/** The outcome of one call, and its answers by section. */
export interface Answers {
  /** Null when the category has no outcomes. */
  outcome: Outcome | null;
  sections: SectionAnswers[];
}

/** All findings of one call. */
export interface Findings extends Answers {
  sections: SectionFinding[];
}

/** Whether a criterion counts in the score. */
export function isApplicable({ answer }: Pick<CriterionAnswer, "answer">): boolean {
  return answer !== "notApplicable";
}
