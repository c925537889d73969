/**
 * Sections with the answers, totals and scores that a test sets. The other answers stay as they were drawn if they
 * can; to reach a score, the criteria that went best gain first, and those that went worst lose first.
 */
import { invalidValue, type MockServiceError } from "../core/mock-service-error.js";
import type { Policies } from "../core/policies.js";
import type { Answer } from "./configuration.js";
import { type CriterionAnswer, isApplicable, type SectionAnswers } from "./findings.js";
import type { PartialAnalysis, PartialSection } from "./partial-analysis.js";
import { answerOf, answerWorth } from "./results.js";
import { exact, pointsOf, sumOfPoints } from "./score.js";

/** The policies that say how points are counted, and what answers are called. */
export type ScorePolicies = Pick<Policies, "scoreScale" | "criterionResults">;

/** A criterion, and what may still change: its answer, only the part of a point that it is worth, or nothing. */
interface Draft extends CriterionAnswer {
  freedom: "answer" | "part" | "none";
}

type Drafts = readonly Draft[];

/** The points of an analysis have four decimals. */
const smallestPart = 0.0001;

/**
 * The sections with what a test sets. Criteria that do not apply are made to apply where the others cannot reach a
 * score, and then what the outcome implies is given up where the score cannot be reached with it.
 *
 * @throws {MockServiceError} when no answers can reach the scores that are asked for
 */
export function solveScores(
  sections: readonly SectionAnswers[],
  overrides: PartialAnalysis,
  policies: ScorePolicies,
): SectionAnswers[] {
  const drafts = sections.map((section) => draftsOf(section, overrides, policies));
  const solved =
    firstOf(variants, (change) => withOverallScore(drafts.map(change), overrides, policies)) ??
    // Last, also in sections whose own score could be reached without: `checkPartial` counts on all of them.
    withOverallScore(
      sections.map((section) => draftsOf(everythingApplies(section), overrides, policies)),
      overrides,
      policies,
    );
  if (!solved) {
    const most = policies.scoreScale === "percent" ? 100 : drafts.flat().length;
    throw unreachable("score", overrides.score ?? 0, {
      most,
      by: "the category's criteria and the rest of what is given",
    });
  }
  return sections.map(({ pointer }, index) => ({ pointer, criteria: (solved[index] ?? []).map(findingOf) }));
}

/** The ways to a score. The first that reaches it is taken. */
const variants: readonly ((drafts: Drafts) => Drafts)[] = [
  (drafts) => drafts,
  applied,
  freed,
  (drafts) => applied(freed(drafts)),
];

/** The first of the results that is there. */
function firstOf<Item, Result>(items: readonly Item[], resultOf: (item: Item) => Result | undefined) {
  for (const item of items) {
    const result = resultOf(item);
    if (result !== undefined) return result;
  }
  return undefined;
}

/** The criteria of one section with the answers, the total and the score that are given for it. */
function draftsOf(section: SectionAnswers, { sections = [] }: PartialAnalysis, policies: ScorePolicies): Drafts {
  const index = sections.findIndex(({ sectionId }) => sectionId === section.pointer.sectionId);
  const given: Partial<PartialSection> = sections[index] ?? {};
  const { score, totalScore } = given;
  const answered = section.criteria.map((criterion) => withAnswer(criterion, given, policies));
  const counted = totalScore === undefined ? answered : withTotal(answered, totalScore);
  if (!counted) {
    throw invalidValue(`sections[${index}].totalScore`, `cannot be ${totalScore} with the section's criteria`);
  }
  if (score === undefined) return counted;
  const scored = firstOf(variants, (change) => withPoints(change(counted), score));
  if (!scored)
    throw unreachable(`sections[${index}].score`, score, { most: counted.length, by: "the section's criteria" });
  return scored.map((draft) => ({ ...draft, freedom: "none" }));
}

