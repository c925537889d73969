import { isDeepStrictEqual } from "node:util";
import type { components } from "@call-analysis/sdk";
import { must } from "../departure.ts";
import { anyCompletedCall, readAnalysis } from "../steps/calls.ts";
import { anyCategory } from "../steps/categories.ts";
import type { Case } from "./case.ts";

type Pointer = components["schemas"]["AnalysisPointer"];
type Section = components["schemas"]["Section"];

/** @see the specification's sections 2, Call analysis, and 3 */
export const callAnalysisCases: readonly Case[] = [
  {
    name: "a completed call has a whole analysis and whole metadata",
    tag: "documented",
    operation: "getCallAnalysis",
    source: "section 2, Call analysis",
    async run(context) {
      const { status, analysis, metadata } = await anyCompletedCall(context);
      must(status === "completed", "The status of a completed call is completed.", status);
      must(analysis.sections.length > 0, "The analysis has sections.");
      must(metadata.audioUrl !== "", "The metadata have the recording's address.");
    },
  },
  {
    name: "a completed call stays completed, and its analysis the same",
    tag: "documented",
    operation: "getCallAnalysis",
    source: "section 3, completed",
    async run(context) {
      const completed = await anyCompletedCall(context);
      for (const _attempt of [1, 2]) {
        const again = await readAnalysis(context, completed.callId);
        must(again.status === "completed", "A completed call stays completed.", again.status);
        must(isDeepStrictEqual(again, completed), "A completed call's answer stays the same.", again);
      }
    },
  },
  {
    name: "there is one section result for each section of the category, in its order and with its name",
    tag: "documented",
    operation: "getCallAnalysis",
    source: "section 2, analysis, sections",
    async run(context) {
      const { sections } = (await anyCompletedCall(context)).analysis;
      const { analysisPointers } = await anyCategory(context);
      must(
        isDeepStrictEqual(sections.map(nameAndId), analysisPointers.map(nameAndId)),
        "The sections are the category's.",
      );
    },
  },
  {
    name: "each section has one result for each of its criteria, with the question that the category asks",
    tag: "documented",
    operation: "getCallAnalysis",
    source: "section 2, Criterion result",
    async run(context) {
      const { sections } = (await anyCompletedCall(context)).analysis;
      const { analysisPointers } = await anyCategory(context);
      const [asked, answered] = [analysisPointers.map(questions), sections.map(questions)];
      must(isDeepStrictEqual(answered, asked), "The criteria of a section are those of the category.");
    },
  },
  {
    name: "the outcome is one of those that the category allows",
    tag: "documented",
    operation: "getCallAnalysis",
    source: "section 2, analysis, outcomeLabel",
    async run(context) {
      const { outcomeLabel } = (await anyCompletedCall(context)).analysis;
      const { possibleOutcomes } = await anyCategory(context);
      const isPossible = possibleOutcomes.some(({ label }) => label === outcomeLabel);
      must(isPossible, "The outcome's label is one of the category's possible outcomes.", outcomeLabel);
    },
  },
  {
    name: "a section's score is between 0 and its total",
    tag: "documented",
    operation: "getCallAnalysis",
    source: "section 2, Section result, totalScore",
    async run(context) {
      for (const { score, totalScore } of (await anyCompletedCall(context)).analysis.sections) {
        must(score >= 0 && score <= totalScore, "No section has more points than there are.", { score, totalScore });
      }
    },
  },
];

function nameAndId({ sectionId, sectionName }: Pointer | Section) {
  return { sectionId, sectionName };
}

function questions({ criterias }: Pointer | Section) {
  return criterias.map(({ criteriaId, question }) => ({ criteriaId, question }));
}
