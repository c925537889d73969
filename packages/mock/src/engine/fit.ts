/** Adjusts drawn answers to the test's results, section points and score, as far as possible. */
import type { AnalysisOptions } from "./analysis-options.js";
import type { Drawn, DrawnCriterion, DrawnSection } from "./drawn.js";
import { exact, pointsOfResult, sectionPoints, sum } from "./score.js";

/** The drawn call, with answers that match the test's parts of the analysis. */
export function fitAnswers(drawn: Drawn, { analysisOverrides, policies }: AnalysisOptions): Drawn {
  const set = analysisOverrides ?? {};
  const given = new Set<DrawnCriterion>();
  const sections = drawn.sections.map(({ pointer, criteria }): DrawnSection => {
    const { score, totalScore, criterias } =
      set.sections?.find(({ sectionId }) => sectionId === pointer.sectionId) ?? {};
    const answered = criteria.map((criterion) => {
      const result = criterias?.find(({ criteriaId }) => criteriaId === criterion.definition.criteriaId)?.result;
      const points = pointsOfResult(result, criterion.definition, policies.criterionResults);
      if (points === undefined) return criterion;
      const moved = { ...criterion, points };
      given.add(moved);
      return moved;
    });
    if (score === undefined) return { pointer, criteria: answered };
    const possible = sectionPoints({ criteria: answered }).totalScore;
    const points = totalScore === undefined ? score : (score / (totalScore || 1)) * possible;
    const moved = distribute(answered, { points, given });
    for (const criterion of moved) given.add(criterion);
    return { pointer, criteria: moved };
  });
  if (set.score === undefined) return { ...drawn, sections };
  const possible = sum(sections.map((section) => sectionPoints(section).totalScore));
  const points = policies.scoreScale === "percent" ? (set.score * possible) / 100 : set.score;
  const moved = distribute(
    sections.flatMap(({ criteria }) => criteria),
    { points, given },
  );
  return {
    ...drawn,
    sections: sections.map(({ pointer, criteria }) => ({ pointer, criteria: moved.splice(0, criteria.length) })),
  };
}

/** Gives the best criteria their points, the worst ones none, and one criterion the rest. */
function distribute(
  criteria: readonly DrawnCriterion[],
  { points, given }: { points: number; given: ReadonlySet<DrawnCriterion> },
): DrawnCriterion[] {
  const free = criteria.filter((criterion) => criterion.points !== null && !given.has(criterion));
  let left = points - sum(criteria.flatMap((criterion) => (given.has(criterion) ? (criterion.points ?? 0) : [])));
  const moved = new Map<DrawnCriterion, DrawnCriterion>();
  for (const criterion of free.toSorted((one, other) => other.level - one.level)) {
    const own = exact(Math.min(1, Math.max(0, left)));
    moved.set(criterion, { ...criterion, points: own });
    left -= own;
  }
  return criteria.map((criterion) => moved.get(criterion) ?? criterion);
}