function unreachable(path: string, score: number, { most, by }: { most: number; by: string }): MockServiceError {
  return invalidValue(path, `cannot be ${score}${score > most ? `: it is from 0 to ${most}` : ` with ${by}`}`);
}

function withAnswer(
  criterion: CriterionAnswer,
  { criterias = [] }: Partial<PartialSection>,
  { criterionResults }: ScorePolicies,
): Draft {
  const { criteriaId, question } = criterion.definition;
  const result = criterias.find((each) => each.criteriaId === criteriaId)?.result;
  const given = result === undefined ? undefined : answerOf(result, question, criterionResults);
  if (!given) return { ...criterion, freedom: "answer" };
  const { points: _, ...rest } = criterion;
  return { ...rest, ...given, freedom: given.answer === "partly" && given.points === undefined ? "part" : "none" };
}

/** The criteria, of which `total` apply; undefined when the given answers forbid it. */
function withTotal(drafts: Drafts, total: number): Drafts | undefined {
  const free = drafts.filter(({ freedom }) => freedom === "answer");
  const open = total - drafts.filter((draft) => draft.freedom !== "answer" && isApplicable(draft)).length;
  if (open < 0 || open > free.length) return undefined;
  // Those that apply already go first.
  const ranked = [...free.filter(isApplicable), ...free.filter((draft) => !isApplicable(draft))];
  const chosen = new Set(ranked.slice(0, open));
  return drafts.map((draft) => {
    if (draft.freedom !== "answer") return draft;
    return chosen.has(draft)
      ? appliedDraft(canApply(draft) ? draft : freedDraft(draft))
      : { ...draft, answer: "notApplicable", freedom: "none" };
  });
}

/** The sections with the overall score, if one is given; undefined when what is free cannot reach it. */
function withOverallScore(
  sections: readonly Drafts[],
  { score }: PartialAnalysis,
  { scoreScale }: ScorePolicies,
): readonly Drafts[] | undefined {
  if (score === undefined) return sections;
  const drafts = sections.flat();
  const total = drafts.filter(isApplicable).length;
  if (score > 0 && total === 0) return undefined;
  const isPercent = scoreScale === "percent";
  const isFixed = drafts.every(({ freedom }) => freedom === "none");
  // A finished analysis that is given as a whole: its score is rounded, and its points may be of any size.
  if (isPercent && isFixed && makesPercentage(sumOfPoints(drafts.filter(isApplicable)), { total, score }))
    return sections;
  const points = isPercent ? pointsAt(score, total) : score;
  const solved = points === undefined ? undefined : withPoints(drafts, points);
  if (!solved) return undefined;
  const found = new Map(drafts.map((draft, index) => [draft, solved[index] ?? draft]));
  return sections.map((section) => section.map((draft) => found.get(draft) ?? draft));
}

/** The points that make a percentage, half points where they do; undefined when no points do. */
function pointsAt(score: number, total: number): number | undefined {
  const points = (score / 100) * total;
  const halves = Math.round(points * 2) / 2;
  if (Math.abs(halves - points) <= (total * 0.005) / scoreUnit(score)) return halves;
  return makesPercentage(exact(points), { total, score }) ? exact(points) : undefined;
}

/** Whether points are a percentage of the total, to the decimals that the score has. */
function makesPercentage(points: number, { total, score }: { total: number; score: number }): boolean {
  const unit = scoreUnit(score);
  return Math.round((100 * unit * points) / (total || 1)) / unit === score;
}

/** How many parts a score counts in: 10 for one decimal, which every percentage of an analysis has. */
function scoreUnit(score: number): number {
  return 10 ** Math.max(1, decimalsOf(score));
}

function decimalsOf(score: number): number {
  const [, fraction = "", exponent = "0"] = /(?:\.(\d+))?(?:e-(\d+))?$/.exec(String(score)) ?? [];
  return fraction.length + Number(exponent);
}

