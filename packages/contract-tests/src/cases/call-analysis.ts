import { isDeepStrictEqual } from "node:util";
import type { components } from "@call-analysis/sdk";
import type { Case } from "../case.ts";
import { assert } from "../contract-violation.ts";
import { maskUnlessIdentifier } from "../redaction.ts";
import { createCall, pollUntilCompleted, readAnalysis, sharedCompletedCall } from "../steps/calls.ts";
import { sharedCategory } from "../steps/organization.ts";

type Pointer = components["schemas"]["AnalysisPointer"];
type Section = components["schemas"]["Section"];

const criterionResults = ["Yes", "Partially", "No", "Not applicable"];

/** A call's status and analysis. @see the specification's sections 2, Call analysis, and 3 */
export const callAnalysisCases: readonly Case[] = [
  {
    name: "statuses come in the order processing, pending, completed",
    tag: "assumed",
    operation: "getCallAnalysis",
    source: "section 3, Transitions",
    async run(context) {
      const { callId } = await createCall(context);
      const statuses = (await pollUntilCompleted(context, callId)).map(({ status }) => maskUnlessIdentifier(status));
      const observed = statuses.filter((status, index) => status !== statuses[index - 1]).join(", ");
      context.observe({ assumption: "state-transitions", expected: "processing, pending, completed", observed });
    },
  },
  {
    name: "a completed call has an analysis and metadata with all their fields",
    tag: "documented",
    operation: "getCallAnalysis",
    source: "section 2, Call analysis",
    async run(context) {
      const { status, analysis, metadata } = await sharedCompletedCall(context);
      assert(status === "completed", "The status of a completed call is completed.", status);
      assert(analysis.sections.length > 0, "The analysis has sections.");
      assert(metadata.audioUrl !== "", "The metadata has the recording's address.");
    },
  },
  {
    name: "a completed call stays completed, and its analysis does not change",
    tag: "documented",
    operation: "getCallAnalysis",
    source: "section 3, completed",
    async run(context) {
      const completed = await sharedCompletedCall(context);
      for (const _attempt of [1, 2]) {
        const again = await readAnalysis(context, completed.callId);
        assert(again.status === "completed", "A completed call stays completed.", again.status);
        assert(isDeepStrictEqual(again, completed), "A completed call's response stays the same.", again);
      }
    },
  },
  {
    name: "an analysis has one result for each section of the category, in the same order and with the same name",
    tag: "documented",
    operation: "getCallAnalysis",
    source: "section 2, analysis, sections",
    async run(context) {
      const { sections } = (await sharedCompletedCall(context)).analysis;
      const { analysisPointers } = await sharedCategory(context);
      assert(
        isDeepStrictEqual(sections.map(nameAndId), analysisPointers.map(nameAndId)),
        "The sections are those of the category.",
      );
    },
  },
  {
    name: "each section has one result for each of its criteria, with the question that the category asks",
    tag: "documented",
    operation: "getCallAnalysis",
    source: "section 2, Criterion result",
    async run(context) {
      const { sections } = (await sharedCompletedCall(context)).analysis;
      const { analysisPointers } = await sharedCategory(context);
      const [asked, answered] = [analysisPointers.map(questions), sections.map(questions)];
      assert(isDeepStrictEqual(answered, asked), "The criteria of a section are those of the category.");
    },
  },
  {
    name: "the outcome is one that the category allows",
    tag: "documented",
    operation: "getCallAnalysis",
    source: "section 2, analysis, outcomeLabel",
    async run(context) {
      const { outcomeLabel } = (await sharedCompletedCall(context)).analysis;
      const { possibleOutcomes } = await sharedCategory(context);
      const isPossible = possibleOutcomes.some(({ label }) => label === outcomeLabel);
      assert(isPossible, "The outcome's label is one of the category's possible outcomes.", outcomeLabel);
    },
  },
  {
    name: "a section's score is between 0 and its total",
    tag: "assumed",
    operation: "getCallAnalysis",
    source: "section 2, Section result, totalScore",
    async run(context) {
      const { sections } = (await sharedCompletedCall(context)).analysis;
      const isBelowTotal = sections.every(({ score, totalScore }) => score >= 0 && score <= totalScore);
      const observed = isBelowTotal ? "between 0 and the total" : "beyond the total";
      context.observe({ assumption: "section-scores", expected: "between 0 and the total", observed });
    },
  },
  {
    name: "the overall score is the sections' points in percent, with one decimal",
    tag: "assumed",
    operation: "getCallAnalysis",
    source: "section 2, analysis, score",
    async run(context) {
      const { score, sections } = (await sharedCompletedCall(context)).analysis;
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
      const { sections } = (await sharedCompletedCall(context)).analysis;
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
      const { sections } = (await sharedCompletedCall(context)).analysis;
      const results = sections.flatMap(({ criterias }) => criterias.map(({ result }) => result));
      const areKnown = results.every((result) => criterionResults.includes(result));
      const observed = areKnown ? "the four words" : "other words";
      context.observe({ assumption: "criterion-results", expected: "the four words", observed });
    },
  },
  {
    name: "extractions are an object, keyed by the names of the category's fields",
    tag: "assumed",
    operation: "getCallAnalysis",
    source: "section 2, analysis, extractions",
    async run(context) {
      const { extractions } = (await sharedCompletedCall(context)).analysis;
      const names = (await sharedCategory(context)).extractionFields.map(({ fieldName }) => fieldName);
      const areByName = isObject(extractions) && Object.keys(extractions).every((key) => names.includes(key));
      const observed = areByName ? "by name" : extractions === null ? "null" : "another shape";
      context.observe({ assumption: "extractions", expected: "by name", observed });
    },
  },
  ...(["callObservations", "areasForImprovement"] as const).map(
    (field): Case => ({
      name: `${field} is a list of sentences`,
      tag: "assumed",
      operation: "getCallAnalysis",
      source: `section 2, analysis, ${field}`,
      async run(context) {
        const value = (await sharedCompletedCall(context)).analysis[field];
        const areSentences = Array.isArray(value) && value.every((item) => typeof item === "string");
        const observed = areSentences ? "sentences" : value === null ? "null" : "another shape";
        const assumption = field === "callObservations" ? "call-observations" : "areas-for-improvement";
        context.observe({ assumption, expected: "sentences", observed });
      },
    }),
  ),
];

function nameAndId({ sectionId, sectionName }: Pointer | Section) {
  return { sectionId, sectionName };
}

function questions({ criterias }: Pointer | Section) {
  return criterias.map(({ criteriaId, question }) => ({ criteriaId, question }));
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
