/**
 * The expectations beyond the types of the contract, as one table: the place, the expected value, and the comparison. A
 * text that ends with an id is an assumption, with that row in `ASSUMPTIONS.md`. The texts quote nothing from
 * responses.
 */
import type { components } from "@call-analysis/sdk";

type Schemas = components["schemas"];
type Section = Schemas["Section"];

/** The operations that are read. */
export type ReadOperation = "listAgents" | "listCategories" | "getCategory" | "getCallAnalysis";

/**
 * The responses. A missing or wrongly typed response makes a comparison throw, because it is already a finding or a
 * gap.
 */
export interface Answers {
  agents: Schemas["Agent"][];
  categories: Schemas["Category"][];
  category: Schemas["CategoryDetail"];
  call: Schemas["AnalysisSnapshot"];
  /** A completed call and its category, if they were read. */
  analysis: Schemas["CompletedCall"]["analysis"];
  sections: Section[];
  metadata: Schemas["CompletedCall"]["metadata"];
  categoryOfCall: Schemas["CategoryDetail"];
}

type Rule = [place: string, expected: string, isMet: (answers: Answers) => boolean];

const utc = "a date-time in UTC";
const isUtc = (time: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]00:00)$/i.test(time);
const areUnique = (rows: readonly { id: string }[]) => new Set(rows.map(({ id }) => id)).size === rows.length;
const areInOrder = (rows: readonly { createdAt: string }[]) =>
  rows.every(({ createdAt }, index) => Date.parse(createdAt) >= Date.parse(rows[index - 1]?.createdAt ?? createdAt));

const status = /^\s*(?:processing|pending|completed|failed)\s*$/i;
const documentedStatus = /^(?:processing|pending|completed)$/;
const isInSmallLetters = (text: string) =>
  documentedStatus.test(text) || !documentedStatus.test(text.trim().toLowerCase());

const fieldType = /^(?:string|number|boolean|date|enum)$/;
const result = /^(?:yes|no|partially|not applicable|\d+|well|fairly|poorly|answered|partially answered|not answered)$/i;
const resultWords = "words such as Yes, Partially, No and Not applicable (criterion-results)";
/** The longest call in seconds, and the shortest one in milliseconds. */
const longestSeconds = 4 * 3_600;

const isWithinTotal = ({ score, totalScore }: Section) => score >= 0 && score <= totalScore;
const hasFewPoints = ({ totalScore, criterias }: Section) => totalScore <= criterias.length;
const hasKnownResults = ({ criterias }: Section) => criterias.every((criterion) => result.test(criterion.result));
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

const isListed = ({ category, categories }: Answers) =>
  categories.some(({ id, name }) => id === category.id && name === category.name);
const hasFieldTypes = ({ category: { extractionFields: fields } }: Answers) =>
  fields.length === 0 || fields.some((field) => fieldType.test(field.fieldType));
const hasPlainTargets = ({ category: { targetingRules } }: Answers) =>
  targetingRules.every(({ targetType, expression }) => targetType === "section" && expression === null);
const isNullBefore = ({ call: { status, analysis } }: Answers) =>
  !/^(?:processing|pending)$/.test(status) || analysis === null;
const isAsConfigured = ({ sections, categoryOfCall }: Answers) =>
  outline(sections) === outline(categoryOfCall.analysisPointers);
const isPossibleOutcome = ({ analysis, categoryOfCall: { possibleOutcomes } }: Answers) =>
  possibleOutcomes.some(({ label }) => label === analysis.outcomeLabel);

