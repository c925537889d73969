/** The criteria of a section while it is settled what their answers are. */
import type { Policies } from "../core/policies.js";
import type { JudgedCriterion } from "./judgement.js";
import type { PartialSection } from "./partial-analysis.js";
import { exact, pointsOf } from "./score.js";

/** A criterion, and whether its answer may still change. */
export interface Candidate extends JudgedCriterion {
  isSettled: boolean;
}

/** The criteria with the answers that a partial section has for them, the others as they were drawn. */
export function withAnswers(
  criteria: readonly JudgedCriterion[],
  { criterias = [] }: Partial<PartialSection>,
  words: Policies["criterionResults"],
): Candidate[] {
  return criteria.map((criterion) => {
    const settled = criterias.find(({ criteriaId }) => criteriaId === criterion.definition.criteriaId);
    const answer = answerNames.find((name) => words[name] === settled?.result);
    return answer === undefined ? { ...criterion, isSettled: false } : { ...criterion, answer, isSettled: true };
  });
}

const answerNames = ["met", "partly", "missed", "notApplicable"] as const;

/** The criteria, of which as many apply as a total asks for; undefined when the settled answers forbid it. */
export function withTotal(candidates: readonly Candidate[], total: number): Candidate[] | undefined {
  const settled = candidates.filter((each) => each.isSettled && applies(each)).length;
  const free = candidates.filter(({ isSettled }) => !isSettled);
  if (total < settled || total > settled + free.length) return undefined;
  // Those that apply already go first.
  const ranked = [...free.filter(applies), ...free.filter((each) => !applies(each))];
  const chosen = new Set(ranked.slice(0, total - settled));
  return candidates.map((each) => {
    if (each.isSettled) return each;
    return chosen.has(each) ? made(each) : { ...each, answer: "notApplicable" };
  });
}

/** The criteria, all of which apply but for those whose settled answer says otherwise. */
export function withAllApplicable(candidates: readonly Candidate[]): Candidate[] {
  return candidates.map((each) => (each.isSettled ? each : made(each)));
}

/**
 * The criteria, answered so that they add up to some points; undefined when they cannot. What went best stays
 * best. A part of a point goes to one criterion that is met in part.
 */
export function withPoints(candidates: readonly Candidate[], points: number): Candidate[] | undefined {
  const free = freeOf(candidates);
  const rest = exact(points - settledPoints(candidates));
  if (rest < 0) return withOtherPart(candidates, { points, excess: rest });
  if (rest > free.length) return withOtherPart(candidates, { points, excess: exact(rest - free.length) });
  const ranked = free.toSorted((one, other) => pointsOf(other) - pointsOf(one));
  const ranks = new Map(ranked.map((candidate, rank) => [candidate, rank]));
  return candidates.map((each) => {
    const rank = ranks.get(each);
    return rank === undefined ? each : answered(each, exact(Math.min(1, Math.max(0, rest - rank))));
  });
}

/** The criteria that apply and whose answer may still change. */
export function freeOf(candidates: readonly Candidate[]): Candidate[] {
  return candidates.filter((each) => !each.isSettled && applies(each));
}

/** The points of the answers that are settled. */
export function settledPoints(candidates: readonly Candidate[]): number {
  return candidates.filter(({ isSettled }) => isSettled).reduce((sum, each) => sum + pointsOf(each), 0);
}

/** Whether a criterion counts. */
export function applies({ answer }: JudgedCriterion): boolean {
  return answer !== "notApplicable";
}

/** The criteria, one of which is settled as partly met and takes another part of its point. */
function withOtherPart(candidates: readonly Candidate[], { points, excess }: { points: number; excess: number }) {
  const index = candidates.findIndex(({ answer, isSettled, points }) => isSettled && answer === "partly" && !points);
  const candidate = candidates[index];
  if (!candidate || Math.abs(excess) >= pointsOf(candidate)) return undefined;
  const other = { ...candidate, points: exact(pointsOf(candidate) + excess) };
  return withPoints(candidates.with(index, other), points);
}

function made(candidate: Candidate): Candidate {
  return applies(candidate) ? candidate : { ...candidate, answer: "missed" };
}

function answered({ points: _, ...candidate }: Candidate, points: number): Candidate {
  if (points === 1) return { ...candidate, answer: "met" };
  if (points === 0) return { ...candidate, answer: "missed" };
  return { ...candidate, answer: "partly", points };
}
