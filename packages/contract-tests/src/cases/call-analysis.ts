import { isDeepStrictEqual } from "node:util";
import type { components } from "@call-analysis/sdk";
import type { Case } from "../case.ts";
import { alterSuccess } from "../fault.ts";
import { assert } from "../finding.ts";
import {
  completedCall,
  createCall,
  pollUntilCompleted,
  readAnalysis,
  sharedCategory,
  sharedCompletedCall,
} from "../steps.ts";

type Schemas = components["schemas"];

const sections = "data.analysis.sections";
const operation = "getCallAnalysis";

/** The words of the fake, and what it says where a question takes no yes or no. */
const results = /^(?:Yes|Partially|No|Not applicable|\d+|Well|Fairly|Poorly|Answered|Partially answered|Not answered)$/;

/** A call's status and analysis. */
export const callAnalysisCases: readonly Case[] = [
  {
    name: "statuses come in the order processing, pending, completed",
    tag: "assumed",
    spec: "3. States, transitions",
    operation,
    async run(context) {
      const { callId } = await createCall(context);
      const statuses = new Set((await pollUntilCompleted(context, callId)).map(({ status }) => status));
      const isMet = isDeepStrictEqual([...statuses], ["processing", "pending", "completed"]);
      context.observe({ row: "state-transitions", expected: "processing, pending, completed", isMet });
    },
    faults: {
      "the status pending is skipped": alterSuccess(`${operation} data.status`, (status) =>
        status === "pending" ? "processing" : status,
      ),
    },
  },
  {
    name: "a call is completed with an analysis that has sections",
    tag: "documented",
    spec: "3. States, completed",
    operation,
    async run(context) {
      const { analysis } = await completedCall(context);
      assert(analysis.sections.length > 0, { place: sections, expected: "one section at least" });
    },
    faults: {
      "a completed call is done": alterSuccess(`${operation} data.status`, (status) =>
        status === "completed" ? "done" : status,
      ),
      "the analysis of a completed call is null": alterSuccess(`${operation} data.analysis`, () => null),
      "an analysis has no sections": alterSuccess(`${operation} ${sections}`, () => []),
    },
  },
  {
    name: "a completed call stays completed, and its analysis does not change",
    tag: "documented",
    spec: "3. States, completed",
    operation,
    async run(context) {
      const completed = await sharedCompletedCall(context);
      for (const _read of [1, 2]) {
        const again = await readAnalysis(context, completed.callId);
        assert(isDeepStrictEqual(again, completed), { place: "data", expected: "the same in each response" });
      }
    },
    faults: {
      "a completed call goes back to processing": (service) => {
        const completed = new Set<string>();
        return alterSuccess(`${operation} data`, (data) => {
          const { status, callId } = Object(data);
          if (completed.has(callId)) return { ...Object(data), status: "processing" };
          if (status === "completed") completed.add(callId);
          return data;
        })(service);
      },
      "a completed call's analysis changes with each response": (service) => {
        let reads = 0;
        return alterSuccess(`${operation} data.analysis.outcomeRationale`, () => `Read ${++reads}`)(service);
      },
    },
  },
  {
    name: "the texts of an analysis say something, and the recording has a duration",
    tag: "assumed",
    spec: "2. Call analysis, texts",
    operation,
    async run(context) {
      const { analysis, metadata } = await sharedCompletedCall(context);
      const criteria = analysis.sections.flatMap(({ criterias }) => criterias);
      const texts = criteria.flatMap(({ rationale, result }) => [rationale, result]);
      const isSaid = ![...texts, analysis.outcomeRationale, metadata.summary].includes("");
      assert(isSaid, { place: `${sections}[].criterias[]`, expected: "a text in each field" });
      assert(metadata.duration > 0, { place: "data.metadata.duration", expected: "more than 0" });
    },
    faults: {
      "the summary is empty": alterSuccess(`${operation} data.metadata.summary`, () => ""),
      "the outcome has no rationale": alterSuccess(`${operation} data.analysis.outcomeRationale`, () => ""),
      "a criterion has an empty result": alterSuccess(`${operation} ${sections}[].criterias[].result`, () => ""),
      "a criterion has no rationale": alterSuccess(`${operation} ${sections}[].criterias[].rationale`, () => ""),
    },
  },
  {
    name: "an analysis has one result for each section of the category, in the same order and with the same name",
    tag: "documented",
    spec: "2. Call analysis, sections",
    operation,
    async run(context) {
      const { analysis } = await sharedCompletedCall(context);
      const { analysisPointers } = await sharedCategory(context);
      const isAlike = isDeepStrictEqual(analysis.sections.map(nameAndId), analysisPointers.map(nameAndId));
      assert(isAlike, { place: sections, expected: "those of the category" });
    },
    faults: {
      "the sections have another order": alterSuccess(`${operation} ${sections}`, (all) => listOf(all).toReversed()),
      "a section is missing": alterSuccess(`${operation} ${sections}`, (all) => listOf(all).slice(1)),
      "a section has another name than in the category": alterSuccess(
        `${operation} ${sections}[].sectionName`,
        (name) => `${name} section`,
      ),
    },
  },
  {
    name: "each section has one result for each of its criteria, with the question that the category asks",
    tag: "documented",
    spec: "2. Call analysis, criterias",
    operation,
    async run(context) {
      const { analysis } = await sharedCompletedCall(context);
      const { analysisPointers } = await sharedCategory(context);
      const isAlike = isDeepStrictEqual(analysis.sections.map(questions), analysisPointers.map(questions));
      assert(isAlike, { place: `${sections}[].criterias`, expected: "those of the category" });
    },
    faults: {
      "a criterion is missing": alterSuccess(`${operation} ${sections}[].criterias`, (all) => listOf(all).slice(1)),
      "a criterion has another question than in the category": alterSuccess(
        `${operation} ${sections}[].criterias[].question`,
        () => "Why?",
      ),
    },
  },
  {
    name: "the outcome is one that the category allows",
    tag: "documented",
    spec: "2. Call analysis, outcomeLabel",
    operation,
    async run(context) {
      const { outcomeLabel } = (await sharedCompletedCall(context)).analysis;
      const isPossible = (await sharedCategory(context)).possibleOutcomes.some(({ label }) => label === outcomeLabel);
      assert(isPossible, { place: "data.analysis.outcomeLabel", expected: "a possible outcome of the category" });
    },
    faults: {
      "the outcome is one that the category does not allow": alterSuccess(
        `${operation} data.analysis.outcomeLabel`,
        () => "Sold",
      ),
    },
  },
  {
    name: "a section's score is between 0 and its total, with one point for each criterion at most",
    tag: "assumed",
    spec: "2. Call analysis, section score and totalScore",
    operation,
    async run(context) {
      const { analysis } = await sharedCompletedCall(context);
      const isMet = analysis.sections.every(
        ({ score, totalScore, criterias }) => score >= 0 && score <= totalScore && totalScore <= criterias.length,
      );
      context.observe({ row: "section-scores", expected: "a point a criterion at most", isMet });
    },
    faults: {
      "a section has more points than its total": alterSuccess(`${operation} ${sections}[].score`, () => 99),
    },
  },
  {
    name: "the overall score is the sections' points in percent, with one decimal",
    tag: "assumed",
    spec: "2. Call analysis, score",
    operation,
    async run(context) {
      const { analysis } = await sharedCompletedCall(context);
      const isMet = Math.abs(analysis.score - percentOf(analysis)) <= 0.05;
      context.observe({ row: "score-scale", expected: "the sections' points in percent", isMet });
    },
    faults: {
      "the score does not match the sections": alterSuccess(
        `${operation} data.analysis.score`,
        (score) => Number(score) / 2,
      ),
    },
  },
  {
    name: "a criterion's result is one of the words that the fake uses, or a number",
    tag: "assumed",
    spec: "2. Call analysis, criterion result",
    operation,
    async run(context) {
      const criteria = (await sharedCompletedCall(context)).analysis.sections.flatMap(({ criterias }) => criterias);
      const isMet = criteria.every(({ result }) => results.test(result));
      context.observe({ row: "criterion-results", expected: "Yes, Partially, No or Not applicable", isMet });
    },
  },
  {
    name: "callObservations, areasForImprovement and extractions are null",
    tag: "assumed",
    spec: "2. Call analysis, nullable fields",
    operation,
    async run(context) {
      const { callObservations, areasForImprovement, extractions } = (await sharedCompletedCall(context)).analysis;
      const isMet = [callObservations, areasForImprovement, extractions].every((value) => value === null);
      context.observe({ row: "undocumented-fields", expected: "null", isMet });
    },
  },
];

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function percentOf({ sections: all }: Schemas["Analysis"]): number {
  const total = all.reduce((sum, { totalScore }) => sum + totalScore, 0);
  return (100 * all.reduce((sum, { score }) => sum + score, 0)) / Math.max(total, 1);
}

function nameAndId({ sectionId, sectionName }: Schemas["AnalysisPointer"] | Schemas["Section"]) {
  return { sectionId, sectionName };
}

function questions({ criterias }: Schemas["AnalysisPointer"] | Schemas["Section"]) {
  return criterias.map(({ criteriaId, question }) => ({ criteriaId, question }));
}
