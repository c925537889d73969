import fc from "fast-check";
import { expect, test } from "vitest";
import { answersOf } from "../../src/engine/answers.js";
import { type Answer, impliedAnswers, type Outcome, type ReviewedCategory } from "../../src/engine/configuration.js";
import { drawKeys } from "../../src/engine/draw-keys.js";
import type { Answers } from "../../src/engine/findings.js";
import type { PartialAnalysis } from "../../src/engine/partial-analysis.js";
import { callInput, demoCategories, emptyCategory, outcomeOf, sectionAsking } from "./call-input.js";

function answers(category: ReviewedCategory, analysisOverrides: PartialAnalysis, recordingHash = "a"): Answers {
  const input = callInput({ category, analysisOverrides, recordingHash });
  return answersOf(input, drawKeys(input));
}

/** The answers that the outcome does not allow. */
function contradictions({ outcome, sections }: Answers): string[] {
  return sections.flatMap(({ criteria }) =>
    criteria.flatMap(({ definition: { criteriaId }, answer }) =>
      impliedAnswers(outcome, criteriaId)?.includes(answer) === false ? [`${criteriaId}: ${answer}`] : [],
    ),
  );
}

const everyAnswer: readonly Answer[] = ["met", "partly", "missed", "notApplicable"];

const worth: Record<Answer, [least: number, most: number]> = {
  met: [1, 1],
  partly: [0.0001, 0.9999],
  missed: [0, 0],
  notApplicable: [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
};

/** Whether a percentage can be reached with what an outcome implies, when all criteria apply that can. */
function isReachable(score: number, outcome: Outcome, category: ReviewedCategory): boolean {
  const ranges = category.analysisPointers
    .flatMap(({ criterias }) => criterias)
    .map(({ criteriaId }) => impliedAnswers(outcome, criteriaId) ?? everyAnswer)
    .filter((allowed) => allowed.some((answer) => answer !== "notApplicable"))
    .map((allowed) => allowed.map((answer) => worth[answer]));
  const least = ranges.reduce((sum, range) => sum + Math.min(...range.map(([each]) => each)), 0);
  const most = ranges.reduce((sum, range) => sum + Math.max(...range.map(([, each]) => each)), 0);
  const points = (score / 100) * ranges.length;
  return points >= least && points <= most;
}

/** Categories whose outcomes imply answers. One criterion is free, so that every number of points can be made. */
const implyingCategory: fc.Arbitrary<ReviewedCategory> = fc
  .record({
    count: fc.integer({ min: 2, max: 7 }),
    implied: fc.array(
      fc.array(fc.option(fc.subarray([...everyAnswer], { minLength: 1 }), { nil: undefined }), { maxLength: 7 }),
      { minLength: 1, maxLength: 4 },
    ),
  })
  .map(({ count, implied }) => ({
    ...emptyCategory,
    analysisPointers: [sectionAsking(...Array.from({ length: count }, () => "Was it?"))],
    possibleOutcomes: implied.map((answersOfOutcome, index) => {
      const given = answersOfOutcome.slice(0, count - 1);
      const implies = Object.fromEntries(given.flatMap((allowed, at) => (allowed ? [[`crit_${at}`, allowed]] : [])));
      return outcomeOf(`Outcome ${index}`, { isSuccess: index % 2 === 0, implies });
    }),
  }));

const score = fc.oneof(fc.constantFrom(17, 33, 50, 66.7, 75, 90, 100), fc.integer({ min: 1, max: 100 }));

test("a score that can be reached with what some outcome implies gets such an outcome, and answers as it implies", () => {
  fc.assert(
    fc.property(implyingCategory, score, fc.string({ maxLength: 4 }), (category, wanted, recording) => {
      const reachable = category.possibleOutcomes.filter((outcome) => isReachable(wanted, outcome, category));
      fc.pre(reachable.length > 0);
      expect(contradictions(answers(category, { score: wanted }, recording))).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

test("an outcome and a score that a test sets together go with answers as the outcome implies, where any do", () => {
  fc.assert(
    fc.property(implyingCategory, score, (category, wanted) => {
      for (const outcome of category.possibleOutcomes) {
        fc.pre(isReachable(wanted, outcome, category));
        const found = answers(category, { score: wanted, outcomeLabel: outcome.label });
        expect([found.outcome?.label, contradictions(found)]).toEqual([outcome.label, []]);
      }
    }),
    { numRuns: 1_000 },
  );
});

test.each(demoCategories.map((category) => [category.name, category] as const))(
  "no score of a call of the demo's %s contradicts what the outcome implies",
  (_, category) => {
    for (let wanted = 5; wanted <= 100; wanted += 5) {
      for (const recording of ["a", "b", "c", "d"]) {
        expect([wanted, contradictions(answers(category, { score: wanted }, recording))]).toEqual([wanted, []]);
      }
    }
  },
);

test("answers that a test sets get an outcome that allows them, where there is one", () => {
  const category = {
    ...emptyCategory,
    analysisPointers: [sectionAsking("Was it?", "Was this?")],
    possibleOutcomes: [
      outcomeOf("Won", { implies: { crit_0: "met", crit_1: "met" } }),
      outcomeOf("Lost", { implies: { crit_0: "missed", crit_1: "missed" }, isSuccess: false }),
    ],
  };
  const criterias = [{ criteriaId: "crit_0", result: "No" }];
  const set = { sections: [{ sectionId: "sec_1", criterias }] };
  for (const recording of ["a", "b", "c", "d", "e", "f"])
    expect(answers(category, set, recording).outcome?.label).toBe("Lost");
});

test("where no outcome allows a score, the one that it contradicts least is taken", () => {
  const category = {
    ...emptyCategory,
    analysisPointers: [sectionAsking("Was it?", "Was this?")],
    possibleOutcomes: [
      outcomeOf("Twice", { implies: { crit_0: "missed", crit_1: "missed" } }),
      outcomeOf("Once", { implies: { crit_0: "missed" } }),
    ],
  };
  for (const recording of ["a", "b", "c", "d", "e", "f"])
    expect(answers(category, { score: 100 }, recording).outcome?.label).toBe("Once");
});

test("an answer that contradicts every outcome alike leaves the one that is likeliest without it", () => {
  const possibleOutcomes = ["One", "Two", "Three"].map((label) => outcomeOf(label, { implies: { crit_0: ["met"] } }));
  const pointer = sectionAsking("Was it?");
  const category = { ...emptyCategory, analysisPointers: [pointer], possibleOutcomes };
  const criterias = [{ criteriaId: "crit_0", result: "No" }];
  for (const recording of ["a", "b", "c", "d", "e", "f"]) {
    const drawn = answers(category, {}, recording);
    const answered = answers(category, { sections: [{ sectionId: pointer.sectionId, criterias }] }, recording);
    expect(answered.outcome?.id).toBe(drawn.outcome?.id);
    expect(contradictions(answered)).toEqual(["crit_0: missed"]);
  }
});
