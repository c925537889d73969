import { chmodSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test, vi } from "vitest";
import { changeProfiles, profilesPath } from "../src/settings/profiles.ts";
import { jsonLines, type RunOptions, runCommand, startService, temporaryFolder } from "./support/command.ts";

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

test.each(["644", "640", "620", "610", "604"])("a file of profiles with mode %s is refused", async (mode) => {
  const { run, path } = await setUp();
  chmodSync(path, mode);
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

/** What the command sends to the campaign interface, and with which key. */
async function setUpCampaign() {
  const set = await setUp();
  const { service, run, env, url } = set;
  const campaign = service.db.campaigns.list()[0]?.id ?? "";
  const { CALL_ANALYSIS_CAMPAIGN_BASE_URL: _, ...bare } = env;
  const parameters = ["prospects", "add", campaign, "--name", "A", "--phone", "1"];
  const add = (flags: string[], changed: NodeJS.ProcessEnv = {}) =>
    run([...parameters, ...flags], { env: { ...bare, ...changed } });
  const save = (address: string) =>
    run(["config", "set", "--campaign-base-url", address, "--api-key-stdin"], { stdin: "test-key", env: bare });
  return { ...set, add, save, sent: () => service.journal.count({ operation: "addProspect" }), other: `${url}/other` };
}

test("a saved key goes to the campaign address that it was saved with alone", async () => {
  const { add, save, sent, url } = await setUpCampaign();
  for (const attempt of [
    add(["--campaign-base-url", url]),
    add([], { CALL_ANALYSIS_CAMPAIGN_BASE_URL: url }),
    add(["--campaign-base-url", url, "--profile", "default"]),
  ]) {
    const { exitCode, stderr } = await attempt;
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: expect.stringContaining("--campaign-base-url is http"),
    });
  }
  expect(sent()).toBe(0);
  expect(await save(`${url}/elsewhere`)).toMatchObject({ exitCode: 0 });
  expect(await add([], { CALL_ANALYSIS_CAMPAIGN_BASE_URL: url })).toMatchObject({ exitCode: 2 });
  expect(await save(url)).toMatchObject({ exitCode: 0 });
  expect(await add([])).toMatchObject({ exitCode: 0 });
  // The same address in another spelling.
  expect(await add(["--campaign-base-url", `${url.replace("http", "HTTP")}/./`])).toMatchObject({ exitCode: 0 });
  expect(sent()).toBe(2);
});

test("a campaign key of the environment does not take the place of a saved key", async () => {
  const { add, save, url, sent } = await setUpCampaign();
  await save(url);
  vi.stubEnv("CALL_ANALYSIS_CAMPAIGN_API_KEY", "wrong-key-0123456789");
  vi.stubEnv("CALL_ANALYSIS_CAMPAIGN_BASE_URL", "http://127.0.0.1:9");
  const misleading = { CALL_ANALYSIS_CAMPAIGN_API_KEY: "wrong-key-0123456789" };
  expect(await add([], misleading)).toMatchObject({ exitCode: 0 });
  expect(await add([], { ...misleading, CALL_ANALYSIS_API_KEY: "test-key" })).toMatchObject({ exitCode: 4 });
  expect(await add(["--profile", "default"], misleading)).toMatchObject({ exitCode: 0 });
  expect(sent()).toBe(3);
});

test("a key that was saved without an address goes nowhere", async () => {
  const { run, path, baseUrl, service } = await setUp();
  writeFileSync(path, JSON.stringify({ version: 1, current: "x", profiles: { x: { apiKey: "test-key" } } }));
  const { exitCode, stderr } = await run(["agents", "list", "--base-url", baseUrl]);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: expect.stringContaining("saved without such an address"),
  });
  expect(service.journal.entries()).toEqual([]);
});

test("with --profile a key of the environment does not count, also where the profile has none", async () => {
  const { run, path, env, baseUrl, service } = await setUp();
  writeFileSync(path, JSON.stringify({ version: 1, current: "x", profiles: { x: { baseUrl } } }));
  const keyed = { ...env, CALL_ANALYSIS_API_KEY: "test-key" };
  expect(await run(["agents", "list", "--profile", "x"], { env: keyed })).toMatchObject({ exitCode: 4 });
  expect(service.journal.entries()).toEqual([]);
});

