import { readdirSync } from "node:fs";
import type { MockServiceOptions } from "@call-analysis/mock";
import { expect, test } from "vitest";
import { noPauses, runCommand, temporaryFolder } from "./support/command.ts";
import { answering, changing, type Plant, type ReadOperation, startPlanted } from "./support/planted-service.ts";

/** Stands in every answer that departs, and must never be seen. */
const secret = "Zq9 planted value";

/** The same as the name of a field. */
const secretWord = "ravi";

const unchanged: Plant = (answer) => answer;

async function setUp(plant: Plant = unchanged, options: MockServiceOptions = {}) {
  const planted = await startPlanted(plant, options);
  const { env, callId } = planted;
  const cwd = temporaryFolder();
  const run = (
    parameters: string[] = ["--call", callId],
    { checkMs = 60_000, env: further = {} }: { checkMs?: number; env?: NodeJS.ProcessEnv } = {},
  ) =>
    runCommand(["check", ...parameters], {
      env: { ...env, ...further },
      cwd,
      columns: 80,
      pauses: { ...noPauses, checkMs },
    });
  const told = async (...given: Parameters<typeof run>) => {
    const [parameters = ["--call", callId], options] = given;
    const { exitCode, stdout, stderr } = await run([...parameters, "--json"], options);
    const report = JSON.parse(stdout);
    const findings: string[] = report.findings.map(
      ({ kind, operation, place, expected }: Record<string, string>) => `${kind} ${operation} ${place}: ${expected}`,
    );
    const missed: string[] = report.notChecked.map(
      ({ operation, reason }: Record<string, string>) => `${operation}: ${reason}`,
    );
    return { exitCode, report, findings, missed, stdout, stderr };
  };
  return { ...planted, cwd, run, told };
}

test("a fake with the default policies departs in nothing: exit 0, no finding, nothing created", async () => {
  const { run, told, changes } = await setUp();
  const { exitCode, report } = await told();
  expect(exitCode).toBe(0);
  expect(report).toMatchObject({
    checked: { listAgents: 1, listCategories: 1, getCategory: 1, getCallAnalysis: 1 },
    findings: [],
    notChecked: [],
    isComplete: true,
  });
  const { stdout, stderr } = await run();
  expect(stdout).toBe("");
  expect(stderr).toMatch(
    /^Reading from http.*\. Nothing is created\.\nCompared .*No differences from the specification/,
  );
  expect(changes()).toBe(0);
});

/** Changes one row of a list, at a path such as `data`. */
function inRow(operation: ReadOperation, path: string, change: (row: object) => unknown, at = 0): Plant {
  return changing(operation, path, (rows) =>
    (rows as object[]).map((row, index) => (index === at ? change(row) : row)),
  );
}

const omit = (row: object, name: string) => Object.fromEntries(Object.entries(row).filter(([key]) => key !== name));
const inCall = (path: string, change: (value: unknown) => unknown) => changing("getCallAnalysis", path, change);
const sections = "data.analysis.sections";

