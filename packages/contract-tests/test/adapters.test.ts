import { describe, expect, test } from "vitest";
import { assumptions, unobservable } from "../src/assumptions.ts";
import { allCases } from "../src/cases/all-cases.ts";
import { runCommand } from "../src/command.ts";
import { runCases, type SuiteResult } from "../src/run.ts";

/** One run of the command for all the questions below, at one adapter after the other. */
const results: { adapter: string; result: SuiteResult }[] = [];
const printed: string[] = [];
const code = await runCommand([], {
  environment: {},
  print: (text) => printed.push(text),
  async run(target, options) {
    const result = await runCases(target, options);
    results.push({ adapter: target.name, result });
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

describe.each(results)(
  "the fake through its adapter $adapter",
  ({ result: { outcomes, skipped, remainingAgents } }) => {
    test("every case runs, and leaves no agent behind", () => {
      expect(outcomes.map((outcome) => outcome.case)).toEqual(allCases);
      expect(skipped).toEqual([]);
      expect(remainingAgents).toBe(0);
    });

    test.each(outcomes)("$case.tag: $case.name", ({ verdict, findings, error }) => {
      expect({ verdict, findings, error }).toEqual({ verdict: "passed", findings: [], error: undefined });
    });
  },
);

test("every row of ASSUMPTIONS.md is observed by a case, or has a reason why no case can", () => {
  for (const { result } of results) {
    const observed = new Set(result.outcomes.flatMap((outcome) => outcome.observed));
    const missing = assumptions.map(({ id }) => id).filter((id) => !observed.has(id) && !(id in unobservable));
    expect(missing, "Write a case in packages/contract-tests/src/cases/, or why in src/assumptions.ts.").toEqual([]);
    expect([...observed].filter((id) => id in unobservable)).toEqual([]);
    const known = assumptions.map(({ id }) => id);
    expect([...observed].filter((id) => !known.includes(id))).toEqual([]);
  }
});
