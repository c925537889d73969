import { expect, test } from "vitest";
import { nextSort, type SortKey, sortedRows, sortingOf } from "../src/ui/sorted-rows.ts";

const sorted = (keys: SortKey[], isDescending: boolean) => sortedRows(keys, (key) => key, { isDescending });

test("numbers are sorted by their value, and null comes last in both directions", () => {
  expect(sorted([10, null, 9, -1], false)).toEqual([-1, 9, 10, null]);
  expect(sorted([10, null, 9, -1], true)).toEqual([10, 9, -1, null]);
});

test("texts are sorted without regard to capitals, and by the numbers within them", () => {
  expect(sorted(["agent 10", "Beth", "Agent 9", "alma"], false)).toEqual(["Agent 9", "agent 10", "alma", "Beth"]);
});

test("rows with equal keys keep their order in both directions, and the rows that were given stay as they are", () => {
  const rows = [
    { id: "a", score: 1 },
    { id: "b", score: 2 },
    { id: "c", score: 1 },
  ];
  const ids = (isDescending: boolean) => sortedRows(rows, ({ score }) => score, { isDescending }).map(({ id }) => id);
  expect(ids(false)).toEqual(["a", "c", "b"]);
  expect(ids(true)).toEqual(["b", "a", "c"]);
  expect(rows.map(({ id }) => id)).toEqual(["a", "b", "c"]);
});

test("the first click on a heading sorts descending, and the second ascending", () => {
  expect(sortingOf(undefined)).toBeUndefined();
  expect(nextSort("score", sortingOf(undefined))).toBe("-score");
  expect(nextSort("score", sortingOf("-score"))).toBe("score");
  expect(nextSort("score", sortingOf("score"))).toBe("-score");
  expect(nextSort("agent", sortingOf("-score"))).toBe("-agent");
});