test.each<[what: string, exitCode: number, finding: string, plant: Plant]>([
  ["a wrong type", 1, "violation listAgents data[].id: string,", changing("listAgents", "data[].id", () => [secret])],
  [
    "a field that is missing in one row",
    1,
    "violation listAgents data[].email: string,",
    inRow("listAgents", "data", (row) => omit(row, "email"), 2),
  ],
  [
    "a date in another form",
    1,
    "violation listCategories data[].createdAt: a date-time in UTC",
    inRow("listCategories", "data", (row) => ({ ...row, createdAt: `23/11/2026 ${secret}` }), 1),
  ],
  [
    "a timestamp that is not in UTC",
    1,
    "violation listAgents data[].createdAt: a date-time in UTC",
    inRow("listAgents", "data", (row) => ({ ...row, createdAt: "2026-11-23 10:00:00+05:30" })),
  ],
  [
    "an id that is there twice",
    1,
    "violation listAgents data[].id: unique ids",
    changing("listAgents", "data[].id", () => secretWord),
  ],
  [
    "a category that differs from the list",
    1,
    "violation getCategory data.name: the same name as in the list",
    changing("getCategory", "data.name", () => secret),
  ],
  [
    "completed without an analysis",
    1,
    "violation getCallAnalysis data.analysis: object,",
    inCall("data.analysis", () => null),
  ],
  [
    "an outcome that the category does not have",
    1,
    "violation getCallAnalysis data.analysis.outcomeLabel: one of the category's possible outcomes",
    inCall("data.analysis.outcomeLabel", () => secret),
  ],
  [
    "a question that the category does not ask",
    1,
    `violation getCallAnalysis ${sections}: the category's sections and criteria, in the same order`,
    inCall(`${sections}[].criterias[].question`, () => secret),
  ],
  [
    "a status in capitals",
    1,
    "violation getCallAnalysis data.status: processing, pending and completed in lower case",
    inCall("data.status", () => "COMPLETED"),
  ],
  [
    "no wrapper",
    1,
    "violation listAgents body: JSON with the requested data",
    changing("listAgents", "", (body) => Reflect.get(Object(body), "data")),
  ],
  [
    "an answer of HTML",
    1,
    "violation listCategories body: JSON with the requested data",
    answering("listCategories", () => new Response(`<p>${secret}`, { headers: { "content-type": "text/html" } })),
  ],
  [
    "further fields in every row",
    0,
    "assumption listAgents data[].…: no other field (further-fields)",
    changing("listAgents", "data[]", (row) => ({ ...Object(row), [secretWord]: secret })),
  ],
  [
    "no id of the request",
    0,
    "assumption listAgents header x-request-id: an id (request-id)",
    async (answer, of) => (of === "listAgents" ? Response.json(await answer.json()) : answer),
  ],
  [
    "a status of its own",
    0,
    "assumption getCallAnalysis data.status: completed, processing, pending or failed (call-statuses)",
    inCall("data", (data) => ({ ...Object(data), status: secretWord, analysis: null })),
  ],
  [
    "results in other words",
    0,
    `assumption getCallAnalysis ${sections}[].criterias[].result: words such as Yes, Partially, No and Not applicable (criterion-results)`,
    inCall(`${sections}[].criterias[].result`, () => secret),
  ],
  [
    "a score in points",
    0,
    "assumption getCallAnalysis data.analysis.score: the sections' points as a percentage (score-scale)",
    inCall("data.analysis.score", () => 12_345),
  ],
  [
    "a duration in milliseconds",
    0,
    "assumption getCallAnalysis data.metadata.duration: seconds (duration-unit)",
    inCall("data.metadata.duration", () => 245_000),
  ],
])("%s is one finding, and nothing of the answer is told", async (_what, exitCode, finding, plant) => {
  const { run, told, cwd, changes } = await setUp(plant);
  const { findings, stdout, stderr, ...asJson } = await told();
  expect(findings).toEqual([expect.stringContaining(finding)]);
  const text = await run();
  expect([asJson.exitCode, text.exitCode]).toEqual([exitCode, exitCode]);
  for (const line of text.stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  expect([stdout, stderr, text.stdout, text.stderr].join("\n")).not.toMatch(/Zq9|ravi|test-key|12345|245000/i);
  expect(readdirSync(cwd)).toEqual([]);
  expect(changes()).toBe(0);
});

/** Gives one operation an answer without data. */
function status(operation: ReadOperation, code: number): Plant {
  return answering(operation, () => Response.json({ error: { message: secret } }, { status: code }));
}

test.each<[what: string, exitCode: number, missed: string, plant: Plant]>([
  ["a call that is not there", 1, "getCallAnalysis: Not found (404)", status("getCallAnalysis", 404)],
  ["an error of the service", 1, "getCategory: The service responded with 503", status("getCategory", 503)],
  ["a service that hangs", 1, "listAgents: The read failed (timeout)", answering("listAgents", () => "hang")],
  [
    "a call of another category",
    0,
    "getCallAnalysis: The call's sections differ from the category's",
    inCall(`${sections}[].sectionId`, () => secret),
  ],
])("%s is told as not checked", async (_what, exitCode, missed, plant) => {
  const { told } = await setUp(plant);
  const found = await told(undefined, { checkMs: 2_000 });
  expect(found).toMatchObject({ exitCode, findings: [], missed: [expect.stringContaining(missed)] });
  expect(found.report.isComplete).toBe(exitCode === 0);
  expect(found.stdout + found.stderr).not.toContain(secret);
});

test("a call that is not completed has no analysis to check, and what is open about it is checked", async () => {
  const options = { progression: { mode: "manual" }, policies: { beforeCompletion: "absent" } } as const;
  const { told } = await setUp(unchanged, options);
  expect(await told()).toMatchObject({
    exitCode: 0,
    findings: ["assumption getCallAnalysis data.analysis: null until the call is completed (before-completion)"],
    missed: ["getCallAnalysis: The call has no analysis yet. Pass a completed call."],
  });
});

test.each([401, 403])("a key that is refused with %i ends the check with 4", async (code) => {
  const { run, service } = await setUp(status("listAgents", code));
  service.journal.clear();
  expect(await run()).toMatchObject({ exitCode: 4, stdout: "" });
  expect(service.journal.count({ operation: "listCategories" })).toBe(0);
});

test("when a run's time is over, it reads nothing more", async () => {
  const { told } = await setUp(() => "hang");
  const ids = Array.from({ length: 9 }, (_, index) => ["--call", `call_${index}`]);
  const { exitCode, missed } = await told(ids.flat(), { checkMs: 200 });
  expect(exitCode).toBe(1);
  expect(missed).toContain("getCallAnalysis: Not read in time. A check takes at most a minute.");
});

test("several calls that depart alike are one finding", async () => {
  const { told, callId, service } = await setUp(inCall("data.analysis.outcomeLabel", () => secret));
  const first = service.db.calls.get(callId);
  if (!first) throw new Error("There is no call.");
  service.db.calls.insert({ ...first, id: "call_2" });
  const { findings, report } = await told(["--call", callId, "--call", "call_2"]);
  expect(report.checked.getCallAnalysis).toBe(2);
  expect(findings).toHaveLength(1);
});

test.each(["debug", "info"])("with CALL_ANALYSIS_LOG=%s nothing of an answer is in the log", async (level) => {
  const { run } = await setUp(status("listAgents", 503));
  const { stdout, stderr } = await run(undefined, { env: { CALL_ANALYSIS_LOG: level } });
  expect(stdout + stderr).not.toContain(secret.slice(0, 3));
});

test("--category chooses the category, and one that is not there is told", async () => {
  const { told, service, callId } = await setUp();
  const [, second] = service.db.categories.list();
  const other = await told(["--call", callId, "--category", second?.id ?? ""]);
  expect(other).toMatchObject({ exitCode: 0, findings: [] });
  expect(await told(["--call", callId, "--category", "cat_none"])).toMatchObject({
    exitCode: 1,
    missed: [expect.stringContaining("getCategory: Not found (404).")],
  });
});

test("without --call no call is read, and the report says so", async () => {
  const { told } = await setUp();
  expect(await told([])).toMatchObject({ exitCode: 0, missed: [expect.stringContaining("No call was given")] });
});

test.each([{ given: ["--journal", "j"], says: "Unknown option '--journal'" }])(
  "check $given exits with 2, says $says, and sends nothing",
  async ({ given, says }) => {
    const { run, service } = await setUp();
    service.journal.clear();
    const { exitCode, stdout, stderr } = await run(given);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain(says);
    expect(service.journal.entries()).toEqual([]);
  },
);
