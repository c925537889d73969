import { expect, test } from "vitest";
import { MockServiceError } from "../../src/core/mock-service-error.js";
import { defaultPolicies } from "../../src/core/policies.js";
import type { Answer } from "../../src/engine/configuration.js";
import { type CriterionAnswer, isApplicable, type SectionAnswers } from "../../src/engine/findings.js";
import type { PartialAnalysis } from "../../src/engine/partial-analysis.js";
import { type ScorePolicies, solveScores } from "../../src/engine/solve-scores.js";
import { sectionAsking } from "./call-input.js";

const inPoints: ScorePolicies = { ...defaultPolicies, scoreScale: "points" };

const inPercent: ScorePolicies = { ...defaultPolicies, scoreScale: "percent" };

/** What was drawn for a criterion, and the answers that the outcome allows. */
type Drawn = Omit<CriterionAnswer, "definition">;

const drawn =
  (answer: Answer) =>
  (level: number, more: Pick<Drawn, "points" | "allowed"> = {}): Drawn => ({ answer, level, ...more });

const [met, partly, missed, notApplicable] = [drawn("met"), drawn("partly"), drawn("missed"), drawn("notApplicable")];

/** The sections `sec_1`, `sec_2` …, with what was drawn for the criteria `crit_0`, `crit_1` … of each. */
function sectionsOf(...sections: Drawn[][]): SectionAnswers[] {
  return sections.map((answers, index) => {
    const pointer = { ...sectionAsking(...answers.map(() => "Was it?")), sectionId: `sec_${index + 1}` };
    return {
      pointer,
      criteria: pointer.criterias.map((definition, at) => ({ ...(answers[at] as Drawn), definition })),
    };
  });
}

/** The answers by section, a part of a point as a number. */
function solved(sections: SectionAnswers[], overrides: PartialAnalysis, policies = inPoints): (Answer | number)[][] {
  return solveScores(sections, overrides, policies).map(({ criteria }) =>
    criteria.map(({ answer, points }) => points ?? answer),
  );
}

const given = (changes: object) => ({ sections: [{ sectionId: "sec_1", ...changes }] });

test("what is not given stays as it was drawn, also the order, the levels and the points", () => {
  const sections = sectionsOf([met(0.9), partly(0.4, { points: 0.25 })], [notApplicable(0.1)]);
  expect(solveScores(sections, {}, inPoints)).toEqual(sections);
});

/** Three criteria that were partly met: the middle one went best, and the last one worst. */
const middleBest: Drawn[] = [partly(0.5), partly(0.9), partly(0.1)];

test.each<[score: number, answers: (Answer | number)[]]>([
  [1.5, ["partly", "partly", "partly"]],
  [1.75, ["partly", 0.75, "partly"]],
  [2, ["partly", "met", "partly"]],
  [2.25, [0.75, "met", "partly"]],
  [2.5, ["met", "met", "partly"]],
  [3, ["met", "met", "met"]],
  [1.25, ["partly", "partly", 0.25]],
  [1, ["partly", "partly", "missed"]],
  [0.75, [0.25, "partly", "missed"]],
  [0.5, ["missed", "partly", "missed"]],
  [0, ["missed", "missed", "missed"]],
])("to reach %d points the best gain first, and the worst lose first: %j", (score, answers) => {
  expect(solved(sectionsOf(middleBest), { score })).toEqual([answers]);
  expect(solved(sectionsOf(middleBest), given({ score }))).toEqual([answers]);
});

test("an overall score is spread over the sections by the levels of all criteria", () => {
  const [first, best, worst] = middleBest as [Drawn, Drawn, Drawn];
  expect(solved(sectionsOf([first], [best, worst]), { score: 2.25 })).toEqual([[0.75], ["met", "partly"]]);
  expect(solved(sectionsOf([first], [best, worst]), { score: 0.75 })).toEqual([[0.25], ["partly", "missed"]]);
});