test.each([
  ['{"version":1,"current":"x","profiles":{"x":{"apiKey":7}}}', 'its profile "x"'],
  ["null", "not JSON of this version"],
  ['{"apiKey":"test-key-secret', "not JSON of this version"],
])("a broken file of profiles is said, without what is in it: %s", async (text, says) => {
  const { run, path } = await setUp();
  writeFileSync(path, text);
  for (const parameters of [
    ["config", "list"],
    ["agents", "list"],
    ["config", "use", "--profile", "x"],
  ]) {
    const { exitCode, stdout, stderr } = await run(parameters);
    expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 2, stdout: "", stderr: expect.stringContaining(says) });
    expect(stderr).toContain(path);
    expect(stderr).not.toContain("secret");
  }
});

test("a key that a command prints is used, and a command that prints nothing ends with 4", async () => {
  const { run, env, baseUrl } = await setUp();
  const file = join(String(env.HOME), "key");
  writeFileSync(file, "test-key\n", { mode: 0o600 });
  const set = ["config", "set", "--base-url", baseUrl, "--api-key-command", `cat '${file}'`];
  expect(await run(set)).toMatchObject({ exitCode: 0 });
  expect(await run(["agents", "list"])).toMatchObject({ exitCode: 0 });
  writeFileSync(file, "");
  const failed = await run(["agents", "list"]);
  expect(failed).toMatchObject({ exitCode: 4, stderr: expect.stringContaining("printed nothing") });
});

describe("a key that the service refuses is said with where it came from:", () => {
  const list = ["agents", "list"];
  const own =
    'The key is that of the profile "north". Store another one: call-analysis config set --profile north --api-key-stdin < key.txt';
  const printed =
    'The key was printed by the apiKeyCommand of the profile "north". Run it in your shell, or change it: call-analysis config set --profile north --api-key-command …';
  const ofVariable = (name: string) => `The key is that of ${name}: check it.`;
  const env = { CALL_ANALYSIS_API_KEY: "wrong-key" };
  const add = ["prospects", "add", "campaign_1", "--name", "A", "--phone", "1"];
  test.each([
    { from: "a profile", set: ["--api-key-stdin"], parameters: [...list, "--profile", "north"], says: own },
    {
      from: "a command",
      set: ["--api-key-command", "echo wrong-key"],
      parameters: [...list, "--profile", "north"],
      says: printed,
    },
    { from: "the variable", env, parameters: list, says: ofVariable("CALL_ANALYSIS_API_KEY") },
    {
      from: "the variable of campaigns",
      env: { ...env, CALL_ANALYSIS_CAMPAIGN_API_KEY: "wrong-2" },
      parameters: add,
      says: ofVariable("CALL_ANALYSIS_CAMPAIGN_API_KEY"),
    },
    { from: "the variable, for campaigns", env, parameters: add, says: ofVariable("CALL_ANALYSIS_API_KEY") },
    {
      from: "the variable, and not of campaigns",
      env: { ...env, CALL_ANALYSIS_CAMPAIGN_API_KEY: "wrong-2" },
      parameters: list,
      says: ofVariable("CALL_ANALYSIS_API_KEY"),
    },
  ])("$from", async ({ set, parameters, says, ...given }) => {
    const { run, baseUrl, env } = await setUp();
    const base = ["config", "set", "--profile", "north", "--base-url", baseUrl];
    if (set) expect(await run([...base, ...set], { stdin: "wrong-key" })).toMatchObject({ exitCode: 0 });
    const connected = { ...env, ...given.env, ...(given.env && { CALL_ANALYSIS_BASE_URL: baseUrl }) };
    const { exitCode, stderr } = await run([...parameters, "--json"], { env: connected });
    expect({ exitCode, error: jsonLines(stderr)[0]?.error }).toMatchObject({ exitCode: 4, error: { hint: says } });
  });
});

test("profiles are read under the lock that they are written under", () => {
  const env = { HOME: temporaryFolder() };
  let isLocked = false;
  changeProfiles(env, (profiles) => {
    const other = new DatabaseSync(`${profilesPath(env)}.lock`, { timeout: 0 });
    try {
      other.exec("begin exclusive");
    } catch {
      isLocked = true;
    }
    other.close();
    return profiles;
  });
  expect(isLocked).toBe(true);
});
