/** Points and scores. @see section 2, "Call analysis", of the specification */
import type { Policies } from "../core/policies.js";
import type { Answer, JudgedCriterion, JudgedSection } from "./judgement.js";

/** The points of a section: `score` of `totalScore`. */
export interface Points {
  score: number;
  totalScore: number;
}

const usualPoints: Record<Answer, number> = { met: 1, partly: 0.5, missed: 0, notApplicable: 0 };

/** A section's points: one for each criterion that applies. Where none does, both numbers are 0. */
export function sectionPoints({ criteria }: JudgedSection): Points {
  const applicable = criteria.filter(({ answer }) => answer !== "notApplicable");
  return {
    score: exact(applicable.reduce((sum, criterion) => sum + pointsOf(criterion), 0)),
    totalScore: applicable.length,
  };
}

/** The points of one answer: half a point for one that is partly met, unless it was given another part. */
export function pointsOf({ answer, points }: Pick<JudgedCriterion, "answer" | "points">): number {
  return points ?? usualPoints[answer];
}

/** Points without the noise of binary fractions: to four decimals, which keep any percentage with one. */
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
