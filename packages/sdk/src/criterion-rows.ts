/** A completed call as a table. Pure. */
import type { Analysis, CompletedCall, Criterion, Section } from "./contract/types.js";

/** One criterion of a call, with fields of its section and its call. */
export interface CriterionRow
  extends Criterion,
    Pick<CompletedCall, "callId">,
    Pick<Analysis, "score" | "outcomeLabel">,
    Pick<Section, "sectionId" | "sectionName"> {
  sectionScore: number;
  sectionTotalScore: number;
}

/** Returns one flat row for each criterion, in the order of the analysis, for CSV, a table or a database. */
export function criterionRows({ callId, analysis }: CompletedCall<unknown>): CriterionRow[] {
  const { score, outcomeLabel, sections } = analysis;
  return sections.flatMap(({ criterias, sectionId, sectionName, score: sectionScore, totalScore }) => {
    const ofSection = {
      callId,
      score,
      outcomeLabel,
      sectionId,
      sectionName,
      sectionScore,
      sectionTotalScore: totalScore,
    };
    return criterias.map(({ criteriaId, question, result, rationale }) => {
      return { ...ofSection, criteriaId, question, result, rationale };
    });
  });
}