/** @see the specification's sections 2 and 3 */
export const rules: Record<ReadOperation, Rule[]> = {
  listAgents: [
    ["data[].id", "unique ids", ({ agents }) => areUnique(agents)],
    ["data[].email", "an e-mail address", ({ agents }) => agents.every(({ email }) => /^[^\s@]+@[^\s@]+$/.test(email))],
    ["data[].createdAt", utc, ({ agents }) => agents.every(({ createdAt }) => isUtc(createdAt))],
    ["data[].createdAt", "oldest first (list-paging)", ({ agents }) => areInOrder(agents)],
  ],
  listCategories: [
    ["data[].id", "unique ids", ({ categories }) => areUnique(categories)],
    ["data[].createdAt", utc, ({ categories }) => categories.every(({ createdAt }) => isUtc(createdAt))],
    ["data[].updatedAt", utc, ({ categories }) => categories.every(({ updatedAt }) => isUtc(updatedAt))],
  ],
  getCategory: [
    ["data.name", "the same name as in the list", isListed],
    ["data.createdAt", utc, ({ category }) => isUtc(category.createdAt)],
    ["data.updatedAt", utc, ({ category }) => isUtc(category.updatedAt)],
    ["data.extractionFields[].fieldType", "words such as string, number and enum (field-types)", hasFieldTypes],
    ["data.targetingRules", "targetType is section, expression is null (targeting-rules)", hasPlainTargets],
  ],
  getCallAnalysis: [
    ["data.status", "processing, pending and completed in lower case", ({ call }) => isInSmallLetters(call.status)],
    ["data.status", "completed, processing, pending or failed (call-statuses)", ({ call }) => status.test(call.status)],
    ["data.analysis", "null until the call is completed (before-completion)", isNullBefore],
    ["data.analysis.sections", "at least one section", ({ sections }) => sections.length > 0],
    ["data.metadata.audioUrl", "the recording's URL", ({ metadata }) => URL.canParse(metadata.audioUrl)],
    ["data.metadata.createdAt", utc, ({ metadata }) => isUtc(metadata.createdAt)],
    ["data.metadata.updatedAt", utc, ({ metadata }) => isUtc(metadata.updatedAt)],
    ["data.analysis.sections", "the category's sections and criteria, in the same order", isAsConfigured],
    ["data.analysis.outcomeLabel", "one of the category's possible outcomes", isPossibleOutcome],
    [
      "data.analysis.sections[].score",
      "between 0 and totalScore (section-scores)",
      ({ sections }) => sections.every(isWithinTotal),
    ],
    [
      "data.analysis.sections[].totalScore",
      "at most one point per criterion (section-scores)",
      ({ sections }) => sections.every(hasFewPoints),
    ],
    ["data.analysis.sections[].criterias[].result", resultWords, ({ sections }) => sections.every(hasKnownResults)],
    ["data.analysis.score", "the sections' points as a percentage (score-scale)", isInPercent],
    ...(["callObservations", "areasForImprovement", "extractions"] as const).map(
      (name): Rule => [
        `data.analysis.${name}`,
        "null (undocumented-fields)",
        ({ analysis }) => analysis[name] === null,
      ],
    ),
    [
      "data.metadata.date",
      "the same as createdAt (metadata-date)",
      ({ metadata }) => metadata.date === metadata.createdAt,
    ],
    [
      "data.metadata.updatedAt",
      "the same as createdAt (metadata-updated-at)",
      ({ metadata: { updatedAt, createdAt } }) => updatedAt === createdAt,
    ],
    ["data.metadata.duration", "seconds (duration-unit)", ({ metadata }) => metadata.duration <= longestSeconds],
  ],
};

function isInPercent({ analysis: { score }, sections }: Answers): boolean {
  const total = sumOf(sections.map(({ totalScore }) => totalScore));
  const points = sumOf(sections.map((section) => section.score));
  return Math.abs(score - (100 * points) / Math.max(total, 1)) <= 0.05;
}

type Outlined = { sectionId: string; sectionName: string; criterias: { criteriaId: string; question: string }[] };

function outline(sections: readonly Outlined[]): string {
  const questions = ({ criterias }: Outlined) => criterias.map(({ criteriaId, question }) => [criteriaId, question]);
  return JSON.stringify(sections.map((section) => [section.sectionId, section.sectionName, questions(section)]));
}
