import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { agentRegistrationCases } from "../src/cases/agent-registration.ts";
import { type CommandOptions, runCommand } from "../src/command.ts";
import { runCases } from "../src/run/run-cases.ts";
import type { Environment } from "../src/targets/live.ts";
import { serveFakeAsLive } from "./fake-as-live.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "contract-"));
});

afterEach(() => rm(folder, { recursive: true }));

async function run(args: string[], environment: Environment, options: Pick<CommandOptions, "run"> = {}) {
  const lines: string[] = [];
  const code = await runCommand(args, { environment, print: (text) => lines.push(text), ...options });
  return { code, output: lines.join("\n") };
}

test("with a live service it writes the report as Markdown and JSON", async () => {
  const { environment, close } = await serveFakeAsLive({ policies: { emailInUseStatus: 422 } });
  const { code, output } = await run(["--target", "live", "--report", join(folder, "report")], environment);
  await close();
  expect(output).toMatch(/^live: \d+ passed, 0 failed, 1 recorded, \d+ not run/m);
  expect(code).toBe(0);
  const row = "| ASSUMPTIONS.md, email-in-use | assumed: 409; answered: 422 | emailInUseStatus |";
  expect(await readFile(join(folder, "report/drift.md"), "utf8")).toContain(row);
  const { drift } = JSON.parse(await readFile(join(folder, "report/drift.json"), "utf8"));
  expect(drift).toHaveLength(1);
});

test("with a live service that violates the contract it ends with 1, and shows nothing of the responses", async () => {
  const { environment, close } = await serveFakeAsLive();
  const { code, output } = await run(
    ["--target", "live", "--report", folder],
    { ...environment, CALL_ANALYSIS_API_KEY: "of-nobody" },
    { run: (target, options) => runCases(target, { ...options, cases: agentRegistrationCases }) },
  );
  await close();
  expect(code).toBe(1);
  expect(output).toContain("The contract does not hold.");
  expect(output).not.toContain("valid API key");
  expect(output).not.toContain("of-nobody");
});

test("before a live run it says what the run will create, and that is what it creates", async () => {
  const { environment, service, close } = await serveFakeAsLive();
  const before = service.db.agents.list().length;
  const { output } = await run(["--target", "live", "--report", folder], environment);
  await close();
  const calls = service.db.calls.list().length;
  const agents = service.db.agents.list().length - before;
  const announced = output.indexOf(`creates ${calls} calls, `);
  expect(announced).toBeGreaterThan(-1);
  expect(announced).toBeLessThan(output.indexOf("passed"));
  expect(output).toContain(`registers about ${agents} agents`);
});

test("--help says what the flags do, and runs nothing", async () => {
  const { code, output } = await run(["--help"], {});
  expect(code).toBe(0);
  for (const flag of ["--negative", "--destructive", "--report"]) expect(output).toContain(flag);
});

test("a run on no target ends with 1", async () => {
  const { code } = await run(["--target", "live"], {});
  expect(code).toBe(1);
});

test("an unknown flag is rejected", async () => {
  await expect(run(["--everything"], {})).rejects.toThrow(/--everything/);
});
