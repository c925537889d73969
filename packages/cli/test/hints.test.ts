import { expect, test, vi } from "vitest";
import { jsonLines, noPauses, type RunOptions, setUpFolder } from "./support/command.ts";

type Served = Awaited<ReturnType<typeof setUpFolder>>;

interface Case {
  code: string;
  arrange: (served: Served) => unknown;
  given?: string[];
  options?: Partial<RunOptions>;
  hint: string;
}

test.each<Case>([
  {
    code: "configuration",
    arrange: () => {},
    given: ["agents", "list", "--base-url", "http://host/v1"],
    hint: "and dangerouslyAllowHttp is not available",
  },
  {
    code: "configuration",
    arrange: () => {},
    options: { env: { CALL_ANALYSIS_API_KEY: "two words" } },
    hint: "apiKey is CALL_ANALYSIS_API_KEY",
  },
  {
    code: "authentication",
    arrange: ({ service }) => service.faults.inject({ operation: "listAgents", status: 401 }),
    hint: "Check CALL_ANALYSIS_API_KEY",
  },
  {
    code: "permission_denied",
    arrange: ({ service }) => service.faults.inject({ operation: "listAgents", status: 403 }),
    hint: "Ask your provider which permissions your key has",
  },
  {
    code: "connection",
    arrange: () => {},
    given: ["agents", "list", "--base-url", "http://127.0.0.1:1/v1"],
    hint: "start the fake: npx call-analysis-mock",
  },
])("after $code the hint is: $hint", async ({ arrange, given = ["agents", "list"], options, code, hint }) => {
  const served = await setUpFolder();
  await arrange(served);
  expect((await served.run(given, options)).stderr.split("\n").at(-2)).toContain(hint);
  const { stdout, stderr } = await served.run([...given, "--json"], options);
  expect(stdout).toBe("");
  expect(jsonLines(stderr)).toEqual([
    { error: expect.objectContaining({ code, hint: expect.stringContaining(hint) }) },
  ]);
});

test.each(["HTTPS_PROXY", "https_proxy"])("with %s, the hint is what makes Node use the proxy", async (name) => {
  const { run } = await setUpFolder();
  vi.stubEnv(name, "http://127.0.0.1:2");
  const list = ["agents", "list", "--base-url", "http://127.0.0.1:1/v1"];
  expect((await run(list)).stderr).toContain("NODE_USE_ENV_PROXY=1");
  vi.stubEnv("NODE_USE_ENV_PROXY", "1");
  expect((await run(list)).stderr).not.toContain("HTTPS_PROXY is set");
});

test("after a wait that took too long the hint is how to go on with it", async () => {
  const { run, flags, service } = await setUpFolder({ "a.wav": 1 });
  service.engine.when({}).stall();
  const pauses = { ...noPauses, poll: { ...noPauses.poll, timeoutMs: 100 } };
  const [{ callId, error }] = jsonLines((await run(["analyze", "a.wav", ...flags], { pauses })).stdout);
  expect(error).toMatchObject({
    code: "poll_timeout",
    hint: `The call exists. Wait again: call-analysis calls wait ${callId}`,
  });
});
