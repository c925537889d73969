/** A completed call as a table. Pure. */
import type { CompletedCall } from "./contract/types.js";

/** One criterion of a call, with what its section and its call say. */
export interface CriterionRow {
  callId: string;
  score: number;
  outcomeLabel: string;
  sectionId: string;
  sectionName: string;
  sectionScore: number;
  sectionTotalScore: number;
  criteriaId: string;
  question: string;
  result: string;
  rationale: string;
}

/** One flat row for each criterion, in the order of the analysis: for CSV, a table or a database. */
export function criterionRows({ callId, analysis }: CompletedCall<unknown>): CriterionRow[] {
  const { score, outcomeLabel, sections } = analysis;
  return sections.flatMap((section) =>
    section.criterias.map(({ criteriaId, question, result, rationale }) => ({
      callId,
      score,
      outcomeLabel,
      sectionId: section.sectionId,
      sectionName: section.sectionName,
      sectionScore: section.score,
      sectionTotalScore: section.totalScore,
      criteriaId,
      question,
      result,
      rationale,
    })),
  );
}
