import { expect, test } from "vitest";
import { jsonLines, setUpFolder } from "./support/command.ts";

const setUp = () => setUpFolder({ "recordings/a.wav": 1 });

test.each([
  { given: ["anlyze"], says: "Did you mean analyze?" },
  { given: ["agents"], says: "agents needs a subcommand." },
  { given: ["agents", "lst"], says: "Did you mean list?" },
  { given: ["agents", "list", "--jsn"], says: "Did you mean --json?" },
  { given: ["agents", "list", "--json", "--csv"], says: "cannot be used with" },
  { given: ["agents", "create", "--name", "X"], says: "Required option '--email <address>' not specified." },
  { given: ["agents", "update", "mem_1"], says: "Nothing to change" },
  { given: ["analyze", "recordings", "--membr", "a"], says: "Did you mean --member?" },
  { given: ["analyze"], says: "Pass files, folders or globs, or use --manifest FILE.csv." },
  { given: ["analyze", "recordings"], says: "Pass --member <id or e-mail> and --category <id>." },
  { given: ["analyze", "recordngs", "--member", "a", "--category", "b"], says: "no such file or folder" },
  { given: ["analyze", "", "--member", "a", "--category", "b"], says: '"": no such file or folder' },
  { given: ["help", "nope"], says: "Unknown command 'nope'.\nSee call-analysis --help" },
  {
    given: ["analyze", "recordings", "--member", "a", "--category", "b", "--date", "2026-02-30"],
    says: 'The date "2026-02-30" does not exist.',
  },
  { given: ["analyze", "recordings", "--member", "a", "--category", "b", "--udf", "x"], says: "name=value" },
  { given: ["analyze", "recordings", "--member", "a", "--category", "b", "--journal", "no/j"], says: "no/j" },
  { given: ["uncertain", "--journal", "nothing"], says: "nothing does not exist" },
  { given: ["uncertain", "settle", "0123"], says: "--create and --skip" },
  { given: ["agents", "list"], env: { CALL_ANALYSIS_BASE_URL: "" }, says: "--base-url is missing" },
  { given: ["prospects", "add", "camp"], says: "--name and --phone" },
  { given: ["prospects", "add", "", "--name", "A", "--phone", "1"], says: "campaign_id: expected a non-empty id" },
  {
    given: ["prospects", "add", "camp", "--name", "A", "--phone", "1"],
    env: { CALL_ANALYSIS_CAMPAIGN_BASE_URL: "" },
    says: "--campaign-base-url is missing",
  },
])("$given.0 $given.1 $given.2: exits with 2, says $says, and sends nothing", async ({ given, says, env }) => {
  const { run, service } = await setUp();
  const { exitCode, stdout, stderr } = await run(given, { env: env ?? {} });
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
  expect(stderr).toContain(says);
  expect(service.journal.entries()).toEqual([]);
});

test("a category that does not exist exits with 2, names the nearest, and nothing is uploaded", async () => {
  const { run, service, memberId, categoryId } = await setUp();
  const misspelt = `${categoryId.slice(0, -1)}_`;
  const { exitCode, stderr } = await run(["analyze", "recordings", "--member", memberId, "--category", misspelt]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(`Did you mean ${categoryId}?`);
  expect(service.journal.count({ operation: "createUploadUrl" })).toBe(0);
});

test("a member who does not exist exits with 2, names the nearest id or e-mail, and nothing is uploaded", async () => {
  const { run, service, memberId, categoryId } = await setUp();
  const { name = "", email = "" } = service.db.agents.list()[0] ?? {};
  for (const [given, meant] of [
    [email.replace("@", "q@"), email],
    [`${memberId.slice(0, -1)}_`, memberId],
    [name, email],
    ["nobody", "call-analysis agents list"],
  ]) {
    const { exitCode, stderr } = await run(["analyze", "recordings", "--member", `${given}`, "--category", categoryId]);
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining(`the agent "${given}" does not exist. Nothing was uploaded`),
    ]);
    expect(stderr).toContain(meant);
  }
  expect(service.journal.count({ operation: "createUploadUrl" })).toBe(0);
});

test("a member is found by an e-mail of another case, and is not looked for when the agents cannot be listed", async () => {
  const { run, service, memberId, categoryId } = await setUp();
  const email = service.db.agents.get(memberId)?.email ?? "";
  const analyze = (member: string) => run(["analyze", "recordings", "--member", member, "--category", categoryId]);
  expect(await analyze(email.toUpperCase())).toMatchObject({ exitCode: 0 });
  service.faults.inject({ operation: "listAgents", status: 403 });
  expect(await analyze("nobody")).toMatchObject({ exitCode: 1 });
  service.faults.inject({ operation: "listAgents", status: 401 });
  expect(await analyze("nobody")).toMatchObject({ exitCode: 4 });
});

test("a key that is refused in the middle ends the run with 4", async () => {
  const { run, flags, service } = await setUp();
  service.faults.inject({ operation: "createUploadUrl", status: 401 });
  const stderr = expect.stringContaining("Check CALL_ANALYSIS_API_KEY.");
  expect(await run(["analyze", "recordings", ...flags])).toMatchObject({ exitCode: 4, stderr });
});

test.each([{ status: 503 }, { status: 408 }, { network: "reset", when: "after" }] as const)(
  "an agent or a prospect that %o leaves in doubt exits with 3, and the message does not advise to try again",
  async (fault) => {
    const { run, service } = await setUp();
    const [campaign] = service.db.campaigns.list();
    service.faults.inject({ operation: "createAgent", ...fault });
    service.faults.inject({ operation: "addProspect", ...fault });
    for (const given of [
      ["agents", "create", "--name", "A", "--email", "a@example.com"],
      ["prospects", "add", `${campaign?.id}`, "--name", "A", "--phone", "1"],
    ]) {
      const { exitCode, stderr } = await run([...given, "--json"]);
      expect({ exitCode, ...jsonLines(stderr)[0] }).toMatchObject({ exitCode: 3, error: { code: "uncertain" } });
      expect(stderr).toMatch(/Check whether it exists/);
    }
  },
);

test("help and version exit with 0, on stdout", async () => {
  const { run } = await setUp();
  for (const parameters of [[], ["--help"], ["analyze", "--help"], ["--version"]]) {
    const { exitCode, stdout, stderr } = await run(parameters);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(stdout).not.toBe("");
  }
});
