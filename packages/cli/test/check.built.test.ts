import type { Policies } from "@call-analysis/mock";
import { expect, test } from "vitest";
import { startCommand } from "./support/built-command.ts";
import { temporaryFolder } from "./support/command.ts";
import { startPlanted } from "./support/planted-service.ts";

const policies: Partial<Policies> = {
  durationUnit: "milliseconds",
  scoreScale: "points",
  undocumentedFields: "values",
};

test("the built command names the assumptions that turn out otherwise", async () => {
  const { env, callId } = await startPlanted((answer) => answer, { policies });
  const run = startCommand(["check", "--json", "--call", callId], { env, cwd: temporaryFolder() });
  // Assumptions alone.
  expect(await run.ended).toBe(0);
  const places = JSON.parse(run.written.stdout).findings.map(({ place }: { place: string }) => place);
  expect(places).toEqual([
    "data.analysis.score",
    "data.analysis.callObservations",
    "data.analysis.areasForImprovement",
    "data.analysis.extractions",
    "data.metadata.duration",
  ]);
});
