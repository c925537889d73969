import { expect, test, vi } from "vitest";
import type { Case } from "../src/case.ts";
import { allCases } from "../src/cases/all-cases.ts";
import { runCases } from "../src/run/run-cases.ts";
import { createFake, fakeTarget } from "../src/targets/fake.ts";
import { agentFaults } from "./faults/agent-faults.ts";
import { analysisFaults } from "./faults/analysis-faults.ts";
import { callFaults } from "./faults/call-faults.ts";
import type { ApplyFault } from "./faults/fault.ts";
import { shapeFaults } from "./faults/shape-faults.ts";
import { uploadFaults } from "./faults/upload-faults.ts";

// A whole run can take long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const faults = [...shapeFaults, ...agentFaults, ...uploadFaults, ...callFaults, ...analysisFaults];

/** The statements of the cases that fail on a fake with a fault. */
async function failures(apply: ApplyFault, cases: readonly Case[]) {
  const service = createFake();
  const target = { ...fakeTarget(service, { name: "fetch", fetch: apply(service) }), generatedInputs: 1 };
  const { outcomes } = await runCases(target, { cases });
  return outcomes.filter(({ verdict }) => verdict === "failed").map(({ statement }) => statement);
}

test("no case fails on a fake without a fault", async () => {
  expect(await failures((service) => service.fetch, allCases)).toEqual([]);
});

test.each(faults)("the cases of the broken rule alone find that $name", async ({ apply, breaks }) => {
  const ofRule = allCases.filter(({ source }) => source === breaks);
  const found = await failures(apply, ofRule);
  expect(found.length).toBeGreaterThan(0);
  expect(found).not.toContain("The case itself failed.");
});

test("no two faults are the same", () => {
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
});
