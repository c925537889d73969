/** The parts of an analysis that a test sets. They are in the analysis to the letter; the rest is drawn. */
import type { Analysis, Criterion, Section } from "@call-analysis/sdk";
import { schemas } from "@call-analysis/sdk/schemas";
import * as z from "zod";
import { throwProblems, unknownNameProblems } from "../core/check-shape.js";
import type { FieldProblem } from "../core/mock-service-error.js";
import type { ReviewedCategory } from "./configuration.js";

/** A row of which the key alone is required. */
type PartOf<Row, Key extends keyof Row> = Pick<Row, Key> & {
  [Name in Exclude<keyof Row, Key>]?: Row[Name] | undefined;
};

/**
 * The parts of a criterion that a test sets. A `result` can have any words: those of the policy `criterionResults`, and the
 * criterion's own answers, count for the scores.
 */
export type PartialCriterion = PartOf<Criterion, "criteriaId">;

/** The parts of a section that a test sets. Its criteria are answered so that they add up to its `score`, as far as they can. */
export interface PartialSection extends PartOf<Omit<Section, "criterias">, "sectionId"> {
  criterias?: readonly PartialCriterion[] | undefined;
}

/** The parts of an analysis that a test sets. They are kept to the letter, also where they do not add up. */
export interface PartialAnalysis extends Partial<Omit<Analysis, "extractions" | "sections">> {
  /** Values by `fieldName`; the others are drawn. Null for no extractions at all. */
  extractions?: Readonly<Record<string, unknown>> | null | undefined;
  sections?: readonly PartialSection[] | undefined;
}

const criterion = z.strictObject({ ...schemas.Criterion.partial().shape, criteriaId: z.string() });

const section = z.strictObject({
  ...schemas.Section.partial().shape,
  sectionId: z.string(),
  criterias: z.array(criterion).optional(),
});

/** Validates the shape of a partial analysis. Whether a category has its names is checked by `checkPartial`. */
export const partialAnalysisSchema = z.strictObject({
  ...schemas.Analysis.partial().shape,
  extractions: z.record(z.string(), z.unknown()).nullable().optional(),
  sections: z.array(section).optional(),
} satisfies Record<keyof PartialAnalysis, z.ZodType>);

/** Checks that a category has the names in a partial analysis. @throws {MockServiceError} which names the fields */
export function checkPartial(partial: PartialAnalysis, category: ReviewedCategory): void {
  throwProblems(nameProblems(partial, category));
}

/** The names that no category has, by the first one; empty when one has all of them, or there is none. */
export function mismatchOf(partial: PartialAnalysis, categories: readonly ReviewedCategory[]): FieldProblem[] {
  const problems = categories.map((category) => nameProblems(partial, category));
  return problems.some((each) => each.length === 0) ? [] : (problems[0] ?? []);
}

function nameProblems({ outcomeLabel, extractions, sections = [] }: PartialAnalysis, category: ReviewedCategory) {
  const { possibleOutcomes, extractionFields, analysisPointers } = category;
  const labels = possibleOutcomes.map(({ label }) => label);
  const fields = extractionFields.map(({ fieldName }) => fieldName);
  const sectionIds = analysisPointers.map(({ sectionId }) => sectionId);
  return [
    ...unknownNameProblems("outcomeLabel", outcomeLabel, { what: "an outcome of the category", known: labels }),
    ...Object.keys(extractions ?? {}).flatMap((name) =>
      unknownNameProblems(`extractions.${name}`, name, { what: "an extraction field of the category", known: fields }),
    ),
    ...sections.flatMap(({ sectionId, criterias = [] }, at) => {
      const path = `sections[${at}]`;
      const pointer = analysisPointers.find((each) => each.sectionId === sectionId);
      if (!pointer)
        return unknownNameProblems(`${path}.sectionId`, sectionId, {
          what: "a section of the category",
          known: sectionIds,
        });
      const known = pointer.criterias.map(({ criteriaId }) => criteriaId);
      return criterias.flatMap(({ criteriaId }, index) =>
        unknownNameProblems(`${path}.criterias[${index}].criteriaId`, criteriaId, {
          what: "a criterion of the section",
          known,
        }),
      );
    }),
  ];
}
