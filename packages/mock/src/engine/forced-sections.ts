/** Sections whose points are those that somebody has settled, and whose answers are otherwise as they were drawn. */

import { invalidValue } from "../core/mock-service-error.js";
import type { Policies } from "../core/policies.js";
import {
  applies,
  type Candidate,
  freeOf,
  settledPoints,
  withAllApplicable,
  withAnswers,
  withPoints,
  withTotal,
} from "./candidates.js";
import type { JudgedSection } from "./judgement.js";
import type { PartialAnalysis, PartialSection } from "./partial-analysis.js";
import { exact, pointsOf } from "./score.js";
import { sharesOf } from "./shares.js";

/** What is settled, and how it is counted. */
export interface ForcedContext {
  forced: PartialAnalysis;
  policies: Pick<Policies, "scoreScale" | "criterionResults">;
}

interface Draft {
  section: JudgedSection;
  candidates: Candidate[];
  /** Whether the section's score is settled by itself, so that the overall score must be reached by others. */
  isClosed: boolean;
  /** Whether it is settled which criteria apply. */
  hasTotal: boolean;
}

/**
 * The sections with what is settled in place. Criteria that were drawn as not applicable count after all where
 * the others cannot give the score.
 *
 * @throws {MockServiceError} when no answers can give the scores that are asked for
 */
export function forcedSections(sections: readonly JudgedSection[], context: ForcedContext): JudgedSection[] {
  const drafts = sections.map((section) => draftOf(section, context));
  const { score } = context.forced;
  const result =
    score === undefined ? drafts : (spread(drafts, score, context) ?? spread(widened(drafts), score, context));
  if (!result)
    throw invalidValue("score", `cannot be ${score} with the category's criteria and the rest of what is given`);
  return result.map(({ section, candidates }) => ({ ...section, criteria: candidates.map(withoutMark) }));
}

function draftOf(section: JudgedSection, { forced, policies }: ForcedContext): Draft {
  const { sections = [] } = forced;
  const index = sections.findIndex(({ sectionId }) => sectionId === section.pointer.sectionId);
  const settled: Partial<PartialSection> = sections[index] ?? {};
  const answered = withAnswers(section.criteria, settled, policies.criterionResults);
  const { score, totalScore } = settled;
  const candidates = totalScore === undefined ? answered : withTotal(answered, totalScore);
  if (!candidates)
    throw invalidValue(`sections[${index}].totalScore`, `cannot be ${totalScore} with the section's criteria`);
  const draft = { section, candidates, isClosed: false, hasTotal: totalScore !== undefined };
  return score === undefined ? draft : closed(draft, score, `sections[${index}].score`);
}

function closed(draft: Draft, score: number, path: string): Draft {
  const [widest = draft] = widened([draft]);
  const candidates = withPoints(draft.candidates, score) ?? withPoints(widest.candidates, score);
  if (!candidates) throw invalidValue(path, `cannot be ${score} with the section's criteria`);
  return { ...draft, candidates, isClosed: true };
}

function widened(drafts: readonly Draft[]): Draft[] {
  return drafts.map((draft) => {
    const isFixed = draft.hasTotal || draft.isClosed;
    return isFixed ? draft : { ...draft, candidates: withAllApplicable(draft.candidates) };
  });
}

/** The drafts with the overall score spread over the sections that are open; undefined when they cannot give it. */
function spread(drafts: readonly Draft[], score: number, { policies }: ForcedContext): Draft[] | undefined {
  const total = drafts.flatMap(({ candidates }) => candidates).filter(applies).length;
  if (score > 0 && total === 0) return undefined;
  const points = policies.scoreScale === "points" ? score : pointsAt(score, total);
  const open = drafts.filter(({ isClosed }) => !isClosed);
  const shares = sharesOf(exact(points - fixedPoints(drafts)), open.map(roomOf));
  if (!shares) return undefined;
  const filled = open.map(({ candidates }, index) =>
    withPoints(candidates, settledPoints(candidates) + (shares[index] ?? 0)),
  );
  return drafts.map((draft) => (draft.isClosed ? draft : { ...draft, candidates: filled[open.indexOf(draft)] ?? [] }));
}

/** The points that make a percentage: half points where they do, for scores are percentages with one decimal. */
function pointsAt(score: number, total: number): number {
  const points = (score / 100) * total;
  const halves = Math.round(points * 2) / 2;
  return Math.abs(halves - points) <= total * 0.0005 ? halves : exact(points);
}

/** The points that cannot change any more. */
function fixedPoints(drafts: readonly Draft[]): number {
  return exact(
    drafts.reduce((sum, { candidates, isClosed }) => {
      return sum + (isClosed ? sumOf(candidates) : settledPoints(candidates));
    }, 0),
  );
}

function sumOf(candidates: readonly Candidate[]): number {
  return candidates.reduce((sum, each) => sum + pointsOf(each), 0);
}

function roomOf({ candidates }: Draft) {
  const free = freeOf(candidates);
  return { drawn: sumOf(free), most: free.length };
}

function withoutMark({ isSettled: _, ...criterion }: Candidate) {
  return criterion;
}
