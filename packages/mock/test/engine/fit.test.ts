import { expect, test } from "vitest";
import { defaultPolicies } from "../../src/core/policies.js";
import { draw } from "../../src/engine/draw.js";
import { drawKeys } from "../../src/engine/draw-keys.js";
import type { Drawn } from "../../src/engine/drawn.js";
import { fitAnswers } from "../../src/engine/fit.js";
import type { PartialAnalysis } from "../../src/engine/partial-analysis.js";
import { pointsOfResult, sectionPoints, sum } from "../../src/engine/score.js";
import { callInput, demoCategories, demoCategory } from "./call-input.js";

const results = ["Yes", "Partially", "No"];

/** Each outcome of each category of the demo that is assessed. */
const outcomes = demoCategories.flatMap((category) =>
  category.possibleOutcomes
    .filter(({ isNotApplicable }) => !isNotApplicable)
    .map(({ label }) => ({ category, outcomeLabel: label, name: `${category.name}: ${label}` })),
);

const pointsIn = ({ sections }: Drawn) => sum(sections.map((section) => sectionPoints(section).score));
const possibleIn = ({ sections }: Drawn) => sum(sections.map((section) => sectionPoints(section).totalScore));

test("every score is met exactly, beside any given answer, where it can be met, for each outcome of the demo", () => {
  for (const outcome of outcomes) expectEveryScore(outcome);
});

function expectEveryScore({ category, outcomeLabel, name }: (typeof outcomes)[number]): void {
  const answers = category.analysisPointers.flatMap(({ sectionId, criterias }) =>
    criterias.flatMap(({ criteriaId }) =>
      results.map((result) => ({ sectionId, criterias: [{ criteriaId, result }] })),
    ),
  );
  const input = callInput({ category, analysisOverrides: { outcomeLabel } });
  const drawn = draw(input, drawKeys(input));
  for (const given of [undefined, ...answers]) {
    const points = given
      ? (pointsOfResult(
          given.criterias[0]?.result,
          { id: "", criteriaId: "", question: "" },
          defaultPolicies.criterionResults,
        ) ?? 0)
      : 0;
    for (let score = 0; score <= 100; score += 2.5) {
      const analysisOverrides: PartialAnalysis = { score, ...(given && { sections: [given] }) };
      const fitted = fitAnswers(drawn, { ...input, analysisOverrides });
      const possible = possibleIn(fitted);
      const wanted = Math.min(possible - (given ? 1 - points : 0), Math.max(points, (score * possible) / 100));
      const wish = `${name}: ${JSON.stringify(analysisOverrides)}`;
      expect(Math.abs(pointsIn(fitted) - wanted), wish).toBeLessThan(0.0001);
    }
  }
}

test("the criteria that went best keep their points, and what the outcome implies is the last to give way", () => {
  const category = demoCategory("Sales qualification");
  const input = callInput({ category, analysisOverrides: { outcomeLabel: "Demo booked", score: 10 } });
  const { sections } = fitAnswers(draw(input, drawKeys(input)), input);
  const criteria = sections.flatMap((section) => section.criteria);
  const ranked = criteria.toSorted((one, other) => other.level - one.level);
  expect(ranked[0]?.definition.criteriaId).toBe("crit_next_step");
  expect(ranked.map(({ points }) => points)).toEqual([1, 0.6, ...Array.from({ length: 14 }, () => 0)]);
});

test("a given section score moves the answers of that section alone, also by its own total", () => {
  const category = demoCategory("Sales qualification");
  const input = callInput({ category });
  const drawn = draw(input, drawKeys(input));
  const fitted = (section: { score: number; totalScore?: number }) =>
    fitAnswers(drawn, { ...input, analysisOverrides: { sections: [{ sectionId: "sec_discovery", ...section }] } });
  const scores = ({ sections }: Drawn) => sections.map((section) => sectionPoints(section).score);
  const [opening, , ...others] = scores(drawn);
  expect(scores(fitted({ score: 2.5 }))).toEqual([opening, 2.5, ...others]);
  expect(scores(fitted({ score: 5, totalScore: 10 }))).toEqual([opening, 2, ...others]);
});

test("a score in points is met as points", () => {
  const category = demoCategory("Support quality");
  const policies = { ...defaultPolicies, scoreScale: "points" as const };
  const input = callInput({ category, policies, analysisOverrides: { score: 7.5, outcomeLabel: "Escalated" } });
  expect(pointsIn(fitAnswers(draw(input, drawKeys(input)), input))).toBe(7.5);
});
