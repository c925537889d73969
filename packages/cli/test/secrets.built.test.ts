import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commandPath, startCommand } from "./support/built-command.ts";
import { runCommand, startService, temporaryFolder, wavBytes } from "./support/command.ts";

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

test("profiles that eight processes set at once are all kept", async () => {
  const { env } = await startService();
  const cwd = temporaryFolder();
  const set = `"${process.execPath}" "${commandPath}" config set --base-url https://host/v1 --api-key-command x --profile`;
  const command = `for n in 1 2 3 4 5 6 7 8; do ${set} p$n & done; wait`;
  expect(await exitCodeOfShell(command, { env, cwd })).toBe(0);
  const { stdout } = await runCommand(["config", "list", "--json"], { env, cwd });
  expect(JSON.parse(stdout)).toHaveLength(8);
});

async function exitCodeOfShell(command: string, options: { env: NodeJS.ProcessEnv; cwd: string }): Promise<number> {
  const [exitCode] = await once(spawn("/bin/sh", ["-c", command], { ...options, stdio: "ignore" }), "close");
  return exitCode;
}
