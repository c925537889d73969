import { describe, expect, test } from "vitest";
import { allCases } from "../src/cases/all-cases.ts";
import { runCommand } from "../src/command.ts";
import { assumptions, unobservable } from "../src/contract/assumptions.ts";
import { documentedOperations } from "../src/contract/openapi-document.ts";
import { coverageOf, uncovered } from "../src/report/report.ts";
import { runCases, type SuiteResult } from "../src/run/run-cases.ts";

/** One run of the command for all the questions below, at one adapter after the other. */
const results: SuiteResult[] = [];
const printed: string[] = [];
const code = await runCommand([], {
  environment: {},
  print: (text) => printed.push(text),
  async run(target, options) {
    const result = await runCases(target, options);
    results.push(result);
    return result;
  },
});

test("without a live service the command runs the fake at its three adapters, prints the coverage, and ends with 0", () => {
  const output = printed.join("\n");
  for (const adapter of ["fetch", "msw", "http"])
    expect(output).toMatch(new RegExp(`^${adapter}: \\d+ passed, 0 failed`, "m"));
  expect(output).toContain("| operation | status | fetch | msw | http |");
  expect(output).toContain("The contract holds.");
  expect(code).toBe(0);
});

describe.each(results)("the fake through its adapter $target", ({ outcomes, skipped, cleanUp }) => {
  test("every case runs, and leaves no agent behind", () => {
    expect(outcomes.map((outcome) => outcome.case)).toEqual(allCases);
    expect(skipped).toEqual([]);
    expect(cleanUp.remainingAgents).toBe(0);
  });

  test.each(outcomes)("$case.tag: $case.name", ({ verdict, statement, place, actual }) => {
    expect({ verdict, statement, place, actual }).toEqual({ verdict: "passed" });
  });
});

test("every documented response of every operation has a case at every adapter", () => {
  const rows = coverageOf(results);
  expect(new Set(rows.map(({ operation }) => operation))).toEqual(
    new Set([...documentedOperations.map(({ operationId }) => operationId), "uploadRecording"]),
  );
  for (const { counts } of rows) expect(Object.keys(counts)).toEqual(["fetch", "msw", "http"]);
  expect(uncovered(rows)).toEqual([]);
});

test("a documented response that no case covers is named, with its operation, status and target", () => {
  const withoutDeletions = results.map(({ target, outcomes }) => ({
    target,
    outcomes: outcomes.filter((outcome) => target !== "msw" || outcome.case.operation !== "deleteAgent"),
  }));
  expect(uncovered(coverageOf(withoutDeletions))).toEqual(["deleteAgent, 200, msw", "deleteAgent, default, msw"]);
});

test("every row of ASSUMPTIONS.md is observed by a case, or has a reason why no case can", () => {
  for (const { outcomes } of results) {
    const observed = new Set(outcomes.flatMap(({ observations }) => observations.map(({ assumption }) => assumption)));
    const rows = [...observed, ...Object.keys(unobservable)];
    expect(rows.sort()).toEqual(assumptions.map(({ id }) => id).sort());
  }
});
