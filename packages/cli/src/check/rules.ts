/**
 * What answers are beyond the types of the contract, as one table: the place, what is expected there, and the comparison. A
 * text that ends with an id is an assumption, that of the row of `ASSUMPTIONS.md`. Texts contain nothing of an answer.
 */
import type { components } from "@call-analysis/sdk";

type Schemas = components["schemas"];
type Section = Schemas["Section"];

/** The operations that are read. */
export type ReadOperation = "listAgents" | "listCategories" | "getCategory" | "getCallAnalysis";

/** What was answered. A comparison of what was not, or has another type, throws: that is another finding, or a gap. */
export interface Answers {
  agents: Schemas["Agent"][];
  categories: Schemas["Category"][];
  category: Schemas["CategoryDetail"];
  call: Schemas["AnalysisSnapshot"];
  /** The same, where it is completed, and its category, where that was read. */
  completed: Schemas["CompletedCall"];
  categoryOfCall: Schemas["CategoryDetail"];
}

type Rule = [place: string, expected: string, isMet: (answers: Answers) => boolean];

const utc = "a date-time in UTC";
const isUtc = (time: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]00:00)$/i.test(time);
const status = /^\s*(?:processing|pending|completed|failed)\s*$/i;
const fieldType = /^(?:string|number|boolean|date|enum)$/;
const result = /^(?:yes|no|partially|not applicable|\d+|well|fairly|poorly|answered|partially answered|not answered)$/i;
const resultWords = "words such as Yes, Partially, No and Not applicable (criterion-results)";
/** No call takes longer in seconds, and none is shorter in milliseconds. */
const longestSeconds = 4 * 3_600;

/** @see the specification's sections 2 and 3 */
export const rules: Record<ReadOperation, Rule[]> = {
  listAgents: [
    ["data[].id", "each id once", ({ agents }) => areUnique(agents.map(({ id }) => id))],
    ["data[].email", "an e-mail address", ({ agents }) => agents.every(({ email }) => /^[^\s@]+@[^\s@]+$/.test(email))],
    ["data[].createdAt", utc, ({ agents }) => agents.every(({ createdAt }) => isUtc(createdAt))],
    ["data[].createdAt", "the oldest first (list-paging)", ({ agents }) => areInOrder(agents)],
  ],
  listCategories: [
    ["data[].id", "each id once", ({ categories }) => areUnique(categories.map(({ id }) => id))],
    ["data[].createdAt", utc, ({ categories }) => categories.every(({ createdAt }) => isUtc(createdAt))],
    ["data[].updatedAt", utc, ({ categories }) => categories.every(({ updatedAt }) => isUtc(updatedAt))],
  ],
  getCategory: [
    ["data.name", "the same as in the list", ({ category, categories }) => isListed(category, categories)],
    ["data.createdAt", utc, ({ category }) => isUtc(category.createdAt)],
    ["data.updatedAt", utc, ({ category }) => isUtc(category.updatedAt)],
    ["data.extractionFields[].fieldType", "words such as string, number and enum (field-types)", hasFieldTypes],
    ["data.targetingRules", "targetType section, expression null (targeting-rules)", hasPlainTargets],
  ],
  getCallAnalysis: [
    ["data.status", "processing, pending and completed in small letters", ({ call }) => isInSmallLetters(call.status)],
    ["data.status", "completed, processing, pending or failed (call-statuses)", ({ call }) => status.test(call.status)],
    ["data.analysis", "null before completion (before-completion)", isNullBefore],
    ["data.analysis.sections", "one at least", ({ completed }) => completed.analysis.sections.length > 0],
    ["data.metadata.audioUrl", "the recording's address", ({ completed }) => URL.canParse(completed.metadata.audioUrl)],
    ["data.metadata.createdAt", utc, ({ completed }) => isUtc(completed.metadata.createdAt)],
    ["data.metadata.updatedAt", utc, ({ completed }) => isUtc(completed.metadata.updatedAt)],
    ["data.analysis.sections", "the sections and criteria of the category, in its order", isAsConfigured],
    ["data.analysis.outcomeLabel", "one of the category's possible outcomes", isPossibleOutcome],
    ["data.analysis.sections[].score", "between 0 and the total (section-scores)", everySection(isWithinTotal)],
    [
      "data.analysis.sections[].totalScore",
      "one point a criterion at most (section-scores)",
      everySection(hasFewPoints),
    ],
    ["data.analysis.sections[].criterias[].result", resultWords, everySection(hasKnownResults)],
    ["data.analysis.score", "the sections' points in percent (score-scale)", isInPercent],
    ...(["callObservations", "areasForImprovement", "extractions"] as const).map(
      (name): Rule => [`data.analysis.${name}`, "null (undocumented-fields)", isNull(name)],
    ),
    ["data.metadata.date", "the same as createdAt (metadata-date)", isAtCreation("date")],
    ["data.metadata.updatedAt", "the same as createdAt (metadata-updated-at)", isAtCreation("updatedAt")],
    [
      "data.metadata.duration",
      "seconds (duration-unit)",
      ({ completed: { metadata } }) => metadata.duration <= longestSeconds,
    ],
  ],
};

