/** The key comes from the environment and never from an argument; the address from a flag or the environment. */
import { expect, test } from "vitest";
import { jsonLines, runCommand, startService } from "./support/command.ts";

const list = ["agents", "list"];
const add = ["prospects", "add", "campaign_1", "--name", "A", "--phone", "1"];

test.each([
  { what: "a refused key", given: list, env: { CALL_ANALYSIS_API_KEY: "wrong-key" } },
  { what: "a refused key for prospects", given: add, env: { CALL_ANALYSIS_CAMPAIGN_API_KEY: "wrong-key" } },
  { what: "no key", given: list, env: { CALL_ANALYSIS_API_KEY: "" } },
  {
    what: "the key of campaigns alone",
    given: add,
    env: { CALL_ANALYSIS_API_KEY: "", CALL_ANALYSIS_CAMPAIGN_API_KEY: "test-key" },
  },
])("$what exits with 4, and the hint names the variable", async ({ given, env }) => {
  const served = await startService();
  const { exitCode, stderr } = await runCommand([...given, "--json"], { env: { ...served.env, ...env } });
  expect({ exitCode, error: jsonLines(stderr)[0]?.error }).toMatchObject({
    exitCode: 4,
    error: { hint: expect.stringContaining("CALL_ANALYSIS_API_KEY") },
  });
  expect(stderr).not.toContain("wrong-key");
});

test("--base-url counts more than the environment", async () => {
  const { env } = await startService();
  const elsewhere = { ...env, CALL_ANALYSIS_BASE_URL: "http://127.0.0.1:9/v1" };
  const flags = ["--base-url", String(env.CALL_ANALYSIS_BASE_URL)];
  expect(await runCommand([...list, ...flags], { env: elsewhere })).toMatchObject({ exitCode: 0 });
});

test.each(["--kex=sk-secret-1", "--base-url=http://127.0.0.1/v1?key=sk-secret-1"])(
  "the value of %s is not repeated, for it may be a key",
  async (flag) => {
    const { exitCode, stdout, stderr } = await runCommand([...list, flag], { env: { CALL_ANALYSIS_API_KEY: "k" } });
    expect(exitCode).toBe(2);
    expect(stdout + stderr).not.toContain("sk-secret-1");
  },
);

test("a key among the arguments exits with 2, whatever the command and the flag are, and is not repeated", async () => {
  const flags = ["--api-key", "--apiKey", "-key", "--token", "--bearer", "--KEY", "--auth", "--external-key"];
  const lines = [...flags.map((flag) => ["agents", "list", flag, "k-secret"]), ["analyze", "--api-key=k-secret"]];
  for (const parameters of [...lines, ["completion", "--campaign-api-key", "k-secret"]]) {
    const { exitCode, stdout, stderr } = await runCommand(parameters, { env: {} });
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain(": do not pass a key on the command line");
    expect(stderr).not.toContain("k-secret");
  }
});

test("flags that only look like keys are taken", async () => {
  const { stderr } = await runCommand(["analyze", "a.wav", "--udf", "key=1", "--key-account"], { env: {} });
  expect(stderr).toContain("Unknown option '--key-account'.");
});
