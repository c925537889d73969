import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { MockServiceOptions, Policies } from "@call-analysis/mock";
import { CallAnalysis } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { noPauses, runCommand, temporaryFolder, wavBytes } from "./support/command.ts";
import {
  answering,
  changing,
  type Plant,
  type PlantedService,
  type ReadOperation,
  startPlanted,
} from "./support/planted-service.ts";

/** Stands in every answer that departs, and must never be seen. */
const secret = "Zq9 planted value";

/** The same as the name of a field, which is written as programs write theirs. */
const secretWord = "ravi";

const unchanged: Plant = (answer) => answer;

async function setUp(plant: Plant = unchanged, options: MockServiceOptions = {}) {
  const planted = await startPlanted(plant, options);
  const cwd = temporaryFolder();
  return { ...planted, cwd, run: runOf(planted, cwd) };
}

function runOf({ env, callId }: Pick<PlantedService, "env" | "callId">, cwd: string) {
  return async (parameters: string[] = ["--call", callId], { checkMs = 60_000, env: further = {} } = {}) => {
    const given = ["check", ...parameters];
    return runCommand(given, { env: { ...env, ...further }, cwd, pauses: { ...noPauses, checkMs } });
  };
}

/** What a run with --json tells, in short. */
async function told(run: Awaited<ReturnType<typeof setUp>>["run"], parameters?: string[], options = {}) {
  const { exitCode, stdout, stderr } = await run([...(parameters ?? []), "--json"], options);
  // biome-ignore lint/suspicious/noExplicitAny: tests look into what was printed.
  const report: any = JSON.parse(stdout);
  return { exitCode, report, findings: report.findings.map(shortOf), stdout, stderr };
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into what was printed.
function shortOf({ kind, operation, place, row, rows }: any): string {
  return `${kind} ${operation} ${place} ${row}${rows ? ` in ${rows.departing} of ${rows.all}` : ""}`;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into what was printed.
function gapOf({ operation, alsoIn, reason }: any): string {
  return `${[operation, ...alsoIn].join(", ")} ${reason}`;
}

test("a fake with the default policies departs in nothing: exit 0, no finding, nothing created", async () => {
  const { run, changes, callId } = await setUp();
  expect(await told(run, ["--call", callId])).toMatchObject({
    exitCode: 0,
    findings: [],
    report: {
      checked: { listAgents: 1, listCategories: 1, getCategory: 1, getCallAnalysis: 1 },
      notChecked: [],
      isComplete: true,
      policies: {},
    },
  });
  const { stdout, stderr, exitCode } = await run();
  expect(exitCode).toBe(0);
  expect(stdout).toContain("Nothing departs from the contract or from the assumptions.");
  expect(stderr).toMatch(/^Reads http.*, and creates nothing\.\n$/);
  expect(changes()).toBe(0);
});

const json = (body: unknown, init?: ResponseInit) => Response.json(body, init);
const large = () => new Response(`{"data":["${secret}${"x".repeat(17_000_000)}"]}`, jsonType);
const jsonType = { headers: { "content-type": "application/json", "x-request-id": "r" } };

function omit(row: object, name: string): object {
  return Object.fromEntries(Object.entries(row).filter(([key]) => key !== name));
}

/** Changes one row of a list, at a path such as `data`. */
function inRow(operation: ReadOperation, path: string, change: (row: object) => unknown, at = 0): Plant {
  return changing(operation, path, (rows) =>
    (rows as object[]).map((row, index) => (index === at ? change(row) : row)),
  );
}

/** Gives one operation an answer without data. */
function status(operation: ReadOperation, code: number, headers: Record<string, string> = {}): Plant {
  const body = code === 204 || code === 304 ? null : JSON.stringify({ error: { message: secret } });
  return answering(operation, () => new Response(body, { status: code, headers: { ...jsonType.headers, ...headers } }));
}

const html = () => new Response(`<p>${secret}`, { headers: { "content-type": "text/html" } });
const broken = () => new Response(new ReadableStream({ pull: (controller) => controller.error() }), jsonType);
const sections = "data.analysis.sections";

/** What is planted, what is told of it after the exit code, and what to do next where that is not to open an issue. */
const departures: [what: string, plant: Plant, tells: string, next?: RegExp][] = [
  ["a wrong type", changing("listAgents", "data[].id", () => [secret]), "1 violation listAgents data[].id null"],
  [
    "a field that is missing in every row",
    changing("listCategories", "data[].icon", () => undefined),
    "1 violation listCategories data[].icon response-fields",
  ],
  [
    "a date in another form",
    changing("listAgents", "data[].createdAt", () => `23/11/2026 ${secret}`),
    "1 violation listAgents data[].createdAt null",
  ],
  [
    "a timestamp of one row that is not in UTC",
    inRow("listAgents", "data", (row) => ({ ...row, createdAt: "2026-11-23 10:00:00+05:30" })),
    "1 violation listAgents data[].createdAt null in 1 of 4",
  ],
  [
    "a field that is missing in one row",
    inRow("listAgents", "data", (row) => omit(row, "email"), 2),
    "1 violation listAgents data[].email response-fields in 1 of 4",
  ],
  [
    "completed without an analysis",
    changing("getCallAnalysis", "data.analysis", () => null),
    "1 violation getCallAnalysis data.analysis response-fields",
  ],
  [
    "an outcome that the category does not have",
    changing("getCallAnalysis", "data.analysis.outcomeLabel", () => secret),
    "1 violation getCallAnalysis data.analysis.outcomeLabel null",
  ],
  [
    "no wrapper",
    changing("listAgents", "", (body) => Reflect.get(Object(body), "data")),
    "1 violation listAgents body null",
    /why it answers so/,
  ],
  [
    "no content type",
    async (answer, of) => (of === "getCategory" ? new Response(new TextEncoder().encode(await answer.text())) : answer),
    "1 violation getCategory header content-type null",
    /why it answers so/,
  ],
  [
    "an answer of HTML",
    answering("listCategories", html),
    "1 violation listCategories body null",
    /something in between/,
  ],
  [
    "another status of success, with the data",
    async (answer, of) => (of === "listAgents" ? json(await answer.json(), { ...answer, status: 206 }) : answer),
    "1 violation listAgents status null",
    /why it answers so|Expect it/,
  ],
  ...(
    [
      [204, /Expect it in your code/],
      [302, /No redirect is followed/],
      [404, /Run it again\. If it stays so/],
      [418, /why it refuses/],
      [500, /Run it again later/],
      [503, /Run it again in 10 minutes, as Retry-After asks/, "600"],
    ] as const
  ).map(([code, next, pause = ""]): (typeof departures)[number] => [
    `status ${code} for a category`,
    status("getCategory", code, { location: `https://${secret.slice(0, 3)}.test/`, "retry-after": pause }),
    "1 violation getCategory status null",
    next,
  ]),
  [
    "further fields in every row, whose names are words",
    changing("listAgents", "data[]", (row) => ({ ...Object(row), [secretWord]: 1, [`${secretWord}s`]: secret })),
    "0 assumption listAgents data[].… further-fields",
    /--json shows their names/,
  ],
  [
    "no id of the request",
    async (answer) => json(await answer.json(), { status: answer.status }),
    "0 assumption listAgents header x-request-id request-id",
    /No policy/,
  ],
  ...(
    [
      ["600", /Run it again in 10 minutes, as Retry-After asks/],
      ["99999999999", /more than a day: ask whoever runs the service/],
    ] as const
  ).map(([pause, next]): (typeof departures)[number] => [
    `429 that stays and asks for ${pause} seconds`,
    status("getCategory", 429, { "retry-after": pause }),
    "1 assumption getCategory status rate-limits",
    next,
  ]),
  [
    "429 at every first attempt",
    everySecond("getCategory", () => json({ error: secret }, { status: 429 })),
    "0 assumption getCategory status rate-limits",
    /Nothing is missing/,
  ],
  [
    "403 for the first list",
    status("listAgents", 403),
    "4 missed listAgents The key may not read this: 403.",
    /who issued it/,
  ],
  [
    "401",
    status("listAgents", 401),
    "4 missed listAgents, listCategories, getCategory, getCallAnalysis The service refused the key: 401.",
    /CALL_ANALYSIS_API_KEY/,
  ],
  [
    "407, which fetch refuses",
    status("listAgents", 407),
    "1 missed listAgents The answer is one that fetch refuses, such as 407.",
    /a proxy/,
  ],
  [
    "headers of 40 KB",
    answering("listAgents", () => json({ data: [] }, { headers: { "x-long": secretWord.repeat(10_000) } })),
    "1 missed listAgents The headers of the answer are larger than 16 KiB.",
    /something in between/,
  ],
  [
    "a list of categories of 17 MB",
    answering("listCategories", large),
    "1 missed listCategories, getCategory The answer is larger than 16 MiB, and was not read to its end.",
    /so large/,
  ],
  [
    "an answer that breaks off",
    answering("listAgents", broken),
    "1 missed listAgents The connection broke off before the answer was complete.",
    /network/,
  ],
  [
    "a call of another category",
    changing("getCallAnalysis", `${sections}[].sectionId`, () => secret),
    "0 missed getCallAnalysis It has other sections than the category that was read, so it was not compared with that.",
    /--category/,
  ],
  [
    "a call that the service does not have",
    status("getCallAnalysis", 404),
    "1 missed getCallAnalysis The service does not have it: 404.",
    /Check the id/,
  ],
];

function everySecond(operation: string, other: () => Response): Plant {
  let requests = 0;
  return (answer, of) => {
    if (of !== operation) return answer;
    requests += 1;
    return requests % 2 === 1 ? other() : answer;
  };
}

test.each(departures)("%s is told once, with what to do next, and without what was answered", async (...departure) => {
  const [, plant, tells, next = /open an issue/] = departure;
  const { run, cwd, changes, callId } = await setUp(plant);
  const { exitCode, stdout, stderr } = await run();
  const { report, findings, ...asJson } = await told(run, ["--call", callId]);
  const missed = report.notChecked.map((gap: unknown) => `missed ${gapOf(gap)}`);
  expect([...findings, ...missed].map((text) => `${exitCode} ${text}`)).toEqual([tells]);
  expect(asJson.exitCode).toBe(exitCode);
  const [first] = [...report.findings, ...report.notChecked];
  expect(first.next).toMatch(next);
  expect(report.isComplete).toBe(exitCode === 0 || first.notCompared?.length === 0);
  expect(stdout.split("Next:")).toHaveLength(2);
  for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  expect([stdout, stderr, asJson.stdout, asJson.stderr].join("\n")).not.toMatch(/Zq9|ravi|test-key/i);
  expect(readdirSync(cwd)).toEqual([]);
  expect(changes()).toBe(0);
});

test.each(["done", secret, "COMPLETED"])(
  "of a call whose status is %s it says that only types were checked",
  async (word) => {
    const { run, callId } = await setUp(changing("getCallAnalysis", "data.status", () => word));
    const { exitCode, findings, report, stdout } = await told(run, ["--call", callId]);
    const isOfLetters = word === "COMPLETED";
    expect([exitCode, findings]).toEqual(
      isOfLetters
        ? [1, ["violation getCallAnalysis data.status null"]]
        : [0, ["assumption getCallAnalysis data.status call-statuses"]],
    );
    expect(report.findings[0].next).toMatch(isOfLetters ? /open an issue/ : /poll\.classify/);
    expect(report.notChecked.map(gapOf)).toEqual([
      expect.stringContaining("only the types of its fields were checked"),
    ]);
    expect(stdout).not.toContain(secret);
  },
);

test.each(["debug", "info"])("with CALL_ANALYSIS_LOG=%s nothing of an answer is in the log", async (level) => {
  const { run } = await setUp(answering("listAgents", () => json({ error: { message: secret } }, { status: 503 })));
  const { stdout, stderr } = await run(undefined, { env: { CALL_ANALYSIS_LOG: level } });
  expect(stdout + stderr).not.toContain(secret.slice(0, 3));
});

test("a service that hangs everywhere is told once, and the run ends in its time", async () => {
  const { run, callId } = await setUp(() => "hang");
  const { exitCode, report } = await told(run, ["--call", callId, "--call", "other"], { checkMs: 2_000 });
  expect(exitCode).toBe(1);
  const [hangs, ...others] = report.notChecked;
  expect(hangs).toMatchObject({ operation: "listAgents", reason: "There was no complete answer in time." });
  expect(others.map(({ reason }: { reason: string }) => reason)).toEqual([]);
  expect(hangs.alsoIn.sort()).toEqual(["getCallAnalysis", "getCategory", "listCategories"]);
});

test("when a run's time is over, it asks for nothing more, and says so once", async () => {
  let requests = 0;
  const { run } = await setUp((answer, operation) => {
    if (operation !== "getCallAnalysis") return answer;
    requests += 1;
    return "hang";
  });
  const calls = Array.from({ length: 60 }, (_, index) => ["--call", `call_${index}`]).flat();
  const { exitCode, report } = await told(run, calls, { checkMs: 1_000 });
  expect(exitCode).toBe(1);
  expect(report.notChecked.map(({ reason }: { reason: string }) => reason)).toEqual([
    "There was no complete answer in time.",
    "It was not asked for: a run ends within a minute.",
  ]);
  expect(requests).toBeLessThan(60);
});

test("a service that is not there is told once", async () => {
  const { run } = await setUp();
  const { exitCode, report } = await told(run, ["--call", "c"], {
    env: { CALL_ANALYSIS_BASE_URL: "http://127.0.0.1:9/v1" },
  });
  expect(exitCode).toBe(1);
  expect(report.notChecked).toEqual([
    expect.objectContaining({
      reason: "The service could not be reached.",
      next: expect.stringContaining("--base-url"),
    }),
  ]);
});

test("a call that is not completed is told, and what is open about it is checked", async () => {
  const { run, callId } = await setUp(unchanged, {
    progression: { mode: "manual" },
    policies: { beforeCompletion: "absent" },
  });
  const { exitCode, report, findings } = await told(run, ["--call", callId]);
  expect({ exitCode, findings }).toEqual({
    exitCode: 0,
    findings: ["assumption getCallAnalysis data.analysis, data.metadata before-completion"],
  });
  expect(report.notChecked).toEqual([
    expect.objectContaining({ calls: [1], reason: "It is not completed, so there is no analysis to check." }),
  ]);
  expect(report.policies).toEqual({ beforeCompletion: "absent" });
});

const results = "data.analysis.sections[].criterias[].result";

test.each<[what: string, plant: Plant, notCompared: string[]]>([
  [
    "a result that is no text",
    changing("getCallAnalysis", results, (word) => word === "Yes" || word),
    ["getCallAnalysis data.analysis.sections[].totalScore", `getCallAnalysis ${results}`],
  ],
  [
    "the type of a field that is a number",
    inRow("getCategory", "data.extractionFields", (row) => ({ ...row, fieldType: 5 })),
    ["getCategory data.extractionFields[].fieldType"],
  ],
  [
    "a section's score that is a text",
    changing("getCallAnalysis", "data.analysis.sections[].score", () => "3"),
    ["getCallAnalysis data.analysis.sections[].score", "getCallAnalysis data.analysis.score"],
  ],
  [
    "metadata that is a text",
    changing("getCallAnalysis", "data.metadata", () => secret),
    ["getCallAnalysis data.metadata"],
  ],
])("%s hides what is assumed of its place, and the report says so", async (_, plant, notCompared) => {
  const { run, callId } = await setUp(plant);
  const { exitCode, report } = await told(run, ["--call", callId]);
  expect([exitCode, report.findings.length, report.isComplete]).toEqual([1, 1, false]);
  expect(report.findings[0]).toMatchObject({ notCompared, next: expect.stringMatching(/open an issue/) });
  const { stdout } = await run(["--call", callId]);
  expect(stdout.replaceAll(/\s+/g, " ")).toContain(`Not compared: ${notCompared.join(", ")} Next:`);
});

const beforeCompletion = "before-completion: assumed: null; answered: some or all of it";
const metadataBefore = "before-completion: assumed: duration null, summary null; answered:";

test.each<[what: string, path: string, change: (value: unknown) => unknown, tells: string[]]>([
  ["an analysis without fields", "data.analysis", () => ({}), [beforeCompletion]],
  [
    "an analysis with a field of another type",
    "data.analysis",
    () => ({ score: secret }),
    ["null: data.analysis.score must be a number, and is a string", beforeCompletion],
  ],
  [
    "an analysis of another type",
    "data.analysis",
    () => secret,
    ["null: data.analysis must be an object or null, and is a string"],
  ],
  ["no metadata", "data.metadata", () => null, [`${metadataBefore} metadata null`]],
  [
    "an analysis that is absent beside metadata that is null",
    "data.analysis",
    () => undefined,
    ["before-completion: assumed: null; answered: absent"],
  ],
])("before completion, %s is told, with no policy, for the fake never answers so", async (...row) => {
  const [, path, change, tells] = row;
  const { run, callId } = await setUp(changing("getCallAnalysis", path, change), { progression: { mode: "manual" } });
  const { exitCode, report } = await told(run, ["--call", callId]);
  const { findings } = report as { findings: { row: string | null; statement: string }[] };
  expect(findings.map(({ row, statement }) => `${row}: ${statement}`)).toEqual(tells);
  expect([exitCode, report.policies]).toEqual([tells[0]?.startsWith("null:") ? 1 : 0, {}]);
});

test("a status of failed calls that has another name is told with its policy", async () => {
  const { run, service, callId } = await setUp(unchanged, {
    progression: { mode: "manual" },
    policies: { failedStatus: "rejected" },
  });
  service.engine.fail(callId);
  const { report, findings } = await told(run, ["--call", callId]);
  expect(report.notChecked.map(gapOf)).toEqual([expect.stringContaining("It has failed")]);
  expect(report.notChecked[0].next).toBe("Name a completed call with --call.");
  expect(findings).toEqual(["assumption getCallAnalysis data.status call-statuses"]);
  expect(report.policies).toEqual({ failedStatus: "rejected" });
});

/** One more call. */
async function another(service: PlantedService["service"], number: number): Promise<string> {
  const client = new CallAnalysis(service.clientOptions());
  const [agent] = await client.agents.list();
  const [category] = await client.categories.list();
  const [memberId, categoryId] = [agent?.id ?? "", category?.id ?? ""];
  const call = { file: wavBytes(number), filename: "call.wav", memberId, categoryId };
  return (await client.calls.submitFile(call)).callId;
}

test("--category chooses the category, and one that is not there is told", async () => {
  const { run, service, callId } = await setUp();
  const [, second] = service.db.categories.list();
  expect(await told(run, ["--call", callId, "--category", second?.id ?? ""])).toMatchObject({
    exitCode: 0,
    findings: [],
  });
  const { exitCode, report } = await told(run, ["--call", callId, "--category", "cat_none"]);
  expect(exitCode).toBe(1);
  expect(report.notChecked).toEqual([
    expect.objectContaining({ reason: "The service does not have the category of --category: 404." }),
  ]);
});

test("without --call it reads calls of the journal, and says so when there are none", async () => {
  const { run, env, cwd, service } = await setUp();
  const none = await told(run, []);
  expect(none.exitCode).toBe(0);
  expect(none.report.notChecked).toEqual([
    expect.objectContaining({ reason: "No call was named, and the journal has none." }),
  ]);
  const [{ id: memberId } = { id: "" }] = service.db.agents.list();
  const [{ id: categoryId } = { id: "" }] = service.db.categories.list();
  for (const number of [1, 2, 3, 4, 5, 6]) writeFileSync(join(cwd, `${number}.wav`), wavBytes(number));
  // The planted service hands on GET alone.
  const whole = { ...env, CALL_ANALYSIS_BASE_URL: service.addresses.baseUrl };
  const parameters = ["analyze", ".", "--member", memberId, "--category", categoryId, "--journal", "j"];
  expect(await runCommand(parameters, { env: whole, cwd })).toMatchObject({ exitCode: 0 });
  service.journal.clear();
  const { exitCode, report } = await told(run, ["--journal", "j"], { env: whole });
  expect({ exitCode, calls: report.checked.getCallAnalysis }).toEqual({ exitCode: 0, calls: 5 });
  expect(service.journal.entries().every(({ method }) => method === "GET")).toBe(true);
});

test.each([
  { given: ["--call", ""], says: "It must be the id of a call" },
  { given: ["--call", "c", "--journal", "j"], says: "cannot be used with" },
  { given: ["--journal", "nothing"], says: "--journal: nothing is not there" },
])("check $given exits with 2, says $says, and sends nothing", async ({ given, says }) => {
  const { run, service } = await setUp();
  service.journal.clear();
  const { exitCode, stdout, stderr } = await run(given);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
  expect(stderr).toContain(says);
  expect(service.journal.entries()).toEqual([]);
});

/** Changes the answers for calls, each by its own function. */
function byCall(path: string, changes: readonly ((value: unknown) => unknown)[]): Plant {
  const seen: string[] = [];
  return async (answer, operation) => {
    if (operation !== "getCallAnalysis") return answer;
    const { data } = (await answer.clone().json()) as { data: { callId: string } };
    if (!seen.includes(data.callId)) seen.push(data.callId);
    const change = changes[seen.indexOf(data.callId)] ?? ((value) => value);
    return changing("getCallAnalysis", path, change)(answer, operation);
  };
}

const fakesOwn = { met: "Yes", partly: "Partially", missed: "No", notApplicable: "Not applicable" };

/** What is planted in the first calls of three, the finding, what it says, what to do next, and the policies. */
test.each<
  [what: string, path: string, ((value: unknown) => unknown)[], finds: string, says: string, RegExp, Partial<Policies>]
>([
  [
    "results of which each call shows a part",
    results,
    [() => "Pass", () => "Fail", () => "Pass"],
    `assumption getCallAnalysis ${results} criterion-results`,
    "assumed: Yes; answered: Pass. Also assumed: No; answered: Fail",
    /this policy, in a seed file/,
    { criterionResults: { ...fakesOwn, met: "Pass", missed: "Fail" } },
  ],
  [
    "results of which some are in words that nobody knows",
    results,
    [() => "Pass", () => secret, () => secret],
    `assumption getCallAnalysis ${results} criterion-results`,
    "assumed: Yes; answered: Pass. Also assumed: words that many services use; answered: words that are not shown",
    /Set the fake's policy criterionResults to the words/,
    {},
  ],
  [
    "further fields",
    `data.metadata.${secretWord}`,
    [() => 1],
    "assumption getCallAnalysis data.metadata.… further-fields",
    "assumed: no fields beyond those of the specification; answered in 1 of 3 calls: others, whose names are not shown; in 2: as assumed",
    /--json shows their names/,
    {},
  ],
  [
    "an outcome that the category does not have, beside a call that has none yet",
    "data",
    [
      (data) => ({ ...Object(data), analysis: { ...Object(data).analysis, outcomeLabel: secret } }),
      (data) => ({ ...Object(data), status: "pending", analysis: null }),
    ],
    "violation getCallAnalysis data.analysis.outcomeLabel null",
    "Expected: The outcome's label is one of the category's possible outcomes. Not so in 1 of 2 calls.",
    /open an issue/,
    {},
  ],
])("of three calls, %s: told once, with how many and which, and what makes the fake alike", async (...row) => {
  const [, path, changes, finds, says, next, policies] = row;
  const { run, service, callId } = await setUp(byCall(path, changes));
  const ids = [callId, await another(service, 2), await another(service, 3)];
  const parameters = ids.flatMap((id) => ["--call", id]);
  // The calls are planted in the order in which they come.
  for (const id of ids) await told(run, ["--call", id]);
  const { findings, report, stdout } = await told(run, parameters);
  expect(findings.filter((finding: string) => !/before-completion/.test(finding))).toEqual([finds]);
  const [{ statement, next: then, calls }] = report.findings;
  expect(statement).toBe(says);
  expect(then).toMatch(next);
  expect(report.policies).toEqual(policies);
  expect((await run(parameters)).stdout).toContain(
    calls.which.length === 3 ? "" : `call${calls.which.length > 1 ? "s" : ""} ${calls.which.join(", ")} of 3`,
  );
  expect(stdout).not.toContain(secret);
});

/** The list of categories and one of them. */
const both = (field: string, change: (value: unknown) => unknown): Plant => {
  const [list, one] = [
    changing("listCategories", `data[].${field}`, change),
    changing("getCategory", `data.${field}`, change),
  ];
  return async (answer, operation) => {
    const planted = await list(answer, operation);
    return planted === "hang" ? planted : one(planted, operation);
  };
};

test.each([
  [() => "2026-11-22 10:00:00", "and has the form yyyy-MM-dd HH:mm:ss, without a zone"],
  [() => "03/11/2026", "and has the form dd/MM/yyyy or MM/dd/yyyy, without a zone"],
  [() => `2026-02-03 ${secret}`, "and has another form"],
])(
  "a field of a category is told once for the list and the one category, and a date by its form",
  async (date, says) => {
    const { run } = await setUp(both("createdAt", date));
    const { findings, report } = await told(run);
    expect(findings).toEqual(["violation listCategories data[].createdAt null"]);
    expect(report.findings[0]).toMatchObject({
      alsoIn: ["getCategory"],
      statement: `data[].createdAt must have the format date-time, ${says}`,
    });
  },
);

test("one field that departs in several ways is one finding, which counts each", async () => {
  const dates = [null, 5, "2026-11-23T10:00:00+05:30"];
  const rows = (list: unknown) =>
    (list as object[]).map((row, at) => (at in dates ? { ...row, createdAt: dates[at] } : omit(row, "createdAt")));
  const { run } = await setUp(changing("listAgents", "data", rows));
  const { findings, report } = await told(run);
  expect(findings).toEqual(["violation listAgents data[].createdAt response-fields"]);
  expect(report.findings[0].statement.split(/(?<=rows); /)).toEqual([
    "data[].createdAt must be a string, and is null, in 1 of 4 rows",
    "must be a string, and is a number, in 1 of 4 rows",
    "must be in UTC, with Z or +00:00 at its end, and has another offset, in 1 of 4 rows",
    "is missing, in 1 of 4 rows",
  ]);
});

test.each([500, 429, 206])("what needs a list of categories that came with %i is not judged", async (status) => {
  const { run, callId } = await setUp(
    answering("listCategories", () => json({}, { status, headers: { "retry-after": "90" } })),
  );
  const { report, exitCode } = await told(run, ["--call", callId]);
  expect(exitCode).toBe(1);
  expect(report.notChecked).toEqual([]);
  expect(report.findings).toHaveLength(1);
  expect(report.findings[0].notCompared).toEqual(["listCategories", "getCategory"]);
});

test("when nothing can be used, the address is what to check", async () => {
  const { run } = await setUp(() => new Response(`<p>${secret}`, { headers: { "content-type": "text/html" } }));
  const { report } = await told(run);
  expect(report.findings.map(({ next }: { next: string }) => next)).toEqual([
    "Check that --base-url is the service's address, and that nothing in between answers for it.",
  ]);
});

test("after a first category whose id no address can hold the next one is read, and that is told", async () => {
  const { run } = await setUp(inRow("listCategories", "data", (row) => ({ ...row, id: ".." })));
  const { exitCode, report } = await told(run);
  expect([exitCode, report.checked.getCategory]).toEqual([1, 1]);
  const reason = "The first category of the list has an id that no address can hold, so the next one was read.";
  expect(report.notChecked.map(gapOf)).toContain(`getCategory ${reason}`);
});