function areUnique(ids: readonly string[]): boolean {
  return new Set(ids).size === ids.length;
}

function areInOrder(rows: readonly { createdAt: string }[]): boolean {
  const timesMs = rows.map(({ createdAt }) => Date.parse(createdAt));
  return timesMs.every((timeMs, index) => timeMs >= (timesMs[index - 1] ?? timeMs));
}

function isListed(category: Schemas["Category"], categories: readonly Schemas["Category"][]): boolean {
  return categories.some(({ id, name }) => id === category.id && name === category.name);
}

function hasFieldTypes({ category: { extractionFields: fields } }: Answers): boolean {
  return fields.length === 0 || fields.some((field) => fieldType.test(field.fieldType));
}

function hasPlainTargets({ category: { targetingRules } }: Answers): boolean {
  return targetingRules.every(({ targetType, expression }) => targetType === "section" && expression === null);
}

function isInSmallLetters(text: string): boolean {
  const known = /^(?:processing|pending|completed)$/;
  return known.test(text) || !known.test(text.trim().toLowerCase());
}

function isNullBefore({ call: { status, analysis } }: Answers): boolean {
  return !/^(?:processing|pending)$/.test(status) || analysis === null;
}

function isAsConfigured({ completed, categoryOfCall }: Answers): boolean {
  return outline(completed.analysis.sections) === outline(categoryOfCall.analysisPointers);
}

function isPossibleOutcome({ completed: { analysis }, categoryOfCall: { possibleOutcomes } }: Answers): boolean {
  return possibleOutcomes.some(({ label }) => label === analysis.outcomeLabel);
}

function everySection(isMet: (section: Section) => boolean): Rule[2] {
  return ({ completed }) => completed.analysis.sections.every(isMet);
}

function isWithinTotal({ score, totalScore }: Section): boolean {
  return score >= 0 && score <= totalScore;
}

function hasFewPoints({ totalScore, criterias }: Section): boolean {
  return totalScore <= criterias.length;
}

function hasKnownResults({ criterias }: Section): boolean {
  return criterias.every((criterion) => result.test(criterion.result));
}

function isInPercent({ completed: { analysis } }: Answers): boolean {
  const total = analysis.sections.reduce((sum, { totalScore }) => sum + totalScore, 0);
  const points = analysis.sections.reduce((sum, { score }) => sum + score, 0);
  return Math.abs(analysis.score - (100 * points) / Math.max(total, 1)) <= 0.05;
}

function isNull(field: "callObservations" | "areasForImprovement" | "extractions"): Rule[2] {
  return ({ completed }) => completed.analysis[field] === null;
}

function isAtCreation(field: "date" | "updatedAt"): Rule[2] {
  return ({ completed: { metadata } }) => metadata[field] === metadata.createdAt;
}

type Outlined = { sectionId: string; sectionName: string; criterias: { criteriaId: string; question: string }[] };

function outline(sections: readonly Outlined[]): string {
  const questions = ({ criterias }: Outlined) => criterias.map(({ criteriaId, question }) => [criteriaId, question]);
  return JSON.stringify(sections.map((section) => [section.sectionId, section.sectionName, questions(section)]));
}
