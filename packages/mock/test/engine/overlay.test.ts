import fc from "fast-check";
import { expect, test } from "vitest";
import { MockServiceError } from "../../src/core/mock-service-error.js";
import { defaultPolicies } from "../../src/core/policies.js";
import { analyse, resultOf } from "../../src/engine/analyse.js";
import { checkPartial, mismatchOf, type PartialAnalysis } from "../../src/engine/partial-analysis.js";
import { callInput, demoCategories, demoCategory } from "./call-input.js";

const sales = demoCategory("Sales qualification");

function analysisWith(analysisOverrides: PartialAnalysis, changes: Parameters<typeof callInput>[0] = {}) {
  return analyse(callInput({ category: sales, ...changes, analysisOverrides })).analysis;
}

/** JSON has no -0. */
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })).map((value) => value + 0);
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

const anyParts = fc.constantFrom(...demoCategories).chain((category) =>
  fc.record({
    category: fc.constant(category),
    partial: fc.record({
      score: optional(number),
      outcomeLabel: optional(fc.constantFrom(...category.possibleOutcomes.map(({ label }) => label))),
      outcomeRationale: optional(fc.string()),
      callObservations: optional(fc.jsonValue()),
      areasForImprovement: optional(fc.jsonValue()),
      extractions: optional(
        fc.option(
          fc.dictionary(
            fc.constantFrom(...category.extractionFields.map(({ fieldName }) => fieldName)),
            fc.jsonValue(),
          ),
        ),
      ),
      sections: optional(
        fc.subarray(category.analysisPointers).chain((pointers) =>
          fc.tuple(
            ...pointers.map(({ sectionId, criterias }) =>
              fc.record({
                sectionId: fc.constant(sectionId),
                sectionName: optional(fc.string()),
                score: optional(number),
                totalScore: optional(number),
                criterias: fc.subarray(criterias).chain((all) =>
                  fc.tuple(
                    ...all.map(({ criteriaId }) =>
                      fc.record({
                        criteriaId: fc.constant(criteriaId),
                        question: optional(fc.string()),
                        result: optional(fc.oneof(fc.string(), fc.constantFrom("Yes", "No", "Not applicable"))),
                        rationale: optional(fc.string()),
                      }),
                    ),
                  ),
                ),
              }),
            ),
          ),
        ),
      ),
    }),
  }),
);

test("what a test gives is what it gets, to the letter, also where it does not add up", () => {
  fc.assert(
    fc.property(anyParts, ({ category, partial: drawn }) => {
      // As a client sends it: JSON has no -0, and no fields that are undefined.
      const partial: PartialAnalysis = JSON.parse(JSON.stringify(drawn));
      checkPartial(partial, category);
      const analysis = analysisWith(partial, { category });
      const { sections = [], extractions, ...given } = partial;
      expect(analysis).toMatchObject(JSON.parse(JSON.stringify(given)));
      if (extractions === null) expect(analysis.extractions).toBeNull();
      for (const [name, value] of Object.entries(extractions ?? {}))
        expect(Object(analysis.extractions)[name]).toEqual(value);
      for (const { criterias = [], ...section } of sections) {
        const own = analysis.sections.find(({ sectionId }) => sectionId === section.sectionId);
        expect(own).toMatchObject(JSON.parse(JSON.stringify(section)));
        for (const criterion of criterias)
          expect(own?.criterias.find(({ criteriaId }) => criteriaId === criterion.criteriaId)).toMatchObject(
            JSON.parse(JSON.stringify(criterion)),
          );
      }
    }),
    { numRuns: 300 },
  );
});

test("a whole analysis can be given, and comes back as it was", () => {
  for (const category of demoCategories) {
    const { analysis } = analyse(callInput({ category, recordingHash: "a" }));
    expect(analysisWith(analysis as PartialAnalysis, { category, recordingHash: "b" })).toEqual(analysis);
  }
});

test("given values are there also where the policy has null", () => {
  const given = { callObservations: ["Mine."], extractions: { team_size: 7 } };
  expect(analysisWith(given, { policies: defaultPolicies })).toMatchObject({ ...given, areasForImprovement: null });
});

test("without a given score, the overall score is that of the given sections", () => {
  const sections = sales.analysisPointers.map(({ sectionId }) => ({ sectionId, score: 1, totalScore: 4 }));
  expect(analysisWith({ sections }).score).toBe(25);
  expect(resultOf(callInput({ category: sales, analysisOverrides: { sections } }))).toMatchObject({
    score: 25,
    totalScore: 20,
  });
});

test("a given outcome has its own rationale, and extractions that go with it", () => {
  const analysis = analysisWith({ outcomeLabel: "Demo booked" });
  expect(analysis).toMatchObject({ outcomeLabel: "Demo booked", outcomeRationale: expect.stringContaining("demo") });
  expect(analysis.extractions).toMatchObject({ demo_date: expect.any(String), trial_email: null });
});

test("a given result gets a rationale that goes with it", () => {
  const sections = [{ sectionId: "sec_close", criterias: [{ criteriaId: "crit_thanks", result: "Partially" }] }];
  const criterias = analysisWith({ sections }).sections.at(-1)?.criterias;
  expect(criterias?.find(({ criteriaId }) => criteriaId === "crit_thanks")?.rationale).toContain("A quick “thanks”");
});

test.each<[string, PartialAnalysis, string]>([
  ["outcomeLabel", { outcomeLabel: "Demo boked" }, 'did you mean "Demo booked"?'],
  ["extractions.nonsense", { extractions: { nonsense: 1 } }, "is not an extraction field of the category"],
  ["sections[0].sectionId", { sections: [{ sectionId: "sec_openin" }] }, 'did you mean "sec_opening"?'],
  [
    "sections[0].criterias[0].criteriaId",
    { sections: [{ sectionId: "sec_opening", criterias: [{ criteriaId: "x" }] }] },
    "is not a criterion of the section",
  ],
])("a name that does not exist is refused, naming %s", (path, partial, message) => {
  expect(() => checkPartial(partial, sales)).toThrow(MockServiceError);
  expect(mismatchOf(partial, [sales])).toMatchObject([{ path, message: expect.stringContaining(message) }]);
});

test("of several categories, one with all names is enough", () => {
  expect(mismatchOf({ outcomeLabel: "Escalated" }, demoCategories)).toEqual([]);
  expect(mismatchOf({ outcomeLabel: "Escalated" }, [])).toEqual([]);
});
