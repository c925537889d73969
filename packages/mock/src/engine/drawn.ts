/** How a call went, before it is put into words. */
import type { AnalysisPointer, CriterionDefinition, Outcome } from "./configuration.js";

/** The answer to one criterion. */
export interface DrawnCriterion {
  readonly definition: CriterionDefinition;
  /** The level, from 0 for nothing to 1 for everything. Null if the criterion does not apply. */
  readonly points: number | null;
  /** How well it went, from 0 to 1 and beyond. The best answers are the last to change for a score. */
  readonly level: number;
}

/** A section, and the answers to its criteria, in the category's order. */
export interface DrawnSection {
  readonly pointer: AnalysisPointer;
  readonly criteria: readonly DrawnCriterion[];
}

/** How a call went. */
export interface Drawn {
  /** Null if the category has no outcomes. */
  readonly outcome: Outcome | null;
  readonly sections: readonly DrawnSection[];
}
