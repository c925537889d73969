/** Points and scores. @see section 2, "Call analysis", of the specification */
import type { Policies } from "../core/policies.js";
import { type Answer, type CriterionFinding, isApplicable, type SectionFinding } from "./findings.js";

/** The points of a section: `score` of `totalScore`. */
export interface Points {
  score: number;
  totalScore: number;
}

const usualPoints: Record<Answer, number> = { met: 1, partly: 0.5, missed: 0, notApplicable: 0 };

/** A section's points: at most one for each criterion that applies. Both numbers are 0 where none does. */
export function sectionPoints({ criteria }: SectionFinding): Points {
  const applicable = criteria.filter(isApplicable);
  return { score: exact(sumOfPoints(applicable)), totalScore: applicable.length };
}

/** The points of one answer: half a point for a partly met criterion, unless it has points of its own. */
export function pointsOf({ answer, points }: Pick<CriterionFinding, "answer" | "points">): number {
  return points ?? usualPoints[answer];
}

/** The points of several answers together. */
export function sumOfPoints(criteria: readonly CriterionFinding[]): number {
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

/** The points that a section can take: those that were drawn for it, and the most that it can have. */
export interface PointRange {
  drawn: number;
  most: number;
}

const step = 0.5;

/**
 * Distributes a sum of points over sections. Each section goes up or down from what was drawn in the same
 * proportion, in half points; what is left of a half point goes to one of them. Undefined when the sum does not fit.
 */
export function distributePoints(sum: number, ranges: readonly PointRange[]): number[] | undefined {
  const most = ranges.reduce((all, range) => all + range.most, 0);
  if (sum < 0 || sum > most) return undefined;
  const drawn = ranges.reduce((all, range) => all + range.drawn, 0);
  const wanted = ranges.map((range) => proportional(range, { sum, drawn, most }));
  const points = wanted.map((each) => Math.floor(each / step) * step);
  const byRemainder = [...wanted.keys()].toSorted((one, other) => remainderOf(other) - remainderOf(one));
  let left = exact(sum - points.reduce((all, each) => all + each, 0));
  // More rounds than one only where sections are full.
  while (left > 0) {
    for (const index of byRemainder) {
      const current = points[index] ?? 0;
      const gain = exact(Math.min(step, left, (ranges[index]?.most ?? 0) - current));
      points[index] = exact(current + gain);
      left = exact(left - gain);
    }
  }
  return points;

  function remainderOf(index: number): number {
    return (wanted[index] ?? 0) - Math.floor((wanted[index] ?? 0) / step) * step;
  }
}

function proportional(range: PointRange, { sum, drawn, most }: { sum: number; drawn: number; most: number }): number {
  if (sum <= drawn) return drawn === 0 ? 0 : (range.drawn * sum) / drawn;
  return range.drawn + ((range.most - range.drawn) * (sum - drawn)) / (most - drawn);
}
