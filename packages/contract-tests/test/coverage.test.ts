import { expect, test } from "vitest";
import { coverageOf, uncovered } from "../src/report/report.ts";
import { runCases, type SuiteResult } from "../src/run/run-cases.ts";
import { fakeAdapters } from "../src/targets/fake.ts";

async function runAtEveryAdapter(): Promise<SuiteResult[]> {
  const results: SuiteResult[] = [];
  for (const start of Object.values(fakeAdapters)) {
    const target = await start();
    results.push(await runCases({ ...target, generatedInputs: 1 }));
    await target.close();
  }
  return results;
}

test("every documented response of every operation has a case at every adapter", async () => {
  const rows = coverageOf(await runAtEveryAdapter());
  expect(rows).toHaveLength(21);
  expect(rows.flatMap(({ counts }) => Object.keys(counts))).toHaveLength(21 * 3);
  expect(uncovered(rows)).toEqual([]);
});

test("a documented response that no case covers is named, with its operation, status and target", async () => {
  const target = await fakeAdapters.fetch();
  const { target: name, outcomes } = await runCases(target);
  const withoutDeletions = outcomes.filter((outcome) => outcome.case.operation !== "deleteAgent");
  expect(uncovered(coverageOf([{ target: name, outcomes: withoutDeletions }]))).toEqual([
    "deleteAgent, 200, fetch",
    "deleteAgent, default, fetch",
  ]);
});
