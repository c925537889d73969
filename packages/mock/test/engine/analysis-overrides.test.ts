import type { Section } from "@call-analysis/sdk";
import { schemas } from "@call-analysis/sdk/schemas";
import fc from "fast-check";
import { expect, test } from "vitest";
import { MockServiceError } from "../../src/core/mock-service-error.js";
import { defaultPolicies } from "../../src/core/policies.js";
import { simulateAnalysis } from "../../src/engine/analysis.js";
import type { PartialAnalysis } from "../../src/engine/partial-analysis.js";
import { checkPartial } from "../../src/engine/partial-check.js";
import { anyCategory } from "./any-category.js";
import { callInput, demoCategories, demoCategory } from "./call-input.js";

const sales = demoCategory("Sales qualification");
const [opening] = sales.analysisPointers;

/** The analysis of a call, with the parts that are given. */
function analysisWith(overrides: PartialAnalysis, changes: Parameters<typeof callInput>[0] = {}) {
  const input = callInput({ category: sales, ...changes, analysisOverrides: overrides });
  checkPartial(overrides, { category: input.category, policies: input.policies });
  return simulateAnalysis(input).analysis;
}

function sum(sections: readonly Section[], name: "score" | "totalScore"): number {
  return sections.reduce((total, section) => total + section[name], 0);
}

/** What the answers of a section are worth, a partly met one being worth anything between. */
function pointsOf({ criterias }: Section) {
  const met = criterias.filter(({ result }) => result === "Yes").length;
  const partly = criterias.filter(({ result }) => result === "Partially").length;
  return { least: met, most: met + partly };
}

const recordings = fc.nat(10_000).map((number) => `recording-${number}`);
const category = fc.constantFrom(...demoCategories);

test("a given score is the overall score, and the sections' points are that percentage of the possible ones", () => {
  fc.assert(
    fc.property(category, recordings, fc.integer({ min: 0, max: 1_000 }), (category, recordingHash, tenths) => {
      const score = tenths / 10;
      const analysis = analysisWith({ score }, { category, recordingHash });
      expect(analysis.score).toBe(score);
      const percentage = (100 * sum(analysis.sections, "score")) / (sum(analysis.sections, "totalScore") || 1);
      expect(Math.abs(percentage - score)).toBeLessThan(0.05);
    }),
  );
});

test("the answers to a section's criteria agree with its points", () => {
  fc.assert(
    fc.property(category, recordings, fc.integer({ min: 0, max: 100 }), (category, recordingHash, score) => {
      for (const section of analysisWith({ score }, { category, recordingHash }).sections) {
        const { least, most } = pointsOf(section);
        expect(section.score).toBeGreaterThanOrEqual(least);
        expect(section.score).toBeLessThanOrEqual(most);
        expect(section.score).toBeLessThanOrEqual(section.totalScore);
      }
    }),
  );
});

test("a given outcome has its own rationale, and extractions that go with it", () => {
  const analysis = analysisWith({ outcomeLabel: "Demo booked" });
  expect(analysis.outcomeLabel).toBe("Demo booked");
  expect(analysis.outcomeRationale).toMatch(/demo/);
  expect(analysis.extractions).toMatchObject({ demo_date: expect.any(String), trial_email: null });
});

test("a given outcome of calls that do not count leaves nothing assessed", () => {
  const { score, sections, areasForImprovement } = analysisWith({ outcomeLabel: "Wrong number" });
  expect([score, sum(sections, "totalScore"), areasForImprovement]).toEqual([0, 0, []]);
});

test("a given score makes the call one that counts, with an outcome that goes with it", () => {
  const labels = [95, 10, 0].map((score) =>
    Array.from(
      { length: 60 },
      (_, index) => analysisWith({ score }, { recordingHash: `recording-${index}` }).outcomeLabel,
    ),
  );
  expect(labels.slice(0, 2).flat()).not.toContain("Wrong number");
  const successes = sales.possibleOutcomes.filter(({ isSuccess }) => isSuccess).map(({ label }) => label);
  const [ofHigh = 0, ...ofLow] = labels.map((each) => each.filter((label) => successes.includes(label)).length);
  expect(ofHigh).toBeGreaterThan(50);
  expect(Math.max(...ofLow)).toBeLessThan(10);
});

