/** Sections with the scores and answers that a test sets; the other answers stay as they were drawn if they can. */
import { invalidValue } from "../core/mock-service-error.js";
import type { Policies } from "../core/policies.js";
import { type CriterionFinding, isApplicable, type SectionFinding } from "./findings.js";
import type { PartialAnalysis, PartialSection } from "./partial-analysis.js";
import { distributePoints, exact, pointsOf, sumOfPoints } from "./score.js";

/** The policies that say how points are counted, and what answers are called. */
export type ScorePolicies = Pick<Policies, "scoreScale" | "criterionResults">;

/** A criterion whose answer can still change, unless it was given. */
interface CriterionDraft extends CriterionFinding {
  isGiven: boolean;
}

interface SectionDraft {
  section: SectionFinding;
  criteria: CriterionDraft[];
  /** Whether the section's own score was given, so that the overall score must be reached by other sections. */
  hasScore: boolean;
  /** Whether it was given how many criteria apply. */
  hasTotal: boolean;
}

/**
 * The sections with what a test sets. Criteria that were drawn as not applicable are made to apply where the
 * others cannot reach the score.
 *
 * @throws {MockServiceError} when no answers can reach the scores that are asked for
 */
export function overrideSections(
  sections: readonly SectionFinding[],
  overrides: PartialAnalysis,
  policies: ScorePolicies,
): SectionFinding[] {
  const drafts = sections.map((section) => draftOf(section, overrides, policies));
  const { score } = overrides;
  // A category without criteria has nothing to distribute a percentage over: the score is what was asked for.
  const hasCriteria = drafts.some(({ criteria }) => criteria.length > 0);
  const isFree = policies.scoreScale === "percent" && !hasCriteria && (score ?? 0) <= 100;
  const result =
    score === undefined || isFree
      ? drafts
      : (withOverallScore(drafts, score, policies) ?? withOverallScore(widened(drafts), score, policies));
  if (!result)
    throw invalidValue("score", `cannot be ${score} with the category's criteria and the rest of what is given`);
  return result.map(({ section, criteria }) => ({ ...section, criteria: criteria.map(findingOf) }));
}

function draftOf(section: SectionFinding, { sections = [] }: PartialAnalysis, policies: ScorePolicies): SectionDraft {
  const index = sections.findIndex(({ sectionId }) => sectionId === section.pointer.sectionId);
  const given: Partial<PartialSection> = sections[index] ?? {};
  const answered = withAnswers(section.criteria, given, policies.criterionResults);
  const { score, totalScore } = given;
  const criteria = totalScore === undefined ? answered : withTotal(answered, totalScore);
  if (!criteria)
    throw invalidValue(`sections[${index}].totalScore`, `cannot be ${totalScore} with the section's criteria`);
  const draft = { section, criteria, hasScore: false, hasTotal: totalScore !== undefined };
  return score === undefined ? draft : withScore(draft, score, `sections[${index}].score`);
}

function withScore(draft: SectionDraft, score: number, path: string): SectionDraft {
  const [widest = draft] = widened([draft]);
  const criteria = withPoints(draft.criteria, score) ?? withPoints(widest.criteria, score);
  if (!criteria) throw invalidValue(path, `cannot be ${score} with the section's criteria`);
  return { ...draft, criteria, hasScore: true };
}

/** The drafts, with every criterion applicable where neither a total nor a score was given. */
function widened(drafts: readonly SectionDraft[]): SectionDraft[] {
  return drafts.map((draft) => {
    const isFixed = draft.hasTotal || draft.hasScore;
    return isFixed
      ? draft
      : { ...draft, criteria: draft.criteria.map((each) => (each.isGiven ? each : applied(each))) };
  });
}

/** The drafts with the overall score distributed over the sections without one; undefined when they cannot reach it. */
function withOverallScore(
  drafts: readonly SectionDraft[],
  score: number,
  { scoreScale }: ScorePolicies,
): SectionDraft[] | undefined {
  const total = drafts.flatMap(({ criteria }) => criteria).filter(isApplicable).length;
  if (score > 0 && total === 0) return undefined;
  const wanted = scoreScale === "points" ? score : pointsAt(score, total);
  const open = drafts.filter(({ hasScore }) => !hasScore);
  const ranges = open.map(({ criteria }) => ({ drawn: sumOfPoints(criteria), most: freeOf(criteria).length }));
  const points = distributePoints(exact(wanted - fixedPoints(drafts)), ranges);
  if (!points) return undefined;
  const filled = open.map(({ criteria }, index) => withPoints(criteria, givenPoints(criteria) + (points[index] ?? 0)));
  return drafts.map((draft) => (draft.hasScore ? draft : { ...draft, criteria: filled[open.indexOf(draft)] ?? [] }));
}

