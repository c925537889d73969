/** Points and scores, and the results that they correspond to. @see section 2, "Call analysis", of the specification */
import type { Policies } from "../core/policies.js";
import type { DrawnCriterion, DrawnSection } from "./drawn.js";
import type { Answer } from "./review-schema.js";

/** The points of a section: `score` of `totalScore`. */
export interface Points {
  score: number;
  totalScore: number;
}

/** The points of an answer. Null for an answer that does not count. */
export const pointsOf: Readonly<Record<Answer, number | null>> = {
  met: 1,
  partly: 0.5,
  missed: 0,
  notApplicable: null,
};

/** The answer that corresponds to points. Everything between none and all is partly met. */
export function answerOf({ points }: Pick<DrawnCriterion, "points">): Answer {
  if (points === null) return "notApplicable";
  if (points === 1) return "met";
  return points === 0 ? "missed" : "partly";
}

/** The text of a criterion's result: one of the criterion's own answers, or the policy's text. */
export function resultText(criterion: DrawnCriterion, texts: Policies["criterionResults"]): string {
  const { points, definition } = criterion;
  const { answers = [] } = definition;
  const own = points === null ? undefined : answers[Math.round(points * (answers.length - 1))];
  return own ?? texts[answerOf(criterion)];
}

/** The points of a result's text. Undefined for a text that the criterion does not know. */
export function pointsOfResult(
  text: string | undefined,
  { answers = [] }: DrawnCriterion["definition"],
  texts: Policies["criterionResults"],
): number | null | undefined {
  const index = text === undefined ? -1 : answers.indexOf(text);
  if (index >= 0) return answers.length === 1 ? 1 : index / (answers.length - 1);
  const name = (Object.keys(pointsOf) as Answer[]).find((each) => texts[each] === text);
  return name && pointsOf[name];
}

/** A section's points: at most one for each criterion that applies. Both numbers are 0 if none applies. */
export function sectionPoints({ criteria }: Pick<DrawnSection, "criteria">): Points {
  const points = criteria.flatMap((criterion) => criterion.points ?? []);
  return { score: sum(points), totalScore: points.length };
}

/** The overall score, with one decimal if it is a percentage. 0 if no criterion applies. */
export function overallScore(sections: readonly Points[], scale: Policies["scoreScale"]): number {
  const score = sum(sections.map((section) => section.score));
  const totalScore = sum(sections.map((section) => section.totalScore));
  if (scale === "points" || totalScore === 0) return score;
  return Math.round((1000 * score) / totalScore) / 10;
}

/** A sum without the rounding errors of binary fractions. */
export function sum(numbers: readonly number[]): number {
  return exact(numbers.reduce((total, each) => total + each, 0));
}

/** Four decimals: enough for any percentage with one. */
export function exact(points: number): number {
  return Math.round(points * 10_000) / 10_000;
}
