import { expect, test } from "vitest";
import { analyse } from "../../src/engine/analyse.js";
import { callInput, demoCategories } from "./call-input.js";

const categories = demoCategories.map((category) => ({ category, analyses: analysesOf(category) }));

function analysesOf(category: (typeof demoCategories)[number]) {
  return Array.from({ length: 600 }, (_, index) => {
    const memberId = `mem_${index % 4}`;
    const input = callInput({ category, memberId, durationSeconds: 120 + index, recordingHash: `recording-${index}` });
    return analyse(input).analysis;
  });
}

test.each(categories)(
  "over 600 recordings the scores of $category.name are spread like those of a real team",
  ({ analyses }) => {
    const scores = analyses
      .filter(({ sections }) => sections.some(({ totalScore }) => totalScore > 0))
      .map(({ score }) => score);
    const mean = average(scores);
    expect(mean).toBeGreaterThan(55);
    expect(mean).toBeLessThan(80);
    expect(Math.sqrt(average(scores.map((score) => (score - mean) ** 2)))).toBeGreaterThan(10);
    expect(scores.filter((score) => score >= 90).length).toBeGreaterThan(5);
    expect(scores.filter((score) => score < 40).length).toBeGreaterThan(5);
  },
);

test.each(categories)(
  "calls of $category.name that succeed score higher than those that do not",
  ({ category, analyses }) => {
    const scoresOf = (isSuccess: boolean) => {
      const outcomes = category.possibleOutcomes.filter(
        (outcome) => outcome.isSuccess === isSuccess && !outcome.isNotApplicable,
      );
      const labels = outcomes.map(({ label }) => label);
      return analyses.filter(({ outcomeLabel }) => labels.includes(outcomeLabel)).map(({ score }) => score);
    };
    expect(average(scoresOf(true))).toBeGreaterThan(average(scoresOf(false)) + 8);
  },
);

test.each(categories)(
  "every criterion of $category.name is met, half met and missed by some",
  ({ category, analyses }) => {
    category.analysisPointers.forEach(({ criterias }, section) => {
      criterias.forEach(({ question }, criterion) => {
        const results = analyses.map(({ sections }) => sections[section]?.criterias[criterion]?.result);
        expect([...new Set(results)], question).toEqual(expect.arrayContaining(["Yes", "Partially", "No"]));
      });
    });
  },
);

function average(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
