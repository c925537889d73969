/** Turns a completed call into rows of a table. Pure. */
import type { Analysis, CompletedCall, Criterion, Section } from "./contract/types.js";

/** One criterion, with the main fields of its section and its call. */
export interface CriterionRow
  extends Criterion,
    Pick<CompletedCall, "callId">,
    Pick<Analysis, "score" | "outcomeLabel">,
    Pick<Section, "sectionId" | "sectionName"> {
  sectionScore: number;
  sectionTotalScore: number;
}

/**
 * Returns one flat row for each criterion, in the order of the analysis. Use the rows for CSV, a table or a database.
 */
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
