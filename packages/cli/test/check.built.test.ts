import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Policies } from "@call-analysis/mock";
import { CallAnalysis } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { startCommand } from "./support/built-command.ts";
import { temporaryFolder, wavBytes } from "./support/command.ts";
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

// As JSON the file holds the same, and the fake reads both: see `check.test.ts`.
test("the built command writes a seed file, and the fake that starts with it answers alike", async () => {
  const file = "policies.yaml";
  const { env, callId } = await startPlanted((answer) => answer, { policies });
  const cwd = temporaryFolder();
  const first = await checked(["--call", callId, "--policies", file], { env, cwd });
  expect(first.policies).toEqual(policies);
  expect(existsSync(join(cwd, file))).toBe(true);

  const flags = ["--port", "0", "--progression", "immediate", "--seed-file", file];
  const fake = startCommand(["mock", ...flags], { env, cwd });
  while (!fake.written.stdout.includes("/v1")) await once(fake.process.stdout as NodeJS.ReadableStream, "data");
  const [baseUrl = ""] = /http:\S+\/v1/.exec(fake.written.stdout) ?? [];
  const again = { ...env, CALL_ANALYSIS_BASE_URL: baseUrl };
  const second = await checked(["--call", await newCall(baseUrl)], { env: again, cwd });
  expect(second).toEqual(first);
});

/** The report of a run that found assumptions alone. */
async function checked(parameters: string[], options: { env: NodeJS.ProcessEnv; cwd: string }) {
  const run = startCommand(["check", "--json", ...parameters], options);
  expect(await run.ended).toBe(0);
  return JSON.parse(run.written.stdout);
}

async function newCall(baseUrl: string): Promise<string> {
  const client = new CallAnalysis({ baseUrl, apiKey: "test-key" });
  const [agent] = await client.agents.list();
  const [category] = await client.categories.list();
  const call = { file: wavBytes(), memberId: agent?.id ?? "", categoryId: category?.id ?? "" };
  return (await client.calls.submitFile(call)).callId;
}
