import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { acceptedSurvivors, isOf } from "../mutants/accepted-survivors.ts";
import { filesOf, mutantGroups, testsOf } from "../mutants/groups.ts";
import { type Mutant, reportOf } from "../mutants/report.ts";

const file = "packages/sdk/src/rule.ts";
const survivor: Mutant = {
  file,
  line: 7,
  code: "if (left > 0) {",
  change: "left > 0 → left >= 0",
  outcome: "survived",
};
const killed = (count: number): Mutant[] => Array.from({ length: count }, () => ({ ...survivor, outcome: "killed" }));
const accepted = { file, code: survivor.code, change: survivor.change, reason: "nothing is left at 0" };

test.each([
  ["a survivor without a reason, however good the score", [survivor, ...killed(99)], [], true],
  ["a survivor with a reason, on whatever line", [{ ...survivor, line: 80 }, ...killed(2)], [accepted], false],
  [
    "a survivor of another file with the same code",
    [{ ...survivor, file: "other.ts" }, ...killed(99)],
    [accepted],
    true,
  ],
  ["survivors with and without a reason", [survivor, { ...survivor, code: "x" }, ...killed(20)], [accepted], true],
  ["nothing but what was noticed", killed(3), [], false],
])("a run of mutants fails or not by its survivors: %s", (_name, mutants, reasons, failed) => {
  expect(reportOf(mutants, reasons).failed).toBe(failed);
});

test("the table counts what hung apart, and accepted survivors for no one", () => {
  const mutants: Mutant[] = [survivor, { ...survivor, outcome: "timed out", line: 9 }, ...killed(3)];
  const { text } = reportOf(mutants, [accepted]);
  expect(text).toMatch(/rule\.ts +3 killed +1 timed out +1 survived \(1 accepted\) +100\.0 %/);
  expect(text).toContain(`Timed out: look whether these hang, or were only slow (1):\n${file}:9`);
});

test("an accepted survivor that is noticed now is named, so that the list stays short", () => {
  expect(reportOf(killed(1), [accepted]).text).toContain("Accepted, but no longer survive (1)");
});

test("each file that is tried exists, and belongs to one group", () => {
  const files = mutantGroups.flatMap(filesOf);
  expect(files.filter((path) => !existsSync(path))).toEqual([]);
  expect(new Set(files).size).toBe(files.length);
});

test("each test of a group exists", () => {
  const tests = mutantGroups.flatMap(testsOf).flatMap((glob) => {
    const [before = "", names = "", after = ""] = glob.split(/[{}]/);
    return names.split(",").map((name) => `${before}${name}${after}`);
  });
  expect(tests.filter((path) => !existsSync(path))).toEqual([]);
});

test("each accepted survivor is of a file that is tried, and of a line that is in it", () => {
  const tried = new Set(mutantGroups.flatMap(filesOf));
  const linesOf = (path: string) =>
    readFileSync(path, "utf8")
      .split("\n")
      .map((line) => line.trim());
  const isFound = (survivor: (typeof acceptedSurvivors)[number]) =>
    tried.has(survivor.file) && linesOf(survivor.file).some((line) => isOf(survivor, line));
  expect(acceptedSurvivors.filter((survivor) => !isFound(survivor))).toEqual([]);
  expect(acceptedSurvivors.filter(({ change, reason }) => !change?.includes(" → ") || !reason)).toEqual([]);
});