/**
 * The criteria, answered so that they add up to some points; undefined when they cannot. What the outcome allows only as a
 * whole point or none moves first, and only as far as the others cannot make up for it. Given answers move last: one that
 * was given as partly met stays so, and is worth another part of a point.
 */
function withPoints(drafts: Drafts, points: number): Drafts | undefined {
  if (exact(points) !== points) return undefined;
  const applicable = drafts.filter(isApplicable);
  const divisible = applicable.filter((draft) => !isWhole(draft));
  const room = (side: "least" | "most") =>
    exact(divisible.reduce((sum, draft) => sum + worths(draft)[side] - pointsOf(draft), 0));
  let rest = exact(points - sumOfPoints(applicable));
  const moved = new Map<Draft, Draft>();
  const move = (draft: Draft, worth: number) => {
    rest = exact(rest - (worth - pointsOf(draft)));
    const { points: _, ...unworthy } = draft;
    moved.set(draft, { ...unworthy, ...answerWorth(worth) });
  };
  const ranked = (group: Drafts) => group.toSorted((one, other) => Math.sign(rest) * (other.level - one.level));
  for (const draft of ranked(applicable.filter(isWhole))) {
    if (rest > room("most")) move(draft, worths(draft).most);
    else if (rest < room("least")) move(draft, worths(draft).least);
  }
  for (const freedom of ["answer", "part"] as const) {
    for (const draft of ranked(divisible.filter((each) => each.freedom === freedom))) {
      if (rest === 0) break;
      const { least, most } = worths(draft);
      move(draft, exact(Math.min(most, Math.max(least, pointsOf(draft) + rest))));
    }
  }
  return rest === 0 ? drafts.map((draft) => moved.get(draft) ?? draft) : undefined;
}

/** Whether only a whole point or none is possible: the outcome does not allow that it is partly met. */
function isWhole({ freedom, allowed }: Draft): boolean {
  return freedom === "answer" && allowed?.includes("partly") === false;
}

/** The answers that a criterion that applies can have, the worst first. */
function applicableAnswers({ allowed }: CriterionAnswer): Answer[] {
  return (["missed", "partly", "met"] as const).filter((answer) => allowed?.includes(answer) !== false);
}

function canApply(draft: Draft): boolean {
  return applicableAnswers(draft).length > 0;
}

/** The least and the most that a criterion that applies can be worth. */
function worths(draft: Draft): { least: number; most: number } {
  const { freedom } = draft;
  if (freedom === "none") return { least: pointsOf(draft), most: pointsOf(draft) };
  const answers: readonly Answer[] = freedom === "part" ? ["partly"] : applicableAnswers(draft);
  return {
    least: answers.includes("missed") ? 0 : answers.includes("partly") ? smallestPart : 1,
    most: answers.includes("met") ? 1 : answers.includes("partly") ? exact(1 - smallestPart) : 0,
  };
}

/** The criteria, of which all that are free apply. */
function applied(drafts: Drafts): Drafts {
  return drafts.map((draft) => (draft.freedom === "answer" && canApply(draft) ? appliedDraft(draft) : draft));
}

/** A criterion that applies: as little of it was met as can be. */
function appliedDraft(draft: Draft): Draft {
  return isApplicable(draft) ? draft : { ...draft, answer: applicableAnswers(draft)[0] ?? "missed" };
}

/** The criteria, which can have any answer, whatever the outcome allows. */
function freed(drafts: Drafts): Drafts {
  return drafts.map(freedDraft);
}

function freedDraft<Criterion extends CriterionAnswer>({ allowed: _, ...criterion }: Criterion) {
  return criterion;
}

function everythingApplies({ pointer, criteria }: SectionAnswers): SectionAnswers {
  const apply = (each: CriterionAnswer) => (isApplicable(each) ? each : { ...each, answer: "missed" as const });
  return { pointer, criteria: criteria.map((each) => apply(freedDraft(each))) };
}

function findingOf({ freedom: _, ...criterion }: Draft): CriterionAnswer {
  return criterion;
}