test.each<[score: number, answers: (Answer | number)[]]>([
  [50, ["partly", "partly", "partly"]],
  [83.3, ["met", "met", "partly"]],
  [66.67, ["partly", "met", "partly"]],
  [33.3, ["partly", "partly", "missed"]],
  [60, ["partly", 0.8, "partly"]],
  [100, ["met", "met", "met"]],
])("a percentage of %d is the points that make it, halves where they do: %j", (score, answers) => {
  expect(solved(sectionsOf(middleBest), { score }, inPercent)).toEqual([answers]);
});

test("criteria that were drawn as not applicable stay so where the others reach the score", () => {
  const sections = sectionsOf([notApplicable(0.9), missed(0.2)]);
  expect(solved(sections, { score: 1 })).toEqual([["notApplicable", "met"]]);
  expect(solved(sections, given({ score: 1 }))).toEqual([["notApplicable", "met"]]);
  expect(solved(sections, { score: 2 })).toEqual([["met", "met"]]);
  expect(solved(sections, given({ score: 2 }))).toEqual([["met", "met"]]);
});

test("a section whose own score needs none of them has them apply when the overall score does", () => {
  const sections = sectionsOf([met(0.9), notApplicable(0.5), notApplicable(0.5)], [missed(0.1)]);
  const overrides = {
    score: 25,
    sections: [
      { sectionId: "sec_1", score: 1 },
      { sectionId: "sec_2", score: 0 },
    ],
  };
  expect(solved(sections, overrides, inPercent)).toEqual([["met", "missed", "missed"], ["missed"]]);
});

test.each<[total: number, answers: Answer[]]>([
  [0, ["notApplicable", "notApplicable", "notApplicable"]],
  [1, ["notApplicable", "met", "notApplicable"]],
  [2, ["notApplicable", "met", "missed"]],
  [3, ["missed", "met", "missed"]],
])("of a section with a total of %i those apply first that applied already: %j", (totalScore, answers) => {
  const sections = sectionsOf([notApplicable(0.5), met(0.5), missed(0.5)]);
  expect(solved(sections, given({ totalScore }))).toEqual([answers]);
});

test("a total counts the given answers that apply, and a score is reached among those that it chose", () => {
  const criterias = [{ criteriaId: "crit_0", result: "No" }];
  expect(solved(sectionsOf(middleBest), given({ totalScore: 2, score: 1, criterias }))).toEqual([
    ["missed", "met", "notApplicable"],
  ]);
  expect(solved(sectionsOf(middleBest), given({ totalScore: 1, criterias }))).toEqual([
    ["missed", "notApplicable", "notApplicable"],
  ]);
});

test.each<[result: string, answer: Answer]>([
  ["Yes", "met"],
  ["No", "missed"],
  ["Partially", "partly"],
  ["Not applicable", "notApplicable"],
])("the given answer %s takes the place of what was drawn, with its points", (result, answer) => {
  const criterias = [{ criteriaId: "crit_0", result }];
  expect(solved(sectionsOf([partly(0.5, { points: 0.75 })]), given({ criterias }))).toEqual([[answer]]);
});

test("a given answer that is partly met moves last, and stays partly met", () => {
  const criterias = [{ criteriaId: "crit_1", result: "Partially" }];
  const answers = (score: number) => solved(sectionsOf(middleBest), given({ criterias, score }));
  expect(answers(2.5)).toEqual([["met", "partly", "met"]]);
  expect(answers(2.9)).toEqual([["met", 0.9, "met"]]);
  expect(answers(0.0001)).toEqual([["missed", 0.0001, "missed"]]);
  expect(answers(2.9999)).toEqual([["met", 0.9999, "met"]]);
  expect(() => answers(3)).toThrow("sections[0].score: cannot be 3 with the section's criteria");
  expect(() => answers(0)).toThrow("sections[0].score: cannot be 0 with the section's criteria");
});

