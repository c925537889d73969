import { expect, test } from "vitest";
import { answersOf } from "../../src/engine/answers.js";
import type { AnalysisPointer, Answer, ReviewedCategory } from "../../src/engine/configuration.js";
import { drawKeys } from "../../src/engine/draw-keys.js";
import { type CriterionAnswer, isApplicable } from "../../src/engine/findings.js";
import { pointsOf } from "../../src/engine/score.js";
import { callInput, emptyCategory, outcomeOf, sectionAsking } from "./call-input.js";

interface Call {
  seed?: number;
  recordingHash?: string;
}

/** The answers of a call that has the category's first outcome. */
function answered(changes: Partial<ReviewedCategory>, { seed = 1, recordingHash = "a" }: Call = {}): CriterionAnswer[] {
  const category = { ...emptyCategory, ...changes };
  const [outcome] = category.possibleOutcomes;
  const input = callInput({ category, recordingHash, seed, analysisOverrides: { outcomeLabel: outcome?.label } });
  return answersOf(input, drawKeys(input)).sections.flatMap(({ criteria }) => criteria);
}

/** What is drawn for a question in each of many calls, and what the call's outcome makes of it. */
function pairs(
  question: string,
  allowed: readonly Answer[],
): (readonly [drawn: CriterionAnswer, given: CriterionAnswer])[] {
  const analysisPointers = [sectionAsking(question)];
  return Array.from({ length: 60 }, (_, index) => {
    const [drawn, given] = [{}, { implies: { crit_0: allowed } }].flatMap((review) =>
      answered({ analysisPointers, possibleOutcomes: [outcomeOf("Won", review)] }, { recordingHash: `call-${index}` }),
    );
    if (!drawn || !given) throw new Error("There is one criterion.");
    return [drawn, given];
  });
}

/** How much later than others an answer changes for a score, when the outcome implies it. */
const shifts: Record<Answer, number> = { met: 2, partly: 0, missed: -2, notApplicable: 0 };

test.each<[allowed: Answer[], met: Answer, partly: Answer, missed: Answer]>([
  [["met"], "met", "met", "met"],
  [["notApplicable"], "notApplicable", "notApplicable", "notApplicable"],
  [["partly", "missed"], "partly", "partly", "missed"],
  [["met", "missed"], "met", "missed", "missed"],
  [["notApplicable", "partly", "met"], "met", "partly", "partly"],
])(
  "where an outcome allows %j, what was drawn as met is %s, partly %s and missed %s",
  (allowed, met, partly, missed) => {
    const answers: Record<string, Answer> = { met, partly, missed };
    for (const [drawn, given] of pairs("Was it?", allowed)) {
      const answer = answers[drawn.answer] ?? "notApplicable";
      expect(given).toEqual({ ...drawn, answer, level: drawn.level + shifts[answer], allowed });
    }
  },
);

test("what an outcome allows not to apply does so where it was drawn so, and nowhere else", () => {
  for (const [drawn, given] of pairs("If it rained, was it said?", ["notApplicable", "met"]))
    expect(given.answer).toBe(drawn.answer === "notApplicable" ? "notApplicable" : "met");
  for (const [, given] of pairs("If it rained, was it said?", ["met"])) expect(given.answer).toBe("met");
});

test("a criterion that sections and services share is answered in each as if it were its own", () => {
  const section = sectionAsking("Was it?");
  const shared: AnalysisPointer[][] = [[section], [section, { ...section, sectionId: "sec_2" }]];
  const answersIn = (copyOf: (pointers: AnalysisPointer[]) => AnalysisPointer[]) =>
    shared.flatMap((pointers) => [1, 2].map((seed) => answered({ analysisPointers: copyOf(pointers) }, { seed })));
  const copies = answersIn((pointers) => JSON.parse(JSON.stringify(pointers)));
  expect(answersIn((pointers) => pointers)).toEqual(copies);
});

test("a rating is the place on its scale that is nearest to how well it went, from 0.1 to 0.8", () => {
  for (const [drawn] of pairs("Rate the greeting from 1 to 5.", [])) {
    const share = Math.min(1, Math.max(0, (drawn.level - 0.1) / 0.7));
    expect(Math.abs(pointsOf(drawn) - share)).toBeLessThanOrEqual(1 / 8);
  }
});

test("a question for a number is answered with each of 0 to 5", () => {
  const counts = pairs("How many questions did they ask?", []).map(([drawn]) => drawn.count);
  expect(new Set(counts)).toEqual(new Set([0, 1, 2, 3, 4, 5]));
});

test("the same answers are drawn for calls of all lengths", () => {
  const category = { ...emptyCategory, analysisPointers: [sectionAsking("Did A?", "Did B?", "Did C?")] };
  const [short, long] = [1, 312].map((durationSeconds) => {
    const input = callInput({ category, durationSeconds });
    return answersOf(input, drawKeys(input));
  });
  expect(short).toEqual(long);
  expect(short?.sections.flatMap(({ criteria }) => criteria.filter(isApplicable))).toHaveLength(3);
});
