import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { MockServiceOptions, Policies } from "@call-analysis/mock";
import { CallAnalysis } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { runCommand, temporaryFolder, wavBytes } from "./support/command.ts";
import { answering, changing, type Plant, type PlantedService, startPlanted } from "./support/planted-service.ts";

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
  return async (parameters: string[] = ["--call", callId], { checkMs = 20_000, env: further = {} } = {}) => {
    const given = ["check", ...parameters];
    return runCommand(given, { env: { ...env, ...further }, cwd, pauses: { checkMs } });
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

test("a demo fake departs in nothing: exit 0, no finding, nothing created", async () => {
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
const large = () => new Response(`{"data":["${secret}${"x".repeat(60_000_000)}"]}`, jsonType);
const jsonType = { headers: { "content-type": "application/json", "x-request-id": "r" } };

interface Departure {
  what: string;
  plant: Plant;
  /** Kind, operation, place and row. */
  finds?: string;
  /** Operation and reason of what was not checked. */
  misses?: RegExp[];
  exits: number;
  next: RegExp;
}

/** What to do after an answer to getCategory with such a status. */
const nextAfter: Record<number, RegExp> = {
  201: /Expect it in your code/,
  204: /Expect it in your code/,
  302: /No redirect is followed/,
  404: /Run it again\. If it stays so/,
  408: /Run it again later/,
  418: /why it refuses/,
  503: /Run it again later/,
};

function omit(row: object, name: string): object {
  return Object.fromEntries(Object.entries(row).filter(([key]) => key !== name));
}

const departures: Departure[] = [
  {
    what: "a wrong type in every row",
    plant: changing("listAgents", "data[].id", () => [secret]),
    finds: "violation listAgents data[].id null",
    exits: 1,
    next: /open an issue/,
  },
  {
    what: "a field that is missing in every row",
    plant: changing("listCategories", "data[].icon", () => undefined),
    finds: "violation listCategories data[].icon response-fields",
    exits: 1,
    next: /open an issue/,
  },
  {
    what: "null where a text is due",
    plant: changing("getCategory", "data.intendedPurpose", () => null),
    finds: "violation getCategory data.intendedPurpose response-fields",
    exits: 1,
    next: /open an issue/,
  },
  {
    what: "a number as text inside an analysis",
    plant: changing("getCallAnalysis", "data.analysis.sections[].score", () => secret),
    finds: "violation getCallAnalysis data.analysis.sections[].score null",
    exits: 1,
    next: /open an issue/,
  },
  {
    what: "a date in another form",
    plant: changing("listAgents", "data[].createdAt", () => `23/11/2026 ${secret}`),
    finds: "violation listAgents data[].createdAt null",
    exits: 1,
    next: /open an issue/,
  },
  {
    what: "a timestamp that is not in UTC",
    plant: changing("getCallAnalysis", "data.metadata.createdAt", () => "2026-11-23T10:00:00+05:30"),
    finds: "violation getCallAnalysis data.metadata.createdAt null",
    exits: 1,
    next: /open an issue/,
  },
  {
    what: "further fields in every row, whose names are words",
    plant: changing("listAgents", "data[]", (row) => ({ ...Object(row), [secretWord]: 1, [`${secretWord}s`]: secret })),
    finds: "assumption listAgents data[].… further-fields",
    exits: 0,
    next: /--json shows their names/,
  },
  {
    what: "a further field inside an analysis",
    plant: changing("getCallAnalysis", `data.analysis.${secret}`, () => secret),
    finds: "assumption getCallAnalysis data.analysis.… further-fields",
    exits: 0,
    next: /--json shows their names/,
  },
  {
    what: "a further field beside the data",
    plant: changing("listCategories", secretWord, () => secret),
    finds: "assumption listCategories … further-fields",
    exits: 0,
    next: /--json shows their names/,
  },
  {
    what: "no wrapper",
    plant: changing("listAgents", "", (body) => Reflect.get(Object(body), "data")),
    finds: "violation listAgents body null",
    exits: 1,
    next: /something in between/,
  },
  {
    what: "a field that is missing in one row",
    plant: changing("listAgents", "data", (rows) =>
      (rows as object[]).map((row, at) => (at === 2 ? omit(row, "email") : row)),
    ),
    finds: "violation listAgents data[].email response-fields in 1 of 4",
    exits: 1,
    next: /open an issue/,
  },
  {
    what: "a wrong type in one row",
    plant: changing("listAgents", "data", (rows) =>
      (rows as object[]).map((row, at) => (at ? row : { ...row, name: 7 })),
    ),
    finds: "violation listAgents data[].name null in 1 of 4",
    exits: 1,
    next: /open an issue/,
  },
  {
    what: "a date in another form in two rows",
    plant: changing("listAgents", "data", (rows) =>
      (rows as object[]).map((row, at) => (at > 1 ? row : { ...row, createdAt: `${at} ${secret}` })),
    ),
    finds: "violation listAgents data[].createdAt null in 2 of 4",
    exits: 1,
    next: /open an issue/,
  },
  {
    what: "a row that is null",
    plant: changing("listAgents", "data", (rows) => (rows as object[]).map((row, at) => (at ? row : null))),
    finds: "violation listAgents data[] response-fields in 1 of 4",
    exits: 1,
    next: /open an issue/,
  },
  {
    what: "a field that is missing in one section",
    plant: changing("getCallAnalysis", "data.analysis.sections", (rows) =>
      (rows as object[]).map((row, at) => (at ? row : omit(row, "totalScore"))),
    ),
    finds: "violation getCallAnalysis data.analysis.sections[].totalScore response-fields in 1 of 5",
    exits: 1,
    next: /open an issue/,
  },
  {
    what: "no wrapper, and the rows under another name",
    plant: changing("listAgents", "", (body) => ({ ravi: Reflect.get(Object(body), "data") })),
    finds: "violation listAgents body null",
    exits: 1,
    next: /something in between/,
  },
  ...[201, 204, 302, 404, 408, 418, 503].map(
    (status): Departure => ({
      what: `status ${status} for a category`,
      plant: answering("getCategory", () => new Response(status === 204 ? null : `"${secret}"`, { status })),
      finds: "violation getCategory status null",
      exits: 1,
      next: nextAfter[status] ?? /^$/,
    }),
  ),
  {
    what: "an answer of HTML for a category",
    plant: answering("getCategory", () => new Response(`<p>${secret}`, { headers: { "content-type": "text/html" } })),
    finds: "violation getCategory body null",
    exits: 1,
    next: /something in between/,
  },
  {
    what: "a list of categories that is too large",
    plant: answering("listCategories", large),
    misses: [/listCategories, getCategory The answer is larger than 16 MiB/],
    exits: 1,
    next: /so large/,
  },
  {
    what: "403 for the first list alone",
    plant: answering("listAgents", () => json({ error: secret }, { status: 403 })),
    misses: [/listAgents The key may not read this: 403/],
    exits: 4,
    next: /who issued it/,
  },
  ...(["done", secret, "COMPLETED"] as const).map(
    (word): Departure => ({
      what: `a completed call whose status is ${word}`,
      plant: changing("getCallAnalysis", "data.status", () => word),
      finds: "assumption getCallAnalysis data.status call-statuses",
      exits: 0,
      next: /poll\.classify/,
    }),
  ),
  {
    what: "a call of another category",
    plant: changing("getCallAnalysis", "data.analysis.sections[].sectionId", () => secret),
    misses: [/getCallAnalysis It has other sections than the category/],
    exits: 0,
    next: /--category/,
  },
  {
    what: "another status of success",
    plant: async (answer, of) => (of === "listAgents" ? json(await answer.json(), { ...answer, status: 206 }) : answer),
    finds: "violation listAgents status null",
    exits: 1,
    next: /Expect it in your code/,
  },
  {
    what: "404 for a list",
    plant: answering("listAgents", () => json({ error: secret }, { status: 404 })),
    finds: "violation listAgents status null",
    exits: 1,
    next: /ask whoever runs the service/,
  },
  {
    what: "500 that stays",
    plant: answering("getCategory", () => json({ error: { message: secret } }, { status: 500 })),
    finds: "violation getCategory status null",
    exits: 1,
    next: /Run it again later/,
  },
  {
    what: "an answer of HTML",
    plant: answering(
      "listCategories",
      () => new Response(`<p>${secret}`, { headers: { "content-type": "text/html" } }),
    ),
    finds: "violation listCategories body null",
    exits: 1,
    next: /something in between/,
  },
  {
    what: "JSON with the content type of HTML",
    plant: async (answer, of) =>
      of === "getCategory"
        ? new Response(await answer.text(), { headers: { "content-type": "text/html", "x-request-id": "r" } })
        : answer,
    finds: "violation getCategory header content-type null",
    exits: 1,
    next: /something in between/,
  },
  {
    what: "a redirect",
    plant: answering(
      "listAgents",
      () => new Response(null, { status: 302, headers: { location: `https://${secret.slice(0, 3)}.test/` } }),
    ),
    finds: "violation listAgents status null",
    exits: 1,
    next: /No redirect is followed/,
  },
  {
    what: "429 that stays",
    plant: answering("getCategory", () => json({ error: secret }, { status: 429, headers: { "retry-after": "600" } })),
    finds: "assumption getCategory status rate-limits",
    exits: 1,
    next: /Run it again in 10 minutes, as Retry-After asks/,
  },
  {
    what: "429 at every first attempt",
    plant: everySecond("getCategory", () => json({ error: secret }, { status: 429 })),
    finds: "assumption getCategory status rate-limits",
    exits: 0,
    next: /Nothing is missing/,
  },
  {
    what: "401",
    plant: answering("listAgents", () => json({ error: secret }, { status: 401 })),
    misses: [/listAgents, listCategories, getCategory, getCallAnalysis The service refused the key: 401/],
    exits: 4,
    next: /CALL_ANALYSIS_API_KEY/,
  },
  {
    what: "403 for one operation",
    plant: answering("getCategory", () => json({ error: secret }, { status: 403 })),
    misses: [/getCategory The key may not read this: 403/],
    exits: 4,
    next: /who issued it/,
  },
  {
    what: "an answer of 60 MB",
    plant: answering("listAgents", large),
    misses: [/listAgents The answer is larger than 16 MiB/],
    exits: 1,
    next: /so large/,
  },
  {
    what: "an answer that breaks off",
    plant: answering(
      "listAgents",
      () => new Response(new ReadableStream({ pull: (controller) => controller.error() }), jsonType),
    ),
    misses: [/listAgents The (?:service could not be reached|connection broke off)/],
    exits: 1,
    next: /network/,
  },
  {
    what: "an empty list of agents",
    plant: changing("listAgents", "data", () => []),
    misses: [/listAgents The list of agents is empty/],
    exits: 0,
    next: /agents create/,
  },
  {
    what: "an empty list of categories",
    plant: changing("listCategories", "data", () => []),
    misses: [/getCategory The list of categories is empty/],
    exits: 0,
    next: /Ask whoever runs the service/,
  },
  {
    what: "a category that is gone",
    plant: answering("getCategory", () => json({ error: secret }, { status: 404 })),
    finds: "violation getCategory status null",
    exits: 1,
    next: /Run it again\. If it stays so/,
  },
  {
    what: "a category that is called otherwise than in the list",
    plant: changing("getCategory", "data.name", () => secret),
    finds: "violation getCategory data.name null",
    exits: 1,
    next: /open an issue/,
  },
  {
    what: "the analysis of another call",
    plant: changing("getCallAnalysis", "data.callId", () => secret),
    finds: "violation getCallAnalysis data.callId null",
    exits: 1,
    next: /open an issue/,
  },
  {
    what: "another category",
    plant: changing("getCategory", "data.id", () => secret),
    finds: "violation getCategory data.id null",
    exits: 1,
    next: /open an issue/,
  },
  {
    what: "completed with an analysis that is empty",
    plant: changing("getCallAnalysis", "data.analysis", () => ({})),
    finds: "violation getCallAnalysis data.analysis response-fields",
    exits: 1,
    next: /open an issue/,
  },
  {
    what: "further fields in every answer",
    plant: async (answer) => {
      const { data } = (await answer.json()) as { data: object };
      const withMore = (row: object) => ({ ...row, [secretWord]: secret });
      return json({ data: Array.isArray(data) ? data.map(withMore) : withMore(data) }, answer);
    },
    finds: "assumption listAgents data[].…, data.… further-fields",
    exits: 0,
    next: /--json shows their names/,
  },
  {
    what: "503 that says when to come again",
    plant: answering("getCategory", () => json({}, { status: 503, headers: { "retry-after": "600" } })),
    finds: "violation getCategory status null",
    exits: 1,
    next: /Run it again in 10 minutes, as Retry-After asks/,
  },
  {
    what: "completed without an analysis",
    plant: changing("getCallAnalysis", "data.analysis", () => null),
    finds: "violation getCallAnalysis data.analysis response-fields",
    exits: 1,
    next: /open an issue/,
  },
  {
    what: "an outcome that the category does not have",
    plant: changing("getCallAnalysis", "data.analysis.outcomeLabel", () => secret),
    finds: "violation getCallAnalysis data.analysis.outcomeLabel null",
    exits: 1,
    next: /open an issue/,
  },
  {
    what: "a call that the service does not have",
    plant: answering("getCallAnalysis", () => json({ error: secret }, { status: 404 })),
    misses: [/getCallAnalysis The service does not have it: 404/],
    exits: 1,
    next: /Check the id/,
  },
  {
    what: "no id of the request",
    plant: async (answer) => json(await answer.json(), { status: answer.status }),
    finds: "assumption listAgents header x-request-id request-id",
    exits: 0,
    next: /--policies/,
  },
];

function everySecond(operation: string, other: () => Response): Plant {
  let requests = 0;
  return (answer, of) => {
    if (of !== operation) return answer;
    requests += 1;
    return requests % 2 === 1 ? other() : answer;
  };
}

test.each(departures)("$what is told once, with what to do next, and without what was answered", async (departure) => {
  const { plant, finds, misses = [], exits, next } = departure;
  const { run, cwd, callId, changes } = await setUp(plant);
  const withFile = await told(run, ["--call", callId, "--policies", "p.yaml"]);
  const { exitCode, report, findings, stdout, stderr } = withFile;
  expect({ exitCode, findings }).toEqual({ exitCode: exits, findings: finds ? [finds] : [] });
  const missed = report.notChecked.map(gapOf);
  expect(missed).toEqual(misses.map((each) => expect.stringMatching(each)));
  const [first] = [...report.findings, ...report.notChecked];
  expect(first.next).toMatch(next);
  const isRead = report.findings.every(({ notCompared }: { notCompared: string[] }) => notCompared.length === 0);
  const isNothing = missed.every((_: string, at: number) => report.notChecked[at].kind === "nothing");
  expect(report.isComplete).toBe(isRead && isNothing);
  const text = await run();
  expect(text.exitCode).toBe(exits);
  expect(text.stdout.split("Next:")).toHaveLength(1 + (finds ? 1 : 0) + misses.length);
  for (const line of text.stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  const shown = [stdout, stderr, text.stdout, text.stderr, readFileSync(join(cwd, "p.yaml"), "utf8")].join("\n");
  expect(shown).not.toMatch(/Zq9|ravi|test-key/i);
  expect(changes()).toBe(0);
});

test.each(["debug", "info"])("with CALL_ANALYSIS_LOG=%s nothing of an answer is in the log", async (level) => {
  const { run } = await setUp(answering("listAgents", () => json({ error: { message: secret } }, { status: 503 })));
  const { stdout, stderr } = await run(undefined, { env: { CALL_ANALYSIS_LOG: level } });
  expect(stdout + stderr).not.toContain(secret.slice(0, 3));
});

test("a service that hangs everywhere is told once, and the run ends in its time", async () => {
  const { run, callId } = await setUp(() => "hang");
  const { exitCode, report } = await told(run, ["--call", callId, "--call", "other"], { checkMs: 300 });
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

test("a body that never ends is no complete answer", async () => {
  const endless = () =>
    new Response(
      new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode("{")) }),
      jsonType,
    );
  const { run } = await setUp(answering("getCategory", endless));
  const { exitCode, stdout } = await run(undefined, { checkMs: 600 });
  expect(exitCode).toBe(1);
  expect(stdout).toContain("There was no complete answer in time.");
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
    policies: { analysisBeforeCompletion: "absent", unknownMetadata: "absent" },
  });
  const { exitCode, report, findings } = await told(run, ["--call", callId]);
  expect({ exitCode, findings }).toEqual({
    exitCode: 0,
    findings: [
      "assumption getCallAnalysis data.analysis analysis-before-completion",
      "assumption getCallAnalysis data.metadata metadata-before-completion",
    ],
  });
  expect(report.notChecked).toEqual([
    expect.objectContaining({ calls: [1], reason: "It is not completed, so there is no analysis to check." }),
  ]);
  expect(report.policies).toEqual({ analysisBeforeCompletion: "absent", unknownMetadata: "absent" });
});

/** Another value of each policy that shows in an answer to a read. */
const otherPolicies: Partial<Policies>[] = [
  { requestIdHeader: null },
  { requestIdHeader: "x-correlation-id" },
  { missingUdfs: "null" },
  { durationUnit: "milliseconds" },
  { metadataDate: "date" },
  { scoreScale: "points" },
  // The demo's call has no criterion that is not applicable: for that, the fake keeps its own word.
  { criterionResults: { met: "Pass", partly: "Partial", missed: "Fail", notApplicable: "Not applicable" } },
  { extractions: "null" },
  { callObservations: "null" },
  { areasForImprovement: "null" },
];

test.each(otherPolicies)(
  "a service with %j gets one finding, of an assumption, which names the policy",
  async (policies) => {
    const { run, callId } = await setUp(unchanged, { policies });
    const { exitCode, report } = await told(run, ["--call", callId]);
    const [setting] = Object.keys(policies);
    expect(exitCode).toBe(0);
    expect(report.findings).toEqual([expect.objectContaining({ kind: "assumption", setting, policies })]);
    expect(report.policies).toEqual(policies);
  },
);

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

test("results in words that the service has chosen are not shown, and the policy is named without them", async () => {
  const { run, callId } = await setUp(
    changing("getCallAnalysis", "data.analysis.sections[].criterias[].result", () => secret),
  );
  const { findings, report, stdout } = await told(run, ["--call", callId]);
  expect(findings).toEqual([
    "assumption getCallAnalysis data.analysis.sections[].criterias[].result criterion-results",
  ]);
  expect(report.findings[0]).toMatchObject({ setting: "criterionResults", policies: null });
  expect(report.findings[0].next).toContain("criterionResults");
  expect(stdout).not.toContain(secret);
});

test("the same departure of several calls is one finding", async () => {
  const { run, service, callId } = await setUp(unchanged, { policies: { metadataDate: "date" } });
  const other = await another(service);
  const { report } = await told(run, ["--call", callId, "--call", other, "--call", callId]);
  expect(report.checked.getCallAnalysis).toBe(2);
  expect(report.findings).toHaveLength(1);
});

/** A second call. */
async function another(service: PlantedService["service"]): Promise<string> {
  const client = new CallAnalysis(service.clientOptions());
  const [agent] = await client.agents.list();
  const [category] = await client.categories.list();
  const call = { file: wavBytes(2), memberId: agent?.id ?? "", categoryId: category?.id ?? "" };
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

test("without --call it reads completed calls of the journal, and says so when there are none", async () => {
  const { run, env, cwd, service } = await setUp();
  const none = await told(run, []);
  expect(none.exitCode).toBe(0);
  expect(none.report.notChecked).toEqual([
    expect.objectContaining({ reason: "No call was named, and the journal has no completed one." }),
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
  { given: ["--policies", "p.txt"], says: "must end with .yaml or .json" },
  { given: ["--policies", "no/p.yaml"], says: "the folder of no/p.yaml does not exist" },
  { given: ["--policies", "there.yaml"], says: "there.yaml exists, and is not overwritten" },
  { given: ["--csv"], says: "check prints text, or JSON" },
])("check $given exits with 2, says $says, and sends nothing", async ({ given, says }) => {
  const { run, service, cwd } = await setUp();
  writeFileSync(join(cwd, "there.yaml"), "");
  service.journal.clear();
  const { exitCode, stdout, stderr } = await run(given);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
  expect(stderr).toContain(says);
  expect(service.journal.entries()).toEqual([]);
});

const otherResult = changing("getCallAnalysis", "data.analysis.sections[].criterias[].result", () => secret);

test.each<[string, string, Partial<Policies>, Plant, string]>([
  [
    "p.yaml",
    "nothing",
    {},
    unchanged,
    "The check knows no policy for what it found, so with this file the fake answers as without it.",
  ],
  [
    "p.json",
    "nothing",
    {},
    otherResult,
    "The check knows no policy for what it found, so with this file the fake answers as without it.",
  ],
  ["p.YAML", "all", { metadataDate: "date" }, unchanged, "as the service did, in all that was found."],
  ["p.JSON", "some", { metadataDate: "date" }, otherResult, "in 1 of 2 findings. For the others the check knows none."],
])("%s is always written, and what is said of it is true when policies make %s alike", async (...row) => {
  const [file, , policies, plant, says] = row;
  const { run, cwd, callId } = await setUp(plant, { policies });
  const { exitCode, stderr } = await run(["--call", callId, "--policies", file]);
  expect(exitCode).toBe(0);
  expect(stderr).toContain(`${says} To start such a fake: call-analysis mock --seed-file ${file}`);
  const text = readFileSync(join(cwd, file), "utf8");
  if (/json$/i.test(file)) expect(JSON.parse(text)).toEqual({ policies });
  else expect(text).toContain(says);
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

const results = "data.analysis.sections[].criterias[].result";
const mixed = /The answers differ, so no policy makes the fake answer as all of them/;

interface SeveralCalls {
  what: string;
  /** Of the first call, and of the second. */
  plant: Plant;
  finds: string[];
  says: RegExp;
  next: RegExp;
  policies: Partial<Policies>;
}

const fakesOwn = { met: "Yes", partly: "Partially", missed: "No", notApplicable: "Not applicable" };

test.each<SeveralCalls>([
  {
    what: "results in other words in each call",
    plant: byCall(results, [() => "Pass", () => "pass"]),
    finds: [`assumption getCallAnalysis ${results} criterion-results`],
    says: /answered: Pass, pass; not seen: a word for Partially, No, Not applicable$/,
    next: mixed,
    policies: {},
  },
  {
    what: "results of which each call shows a part",
    plant: byCall(results, [() => "Pass", () => "Fail"]),
    finds: [`assumption getCallAnalysis ${results} criterion-results`],
    says: /answered: Pass, Fail; not seen: a word for Partially, Not applicable$/,
    next: /--policies/,
    policies: { criterionResults: { ...fakesOwn, met: "Pass", missed: "Fail" } },
  },
  {
    what: "results of which some are in words that nobody knows",
    plant: byCall(results, [() => "Pass", () => secret]),
    finds: [`assumption getCallAnalysis ${results} criterion-results`],
    says: /answered: Pass, words that are not shown$/,
    next: /Set the fake's policy criterionResults to the words/,
    policies: {},
  },
  {
    what: "two words for a failed call, of which one is the fake's",
    plant: byCall("data.status", [() => "rejected", () => "failed"]),
    finds: ["assumption getCallAnalysis data.status call-statuses"],
    says: /^assumed: failed; answered: rejected in 1 of 2 calls, as assumed in 1$/,
    next: /No policy makes the fake answer as all of the calls/,
    policies: {},
  },
  {
    what: "a word for a failed call, and one that nobody knows",
    plant: byCall("data.status", [() => "rejected", () => secret]),
    finds: ["assumption getCallAnalysis data.status call-statuses"],
    says: /^assumed: failed; answered: rejected\. Also assumed: .*; answered: another word/,
    next: /poll\.classify/,
    policies: {},
  },
  {
    what: "extractions that are null in one call",
    plant: byCall("data.analysis.extractions", [() => null]),
    finds: ["assumption getCallAnalysis data.analysis.extractions extractions"],
    says: /answered: null in 1 of 2 calls, as assumed in 1$/,
    next: mixed,
    policies: {},
  },
  {
    what: "a field that is missing in one call",
    plant: byCall("data.metadata.summary", [() => undefined]),
    finds: ["violation getCallAnalysis data.metadata.summary response-fields"],
    says: /^data\.metadata\.summary is missing, in 1 of 2 calls$/,
    next: /open an issue/,
    policies: {},
  },
])("of several calls, $what: told once, with what was seen and what makes the fake alike", async (row) => {
  const { run, service, callId } = await setUp(row.plant);
  const { findings, report, stdout } = await told(run, ["--call", callId, "--call", await another(service)]);
  const unrelated = (finding: string) => !/before-completion/.test(finding);
  expect(findings.filter(unrelated)).toEqual(row.finds);
  expect(report.findings[0].statement).toMatch(row.says);
  expect(report.findings[0].next).toMatch(row.next);
  expect(report.policies).toEqual(row.policies);
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
  [() => "22.11.2026 10:00", "and has the form dd.MM.yyyy HH:mm, without a zone"],
  [() => "03/11/2026", "and has the form dd/MM/yyyy or MM/dd/yyyy, without a zone"],
  [() => "2026-02-30T10:00:00Z", "and has a day or a time that does not exist"],
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
  const emails = [undefined, null, 5];
  const rows = (list: unknown) =>
    (list as object[]).map((row, at) =>
      at in emails ? { ...omit(row, "email"), ...(at > 0 && { email: emails[at] }) } : row,
    );
  const { run } = await setUp(changing("listAgents", "data", rows));
  const { findings, report } = await told(run);
  expect(findings).toEqual(["violation listAgents data[].email response-fields in 3 of 4"]);
  expect(report.findings[0].statement).toBe(
    "data[].email is missing, in 1 of 4 rows; must be a string, and is null, in 1 of 4 rows; must be a string, and is a number, in 1 of 4 rows",
  );
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

test("calls that cannot be checked for the same reason are told once, by their positions", async () => {
  const { run, callId } = await setUp(unchanged, { progression: { mode: "manual" } });
  const { report } = await told(run, ["--call", "a", "--call", callId, "--call", "b"]);
  expect(report.notChecked).toEqual([
    expect.objectContaining({ reason: "The service does not have it: 404.", calls: [1, 3] }),
    expect.objectContaining({ reason: expect.stringMatching(/^It is not completed/), calls: [2] }),
  ]);
  expect((await run(["--call", "a", "--call", "b"])).stdout).toContain("getCallAnalysis, calls 1, 2 of 2");
});
