/** Checks of a completed call's analysis. */
import { isDeepStrictEqual } from "node:util";
import type { components } from "@call-analysis/sdk";
import { assert } from "../contract-violation.ts";
import { checksOf, type ListedCheck } from "./answer-check.ts";
import { observedWords } from "./result-words.ts";
import { isRecord } from "./status-checks.ts";

type Schemas = components["schemas"];
type Pointer = Schemas["AnalysisPointer"];
type Section = Schemas["Section"];

/** A completed call, with its category where that is known. */
export interface AnalyzedCall {
  call: Schemas["CompletedCall"];
  category?: Schemas["CategoryDetail"] | undefined;
}

/** No call takes longer in seconds, and none is shorter in milliseconds: what lies between can be either. */
const [longestSeconds, shortestMs] = [4 * 3_600, 1_000];

const sections = "data.analysis.sections";

const undocumentedFields = ["callObservations", "areasForImprovement", "extractions"] as const;

type UndocumentedField = (typeof undocumentedFields)[number];

/** @see the specification's section 2, Call analysis */
export const completedCallChecks = checksOf<AnalyzedCall>("getCallAnalysis", [
  {
    name: "the analysis of a completed call has sections",
    tag: "documented",
    statements: ["2.call-analysis.analysis"],
    place: sections,
    check: ({ call }) => assert(call.analysis.sections.length > 0, "The analysis has sections."),
  },
  {
    name: "the metadata of a completed call has the recording's address",
    tag: "documented",
    statements: ["2.call-analysis.metadata", "2.metadata.audioUrl"],
    place: "data.metadata.audioUrl",
    check: ({ call }) => assert(call.metadata.audioUrl !== "", "The metadata has the recording's address."),
  },
  {
    name: "an analysis has one result for each section of the category, in the same order and with the same name",
    tag: "documented",
    statements: ["2.analysis.sections", "2.section-result.sectionId", "2.section-result.sectionName"],
    place: sections,
    check({ call, category }) {
      if (!category) return;
      const [found, expected] = [call.analysis.sections.map(nameAndId), category.analysisPointers.map(nameAndId)];
      assert(isDeepStrictEqual(found, expected), "The sections are those of the category.");
    },
  },
  {
    name: "each section has one result for each of its criteria, with the question that the category asks",
    tag: "documented",
    statements: ["2.section-result.criterias", "2.criterion-result.criteriaId", "2.criterion-result.question"],
    place: `${sections}[].criterias`,
    check({ call, category }) {
      if (!category) return;
      const [found, expected] = [call.analysis.sections.map(questions), category.analysisPointers.map(questions)];
      assert(isDeepStrictEqual(found, expected), "The criteria of a section are those of the category.");
    },
  },
  {
    name: "the outcome is one that the category allows",
    tag: "documented",
    statements: ["2.analysis.outcomeLabel"],
    place: "data.analysis.outcomeLabel",
    check({ call, category }) {
      if (!category) return;
      const { outcomeLabel } = call.analysis;
      const isPossible = category.possibleOutcomes.some(({ label }) => label === outcomeLabel);
      assert(isPossible, "The outcome's label is one of the category's possible outcomes.", outcomeLabel);
    },
  },
  {
    name: "a section's score is between 0 and its total",
    tag: "assumed",
    statements: ["2.section-result.score", "2.section-result.totalScore"],
    place: `${sections}[].score`,
    reads: [`${sections}[].score`, `${sections}[].totalScore`],
    check({ call }, observe) {
      const isBelowTotal = call.analysis.sections.every(({ score, totalScore }) => score >= 0 && score <= totalScore);
      const observed = isBelowTotal ? "between 0 and the total" : "beyond the total";
      observe({ assumption: "section-scores", expected: "between 0 and the total", observed });
    },
  },
  {
    name: "the overall score is the sections' points in percent, with one decimal",
    tag: "assumed",
    statements: ["2.analysis.score"],
    place: "data.analysis.score",
    reads: ["data.analysis.score", `${sections}[].score`, `${sections}[].totalScore`],
    check({ call }, observe) {
      const [isPercent, arePoints] = [
        isNear(call.analysis.score, percentOf(call)),
        isNear(call.analysis.score, pointsOf(call)),
      ];
      const observed = isPercent ? "percent" : arePoints ? "points" : "another scale";
      const policies = arePoints && !isPercent ? { scoreScale: "points" as const } : undefined;
      // A score of 0 is 0 by both.
      const isVague = isPercent && arePoints;
      observe({ assumption: "score-scale", expected: "percent", observed, policies, isVague });
    },
  },
  {
    name: "a section has at most one point for each criterion",
    tag: "assumed",
    statements: ["2.section-result.score", "2.section-result.totalScore"],
    place: `${sections}[].totalScore`,
    reads: [`${sections}[].totalScore`, `${sections}[].criterias`],
    check({ call }, observe) {
      const isOnePoint = call.analysis.sections.every(({ totalScore, criterias }) => totalScore <= criterias.length);
      const observed = isOnePoint ? "one point a criterion" : "more points";
      observe({ assumption: "section-scores", expected: "one point a criterion", observed });
    },
  },
  {
    name: "a criterion's result is one of the words that the fake uses, or a number",
    tag: "assumed",
    statements: ["2.criterion-result.result"],
    place: `${sections}[].criterias[].result`,
    check({ call }, observe) {
      for (const observation of observedWords(call)) observe(observation);
    },
  },
  ...undocumentedFields.map(
    (field): ListedCheck<AnalyzedCall> => ({
      name: `${field} is null`,
      tag: "assumed",
      statements: [`2.analysis.${field}`],
      place: `data.analysis.${field}`,
      check(analyzed, observe) {
        const observed = undocumentedShape(field, analyzed);
        const policies = observed === "values" ? { undocumentedFields: observed } : undefined;
        observe({ assumption: "undocumented-fields", expected: "null", observed, policies });
      },
    }),
  ),
  {
    name: "metadata.date equals createdAt",
    tag: "assumed",
    statements: ["2.metadata.date"],
    place: "data.metadata.date",
    reads: ["data.metadata.date", "data.metadata.createdAt"],
    check({ call }, observe) {
      const { date, createdAt } = call.metadata;
      const isDay = /^\d{4}-\d\d-\d\d$/.test(date);
      const observed = date === createdAt ? "createdAt" : isDay ? "a day" : "another form";
      observe({ assumption: "metadata-date", expected: "createdAt", observed });
    },
  },
  {
    name: "metadata.updatedAt equals createdAt",
    tag: "assumed",
    statements: ["4.POST /calls.4", "2.metadata.updatedAt"],
    place: "data.metadata.updatedAt",
    reads: ["data.metadata.updatedAt", "data.metadata.createdAt"],
    check({ call }, observe) {
      const observed = call.metadata.updatedAt === call.metadata.createdAt ? "stays" : "changes";
      observe({ assumption: "metadata-updated-at", expected: "stays", observed });
    },
  },
  {
    name: "a call's duration is less than four hours when it is read as seconds",
    tag: "assumed",
    statements: ["2.metadata.duration"],
    place: "data.metadata.duration",
    check({ call: { metadata } }, observe) {
      const isLong = metadata.duration > longestSeconds;
      const observed = isLong ? "more than four hours, if it is seconds" : "seconds";
      const policies = isLong ? { durationUnit: "milliseconds" as const } : undefined;
      const isVague = !isLong && metadata.duration >= shortestMs;
      observe({ assumption: "duration-unit", expected: "seconds", observed, policies, isVague });
    },
  },
  {
    name: "the udfs of a completed call are an object",
    tag: "assumed",
    statements: ["2.metadata.udfs", "2.call-input.udfs"],
    place: "data.metadata.udfs",
    check({ call }, observe) {
      const udfs: unknown = call.metadata.udfs;
      // Fields that were sent say nothing of a call without any.
      if (Object.keys(Object(udfs)).length > 0) return;
      const observed = udfs === null ? "null" : udfs === undefined ? "absent" : "an object";
      const policies = udfs === null ? { missingUdfs: "null" as const } : undefined;
      observe({ assumption: "udfs-default", expected: "an object", observed, policies });
    },
  },
]);

type Call = AnalyzedCall["call"];

/** The shape of a field for which the specification shows null alone: null, values as the demo has them, or another one. */
function undocumentedShape(
  field: UndocumentedField,
  { call, category }: AnalyzedCall,
): "null" | "values" | "another shape" {
  const value = call.analysis[field];
  if (value === null) return "null";
  const names = category?.extractionFields.map(({ fieldName }) => fieldName);
  const isByName = isRecord(value) && Object.keys(value).every((key) => names?.includes(key) ?? true);
  return (field === "extractions" ? isByName : areTexts(value)) ? "values" : "another shape";
}

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= 0.05;
}

function pointsOf({ analysis }: Call): number {
  return analysis.sections.reduce((sum, { score }) => sum + score, 0);
}

function percentOf(call: Call): number {
  const total = call.analysis.sections.reduce((sum, { totalScore }) => sum + totalScore, 0);
  return (100 * pointsOf(call)) / Math.max(total, 1);
}

function nameAndId({ sectionId, sectionName }: Pointer | Section) {
  return { sectionId, sectionName };
}

function questions({ criterias }: Pointer | Section) {
  return criterias.map(({ criteriaId, question }) => ({ criteriaId, question }));
}
