/**
 * What the specification says of answers, and what is assumed where it is silent, as one table. A check that reads what was
 * not answered, or has another type, throws and finds nothing: that is another finding, or a gap.
 */
import type { components } from "@call-analysis/sdk";
import type { ReadOperation } from "./answers.js";

type Schemas = components["schemas"];

/** What was answered. */
export interface Facts {
  agents: Schemas["Agent"][];
  categories: Schemas["Category"][];
  /** The category that was read, and as the list has it. */
  category: Schemas["CategoryDetail"];
  listed: Schemas["Category"];
  /** One of the calls. */
  call: Schemas["AnalysisSnapshot"];
  /** The same, where it is completed, and its category, where that is the one that was read. */
  completed: Schemas["CompletedCall"];
  categoryOfCall: Schemas["CategoryDetail"];
}

/** `violation`: of the specification. `assumption`: of the row of `ASSUMPTIONS.md` whose id is in the text. */
export type CheckKind = "violation" | "assumption";

/** One statement about a place in the answer to an operation. Its texts contain nothing of an answer. */
export interface Check {
  kind: CheckKind;
  operation: ReadOperation;
  place: string;
  expected: string;
  isMet: (facts: Facts) => boolean;
}

function checksOf(operation: ReadOperation) {
  const checkOf = (kind: CheckKind) => (place: string, expected: string, isMet: Check["isMet"]) => ({
    ...{ kind, operation, place, expected, isMet },
  });
  return { documented: checkOf("violation"), assumed: checkOf("assumption") };
}

const agentList = checksOf("listAgents");
const categoryList = checksOf("listCategories");
const oneCategory = checksOf("getCategory");
const oneCall = checksOf("getCallAnalysis");

const sections = "data.analysis.sections";
const statuses = /^(?:processing|pending|completed|failed|error|cancelled|canceled|rejected|expired)$/;
const fieldTypes = /^(?:string|number|boolean|date|enum)$/;
const results =
  /^(?:yes|no|partially|not applicable|\d+|well|fairly|poorly|answered|partially answered|not answered)$/i;

/** No call takes longer in seconds, and none is shorter in milliseconds. */
const longestSeconds = 4 * 3_600;

