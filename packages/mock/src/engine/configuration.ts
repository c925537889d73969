/**
 * A category as the engine reads it: the contract's configuration, and what the fake alone knows of it: the texts of
 * analyses, and what an outcome implies. @see section 2, "Category detail", of the specification
 */
import type { CategoryDetail } from "@call-analysis/sdk";

/** The answer to a criterion. The policy `criterionResults` has the text for each. */
export type Answer = "met" | "partly" | "missed" | "notApplicable";

/**
 * Texts of which each call gets one. `{agent}`, `{counterpart}` and `{time}` stand for the two sides and the moment, and
 * `{field:NAME}` for an extracted value.
 */
export type Texts = readonly string[];

/** What the fake knows of a category, besides the contract. */
export interface CategoryReview {
  /** What is noticed about a call, whatever its results are. */
  observations?: Texts | undefined;
}

/** What the fake knows of an outcome, besides the contract. */
export interface OutcomeReview {
  /** Answers by `criteriaId`, one or several that it allows, and by `fieldName` whether a value is there. */
  implies?: Readonly<Record<string, Answer | readonly Answer[] | "present" | "absent">> | undefined;
  /** Why a call has the outcome. */
  rationale?: Texts | undefined;
  /** What happened in a call with the outcome. */
  summary?: Texts | undefined;
}

/** What the fake knows of a criterion, besides the contract. */
export interface CriterionReview {
  /** The results that it can have, from the lowest to the highest. @default those of the policy `criterionResults` */
  answers?: Texts | undefined;
  /** Why it was answered so. The lowest of its own `answers` counts as missed, the highest as met. */
  rationales?: { [Of in Exclude<Answer, "notApplicable">]?: Texts | undefined } | undefined;
  /** The `fieldName` of the value that it asks for: known when it is met, a list also when it is partly met, else unknown. */
  field?: string | undefined;
}

type Pointer = CategoryDetail["analysisPointers"][number];

/** One question of a section. */
export type CriterionDefinition = Pointer["criterias"][number] & CriterionReview;

/** A section of the analysis with the criteria it asks. */
export type AnalysisPointer = Omit<Pointer, "criterias"> & { criterias: CriterionDefinition[] };

/** An outcome that a call of the category can have. */
export type Outcome = CategoryDetail["possibleOutcomes"][number] & OutcomeReview;

/** A value to extract from the call. */
export type ExtractionField = CategoryDetail["extractionFields"][number];

/** A category, and the texts of its analyses. */
export interface ReviewedCategory
  extends Omit<CategoryDetail, "possibleOutcomes" | "analysisPointers">,
    CategoryReview {
  possibleOutcomes: Outcome[];
  analysisPointers: AnalysisPointer[];
}

/** A category in the form of the contract, without what the fake alone knows. */
export function contractForm({
  observations: _,
  organizationId: _1,
  ...category
}: ReviewedCategory & { organizationId?: string }): CategoryDetail {
  return {
    ...category,
    possibleOutcomes: category.possibleOutcomes.map(
      ({ implies: _2, rationale: _3, summary: _4, ...outcome }) => outcome,
    ),
    analysisPointers: category.analysisPointers.map((section) => ({
      ...section,
      criterias: section.criterias.map(({ answers: _2, rationales: _3, field: _4, ...criterion }) => criterion),
    })),
  };
}

/** The answers that an outcome allows for a criterion; undefined when it leaves them open. */
export function impliedAnswers(outcome: OutcomeReview | null, criteriaId: string): readonly Answer[] | undefined {
  const implied = implicationOf(outcome, criteriaId);
  if (implied === undefined || implied === "present" || implied === "absent") return undefined;
  return typeof implied === "string" ? [implied] : implied;
}

/** Whether an outcome implies that a value is there; undefined when it leaves that open. */
export function impliedPresence(outcome: OutcomeReview | null, fieldName: string): boolean | undefined {
  const implied = implicationOf(outcome, fieldName);
  return implied === "present" || implied === "absent" ? implied === "present" : undefined;
}

function implicationOf(outcome: OutcomeReview | null, name: string) {
  // An id may be `__proto__` or `constructor`.
  return outcome?.implies && Object.hasOwn(outcome.implies, name) ? outcome.implies[name] : undefined;
}
