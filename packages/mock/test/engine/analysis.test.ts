import { schemas } from "@call-analysis/sdk/schemas";
import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultPolicies } from "../../src/core/policies.js";
import { analyse, resultOf } from "../../src/engine/analyse.js";
import { pointsOfResult } from "../../src/engine/score.js";
import { anyCategory } from "./any-category.js";
import { callInput, demoCategories, emptyCategory, outcomeOf, sectionAsking } from "./call-input.js";
import { textsOf } from "./text-checks.js";

const length = fc.oneof(fc.nat(7_200), fc.constantFrom(0, 0.4));

const anyCall = fc
  .record({ category: anyCategory, recordingHash: fc.string(), agentName: fc.string(), durationSeconds: length })
  .map(callInput);

const demoCalls = demoCategories.flatMap((category) =>
  Array.from({ length: 12 }, (_, index) => callInput({ category, recordingHash: `recording-${index}` })),
);

test("every category that the contract allows gets an analysis that the contract allows", () => {
  fc.assert(
    fc.property(anyCall, (input) => {
      const { analysis, summary } = analyse(input);
      expect(textsOf({ analysis, summary })).not.toContain("");
      expect(schemas.Analysis.safeParse(analysis).error).toBeUndefined();
      expect(JSON.parse(JSON.stringify(analysis))).toEqual(analysis);
    }),
  );
});

test("a section's score is the sum of its criteria, and those that do not apply do not count", () => {
  fc.assert(
    fc.property(anyCall, (input) => {
      const { sections } = analyse(input).analysis;
      for (const [index, { score, totalScore, criterias }] of sections.entries()) {
        const definitions = input.category.analysisPointers[index]?.criterias ?? [];
        const points = criterias.map(({ result }, at) => {
          const definition = definitions[at];
          return definition && pointsOfResult(`${result}`, definition, defaultPolicies.criterionResults);
        });
        expect(points).not.toContain(undefined);
        const counted = points.flatMap((each) => each ?? []);
        expect(score).toBeCloseTo(
          counted.reduce((sum, each) => sum + each, 0),
          3,
        );
        expect(totalScore).toBe(counted.length);
      }
    }),
  );
});

test("a list says the same score and outcome as the analysis", () => {
  for (const input of demoCalls) {
    const { score, outcomeLabel, sections } = analyse(input).analysis;
    const totalScore = sections.reduce((sum, section) => sum + section.totalScore, 0);
    expect(resultOf(input)).toEqual({ score, outcomeLabel, totalScore });
  }
});

test("no text of a short call lets something last from a second to the same second", () => {
  const questions = Array.from({ length: 40 }, (_, index) => `Was point ${index} said?`);
  const category = { ...emptyCategory, analysisPointers: [sectionAsking(...questions)] };
  const texts = Array.from({ length: 20 }, (_, index) =>
    textsOf(analyse(callInput({ category, recordingHash: `recording-${index}`, durationSeconds: 3 }))),
  );
  expect(texts.flat().filter((text) => /from about (\d\d:\d\d) to \1/.test(text))).toEqual([]);
});

test("a call that the category is not meant for is not assessed", () => {
  const possibleOutcomes = [outcomeOf("Wrong number", { isSuccess: false, isNotApplicable: true })];
  const category = { ...emptyCategory, possibleOutcomes, analysisPointers: [sectionAsking("Did they talk?")] };
  const { analysis } = analyse(callInput({ category }));
  expect(analysis).toMatchObject({
    score: 0,
    outcomeLabel: "Wrong number",
    areasForImprovement: [],
    callObservations: [],
  });
  expect(analysis.sections[0]).toMatchObject({ score: 0, totalScore: 0, criterias: [{ result: "Not applicable" }] });
});

test("one more criterion changes none of the other answers", () => {
  for (const input of demoCalls) {
    const added = { id: "def_new", criteriaId: "crit_new", question: "Did the agent mention the weather?" };
    const analysisPointers = input.category.analysisPointers.map((pointer) => ({
      ...pointer,
      criterias: [added, ...pointer.criterias],
    }));
    const before = analyse(input).analysis.sections;
    const after = analyse({ ...input, category: { ...input.category, analysisPointers } }).analysis.sections;
    const resultsOf = (sections: typeof before) =>
      sections.map(({ criterias }) => criterias.map(({ result }) => result));
    expect(resultsOf(after).map((results) => results.slice(1))).toEqual(resultsOf(before));
  }
});
