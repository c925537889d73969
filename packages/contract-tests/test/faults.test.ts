import { expect, test } from "vitest";
import { allCases } from "../src/cases/all-cases.ts";
import { runCases } from "../src/run.ts";
import { createFake, fakeTarget } from "../src/target.ts";

const planted = allCases.flatMap((testCase) =>
  Object.entries(testCase.faults ?? {}).map(([fault, apply]) => ({ testCase, fault, apply })),
);

test("every case of what the specification says has a planted fault", () => {
  const documented = allCases.filter(({ tag }) => tag === "documented");
  expect(documented.filter(({ faults }) => Object.keys(faults ?? {}).length === 0)).toEqual([]);
});

test("every case has its own name", () => {
  expect(new Set(allCases.map(({ name }) => name)).size).toBe(allCases.length);
});

test.each(planted)("the case '$testCase.name' finds that $fault", async ({ testCase, apply }) => {
  const service = createFake();
  const target = fakeTarget(service, { name: "fetch", send: apply(service) });
  const { outcomes } = await runCases(target, { cases: [testCase] });
  expect(outcomes).toMatchObject([{ verdict: "failed" }]);
  expect(outcomes[0]?.error).toBeUndefined();
});
