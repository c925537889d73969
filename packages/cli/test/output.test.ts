/** stdout is data alone, in the form that was asked for. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import type { MockService } from "@call-analysis/mock";
import { CallAnalysis } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { Reporter } from "../src/output/reporter.ts";
import { jsonLines, type RunOptions, setUpFolder, wavBytes } from "./support/command.ts";

async function setUp() {
  const set = await setUpFolder({ "a.wav": 1 });
  const analyze = (parameters: string[], options?: Partial<RunOptions>) =>
    set.run(["analyze", "a.wav", ...set.flags, "--udf", "crm=7", ...parameters], options);
  return { ...set, analyze };
}

test.each(["debug", "info"])(
  "at the level %s the client's log is on stderr, and stdout has JSON lines alone",
  async (level) => {
    const { analyze, run } = await setUp();
    const logged = await analyze([], { env: { CALL_ANALYSIS_LOG: level } });
    expect(jsonLines(logged.stdout)).toMatchObject([{ ok: true }]);
    const listed = await run(["agents", "list", "--json"], { env: { CALL_ANALYSIS_LOG: "debug" } });
    expect(jsonLines(listed.stdout)).toHaveLength(4);
    expect(jsonLines(listed.stderr)).toContainEqual({ message: expect.stringContaining("[call-analysis]") });
    const refused = await run(["agents", "list"], { env: { CALL_ANALYSIS_LOG: "loud" } });
    expect(refused).toMatchObject({ exitCode: 2, stdout: "" });
  },
);

test("there is one row for each criterion, with its agent, category and section", async () => {
  const { analyze, run, memberId, categoryId, flags } = await setUp();
  const [call] = jsonLines((await analyze([])).stdout);
  const rows = jsonLines((await analyze(["--criteria"])).stdout);
  const [section] = call.analysis.sections;
  const criteria = call.analysis.sections.flatMap((each: { criterias: unknown[] }) => each.criterias);
  expect(criteria.length).toBeGreaterThan(1);
  expect(rows.map(({ question, result, rationale }) => ({ question, result, rationale }))).toEqual(
    criteria.map(({ question, result, rationale }: Record<string, string>) => ({ question, result, rationale })),
  );
  expect(rows[0]).toEqual({
    file: "a.wav",
    callId: call.callId,
    memberId,
    categoryId,
    status: "completed",
    outcomeLabel: call.analysis.outcomeLabel,
    score: call.analysis.score,
    sectionId: section.sectionId,
    sectionName: section.sectionName,
    sectionScore: section.score,
    sectionTotalScore: section.totalScore,
    ...section.criterias[0],
    udfs: { crm: "7" },
  });
  for (const parameters of [
    ["analyze", "a.wav", ...flags, "--udf", "crm=7"],
    ["calls", "wait", call.callId],
  ]) {
    const { stdout } = await run([...parameters, "--criteria", "--csv"]);
    const [titles, first, ...others] = stdout.trimEnd().split(/\n(?=a\.wav,|,)/);
    expect(titles).toMatch(/^file,callId,memberId,categoryId,status,outcomeLabel,score,sectionId,sectionName,/);
    expect(first).toContain('"{""crm"":""7""}"');
    expect(others).toHaveLength(criteria.length - 1);
  }
  const table = await run(["calls", "wait", call.callId, "--criteria"], { columns: 120 });
  expect(table.stdout).toMatch(/^FILE +SECTION +QUESTION +RESULT/);
});

test.each<[string, number, string, (service: MockService) => unknown]>([
  ["failed", 1, "To let the next run create a new call", ({ engine }) => engine.when({}).fail("silent")],
  [
    "unread",
    4,
    "1 unread. 1 call created.",
    ({ faults }) => faults.inject({ operation: "getCallAnalysis", status: 401 }),
  ],
])("a recording whose analysis is %s keeps its row among the criteria", async (status, code, told, prepare) => {
  const { analyze, service } = await setUp();
  prepare(service);
  const { exitCode, stdout, stderr } = await analyze(["--criteria"]);
  expect(exitCode).toBe(code);
  expect(stderr).toContain(told);
  expect(jsonLines(stdout)).toMatchObject([{ file: "a.wav", callId: expect.any(String), status, score: null }]);
});

test("no control character is in CSV as it is, but for line breaks of texts, and all of the rest is", async () => {
  const { run, service, cwd, flags } = await setUp();
  const [agent] = await new CallAnalysis(service.clientOptions()).agents.list();
  const name = 'Ann\u001b[31m\u0000\u009b2K 李 "x"\t\r\n2';
  service.use("listAgents", () => ({ data: [{ ...agent, name }] }) as never);
  const { stdout } = await run(["agents", "list", "--csv"]);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be there.
  expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  expect(stdout).toMatch(/^id,userId,name,email,image,createdAt\n/);
  expect(stdout).toContain('"Ann�[31m��2K 李 ""x"" \n2"');
  writeFileSync(join(cwd, "b\u001b]0;x\u0007.wav"), wavBytes(2));
  const planned = await run(["analyze", ".", ...flags, "--dry-run", "--csv"]);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be there.
  expect(planned.stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
});

test("CSV begins with a byte order mark where stdout is a file with nothing in it", async () => {
  const { run } = await setUp();
  const stdout = Object.assign(new PassThrough({ encoding: "utf8" }), { isNewFile: true });
  expect(await run(["agents", "list", "--csv"], { stdout })).toMatchObject({ exitCode: 0 });
  expect(stdout.read()).toMatch(/^\ufeffid,userId,[^\ufeff]+$/);
});

test("what is said in a terminal is wrapped at words, and commands, names and long words stay whole", () => {
  const stderr = Object.assign(new PassThrough({ encoding: "utf8" }), { isTTY: true, columns: 40 });
  const reporter = new Reporter({ env: {}, cwd: "/", stdin: stderr, stdout: stderr, stderr, signals: process });
  const path = `/home/${"x".repeat(40)}`;
  const command = "  call-analysis uncertain settle --journal j 0123456789ab CALL_ID";
  reporter.say(["The service lists no calls, so look in its own pages.", `Journal: ${path}`, command]);
  expect(stderr.read()).toBe(
    ["The service lists no calls, so look in", "its own pages.", "Journal:", path, command, ""].join("\n"),
  );
});
