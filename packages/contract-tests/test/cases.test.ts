import { expect, test } from "vitest";
import { allCases } from "../src/cases/all-cases.ts";
import { assumptions, unobservable } from "../src/contract/assumptions.ts";
import { documentedOperations } from "../src/contract/openapi-document.ts";
import { runCases } from "../src/run/run-cases.ts";
import { fakeAdapters } from "../src/targets/fake.ts";

test("every case has a unique name, and a source in the specification", () => {
  const names = allCases.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { source } of allCases) expect(source).toMatch(/^section [1-9]/);
});

test("every operation has documented cases and negative cases", () => {
  for (const tag of ["documented", "negative"]) {
    const operations = new Set<string>(allCases.filter((one) => one.tag === tag).map(({ operation }) => operation));
    const missing = documentedOperations.filter(({ operationId }) => !operations.has(operationId));
    expect(missing).toEqual([]);
  }
});

test("every row of ASSUMPTIONS.md is observed by a case, or has a reason why no case can", async () => {
  const { outcomes } = await runCases(await fakeAdapters.fetch());
  const observed = new Set(outcomes.flatMap(({ observations }) => observations.map(({ assumption }) => assumption)));
  const rows = [...observed, ...Object.keys(unobservable)];
  expect(rows.sort()).toEqual(assumptions.map(({ id }) => id).sort());
});
