import { expect, test, vi } from "vitest";
import { coverageOf, uncovered } from "../src/report/coverage.ts";
import type { RunResult } from "../src/run/outcome.ts";
import { runCases } from "../src/run/run-cases.ts";
import { fakeDoors } from "../src/targets/doors.ts";

// Whole runs take their time on a machine that has much to do.
vi.setConfig({ testTimeout: 60_000 });

async function runAtEveryDoor(): Promise<RunResult[]> {
  const results: RunResult[] = [];
  for (const open of Object.values(fakeDoors)) {
    const target = await open();
    results.push(await runCases({ ...target, generatedInputs: 1 }));
    await target.close();
  }
  return results;
}

test("every documented answer of every operation has a case at every door", async () => {
  const rows = coverageOf(await runAtEveryDoor());
  expect(rows).toHaveLength(21);
  expect(rows.flatMap(({ counts }) => Object.keys(counts))).toHaveLength(21 * 3);
  expect(uncovered(rows)).toEqual([]);
});

test("an answer that no case reaches is named, with its operation, status and door", async () => {
  const target = await fakeDoors.fetch();
  const { door, outcomes } = await runCases(target);
  const withoutDeletions = outcomes.filter((outcome) => outcome.case.operation !== "deleteAgent");
  expect(uncovered(coverageOf([{ door, outcomes: withoutDeletions }]))).toEqual([
    "deleteAgent, 200, fetch",
    "deleteAgent, default, fetch",
  ]);
});
