/** Checks whether a partial analysis fits a category: every name in it is the category's, and its numbers add up. */
import { throwProblems } from "../core/check-shape.js";
import { type FieldProblem, MockServiceError, wrongValue } from "../core/mock-service-error.js";
import type { AnalysisPointer, ReviewedCategory } from "./configuration.js";
import { fieldProblem } from "./fields/field-value.js";
import type { SectionAnswers } from "./findings.js";
import type { PartialAnalysis, PartialCriterion, PartialSection } from "./partial-analysis.js";
import { answerOf, resultsListed } from "./results.js";
import { type ScorePolicies, solveScores } from "./solve-scores.js";

/** What a partial analysis is checked against. */
export interface PartialCheckOptions {
  category: ReviewedCategory;
  policies: ScorePolicies;
}

/** Checks a partial analysis against a category. @throws {MockServiceError} which names the fields that do not fit */
export function checkPartial(partial: PartialAnalysis, options: PartialCheckOptions): void {
  const { category, policies } = options;
  throwProblems([
    ...outcomeProblems(partial, category),
    ...extractionProblems(partial, category),
    ...(partial.sections ?? []).flatMap((section, index) => sectionProblems(section, index, options)),
  ]);
  solveScores(category.analysisPointers.map(everythingMissed), partial, policies);
}

/** Why a partial analysis fits none of some categories, by the first; undefined when it fits one, or there are none. */
export function misfitOf(
  partial: PartialAnalysis,
  { categories, policies }: { categories: readonly ReviewedCategory[]; policies: ScorePolicies },
): MockServiceError | undefined {
  const errors = categories.map((category) => errorOf(() => checkPartial(partial, { category, policies })));
  return errors.includes(undefined) ? undefined : errors[0];
}

function errorOf(check: () => void): MockServiceError | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof MockServiceError) return error;
    throw error;
  }
}

function outcomeProblems({ outcomeLabel }: PartialAnalysis, { possibleOutcomes }: ReviewedCategory): FieldProblem[] {
  if (outcomeLabel === undefined || possibleOutcomes.some(({ label }) => label === outcomeLabel)) return [];
  const labels = possibleOutcomes.map(({ label }) => `"${label}"`).join(", ");
  return [wrongValue("outcomeLabel", `must be one of the category's outcomes: ${labels || "it has none"}`)];
}

function extractionProblems({ extractions }: PartialAnalysis, { extractionFields }: ReviewedCategory): FieldProblem[] {
  return Object.entries(extractions ?? {}).flatMap(([name, value]) => {
    const field = extractionFields.find(({ fieldName }) => fieldName === name);
    const problem = field ? fieldProblem(field, value) : "is no extraction field of the category";
    return problem === undefined ? [] : [wrongValue(`extractions.${name}`, problem)];
  });
}

function sectionProblems(section: PartialSection, index: number, { category, policies }: PartialCheckOptions) {
  const path = `sections[${index}]`;
  const pointer = category.analysisPointers.find(({ sectionId }) => sectionId === section.sectionId);
  if (!pointer) return [wrongValue(`${path}.sectionId`, "is not a section of the category")];
  const { sectionName, criterias = [] } = section;
  return [
    ...sameText(`${path}.sectionName`, sectionName, pointer.sectionName),
    ...criterias.flatMap((criterion, at) =>
      criterionProblems(criterion, { pointer, policies, path: `${path}.criterias[${at}]` }),
    ),
  ];
}

interface CriterionOptions {
  pointer: AnalysisPointer;
  policies: ScorePolicies;
  path: string;
}

function criterionProblems(criterion: PartialCriterion, { pointer, policies, path }: CriterionOptions): FieldProblem[] {
  const { criteriaId, question, result } = criterion;
  const definition = pointer.criterias.find((each) => each.criteriaId === criteriaId);
  if (!definition) return [wrongValue(`${path}.criteriaId`, "is not a criterion of the section")];
  const texts = policies.criterionResults;
  const isResult = result === undefined || answerOf(result, definition.question, texts) !== undefined;
  const listed = resultsListed(definition.question, texts);
  const wrongResult = isResult ? [] : [wrongValue(`${path}.result`, `must be one of ${listed}`)];
  return [...sameText(`${path}.question`, question, definition.question), ...wrongResult];
}

function sameText(path: string, given: string | undefined, expected: string): FieldProblem[] {
  if (given === undefined || given === expected) return [];
  return [wrongValue(path, `must be the category's own: ${expected}`)];
}

/** A section in which every criterion applies, so that every possible score can be reached. */
function everythingMissed(pointer: AnalysisPointer): SectionAnswers {
  const criteria = pointer.criterias.map((definition) => ({ definition, answer: "missed" as const, level: 0 }));
  return { pointer, criteria };
}
