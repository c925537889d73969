/**
 * A category as the engine reads it: the contract's configuration, and what the fake alone knows of it: the sentences
 * of reviews, and what an outcome implies. @see section 2, "Category detail", of the specification
 */
import type { CategoryDetail } from "@call-analysis/sdk";

/** The answer to a criterion. The policy `criterionResults` has the text for each. */
export type Answer = "met" | "partly" | "missed" | "notApplicable";

/**
 * Sentences of which each call gets one. `{agent}`, `{counterpart}` and `{time}` stand for the two sides and the moment,
 * `{field:NAME}` for an extracted value, and `{day:NAME}` and `{hour:NAME}` for a date or a time in words of English.
 */
export type Sentences = readonly string[];

/** What the fake knows of an outcome, besides the contract. */
export interface OutcomeReview {
  /** Answers by `criteriaId`, one or several that it allows, and by `fieldName` whether a value is there. */
  implies?: Readonly<Record<string, Answer | readonly Answer[] | "present" | "absent">> | undefined;
  /** The `criteriaId` of what the outcome hangs on: it is clear right after that. @default a success is clear once what it implies is done, any other outcome before the last section */
  clearAfter?: string | undefined;
  /** Why a call has the outcome. */
  rationale?: Sentences | undefined;
  /** A call with the outcome, in a few sentences each. */
  summary?: Sentences | undefined;
  /** What to do next time, where anything was missed or partly met. */
  advice?: Sentences | undefined;
}

/** What the fake knows of a section, besides the contract. */
export interface SectionReview {
  /** What is striking about a section that was met as a whole, and about one that went badly. */
  observations?: { well?: Sentences | undefined; badly?: Sentences | undefined } | undefined;
}

/** What the fake knows of a criterion, besides the contract. */
export interface CriterionReview {
  /** Why it was answered so. */
  rationales?: { [Of in Answer]?: Sentences | undefined } | undefined;
  /** What to do next time, where it was missed or partly met. */
  advice?: Sentences | undefined;
  /** Whether a miss outweighs all others, such as a threat: the review observes it and advises about it first. */
  isEssential?: boolean | undefined;
  /** What is striking where it was missed, if it is essential. */
  observation?: Sentences | undefined;
  /** The `fieldName` of the value that it asks for: known when it is met, a list also when it is partly met, else unknown. */
  field?: string | undefined;
}

type Pointer = CategoryDetail["analysisPointers"][number];

/** One question of a section. */
export type CriterionDefinition = Pointer["criterias"][number] & CriterionReview;

/** A section of the analysis with the criteria it asks. */
export type AnalysisPointer = Omit<Pointer, "criterias"> & SectionReview & { criterias: CriterionDefinition[] };

/** An outcome that a call of the category can have. */
export type Outcome = CategoryDetail["possibleOutcomes"][number] & OutcomeReview;

/** A value to extract from the call. */
export type ExtractionField = CategoryDetail["extractionFields"][number];

/** A category, and what reviews of its calls say. */
export interface ReviewedCategory extends Omit<CategoryDetail, "possibleOutcomes" | "analysisPointers"> {
  possibleOutcomes: Outcome[];
  analysisPointers: AnalysisPointer[];
}

/** A category in the form of the contract, without what the fake alone knows. */
export function contractForm(category: ReviewedCategory): CategoryDetail {
  return {
    ...category,
    possibleOutcomes: category.possibleOutcomes.map(
      ({ implies: _, clearAfter: _1, rationale: _2, summary: _3, advice: _4, ...outcome }) => outcome,
    ),
    analysisPointers: category.analysisPointers.map(({ observations: _, ...section }) => ({
      ...section,
      criterias: section.criterias.map(
        ({ rationales: _, advice: _1, field: _2, isEssential: _3, observation: _4, ...criterion }) => criterion,
      ),
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
