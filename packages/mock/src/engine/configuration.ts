/**
 * A category as the engine reads it: the contract's configuration, and the fake's own data. @see section 2, "Category
 * detail", of the specification
 * @see section 2, "Category detail", of the specification
 */
import { schemas } from "@call-analysis/sdk/schemas";
import * as z from "zod";
import { type Answer, categoryReviewShape, criterionReviewShape, outcomeReviewShape } from "./review-schema.js";

const outcome = z.object({ ...schemas.PossibleOutcome.shape, ...outcomeReviewShape });

const criterion = z.object({ ...schemas.CriterionDefinition.shape, ...criterionReviewShape });

const pointer = z.object({ ...schemas.AnalysisPointer.shape, criterias: z.array(criterion) });

const extractionField = z.object({
  ...schemas.ExtractionField.shape,
  enumOptions: z.array(z.object(schemas.EnumOption.shape)),
});

/** A category, and the texts of its analyses. */
export const categorySchema = z.object({
  ...schemas.CategoryDetail.shape,
  possibleOutcomes: z.array(outcome),
  analysisPointers: z.array(pointer),
  extractionFields: z.array(extractionField),
  targetingRules: z.array(z.object(schemas.TargetingRule.shape)),
  tagTargets: z.array(z.object(schemas.TagTarget.shape)),
  ...categoryReviewShape,
});

/** A category, and the texts of its analyses. */
export type ReviewedCategory = z.infer<typeof categorySchema>;

/** One question of a section. */
export type CriterionDefinition = z.infer<typeof criterion>;

/** A section of the analysis with the criteria it asks. */
export type AnalysisPointer = z.infer<typeof pointer>;

/** An outcome that a call of the category can have. */
export type Outcome = z.infer<typeof outcome>;

/** A value to extract from the call. */
export type ExtractionField = z.infer<typeof extractionField>;

/** The answers that an outcome allows for a criterion. Undefined if it leaves them open. */
export function impliedAnswers(outcome: Outcome | null, criteriaId: string): readonly Answer[] | undefined {
  const implied = implicationOf(outcome, criteriaId);
  if (implied === undefined || implied === "present" || implied === "absent") return undefined;
  return typeof implied === "string" ? [implied] : implied;
}

/** Whether an outcome implies that a value exists. Undefined if it leaves that open. */
export function impliedPresence(outcome: Outcome | null, fieldName: string): boolean | undefined {
  const implied = implicationOf(outcome, fieldName);
  return implied === "present" || implied === "absent" ? implied === "present" : undefined;
}

function implicationOf(outcome: Outcome | null, name: string) {
  // An id may be `__proto__` or `constructor`.
  return outcome?.implies && Object.hasOwn(outcome.implies, name) ? outcome.implies[name] : undefined;
}
