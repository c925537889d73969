/** The parts of an analysis that a test sets. The analysis contains them unchanged, and the rest is drawn. */
import { schemas } from "@call-analysis/sdk/schemas";
import * as z from "zod";
import { unknownNameProblems } from "../core/check-shape.js";
import type { FieldProblem } from "../core/mock-service-error.js";
import type { ReviewedCategory } from "./configuration.js";

/** The type of a readonly list. zod's own `readonly()` would freeze the list. */
const listOf = <Row extends z.ZodType>(row: Row) => z.array(row) as unknown as z.ZodType<readonly z.infer<Row>[]>;

/**
 * The parts of a criterion that a test sets. `result` can be any text. Only the texts of the policy `criterionResults`,
 * and the criterion's own answers, count for the scores.
 */
const criterion = z.strictObject({ ...schemas.Criterion.partial().shape, criteriaId: z.string() });

/**
 * The parts of a section that a test sets. The fake chooses answers to its criteria that add up to `score`, as far as
 * possible.
 */
const section = z.strictObject({
  ...schemas.Section.partial().shape,
  sectionId: z.string(),
  criterias: listOf(criterion).optional(),
});

/** The parts of a section that a test sets. */
export type PartialSection = z.infer<typeof section>;

/** Validates the shape of a partial analysis. `checkPartial` checks the names against a category. */
export const partialAnalysisSchema = z.strictObject({
  ...schemas.Analysis.partial().shape,
  /** Values by `fieldName`. The others are drawn. Anything else, such as null, replaces the whole object. */
  extractions: z.unknown().optional(),
  sections: listOf(section).optional(),
});

/** The parts of an analysis that a test sets. They are kept unchanged, even if they contradict each other. */
export type PartialAnalysis = z.infer<typeof partialAnalysisSchema>;

/** Whether extractions have values by name. */
export function isFields(extractions: unknown): extractions is object {
  return typeof extractions === "object" && extractions !== null && !Array.isArray(extractions);
}

/**
 * The names that no category has, with the problems in the first category. Empty if one category has all names, or if
 * there are no categories.
 */
export function mismatchOf(partial: PartialAnalysis, categories: readonly ReviewedCategory[]): FieldProblem[] {
  const problems = categories.map((category) => partialProblems(partial, category));
  return problems.some((each) => each.length === 0) ? [] : (problems[0] ?? []);
}

/** The names in a partial analysis that are unknown in a category. */
export function partialProblems(
  { outcomeLabel, extractions, sections = [] }: PartialAnalysis,
  category: ReviewedCategory,
) {
  const { possibleOutcomes, extractionFields, analysisPointers } = category;
  const outcomes = { what: "an outcome of the category", known: possibleOutcomes.map(({ label }) => label) };
  const fields = {
    what: "an extraction field of the category",
    known: extractionFields.map(({ fieldName }) => fieldName),
  };
  const ids = { what: "a section of the category", known: analysisPointers.map(({ sectionId }) => sectionId) };
  return [
    ...unknownNameProblems("outcomeLabel", outcomeLabel, outcomes),
    ...Object.keys(isFields(extractions) ? extractions : {}).flatMap((name) =>
      unknownNameProblems(`extractions.${name}`, name, fields),
    ),
    ...sections.flatMap(({ sectionId, criterias = [] }, at) => {
      const path = `sections[${at}]`;
      const pointer = analysisPointers.find((each) => each.sectionId === sectionId);
      if (!pointer) return unknownNameProblems(`${path}.sectionId`, sectionId, ids);
      const criteria = { what: "a criterion of the section", known: pointer.criterias.map((each) => each.criteriaId) };
      return criterias.flatMap(({ criteriaId }, index) =>
        unknownNameProblems(`${path}.criterias[${index}].criteriaId`, criteriaId, criteria),
      );
    }),
  ];
}
