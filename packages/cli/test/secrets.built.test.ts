import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startCommand } from "./support/built-command.ts";
import { startService, temporaryFolder, wavBytes } from "./support/command.ts";

test("the key is in no command line, no file, and nothing that is printed", async () => {
  const { service, env, memberId, categoryId } = await startService({ keys: { "secret-key-7f3a9c1b": "org" } });
  const secret = "secret-key-7f3a9c1b";
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "a.wav"), wavBytes());
  const gate = service.hold("createCall");
  const keyed = { ...env, CALL_ANALYSIS_API_KEY: secret };
  const flags = ["--member", memberId, "--category", categoryId, "--journal", "j"];
  const run = startCommand(["analyze", "a.wav", ...flags], { env: keyed, cwd });
  await gate.reached();
  for (const commandLine of commandLines()) expect(commandLine).not.toContain(secret);
  gate.release();
  await run.ended;
  expect(run.written.stdout + run.written.stderr).not.toContain(secret);
  for (const name of readdirSync(cwd)) expect(readFileSync(join(cwd, name), "latin1")).not.toContain(secret);
});

/** Of all processes, as everyone on this machine can read them. */
function commandLines(): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [readFileSync(`/proc/${name}/cmdline`, "latin1")];
      } catch {
        // It has ended.
        return [];
      }
    });
}
