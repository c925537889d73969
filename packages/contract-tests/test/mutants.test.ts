import { expect, test } from "vitest";
import type { Case } from "../src/case.ts";
import { allCases } from "../src/cases/all-cases.ts";
import { runCases } from "../src/run/run-cases.ts";
import { createFake, fakeTarget } from "../src/targets/fake.ts";
import { allMutants } from "./mutants/all-mutants.ts";
import type { ApplyMutation } from "./mutants/mutant.ts";

const mutants = allMutants.filter(({ breaks }) => breaks !== undefined);

/** The statements of the cases that fail on a mutant. */
async function failures(apply: ApplyMutation, cases: readonly Case[]) {
  const service = createFake();
  const target = { ...fakeTarget(service, { name: "fetch", fetch: apply(service) }), generatedInputs: 1 };
  const { outcomes } = await runCases(target, { cases });
  return outcomes.filter(({ verdict }) => verdict === "failed").map(({ statement }) => statement);
}

test.each(mutants)("the cases of the broken rule alone find that $name", async ({ apply, breaks }) => {
  const ofRule = allCases.filter(({ source }) => source === breaks);
  const found = await failures(apply, ofRule);
  expect(found.length).toBeGreaterThan(0);
  expect(found).not.toContain("The case itself failed.");
});

test("no two mutants are the same", () => {
  expect(new Set(allMutants.map(({ name }) => name)).size).toBe(allMutants.length);
});

test("every mutant names the cases or the statements that must find it", () => {
  expect(allMutants.filter(({ breaks, statements = [] }) => !breaks && statements.length === 0)).toEqual([]);
});
