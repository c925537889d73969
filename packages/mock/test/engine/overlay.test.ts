import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultPolicies } from "../../src/core/policies.js";
import { analyse, resultOf } from "../../src/engine/analyse.js";
import { mismatchOf, type PartialAnalysis } from "../../src/engine/partial-analysis.js";
import { callInput, demoCategories, demoCategory } from "./call-input.js";

const sales = demoCategory("Sales qualification");

function analysisWith(analysisOverrides: PartialAnalysis, changes: Parameters<typeof callInput>[0] = {}) {
  return analyse(callInput({ category: sales, ...changes, analysisOverrides })).analysis;
}

/** JSON has no -0. */
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })).map((value) => value + 0);
const anyParts = fc.constantFrom(...demoCategories).chain((category) =>
  fc.record({
    category: fc.constant(category),
    given: fc.record({ score: number, outcomeRationale: fc.string(), callObservations: fc.jsonValue() }),
    outcome: fc.constantFrom(...category.possibleOutcomes),
    field: fc.constantFrom(...category.extractionFields),
    pointer: fc.constantFrom(...category.analysisPointers),
    section: fc.record({ score: number, totalScore: number }),
    criterion: fc.record({ result: fc.oneof(fc.string(), fc.constant("Yes")), rationale: fc.string() }),
  }),
);

test("what a test gives is what it gets, to the letter, also where it does not add up", () => {
  fc.assert(
    fc.property(anyParts, ({ category, given, outcome, field, pointer, section, criterion }) => {
      const criterias = pointer.criterias.slice(1).map(({ criteriaId }) => ({ criteriaId, ...criterion }));
      const partial: PartialAnalysis = {
        ...given,
        outcomeLabel: outcome.label,
        extractions: { [field.fieldName]: given.callObservations },
        sections: [{ sectionId: pointer.sectionId, ...section, criterias }],
      };
      expect(mismatchOf(partial, [category])).toEqual([]);
      const { sections, ...analysis } = analysisWith(partial, { category });
      const { sections: _, ...expected } = partial;
      expect(analysis).toMatchObject(expected);
      const own = sections.find(({ sectionId }) => sectionId === pointer.sectionId);
      expect(own).toMatchObject(section);
      expect(own?.criterias.slice(1)).toMatchObject(criterias);
    }),
    { numRuns: 200 },
  );
});

test.each([null, "none", [1]])("%j for extractions takes the place of all of them", (extractions) => {
  expect(mismatchOf({ extractions }, demoCategories)).toEqual([]);
  expect(analysisWith({ extractions }).extractions).toEqual(extractions);
});

test("an empty list of sections stays empty, and of a section's criteria too", () => {
  expect(analysisWith({ sections: [] })).toMatchObject({ sections: [], score: 0 });
  const { sectionId = "" } = analysisWith({}).sections[0] ?? {};
  expect(analysisWith({ sections: [{ sectionId, criterias: [] }] }).sections[0]?.criterias).toEqual([]);
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
  expect(mismatchOf(partial, [sales])).toMatchObject([{ path, message: expect.stringContaining(message) }]);
});

test("of several categories, one with all names is enough", () => {
  expect(mismatchOf({ outcomeLabel: "Escalated" }, demoCategories)).toEqual([]);
  expect(mismatchOf({ outcomeLabel: "Escalated" }, [])).toEqual([]);
});
