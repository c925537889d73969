import type { Policies } from "@call-analysis/mock";
import { expect, test } from "vitest";
import { startCommand } from "./support/built-command.ts";
import { temporaryFolder } from "./support/command.ts";
import { startPlanted } from "./support/planted-service.ts";

/** Another value of every policy that shows in a completed call. */
const policies: Partial<Policies> = {
  missingUdfs: "null",
  durationUnit: "milliseconds",
  scoreScale: "points",
  // The demo's call has no criterion that is met in part: for that, the fake keeps its own word.
  criterionResults: { met: "Pass", partly: "Partially", missed: "Fail", notApplicable: "N/A" },
  undocumentedFields: "values",
};

test("the built command finds the policies with which the fake answers alike", async () => {
  const { env, callId } = await startPlanted((answer) => answer, { policies });
  const run = startCommand(["check", "--json", "--call", callId], { env, cwd: temporaryFolder() });
  // Assumptions alone.
  expect(await run.ended).toBe(0);
  expect(JSON.parse(run.written.stdout).policies).toEqual(policies);
});