test("a finished analysis can be given as a whole and comes back as it was", () => {
  for (const each of demoCategories) {
    const { analysis } = simulateAnalysis(callInput({ category: each, recordingHash: "a" }));
    expect(analysisWith(analysis as PartialAnalysis, { category: each, recordingHash: "b" })).toEqual(analysis);
    const odd = analysisWith({ score: 81.3 }, { category: each, recordingHash: "a" });
    expect(analysisWith(odd as PartialAnalysis, { category: each, recordingHash: "b" })).toEqual(odd);
  }
});

test("given texts and values are kept, also null and where the policy has null", () => {
  const criterias = [{ criteriaId: opening?.criterias[0]?.criteriaId ?? "", rationale: "Mine." }];
  const given = {
    outcomeRationale: "Because.",
    callObservations: null,
    areasForImprovement: { any: "shape" },
    extractions: { team_size: 7 },
    sections: [{ sectionId: opening?.sectionId ?? "", criterias }],
  };
  const analysis = analysisWith(given, { policies: defaultPolicies });
  expect(analysis).toMatchObject({ ...given, sections: expect.any(Array) });
  expect(analysis.sections[0]?.criterias[0]?.rationale).toBe("Mine.");
  expect(analysisWith({ extractions: null }).extractions).toBeNull();
});

test.each<[string, PartialAnalysis]>([
  ["score", { score: 101 }],
  ["score", { score: 100, sections: [{ sectionId: "sec_opening", score: 0 }] }],
  ["outcomeLabel", { outcomeLabel: "Sold the moon" }],
  ["extractions.nonsense", { extractions: { nonsense: 1 } }],
  ["extractions.team_size", { extractions: { team_size: "seven" } }],
  ["extractions.contact_name", { extractions: { contact_name: null } }],
  ["sections[0].sectionId", { sections: [{ sectionId: "sec_nowhere" }] }],
  ["sections[0].sectionName", { sections: [{ sectionId: "sec_opening", sectionName: "Ending" }] }],
  [
    "sections[0].criterias[0].criteriaId",
    { sections: [{ sectionId: "sec_opening", criterias: [{ criteriaId: "x" }] }] },
  ],
  [
    "sections[0].criterias[0].question",
    { sections: [{ sectionId: "sec_opening", criterias: [{ criteriaId: "crit_purpose", question: "Why?" }] }] },
  ],
  [
    "sections[0].criterias[0].result",
    { sections: [{ sectionId: "sec_opening", criterias: [{ criteriaId: "crit_purpose", result: "Perhaps" }] }] },
  ],
])("a partial analysis that cannot be is refused, naming %s", (field, partial) => {
  expect.assertions(2);
  try {
    checkPartial(partial, { category: sales, policies: defaultPolicies });
  } catch (error) {
    expect(error).toBeInstanceOf(MockServiceError);
    expect((error as MockServiceError).fields.map(({ path }) => path)).toEqual([field]);
  }
});

test("whatever category: a score that passes the check gives an analysis that the contract allows", () => {
  let accepted = 0;
  fc.assert(
    fc.property(anyCategory, recordings, fc.nat(100), (category, recordingHash, score) => {
      try {
        checkPartial({ score }, { category, policies: defaultPolicies });
      } catch (error) {
        expect(error).toBeInstanceOf(MockServiceError);
        return;
      }
      accepted += 1;
      const { analysis } = simulateAnalysis(callInput({ category, recordingHash, analysisOverrides: { score } }));
      expect(schemas.Analysis.safeParse(analysis).error).toBeUndefined();
      expect(analysis.score).toBe(score);
    }),
  );
  expect(accepted).toBeGreaterThan(30);
});
