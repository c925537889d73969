import { chmodSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type RunOptions, runCommand, startService } from "./support/command.ts";

/** A machine without a key in its environment, and one profile. */
async function setUp() {
  const served = await startService();
  const { CALL_ANALYSIS_API_KEY: _key, CALL_ANALYSIS_BASE_URL: baseUrl = "", ...env } = served.env;
  const run = (parameters: string[], options: Partial<RunOptions> = {}) => runCommand(parameters, { env, ...options });
  const set = await run(["config", "set", "--base-url", baseUrl, "--api-key-stdin"], { stdin: "test-key\n" });
  expect(set.exitCode).toBe(0);
  const path = join(String(env.HOME), ".config/call-analysis/config.json");
  return { ...served, run, baseUrl, env, path };
}

test("a profile's key is read from stdin, kept for its owner alone, used, and never listed", async () => {
  const { run, path } = await setUp();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(await run(["agents", "list"])).toMatchObject({ exitCode: 0 });
  const { stdout, stderr } = await run(["config", "list", "--json"]);
  expect(JSON.parse(stdout)).toEqual([expect.objectContaining({ name: "default", current: true, key: "stored" })]);
  expect(stdout + stderr).not.toContain("test-key");
});

test("a file of profiles that others may read is refused", async () => {
  const { run, path } = await setUp();
  chmodSync(path, 0o644);
  const { exitCode, stderr } = await run(["agents", "list"]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(`chmod 600 ${path}`);
});

test("a profile's key is not sent to another service", async () => {
  const { run, service, url, env } = await setUp();
  const other = `${url}/other/v1`;
  for (const attempt of [
    run(["agents", "list", "--base-url", other]),
    run(["agents", "list"], { env: { ...env, CALL_ANALYSIS_BASE_URL: other } }),
  ]) {
    const { exitCode, stderr } = await attempt;
    expect(exitCode).toBe(2);
    expect(stderr).toContain("the profile's key is for");
  }
  expect(service.journal.entries()).toEqual([]);
});

test("with --profile the environment's address and key do not count", async () => {
  const { run, env } = await setUp();
  const misleading = {
    ...env,
    CALL_ANALYSIS_BASE_URL: "http://127.0.0.1:9/v1",
    CALL_ANALYSIS_API_KEY: "other-key-12345",
  };
  expect(await run(["agents", "list", "--profile", "default"], { env: misleading })).toMatchObject({ exitCode: 0 });
});

test("a profile that gets another address needs its key again", async () => {
  const { run } = await setUp();
  const { exitCode, stderr } = await run(["config", "set", "--base-url", "https://other.test/v1"]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain("--api-key-stdin");
});

test("a word after config is not repeated, for it may be a key", async () => {
  const { run } = await setUp();
  for (const parameters of [
    ["config", "sk-secret-1"],
    ["config", "set", "sk-secret-1"],
    ["config", "list", "--kex=sk-secret-1"],
  ]) {
    const { exitCode, stdout, stderr } = await run(parameters);
    expect(exitCode).toBe(2);
    expect(stdout + stderr).not.toContain("sk-secret-1");
  }
});

test("profiles are chosen and deleted by their name", async () => {
  const { run, baseUrl } = await setUp();
  await run(["config", "set", "--profile", "north", "--base-url", baseUrl, "--api-key-command", "printf test-key"]);
  expect(await run(["config", "use", "--profile", "north"])).toMatchObject({ exitCode: 0 });
  expect(await run(["agents", "list"])).toMatchObject({ exitCode: 0 });
  expect(await run(["config", "delete", "--profile", "north"])).toMatchObject({ exitCode: 0 });
  const { exitCode, stderr } = await run(["config", "use", "--profile", "north"]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain("There are: default.");
});
