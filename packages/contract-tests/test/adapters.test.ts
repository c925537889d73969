import { describe, expect, test } from "vitest";
import { allCases } from "../src/cases/all-cases.ts";
import { runCommand } from "../src/command.ts";
import { assumptions, unobservable } from "../src/contract/assumptions.ts";
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

test("without a live service the command runs the fake at its three adapters, and ends with 0", () => {
  const output = printed.join("\n");
  for (const adapter of ["fetch", "msw", "http"])
    expect(output).toMatch(new RegExp(`^${adapter}: \\d+ passed, 0 failed`, "m"));
  expect(output).toContain("The contract holds.");
  expect(code).toBe(0);
});

describe.each(results)("the fake through its adapter $target", ({ outcomes, skipped, cleanUp }) => {
  test("every case runs, and leaves no agent behind", () => {
    expect(outcomes.map((outcome) => outcome.case)).toEqual(allCases);
    expect(skipped).toEqual([]);
    expect(cleanUp.remainingAgents).toBe(0);
  });

  test.each(outcomes)("$case.tag: $case.name", ({ verdict, drift }) => {
    expect({ verdict, drift }).toEqual({ verdict: "passed", drift: [] });
  });
});

test("every row of ASSUMPTIONS.md is observed by a case, or has a reason why no case can", () => {
  for (const { outcomes } of results) {
    const observed = new Set(outcomes.flatMap(({ observations }) => observations.map(({ assumption }) => assumption)));
    const missing = assumptions.map(({ id }) => id).filter((id) => !observed.has(id) && !(id in unobservable));
    const advice = "Write a case in packages/contract-tests/src/cases/, or why in src/contract/assumptions.ts.";
    expect(missing, advice).toEqual([]);
    expect([...observed].filter((id) => id in unobservable)).toEqual([]);
  }
});
