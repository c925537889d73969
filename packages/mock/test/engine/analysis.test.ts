import { schemas } from "@call-analysis/sdk/schemas";
import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultPolicies } from "../../src/core/policies.js";
import { simulateAnalysis } from "../../src/engine/analysis.js";
import { answerOf } from "../../src/engine/results.js";
import { pointsOf } from "../../src/engine/score.js";
import { anyCategory } from "./any-category.js";
import { callInput, demoCategories, emptyCategory, outcomeOf, sectionAsking } from "./call-input.js";

const length = fc.oneof(fc.nat(7_200), fc.constantFrom(0, -1, 0.4, Number.NaN, Number.POSITIVE_INFINITY));

const anyCall = fc
  .record({ category: anyCategory, recordingHash: fc.string(), agentName: fc.string(), durationSeconds: length })
  .map(callInput);

const demoCalls = demoCategories.flatMap((category) =>
  Array.from({ length: 12 }, (_, index) => callInput({ category, recordingHash: `recording-${index}` })),
);

test("the same input gives the same analysis, in whatever order and however often calls are analysed", () => {
  const expected = demoCalls.map(simulateAnalysis);
  fc.assert(
    fc.property(fc.shuffledSubarray([...demoCalls.entries()]), (calls) => {
      for (const [index, input] of calls) expect(simulateAnalysis(input)).toEqual(expected[index]);
    }),
    { numRuns: 15 },
  );
});

test("every category that the contract allows gets an analysis that the contract allows", () => {
  fc.assert(
    fc.property(anyCall, (input) => {
      const { analysis, summary } = simulateAnalysis(input);
      expect(schemas.Analysis.safeParse(analysis).error).toBeUndefined();
      expect(JSON.parse(JSON.stringify(analysis))).toEqual(analysis);
      expect(summary).not.toBe("");
    }),
  );
});

test("sections and criteria are the category's, in its order, with its ids, names and questions", () => {
  fc.assert(
    fc.property(anyCall, (input) => {
      const { sections } = simulateAnalysis(input).analysis;
      const asked = sections.map(({ sectionId, sectionName, criterias }) => ({
        sectionId,
        sectionName,
        criterias: criterias.map(({ criteriaId, question }) => ({ criteriaId, question })),
      }));
      expect(asked).toEqual(configured(input.category.analysisPointers));
    }),
  );
});

test("a section's score is the sum of its criteria, and those that do not apply do not count", () => {
  fc.assert(
    fc.property(anyCall, (input) => {
      for (const { score, totalScore, criterias } of simulateAnalysis(input).analysis.sections) {
        // Whatever the question takes as its answer: "Yes", "Well", "Answered" or a number.
        const answers = criterias.flatMap(
          ({ question, result }) => answerOf(`${result}`, question, defaultPolicies.criterionResults) ?? [],
        );
        expect(answers).toHaveLength(criterias.length);
        const points = answers.reduce((sum, answer) => sum + pointsOf(answer), 0);
        expect(score).toBeCloseTo(points, 6);
        expect(totalScore).toBe(answers.filter(({ answer }) => answer !== "notApplicable").length);
      }
    }),
    // fast-check draws words such as "name" too, which ask for something other than yes or no.
    { examples: [[callInput({ category: { ...emptyCategory, analysisPointers: [sectionAsking("name")] } })]] },
  );
});

test("a call that the category is not meant for is not assessed", () => {
  const possibleOutcomes = [outcomeOf("Wrong number", { isSuccess: false, isNotApplicable: true })];
  const category = { ...emptyCategory, possibleOutcomes, analysisPointers: [sectionAsking("Did they talk?")] };
  const { analysis } = simulateAnalysis(callInput({ category }));
  expect(analysis).toMatchObject({ score: 0, outcomeLabel: "Wrong number", areasForImprovement: [] });
  expect(analysis.sections[0]).toMatchObject({ score: 0, totalScore: 0, criterias: [{ result: "Not applicable" }] });
});

test("one more criterion changes none of the other answers", () => {
  for (const input of demoCalls) {
    const added = { id: "def_new", criteriaId: "crit_new", question: "Did the agent mention the weather?" };
    const analysisPointers = input.category.analysisPointers.map((pointer) => ({
      ...pointer,
      criterias: [added, ...pointer.criterias],
    }));
    const before = simulateAnalysis(input).analysis.sections;
    const after = simulateAnalysis({ ...input, category: { ...input.category, analysisPointers } }).analysis.sections;
    const resultsOf = (sections: typeof before) =>
      sections.map(({ criterias }) => criterias.map(({ result }) => result));
    expect(resultsOf(after).map((results) => results.slice(1))).toEqual(resultsOf(before));
  }
});

function configured(pointers: typeof emptyCategory.analysisPointers) {
  return pointers.map(({ sectionId, sectionName, criterias }) => ({
    sectionId,
    sectionName,
    criterias: criterias.map(({ criteriaId, question }) => ({ criteriaId, question })),
  }));
}
