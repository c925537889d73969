/** A part of an analysis that somebody has settled; the rest is made up so that it fits. */
import type { Analysis } from "@call-analysis/sdk";
import * as z from "zod";

/** A section of which something is settled: its score, or some of its criteria. */
export interface PartialSection {
  sectionId: string;
  sectionName?: string | undefined;
  /** Points reached; the criteria are answered so that they add up to it. */
  score?: number | undefined;
  /** Points possible: so many criteria apply. */
  totalScore?: number | undefined;
  criterias?: readonly PartialCriterion[] | undefined;
}

/** A criterion of which something is settled. */
export interface PartialCriterion {
  criteriaId: string;
  question?: string | undefined;
  /** One of the words of the policy `criterionResults`. */
  result?: string | undefined;
  rationale?: string | undefined;
}

/**
 * What of an analysis is settled. A score is spread over the sections, so that sums still add up; an outcome
 * gets a rationale that fits.
 */
export interface PartialAnalysis
  extends Partial<Pick<Analysis, "score" | "outcomeLabel" | "outcomeRationale">>,
    Partial<Pick<Analysis, "callObservations" | "areasForImprovement">> {
  /** Values by `fieldName`; fields that are not named are made up. Null for none at all. */
  extractions?: Readonly<Record<string, unknown>> | null | undefined;
  sections?: readonly PartialSection[] | undefined;
}

const partialCriterion = z.strictObject({
  criteriaId: z.string(),
  question: z.string().optional(),
  result: z.string().optional(),
  rationale: z.string().optional(),
});

const partialSection = z.strictObject({
  sectionId: z.string(),
  sectionName: z.string().optional(),
  score: z.number().min(0).optional(),
  totalScore: z.int().min(0).optional(),
  criterias: z.array(partialCriterion).optional(),
});

/** The shape of a partial analysis; whether it fits a category is another question. */
export const partialAnalysisSchema = z.strictObject({
  score: z.number().min(0).optional(),
  outcomeLabel: z.string().optional(),
  outcomeRationale: z.string().optional(),
  callObservations: z.unknown().optional(),
  areasForImprovement: z.unknown().optional(),
  extractions: z.record(z.string(), z.unknown()).nullable().optional(),
  sections: z.array(partialSection).optional(),
});
