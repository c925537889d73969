import { anyCompletedCall } from "../steps/calls.ts";
import { anyCategory } from "../steps/categories.ts";
import type { Case } from "./case.ts";

const criterionResults = ["Yes", "Partially", "No", "Not applicable"];

/** What `ASSUMPTIONS.md` says of analyses. */
export const analysisAssumptionCases: readonly Case[] = [
  {
    name: "the overall score is the sections' points in percent, with one decimal",
    tag: "assumed",
    operation: "getCallAnalysis",
    source: "section 2, analysis, score",
    async run(context) {
      const { score, sections } = (await anyCompletedCall(context)).analysis;
      const points = sections.reduce((sum, section) => sum + section.score, 0);
      const total = sections.reduce((sum, section) => sum + section.totalScore, 0);
      const isPercent = Math.abs(score - (100 * points) / Math.max(total, 1)) <= 0.05;
      const observed = isPercent ? "percent" : score === points ? "points" : "another scale";
      context.observe({ assumption: "score-scale", expected: "percent", observed });
    },
  },
  {
    name: "a section has at most one point for each criterion",
    tag: "assumed",
    operation: "getCallAnalysis",
    source: "section 2, Section result, totalScore",
    async run(context) {
      const { sections } = (await anyCompletedCall(context)).analysis;
      const isOnePoint = sections.every(({ totalScore, criterias }) => totalScore <= criterias.length);
      const observed = isOnePoint ? "one point a criterion" : "more points";
      context.observe({ assumption: "score-scale", expected: "one point a criterion", observed });
    },
  },
  {
    name: "a criterion's result is Yes, Partially, No or Not applicable",
    tag: "assumed",
    operation: "getCallAnalysis",
    source: "section 2, Criterion result, result",
    async run(context) {
      const { sections } = (await anyCompletedCall(context)).analysis;
      const results = sections.flatMap(({ criterias }) => criterias.map(({ result }) => result));
      const areKnown = results.every((result) => criterionResults.includes(result));
      const observed = areKnown ? "the four words" : "other words";
      context.observe({ assumption: "criterion-results", expected: "the four words", observed });
    },
  },
  {
    name: "extractions are an object of the category's fields by name",
    tag: "assumed",
    operation: "getCallAnalysis",
    source: "section 2, analysis, extractions",
    async run(context) {
      const { extractions } = (await anyCompletedCall(context)).analysis;
      const names = (await anyCategory(context)).extractionFields.map(({ fieldName }) => fieldName);
      const areByName = isObject(extractions) && Object.keys(extractions).every((key) => names.includes(key));
      const observed = areByName ? "by name" : extractions === null ? "null" : "another shape";
      context.observe({ assumption: "extractions", expected: "by name", observed });
    },
  },
  ...(["callObservations", "areasForImprovement"] as const).map(
    (field): Case => ({
      name: `${field} are a list of sentences`,
      tag: "assumed",
      operation: "getCallAnalysis",
      source: `section 2, analysis, ${field}`,
      async run(context) {
        const value = (await anyCompletedCall(context)).analysis[field];
        const areSentences = Array.isArray(value) && value.every((item) => typeof item === "string");
        const observed = areSentences ? "sentences" : value === null ? "null" : "another shape";
        const assumption = field === "callObservations" ? "call-observations" : "areas-for-improvement";
        context.observe({ assumption, expected: "sentences", observed });
      },
    }),
  ),
];

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