/** @see the specification's section 2 */
export const checks: readonly Check[] = [
  agentList.documented("data[].id", "each id once", ({ agents }) => areUnique(agents.map(({ id }) => id))),
  agentList.assumed("data[].createdAt", "the oldest first (list-paging)", ({ agents }) =>
    areAscending(agents.map(({ createdAt }) => createdAt)),
  ),
  categoryList.documented("data[].id", "each id once", ({ categories }) => areUnique(categories.map(({ id }) => id))),
  ...(["name", "description", "icon", "createdAt", "updatedAt"] as const).map((field) =>
    oneCategory.documented(
      `data.${field}`,
      "the same as in the list",
      ({ category, listed }) => category[field] === listed[field],
    ),
  ),
  oneCategory.documented("data.analysisPointers[].sectionId", "each id once", ({ category }) =>
    areUnique(category.analysisPointers.map(({ sectionId }) => sectionId)),
  ),
  oneCategory.assumed(
    "data.extractionFields[].fieldType",
    "words such as string, number and enum (field-types)",
    ({ category: { extractionFields: fields } }) =>
      fields.length === 0 || fields.some(({ fieldType }) => fieldTypes.test(fieldType)),
  ),
  oneCategory.assumed(
    "data.targetingRules",
    "targetType section, expression null (targeting-rules)",
    ({ category: { targetingRules: rules } }) =>
      rules.every(({ targetType, expression }) => targetType === "section" && expression === null),
  ),
  oneCall.documented(
    "data.status",
    "processing, pending and completed in small letters",
    ({ call: { status } }) => !/^\s*(?:processing|pending|completed)\s*$/i.test(status) || statuses.test(status),
  ),
  oneCall.assumed("data.status", "completed, processing, pending or failed (call-statuses)", ({ call: { status } }) =>
    /^\s*(?:processing|pending|completed|failed)\s*$/i.test(status),
  ),
  oneCall.assumed(
    "data.analysis",
    "null before completion (before-completion)",
    ({ call: { status, analysis } }) => !/^(?:processing|pending)$/.test(status) || analysis === null,
  ),
  oneCall.documented(sections, "one at least", ({ completed: { analysis } }) => analysis.sections.length > 0),
  oneCall.documented(
    "data.metadata.audioUrl",
    "the recording's address",
    ({ completed }) => completed.metadata.audioUrl !== "",
  ),
  oneCall.documented(
    sections,
    "the sections and criteria of the category, in its order",
    ({ completed, categoryOfCall }) =>
      outline(completed.analysis.sections) === outline(categoryOfCall.analysisPointers),
  ),
  oneCall.documented(
    "data.analysis.outcomeLabel",
    "one of the category's possible outcomes",
    ({ completed: { analysis }, categoryOfCall: { possibleOutcomes } }) =>
      possibleOutcomes.some(({ label }) => label === analysis.outcomeLabel),
  ),
  oneCall.assumed(`${sections}[].score`, "between 0 and the total (section-scores)", ({ completed: { analysis } }) =>
    analysis.sections.every(({ score, totalScore: of }) => score >= 0 && score <= of),
  ),
  oneCall.assumed(
    `${sections}[].totalScore`,
    "one point a criterion at most (section-scores)",
    ({ completed: { analysis } }) =>
      analysis.sections.every(({ totalScore, criterias }) => totalScore <= criterias.length),
  ),
  oneCall.assumed(
    "data.analysis.score",
    "the sections' points in percent (score-scale)",
    ({ completed: { analysis } }) => Math.abs(analysis.score - percentOf(analysis)) <= 0.05,
  ),
  oneCall.assumed(
    `${sections}[].criterias[].result`,
    "words such as Yes, Partially, No and Not applicable (criterion-results)",
    ({ completed: { analysis } }) =>
      analysis.sections.flatMap(({ criterias }) => criterias).every(({ result }) => results.test(result)),
  ),
  ...(["callObservations", "areasForImprovement", "extractions"] as const).map((field) =>
    oneCall.assumed(
      `data.analysis.${field}`,
      "null (undocumented-fields)",
      ({ completed: { analysis } }) => analysis[field] === null,
    ),
  ),
  oneCall.assumed(
    "data.metadata.date",
    "the same as createdAt (metadata-date)",
    ({ completed: { metadata } }) => metadata.date === metadata.createdAt,
  ),
  oneCall.assumed(
    "data.metadata.updatedAt",
    "the same as createdAt (metadata-updated-at)",
    ({ completed: { metadata } }) => metadata.updatedAt === metadata.createdAt,
  ),
  oneCall.assumed(
    "data.metadata.duration",
    "seconds (duration-unit)",
    ({ completed: { metadata } }) => metadata.duration <= longestSeconds,
  ),
];

function percentOf({ sections: all }: Schemas["Analysis"]): number {
  const total = all.reduce((sum, { totalScore }) => sum + totalScore, 0);
  return (100 * all.reduce((sum, { score }) => sum + score, 0)) / Math.max(total, 1);
}

type Outlined = Pick<Schemas["Section"], "sectionId" | "sectionName"> & {
  criterias: readonly Pick<Schemas["Criterion"], "criteriaId" | "question">[];
};

function outline(all: readonly Outlined[]): string {
  const questions = ({ criterias }: Outlined) => criterias.map(({ criteriaId, question }) => [criteriaId, question]);
  return JSON.stringify(all.map((section) => [section.sectionId, section.sectionName, questions(section)]));
}

function areUnique(ids: readonly string[]): boolean {
  return new Set(ids).size === ids.length;
}

function areAscending(times: readonly string[]): boolean {
  const found = times.map((time) => Date.parse(time));
  return found.every((time, index) => time >= (found[index - 1] ?? time));
}