test("a rating that is given has the points of its place, and does not move", () => {
  const pointer = sectionAsking("Rate the greeting from 1 to 5.", "Was it?");
  const [rating, other] = pointer.criterias;
  if (!rating || !other) throw new Error("There are two criteria.");
  const criteria = [rating, other].map((definition) => ({ definition, answer: "missed" as const, level: 0.5 }));
  const criterias = [{ criteriaId: "crit_0", result: "2" }];
  const overrides = (score: number) => given({ criterias, score });
  expect(solved([{ pointer, criteria }], overrides(1.25))).toEqual([[0.25, "met"]]);
  expect(() => solved([{ pointer, criteria }], overrides(1.5))).toThrow(MockServiceError);
});

test("of equal levels the first in order moves first", () => {
  const equal: Drawn[] = [partly(0.5), partly(0.5)];
  expect(solved(sectionsOf(equal), { score: 1.5 })).toEqual([["met", "partly"]]);
  expect(solved(sectionsOf(equal), { score: 0.5 })).toEqual([["missed", "partly"]]);
});

test("what does not apply counts nothing, also with points, and a total makes it apply after the others", () => {
  const sections = sectionsOf([missed(0.2), notApplicable(0.5, { points: 0.75 })]);
  expect(solved(sections, { score: 1 })[0]?.[0]).toBe("met");
  expect(solved(sectionsOf([met(0.5), notApplicable(0.5)]), given({ totalScore: 2 }))).toEqual([["met", "missed"]]);
});

test("a given answer that does not apply stays so where others are made to apply", () => {
  const sections = sectionsOf([met(0.5), met(0.5), notApplicable(0.5)]);
  const criterias = [
    { criteriaId: "crit_0", result: "Not applicable" },
    { criteriaId: "crit_1", result: "Yes" },
  ];
  expect(solved(sections, { score: 50, ...given({ criterias }) }, inPercent)).toEqual([
    ["notApplicable", "met", "missed"],
  ]);
});

test("a given rating, whose points are no halves, makes the percentage to which it is rounded, and only that", () => {
  const pointer = sectionAsking("Rate the greeting from 1 to 4.", "Was it?");
  const [rating, other] = pointer.criterias;
  if (!rating || !other) throw new Error("There are two criteria.");
  const alone = { pointer, criteria: [{ definition: rating, answer: "met" as const, level: 0.5 }] };
  const both = { pointer, criteria: [...alone.criteria, { definition: other, answer: "partly" as const, level: 0.5 }] };
  const overrides = (score: number) => ({ score, ...given({ criterias: [{ criteriaId: "crit_0", result: "2" }] }) });
  expect(solved([alone], overrides(33.3), inPercent)).toEqual([[0.3333]]);
  expect(() => solved([alone], overrides(33.4), inPercent)).toThrow(MockServiceError);
  expect(() => solved([alone], overrides(33.3), inPoints)).toThrow(MockServiceError);
  // Half a point would be rounded to the same percentage, but what is free makes it to the decimals of the points.
  expect(solved([both], overrides(41.7), inPercent)).toEqual([[0.3333, 0.5007]]);
});

test("a section whose score is given does not change for the overall score", () => {
  const sections = sectionsOf(middleBest, [partly(0.95), partly(0.05)]);
  const overrides = { score: 3, sections: [{ sectionId: "sec_1", score: 1.5 }] };
  expect(solved(sections, overrides)).toEqual([
    ["partly", "partly", "partly"],
    ["met", "partly"],
  ]);
});

test("points that are given as a whole may be of any size, if their rounded percentage is the score", () => {
  const criterias = ["crit_0", "crit_1", "crit_2"].map((criteriaId, index) => ({
    criteriaId,
    result: index === 0 ? "Yes" : "No",
  }));
  const answers = (score: number) => solved(sectionsOf(middleBest), { score, ...given({ criterias }) }, inPercent);
  for (const score of [33.3, 33.33, 33.333]) expect(answers(score)).toEqual([["met", "missed", "missed"]]);
  for (const score of [33.2, 33.4, 33.32, 33]) expect(() => answers(score)).toThrow(MockServiceError);
});

