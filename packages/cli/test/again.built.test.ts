/** A run of `--again` that is killed: the earlier call is still known, and the run creates exactly one when it goes on. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startCommand } from "./support/built-command.ts";
import { jsonLines, runCommand, startService, temporaryFolder, wavBytes } from "./support/command.ts";

test.each([
  { when: "between upload and creation", operation: "uploadRecording", isUncertain: false },
  { when: "while the call is created", operation: "createCall", isUncertain: true },
] as const)("a run of --again that is killed $when loses nothing", async ({ operation, isUncertain }) => {
  const { service, env, memberId, categoryId, calls } = await startService();
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "a.wav"), wavBytes());
  const parameters = ["analyze", "a.wav", "--member", memberId, "--category", categoryId, "--journal", "j"];
  await runCommand(parameters, { env, cwd });
  const [earlier] = calls();
  const gate = service.hold(operation);
  const killed = startCommand([...parameters, "--again", "--yes"], { env, cwd });
  await gate.reached();
  killed.process.kill("SIGKILL");
  await killed.ended;
  service.rules.remove(service.rules.list().at(-1)?.id ?? "");
  const { exitCode, stdout } = await runCommand(parameters, { env, cwd });
  expect({ exitCode, calls: jsonLines(stdout).map(({ callId }) => callId) }).toEqual({
    exitCode: isUncertain ? 3 : 0,
    calls: [isUncertain ? undefined : earlier?.id],
  });
  const run = await runCommand(["resume", "j", "--run", "2"], { env, cwd });
  expect(run.exitCode).toBe(isUncertain ? 3 : 0);
  if (!isUncertain) expect(calls()).toHaveLength(2);
});
