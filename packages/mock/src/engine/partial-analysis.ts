/** The parts of an analysis that a test sets. The engine generates the rest so that it fits. */
import type { Analysis } from "@call-analysis/sdk";
import * as z from "zod";

/** The parts of a section that a test sets: its score, its total, or some of its criteria. */
export interface PartialSection {
  sectionId: string;
  sectionName?: string | undefined;
  /** Points reached; the criteria are answered so that they add up to it. */
  score?: number | undefined;
  /** Points possible: the number of criteria that apply. */
  totalScore?: number | undefined;
  criterias?: readonly PartialCriterion[] | undefined;
}

/** The parts of a criterion that a test sets. */
export interface PartialCriterion {
  criteriaId: string;
  question?: string | undefined;
  /** One of the texts of the policy `criterionResults`, or of those that the question itself takes. */
  result?: string | undefined;
  rationale?: string | undefined;
}

/**
 * The parts of an analysis that a test sets. A score is distributed over the sections, so that the sums still add
 * up. An outcome gets a rationale that fits.
 */
export interface PartialAnalysis
  extends Partial<Pick<Analysis, "score" | "outcomeLabel" | "outcomeRationale">>,
    Partial<Pick<Analysis, "callObservations" | "areasForImprovement">> {
  /** Values by `fieldName`; the others are generated. Null for no extractions at all. */
  extractions?: Readonly<Record<string, unknown>> | null | undefined;
  sections?: readonly PartialSection[] | undefined;
}

const partialCriterion = z.strictObject({
  criteriaId: z.string(),
  question: z.string().optional(),
  result: z.string().optional(),
  rationale: z.string().optional(),
} satisfies Record<keyof PartialCriterion, z.ZodType>);

const partialSection = z.strictObject({
  sectionId: z.string(),
  sectionName: z.string().optional(),
  score: z.number().min(0).optional(),
  totalScore: z.int().min(0).optional(),
  criterias: z.array(partialCriterion).optional(),
} satisfies Record<keyof PartialSection, z.ZodType>);

/** Validates the shape of a partial analysis. Whether it fits a category is checked by `checkPartial`. */
export const partialAnalysisSchema = z.strictObject({
  score: z.number().min(0).optional(),
  outcomeLabel: z.string().optional(),
  outcomeRationale: z.string().optional(),
  callObservations: z.unknown().optional(),
  areasForImprovement: z.unknown().optional(),
  extractions: z.record(z.string(), z.unknown()).nullable().optional(),
  sections: z.array(partialSection).optional(),
} satisfies Record<keyof PartialAnalysis, z.ZodType>);