test.each<[string, PartialAnalysis, ScorePolicies]>([
  ["score: cannot be 3.5: it is from 0 to 3", { score: 3.5 }, inPoints],
  ["score: cannot be 1.23456", { score: 1.23456 }, inPoints],
  ["score: cannot be 100.1: it is from 0 to 100", { score: 100.1 }, inPercent],
  ["score: cannot be 1e-7", { score: 1e-7 }, inPercent],
  ["score: cannot be 1e-10", { score: 1e-10 }, inPercent],
  ["score: cannot be 50 ", { score: 50, ...given({ totalScore: 0 }) }, inPercent],
  ["score: cannot be 10 ", { score: 10, ...given({ score: 3 }) }, inPercent],
  ["sections[0].score: cannot be 4: it is from 0 to ", given({ score: 4 }), inPoints],
  ["sections[0].totalScore: cannot be 4 ", given({ totalScore: 4 }), inPoints],
  [
    "sections[0].totalScore: cannot be 0 ",
    given({ totalScore: 0, criterias: [{ criteriaId: "crit_0", result: "No" }] }),
    inPoints,
  ],
])("what cannot be is refused: %s", (message, overrides, policies) => {
  expect(() => solveScores(sectionsOf(middleBest), overrides, policies)).toThrow(message);
});

test("a score of 0 can be given where no criterion applies", () => {
  expect(solved(sectionsOf([notApplicable(0.5)]), { score: 0 }, inPercent)).toEqual([["notApplicable"]]);
});

test("what is returned has the fields of an answer and no others", () => {
  const [section] = solveScores(sectionsOf(middleBest), { score: 1.75 }, inPoints);
  expect(section?.criteria.map((criterion) => Object.keys(criterion).sort())).toEqual([
    ["answer", "definition", "level"],
    ["answer", "definition", "level", "points"],
    ["answer", "definition", "level"],
  ]);
  expect(section?.criteria.every(isApplicable)).toBe(true);
});

/** The outcome does not allow that it is partly met. */
const whole: Pick<Drawn, "allowed"> = { allowed: ["met", "missed"] };
const result = (index: number, text: string) => given({ criterias: [{ criteriaId: `crit_${index}`, result: text }] });

test.each<[what: string, drawn: Drawn[], overrides: PartialAnalysis, answers: (Answer | number)[]]>([
  [
    "gains where the others cannot",
    [missed(0.1, whole), met(0.5), partly(0.9)],
    { ...result(1, "Yes"), score: 2.25 },
    ["met", "met", 0.25],
  ],
  [
    "loses where the others cannot",
    [met(0.95, whole), met(0.5), partly(0.9)],
    { ...result(1, "Yes"), score: 1.25 },
    ["missed", "met", 0.25],
  ],
  ["does not gain where the others just can", [missed(0.9, whole), partly(0.1)], { score: 1 }, ["missed", "met"]],
  ["does not lose where the others just can", [met(0.1, whole), partly(0.9)], { score: 1 }, ["met", "missed"]],
  [
    "gains beside one whose part is free",
    [missed(0.9, whole), missed(0.1, whole)],
    { ...result(1, "Partially"), score: 1.25 },
    ["met", 0.25],
  ],
])("a criterion that the outcome allows only as a whole %s", (_, drawn, overrides, answers) => {
  expect(solved(sectionsOf(drawn), overrides)).toEqual([answers]);
});

test.each<[what: string, drawn: Drawn[], answers: (Answer | number)[]]>([
  [
    "stays so, though the score would go with it",
    [notApplicable(0.5, { allowed: ["notApplicable"] }), missed(0.5, whole)],
    ["notApplicable", 0.5],
  ],
  [
    "gets the worst answer that the outcome allows",
    [notApplicable(0.1, { allowed: ["met", "notApplicable"] }), missed(0.9, whole)],
    ["met", "missed"],
  ],
])("a criterion that does not apply %s", (_, drawn, answers) => {
  expect(solved(sectionsOf(drawn), { score: 50 }, inPercent)).toEqual([answers]);
});
