/** Whether a partial analysis can be one of a category: every name in it is the category's, and its numbers add up. */
import type { CategoryDetail } from "@call-analysis/sdk";
import { checkShape, type FieldProblem, invalidFields, wrongValue } from "../core/mock-service-error.js";
import type { Policies } from "../core/policies.js";
import type { AnalysisPointer } from "./configuration.js";
import { fieldProblem } from "./fields/field-check.js";
import { isJudged } from "./forced-outcome.js";
import { forcedSections } from "./forced-sections.js";
import type { Answer } from "./judgement.js";
import {
  type PartialAnalysis,
  type PartialCriterion,
  type PartialSection,
  partialAnalysisSchema,
} from "./partial-analysis.js";

/** What a partial analysis is held against. */
export interface PartialCheckContext {
  category: CategoryDetail;
  policies: Pick<Policies, "scoreScale" | "criterionResults">;
}

/** Gives back what has the shape of a partial analysis. @throws {MockServiceError} which names the field at fault */
export function checkPartialShape(partial: unknown): PartialAnalysis {
  return checkShape<PartialAnalysis>(partialAnalysisSchema, partial);
}

/** @throws {MockServiceError} which names the fields that do not fit the category */
export function checkPartial(partial: PartialAnalysis, context: PartialCheckContext): void {
  const { category, policies } = context;
  const problems = [
    ...outcomeProblems(partial, category),
    ...extractionProblems(partial, category),
    ...(partial.sections ?? []).flatMap((section, index) => sectionProblems(section, index, context)),
  ];
  if (problems.length > 0) throw invalidFields("invalid-input", problems);
  const sections = category.analysisPointers.map(everythingApplies);
  forcedSections(sections, { forced: partial, policies });
}

function outcomeProblems({ outcomeLabel, ...rest }: PartialAnalysis, { possibleOutcomes }: CategoryDetail) {
  if (outcomeLabel === undefined) return [];
  const outcome = possibleOutcomes.find(({ label }) => label === outcomeLabel);
  const labels = possibleOutcomes.map(({ label }) => `"${label}"`).join(", ");
  if (!outcome)
    return [wrongValue("outcomeLabel", `must be one of the category's outcomes: ${labels || "it has none"}`)];
  if (!outcome.isNotApplicable || !isJudged(rest)) return [];
  return [wrongValue("outcomeLabel", `"${outcomeLabel}" is of calls that are not judged, and there are points`)];
}

function extractionProblems({ extractions }: PartialAnalysis, { extractionFields }: CategoryDetail): FieldProblem[] {
  return Object.entries(extractions ?? {}).flatMap(([name, value]) => {
    const field = extractionFields.find(({ fieldName }) => fieldName === name);
    const problem = field ? fieldProblem(field, value) : "is no extraction field of the category";
    return problem === undefined ? [] : [wrongValue(`extractions.${name}`, problem)];
  });
}

function sectionProblems(section: PartialSection, index: number, { category, policies }: PartialCheckContext) {
  const path = `sections[${index}]`;
  const pointer = category.analysisPointers.find(({ sectionId }) => sectionId === section.sectionId);
  if (!pointer) return [wrongValue(`${path}.sectionId`, "is no section of the category")];
  const words = Object.values(policies.criterionResults);
  const { sectionName, criterias = [] } = section;
  return [
    ...sameText(`${path}.sectionName`, sectionName, pointer.sectionName),
    ...criterias.flatMap((criterion, at) =>
      criterionProblems(criterion, { pointer, words, path: `${path}.criterias[${at}]` }),
    ),
  ];
}

interface CriterionContext {
  pointer: AnalysisPointer;
  words: readonly string[];
  path: string;
}

function criterionProblems(criterion: PartialCriterion, { pointer, words, path }: CriterionContext): FieldProblem[] {
  const { criteriaId, question, result } = criterion;
  const definition = pointer.criterias.find((each) => each.criteriaId === criteriaId);
  if (!definition) return [wrongValue(`${path}.criteriaId`, "is no criterion of the section")];
  const isWord = result === undefined || words.includes(result);
  const wrongWord = isWord ? [] : [wrongValue(`${path}.result`, `must be one of ${words.join(", ")}`)];
  return [...sameText(`${path}.question`, question, definition.question), ...wrongWord];
}

function sameText(path: string, given: string | undefined, expected: string): FieldProblem[] {
  if (given === undefined || given === expected) return [];
  return [wrongValue(path, `must be the category's own: ${expected}`)];
}

function everythingApplies(pointer: AnalysisPointer) {
  const answer: Answer = "missed";
  return { pointer, criteria: pointer.criterias.map((definition) => ({ definition, answer, momentSeconds: 0 })) };
}
