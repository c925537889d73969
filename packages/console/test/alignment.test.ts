import type { Criterion, Section } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { alignSections, byRegression, isMissedByEither, missedCounts } from "../src/pages/compare/alignment.ts";

const criterion = (criteriaId: string, result: string): Criterion => ({
  criteriaId,
  question: `Question ${criteriaId}`,
  result,
  rationale: "",
});

const section = (sectionId: string, criterias: Criterion[], score = 1): Section => ({
  sectionId,
  sectionName: `Section ${sectionId}`,
  score,
  totalScore: 2,
  criterias,
});

const changesOf = (first: Section[], second: Section[]) =>
  alignSections({ sections: first }, { sections: second }).flatMap(({ criteria }) =>
    criteria.map(({ question, change }) => [question.replace("Question ", ""), change]),
  );

test("criteria are aligned by their id, wherever they are in their section", () => {
  const first = [section("s", [criterion("a", "Yes"), criterion("b", "No")])];
  const second = [section("s", [criterion("b", "Yes"), criterion("a", "Yes")])];
  expect(changesOf(first, second)).toEqual([
    ["a", "same"],
    ["b", "better"],
  ]);
});

test("what one call alone has is shown beside nothing", () => {
  const changes = changesOf([section("s", [criterion("a", "Yes")])], [section("t", [criterion("b", "Yes")])]);
  expect(changes).toEqual([
    ["a", "only in 1"],
    ["b", "only in 2"],
  ]);
});

test.each([
  ["Yes", "Partially", "worse"],
  ["poorly", "Well", "better"],
  ["7", "4", "worse"],
  ["2", "10", "better"],
  ["Not applicable", "Yes", "changed"],
  ["blue", "green", "changed"],
  ["Answered", "Not answered", "worse"],
])("from “%s” to “%s” is %s", (before, after, change) => {
  expect(changesOf([section("s", [criterion("a", before)])], [section("s", [criterion("a", after)])])).toEqual([
    ["a", change],
  ]);
});

test("an id that comes twice in a section is aligned by its place", () => {
  const first = [section("s", [criterion("a", "Yes"), criterion("a", "No")])];
  expect(changesOf(first, first)).toEqual([
    ["a", "same"],
    ["a", "same"],
  ]);
});

test("the largest regression comes first, and what is the same comes last", () => {
  const ids = ["a", "b", "c", "d"];
  const first = [
    section(
      "s",
      ids.map((id) => criterion(id, id === "d" ? "No" : "Yes")),
    ),
  ];
  const results = { a: "Yes", b: "Partially", c: "No", d: "Yes" };
  const second = [
    section(
      "s",
      Object.entries(results).map(([id, result]) => criterion(id, result)),
    ),
  ];
  const sorted = byRegression(alignSections({ sections: first }, { sections: second }));
  expect(sorted.map(({ question }) => question.at(-1))).toEqual(["c", "b", "d", "a"]);
});

test("what each call has missed is counted, and what both have", () => {
  const first = [section("s", [criterion("a", "No"), criterion("b", "Poorly"), criterion("c", "Yes")])];
  const second = [section("s", [criterion("a", "No"), criterion("b", "Well"), criterion("d", "7")])];
  const criteria = alignSections({ sections: first }, { sections: second }).flatMap((each) => each.criteria);
  expect(missedCounts(criteria)).toEqual({ first: 2, second: 1, both: 1 });
  expect(criteria.filter(isMissedByEither)).toHaveLength(2);
});
