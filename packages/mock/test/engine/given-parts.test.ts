import type { CategoryDetail } from "@call-analysis/sdk";
import fc from "fast-check";
import { expect, test } from "vitest";
import { MockServiceError } from "../../src/core/mock-service-error.js";
import { defaultPolicies } from "../../src/core/policies.js";
import { simulateAnalysis } from "../../src/engine/analysis.js";
import type { PartialAnalysis } from "../../src/engine/partial-analysis.js";
import { checkPartial } from "../../src/engine/partial-check.js";
import { callInput, demoCategories } from "./call-input.js";

type Pointer = CategoryDetail["analysisPointers"][number];

const results = Object.values(defaultPolicies.criterionResults);

/** Some parts of a section: points in tenths, a total, some answers. */
function partOf({ sectionId, criterias }: Pointer) {
  const answers = fc.tuple(...criterias.map(() => fc.option(fc.constantFrom(...results), { freq: 3, nil: undefined })));
  return fc.record({
    score: fc.option(
      fc.nat(criterias.length * 10).map((tenths) => tenths / 10),
      { nil: undefined },
    ),
    totalScore: fc.option(fc.nat(criterias.length), { nil: undefined }),
    sectionId: fc.constant(sectionId),
    criterias: answers.map((given) =>
      criterias.flatMap(({ criteriaId }, index) =>
        given[index] === undefined ? [] : [{ criteriaId, result: given[index] }],
      ),
    ),
  });
}

const anyParts = fc.constantFrom(...demoCategories).chain((category) =>
  fc.record({
    category: fc.constant(category),
    recordingHash: fc.string(),
    score: fc.option(
      fc.nat(1_000).map((tenths) => tenths / 10),
      { nil: undefined },
    ),
    outcomeLabel: fc.option(fc.constantFrom(...category.possibleOutcomes.map(({ label }) => label)), {
      nil: undefined,
    }),
    sections: fc.subarray(category.analysisPointers).chain((pointers) => fc.tuple(...pointers.map(partOf))),
  }),
);

test("whatever parts pass the check are in the analysis, and its numbers add up, whatever was drawn", () => {
  let accepted = 0;
  fc.assert(
    fc.property(anyParts, ({ category, recordingHash, ...given }) => {
      const overrides: PartialAnalysis = given;
      try {
        checkPartial(overrides, { category, policies: defaultPolicies });
      } catch (error) {
        expect(error).toBeInstanceOf(MockServiceError);
        return;
      }
      accepted += 1;
      const { analysis } = simulateAnalysis(callInput({ category, recordingHash, analysisOverrides: overrides }));
      const points = analysis.sections.reduce((sum, section) => sum + section.score, 0);
      const possible = analysis.sections.reduce((sum, section) => sum + section.totalScore, 0);
      expect(Math.abs((100 * points) / (possible || 1) - analysis.score)).toBeLessThan(0.051);
      if (given.score !== undefined) expect(analysis.score).toBe(given.score);
      if (given.outcomeLabel !== undefined) expect(analysis.outcomeLabel).toBe(given.outcomeLabel);
      for (const { sectionId, score, totalScore, criterias } of given.sections) {
        const section = analysis.sections.find((each) => each.sectionId === sectionId);
        expect(section).toMatchObject(score === undefined ? {} : { score });
        expect(section).toMatchObject(totalScore === undefined ? {} : { totalScore });
        for (const { criteriaId, result } of criterias) {
          expect(section?.criterias.find((each) => each.criteriaId === criteriaId)?.result).toBe(result);
        }
      }
    }),
    { numRuns: 600 },
  );
  expect(accepted).toBeGreaterThan(50);
});