/** The points that make a percentage. Half points where they do, because scores are percentages with one decimal. */
function pointsAt(score: number, total: number): number {
  const points = (score / 100) * total;
  const halves = Math.round(points * 2) / 2;
  return Math.abs(halves - points) <= total * 0.0005 ? halves : exact(points);
}

/** The points that cannot change any more. */
function fixedPoints(drafts: readonly SectionDraft[]): number {
  return exact(
    drafts.reduce((sum, { criteria, hasScore }) => {
      return sum + (hasScore ? sumOfPoints(criteria) : givenPoints(criteria));
    }, 0),
  );
}

const answerNames = ["met", "partly", "missed", "notApplicable"] as const;

/** The criteria with the answers that a partial section sets, the others as they were drawn. */
function withAnswers(
  criteria: readonly CriterionFinding[],
  { criterias = [] }: Partial<PartialSection>,
  resultTexts: Policies["criterionResults"],
): CriterionDraft[] {
  return criteria.map((criterion) => {
    const given = criterias.find(({ criteriaId }) => criteriaId === criterion.definition.criteriaId);
    const answer = answerNames.find((name) => resultTexts[name] === given?.result);
    return answer === undefined ? { ...criterion, isGiven: false } : { ...criterion, answer, isGiven: true };
  });
}

/** The criteria, of which `total` apply; undefined when the given answers forbid it. */
function withTotal(criteria: readonly CriterionDraft[], total: number): CriterionDraft[] | undefined {
  const given = criteria.filter((each) => each.isGiven && isApplicable(each)).length;
  const free = criteria.filter(({ isGiven }) => !isGiven);
  if (total < given || total > given + free.length) return undefined;
  // Those that apply already go first.
  const ranked = [...free.filter(isApplicable), ...free.filter((each) => !isApplicable(each))];
  const chosen = new Set(ranked.slice(0, total - given));
  return criteria.map((each) => {
    if (each.isGiven) return each;
    return chosen.has(each) ? applied(each) : { ...each, answer: "notApplicable" };
  });
}

/**
 * The criteria, answered so that they add up to some points; undefined when they cannot. What went best stays
 * best. A part of a point goes to one criterion that is met in part.
 */
function withPoints(criteria: readonly CriterionDraft[], points: number): CriterionDraft[] | undefined {
  const free = freeOf(criteria);
  const rest = exact(points - givenPoints(criteria));
  if (rest < 0) return withOtherPart(criteria, points, rest);
  if (rest > free.length) return withOtherPart(criteria, points, exact(rest - free.length));
  const ranked = free.toSorted((one, other) => pointsOf(other) - pointsOf(one));
  const ranks = new Map(ranked.map((criterion, rank) => [criterion, rank]));
  return criteria.map((each) => {
    const rank = ranks.get(each);
    return rank === undefined ? each : answered(each, exact(Math.min(1, Math.max(0, rest - rank))));
  });
}

/** The criteria, one of which was given as partly met and takes another part of its point. */
function withOtherPart(criteria: readonly CriterionDraft[], points: number, excess: number) {
  const index = criteria.findIndex(({ answer, isGiven, points }) => isGiven && answer === "partly" && !points);
  const criterion = criteria[index];
  if (!criterion || Math.abs(excess) >= pointsOf(criterion)) return undefined;
  const other = { ...criterion, points: exact(pointsOf(criterion) + excess) };
  return withPoints(criteria.with(index, other), points);
}

/** The criteria that apply and whose answer can still change. */
function freeOf(criteria: readonly CriterionDraft[]): CriterionDraft[] {
  return criteria.filter((each) => !each.isGiven && isApplicable(each));
}

/** The points of the answers that were given. */
function givenPoints(criteria: readonly CriterionDraft[]): number {
  return sumOfPoints(criteria.filter(({ isGiven }) => isGiven));
}

function applied(criterion: CriterionDraft): CriterionDraft {
  return isApplicable(criterion) ? criterion : { ...criterion, answer: "missed" };
}

function answered({ points: _, ...criterion }: CriterionDraft, points: number): CriterionDraft {
  if (points === 1) return { ...criterion, answer: "met" };
  if (points === 0) return { ...criterion, answer: "missed" };
  return { ...criterion, answer: "partly", points };
}

function findingOf({ isGiven: _, ...criterion }: CriterionDraft): CriterionFinding {
  return criterion;
}
