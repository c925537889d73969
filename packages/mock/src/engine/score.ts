/** Points and scores. @see section 2, "Call analysis", of the specification */
import type { Policies } from "../core/policies.js";
import type { Answer } from "./configuration.js";
import { type CriterionAnswer, isApplicable, type SectionAnswers } from "./findings.js";

/** The points of a section: `score` of `totalScore`. */
export interface Points {
  score: number;
  totalScore: number;
}

const usualPoints: Record<Answer, number> = { met: 1, partly: 0.5, missed: 0, notApplicable: 0 };

/** A section's points: at most one for each criterion that applies. Both numbers are 0 where none does. */
export function sectionPoints({ criteria }: SectionAnswers): Points {
  const applicable = criteria.filter(isApplicable);
  return { score: exact(sumOfPoints(applicable)), totalScore: applicable.length };
}

/** The points of one answer: half a point for a partly met criterion, unless it has its own points. */
export function pointsOf({ answer, points }: Pick<CriterionAnswer, "answer" | "points">): number {
  return points ?? usualPoints[answer];
}

/** The points of several answers together. */
export function sumOfPoints(criteria: readonly CriterionAnswer[]): number {
  return criteria.reduce((sum, criterion) => sum + pointsOf(criterion), 0);
}

/** Points without the rounding errors of binary fractions: four decimals, enough for any percentage with one. */
export function exact(points: number): number {
  return Math.round(points * 10_000) / 10_000;
}

/** The overall score, with one decimal when it is a percentage; 0 when no criterion applies. */
export function overallScore(sections: readonly Points[], scale: Policies["scoreScale"]): number {
  const { score, totalScore } = totalPoints(sections);
  if (scale === "points" || totalScore === 0) return score;
  return Math.round((1000 * score) / totalScore) / 10;
}

/** The points of all sections together. */
function totalPoints(sections: readonly Points[]): Points {
  return sections.reduce(
    (sum, { score, totalScore }) => ({ score: exact(sum.score + score), totalScore: sum.totalScore + totalScore }),
    { score: 0, totalScore: 0 },
  );
}
