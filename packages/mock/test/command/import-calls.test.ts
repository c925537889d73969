import { readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { join } from "node:path";
import { CallAnalysis } from "@call-analysis/sdk";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { serveInTest } from "../../../sdk/test/support/local-server.ts";
import { readCalls } from "../../src/command/import/read-calls.js";
import { readSeedFile } from "../../src/command/seed-file/seed-file.js";
import { createMockService } from "../../src/index.js";
import { importFrom, importTests, key } from "../support/imported.js";

const { folder, newPath } = importTests();

/** Everything that is planted where it must not get into a file: people, and what leads to them. */
const planted = [
  "Zubeida Quartermaine",
  "Zubeida",
  "zubeida.q@corp.invalid",
  "zq-user-77",
  "faces.invalid",
  "Fitzwilliam",
  "+91 98765 43210",
  "12 Rosebud Lane",
  "zubeida-and-fitzwilliam.wav",
  "store.invalid",
  "4929-1111",
  "ACME Secret Deal",
  "founder Hargreaves",
];

const category = {
  id: "cat_sales",
  name: "Sales",
  description: "Calls of founder Hargreaves's team",
  icon: "headset",
  createdAt: "2026-01-01T00:00:00Z",
  updatedAt: "2026-01-01T00:00:00Z",
  intendedPurpose: "For founder Hargreaves",
  additionalLLMContext: "Zubeida is the best.",
  possibleOutcomes: [
    { id: "out_1", label: "Booked", description: "as Fitzwilliam did", isSuccess: true, isNotApplicable: false },
    { id: "out_2", label: "Lost", description: "", isSuccess: false, isNotApplicable: false },
  ],
  analysisPointers: [
    {
      id: "ptr_1",
      sectionId: "sec_opening",
      sectionName: "Opening",
      criterias: [
        { id: "def_1", criteriaId: "crit_greet", question: "Did the agent greet the customer?" },
        { id: "def_2", criteriaId: "crit_name", question: "Did the agent give a name?" },
      ],
    },
  ],
  extractionFields: [
    {
      id: "ext_1",
      fieldName: "budget",
      displayName: "Budget",
      fieldType: "enum",
      enumOptions: [{ value: "high", hint: "as Fitzwilliam said" }],
      enumValues: ["high"],
      description: "What founder Hargreaves wants to know",
      required: false,
    },
  ],
  targetingRules: [{ targetType: "section", targetId: "sec_opening", expression: { caller: "+91 98765 43210" } }],
  tagTargets: [{ id: "tag_1", slug: "hot", displayName: "Hot" }],
};

const agents = [
  {
    id: "mem_1",
    userId: "zq-user-77",
    name: "Zubeida Quartermaine",
    email: "zubeida.q@corp.invalid",
    image: "https://faces.invalid/zubeida.png",
    createdAt: "2026-01-01T00:00:00Z",
  },
];

const rationale = "Zubeida {of ACME Secret Deal} greets Fitzwilliam at 12 Rosebud Lane.";

/** A completed call. Its numbers do not add up. */
function completedCall(callId: string, changes: { analysis?: object; metadata?: object } = {}) {
  return {
    callId,
    status: "completed",
    analysis: {
      score: 112.5,
      outcomeLabel: "Booked",
      outcomeRationale: "Fitzwilliam agreed, call +91 98765 43210.",
      callObservations: ["Zubeida was kind."],
      areasForImprovement: { text: "Ask Fitzwilliam for 4929-1111." },
      extractions: { budget: "4929-1111", "founder Hargreaves": "Fitzwilliam" },
      sections: [
        {
          sectionId: "sec_opening",
          sectionName: "Opening",
          score: 5,
          totalScore: 2,
          criterias: [
            { criteriaId: "crit_greet", question: "Did the agent greet the customer?", result: "Yes", rationale },
            { criteriaId: "crit_name", question: "Did the agent give a name?", result: "Rather not", rationale },
          ],
        },
      ],
      ...changes.analysis,
    },
    metadata: {
      date: "31-01-2026 14:30",
      duration: 312.5,
      summary: "Zubeida sold Fitzwilliam the ACME Secret Deal.",
      audioUrl: "https://store.invalid/zubeida-and-fitzwilliam.wav",
      udfs: { customer: "Fitzwilliam", card: "4929-1111", "zubeida.q@corp.invalid": 1 },
      createdAt: "2026-01-31T09:00:00.000Z",
      updatedAt: "2026-02-01T09:00:00.000Z",
      ...changes.metadata,
    },
  };
}

type Answer = object | ((response: ServerResponse) => void);

interface Live {
  calls: Record<string, Answer>;
  agents?: object[];
  categories?: object[];
  /** Overrides for `/categories/{id}`. */
  details?: Record<string, Answer>;
}

/** A service that plays the real one, and what it was asked. */
async function live({ calls, agents: list = agents, categories = [category], details = {} }: Live) {
  const requests: string[] = [];
  const server = createServer(({ method, url = "" }, response) => {
    requests.push(`${method} ${url}`);
    const [, resource, id = "", leaf] = /^\/v1\/(\w+)(?:\/([^/]+))?(\/analysis)?$/.exec(url) ?? [];
    const name = decodeURIComponent(id);
    const detail = details[name] ?? categories.find((each) => "id" in each && each.id === name);
    const answers: Record<string, Answer | undefined> = {
      agents: list,
      categories: id === "" ? categories : detail,
      calls: leaf && Object.hasOwn(calls, name) ? calls[name] : undefined,
    };
    const answer = answers[resource ?? ""];
    if (typeof answer === "function") answer(response);
    else if (answer)
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ data: answer }));
    else status(404)(response);
  });
  return { baseUrl: `${await serveInTest(server)}/v1`, requests };
}

const status =
  (code: number, headers: Record<string, string> = {}, body = "{}") =>
  (response: ServerResponse) =>
    void response.writeHead(code, { "content-type": "application/json", ...headers }).end(body);

/** A client of a fake that starts from a file. */
async function clientOf(path: string, options: Parameters<typeof createMockService>[0] = {}) {
  const service = createMockService({ ...options, scenario: { seedData: await readSeedFile(path) } });
  return { service, sdk: new CallAnalysis({ ...service.clientOptions({ fast: true }), fetch: service.fetch }) };
}

/** Imports from a service that plays the real one. */
async function imported(served: Live, ...args: string[]) {
  const { baseUrl, requests } = await live(served);
  const out = newPath();
  return { ...(await importFrom(baseUrl, out, ...args)), out, requests };
}

/** What must come back to the letter. */
function structureOf({ callId, status, analysis, metadata }: ReturnType<typeof completedCall>) {
  const { score, outcomeLabel, sections } = analysis;
  const { date, duration, createdAt, updatedAt } = metadata;
  const kept = sections?.map(({ sectionId, sectionName, score, totalScore, criterias }) => ({
    ...{ sectionId, sectionName, score, totalScore },
    criterias: criterias?.map(({ criteriaId, question, result }) => ({ criteriaId, question, result })),
  }));
  return { callId, status, score, outcomeLabel, sections: kept, date, duration, createdAt, updatedAt };
}

/** Reads a call of a fake as it is answered, whatever the contract says. */
async function structureAt(sdk: CallAnalysis, callId: string) {
  return structureOf((await sdk.calls.getAnalysis(callId)) as unknown as ReturnType<typeof completedCall>);
}

const fileText = (path: string) => readFileSync(path, "utf8");

const oneLine = (text: string) => text.replaceAll(/\n# |\s+/g, " ");

test("a fake that starts from an imported file gives the same calls, and no one's data is in the file", async () => {
  const calls = {
    call_1: completedCall("call_1"),
    call_2: completedCall("call_2", { analysis: { score: -3, outcomeLabel: "Moved to Mars" } }),
  };
  const { baseUrl, requests } = await live({ calls });
  for (const extension of ["yaml", "json"]) {
    const out = newPath(extension);
    const { exitCode, stdout, stderr } = await importFrom(baseUrl, out, "--call", "call_1", "--call", "call_2");
    expect([exitCode, stderr]).toEqual([0, ""]);
    const text = fileText(out);
    expect(planted.filter((each) => text.toLowerCase().includes(each.toLowerCase()))).toEqual([]);
    const told =
      /Read 1 agent, 1 category and 2 completed calls\. Left out: .*look through it before you show the file/;
    expect(oneLine(stdout)).toMatch(told);
    expect(oneLine(text).slice(0, 1_000)).toMatch(told);
    if (process.platform !== "win32") expect(statSync(out).mode & 0o777).toBe(0o600);
    const { sdk } = await clientOf(out);
    for (const [callId, call] of Object.entries(calls))
      expect(await structureAt(sdk, callId)).toEqual(structureOf(call));
    const { metadata, analysis } = await sdk.calls.waitForAnalysis("call_1");
    expect([metadata.audioUrl, metadata.udfs, analysis.extractions]).toEqual([
      "https://recordings.example.com/1.wav",
      {},
      null,
    ]);
  }
  expect(requests.filter((request) => !request.startsWith("GET "))).toEqual([]);
});

test("what may be about people is left out and named: an invalid date, other types, and fields that nobody knows", async () => {
  const metadata = {
    date: "Friday, with Fitzwilliam",
    phone: "+91 98765 43210",
    createdAt: 1_790_000_000,
    duration: {},
  };
  const call = completedCall("call_1", { analysis: { transcript: "Zubeida" }, metadata });
  const { exitCode, stderr, out } = await imported({ calls: { call_1: call } }, "--call", "call_1");
  expect(exitCode).toBe(0);
  for (const place of ["analysis.…", "metadata.date", "metadata.createdAt", "metadata.duration", "metadata.…"])
    expect(oneLine(stderr)).toContain(`calls[].${place}`);
  expect(planted.filter((each) => fileText(out).includes(each))).toEqual([]);
});

test.each([
  [{ score: "Qamar" }, "calls[].analysis.score"],
  [{ sections: [null, { criterias: "Qamar" }] }, "calls[].analysis.sections[]"],
])("of the analysis %j what is of another type is left out and told", async (analysis, place) => {
  const { baseUrl } = await live({ calls: { call_1: completedCall("call_1", { analysis }) } });
  const out = newPath();
  const { exitCode, stderr } = await importFrom(baseUrl, out, "--call", "call_1", "--texts");
  expect([exitCode, oneLine(stderr)]).toEqual([0, expect.stringContaining(place)]);
  expect(fileText(out)).not.toContain("Qamar");
});

test("with --texts it is told that rationales of results in other words are left out", async () => {
  const criterias = [{ criteriaId: "crit_greet", result: "Sim", rationale: "Cumprimentou." }];
  const call = completedCall("call_1", { analysis: { sections: [{ sectionId: "sec_opening", criterias }] } });
  const { exitCode, stderr } = await imported({ calls: { call_1: call } }, "--call", "call_1", "--texts");
  expect([exitCode, oneLine(stderr)]).toEqual([0, expect.stringContaining("criterias[].rationale where the result")]);
});

test("rows that have no usable id, or that of another row, are told, and the others are imported", async () => {
  const rows = [category, Object.create(null), { id: 7 }, { ...category, id: "." }, { ...category, name: "Again" }];
  const { exitCode, stderr, out } = await imported({ calls: {}, categories: rows, agents: [...agents, ...agents] });
  expect([exitCode, stderr.replaceAll("call-analysis-mock: ", "").trim().split("\n")]).toEqual([
    1,
    [
      "mem_1: the list of agents has it more than once, and it is imported once.",
      "cat_sales: the list of categories has it more than once, and it is imported once.",
      "row 2 of the categories and row 3 of the categories: it has no id to read it by.",
      ".: the list of categories has it, and no address can hold its id.",
    ],
  ]);
  const { agents: kept, categories } = await readSeedFile(out);
  expect([kept?.length, categories?.map(({ name }) => name)]).toEqual([1, ["Sales"]]);
});

test("with --texts the file says first that it is not anonymised, and new reviews have its sentences to the letter", async () => {
  const second = completedCall("call_2", { analysis: { outcomeRationale: null } });
  const served = { calls: { call_1: completedCall("call_1"), call_2: second } };
  const { exitCode, stdout, out } = await imported(served, "--texts", "--call", "call_1", "--call", "call_2");
  expect(exitCode).toBe(0);
  const text = fileText(out);
  for (const told of [text, `# ${stdout}`]) expect(told).toMatch(/^# Not anonymised: /);
  expect(text).not.toContain("Quartermaine");
  expect(text).not.toContain("zubeida.q@corp.invalid");

  const { sdk, service } = await clientOf(out, { policies: { magicInputs: true } });
  const sections = [{ sectionId: "sec_opening", criterias: [{ criteriaId: "crit_greet", result: "Yes" }] }];
  service.engine.when({}).complete({ outcomeLabel: "Booked", sections });
  const [agent] = await sdk.agents.list();
  const file = new Blob(["a new recording"], { type: "audio/wav" });
  const { analysis } = await sdk.calls.analyzeFile({ file, memberId: agent?.id ?? "", categoryId: "cat_sales" });
  expect(analysis.sections[0]?.criterias[0]?.rationale).toBe(rationale);
  expect(analysis.outcomeRationale).toBe("Fitzwilliam agreed, call +91 98765 43210.");
});

test("the same agent is the same invented one everywhere, whether a line has an id, an e-mail or one that left", async () => {
  const ids = ["a", "b", "c", "d", "e"];
  const { baseUrl } = await live({ calls: Object.fromEntries(ids.map((id) => [id, completedCall(id)])) });
  const lines = newPath("jsonl");
  const members = ["mem_1", "ZUBEIDA.Q@corp.invalid", "gone@corp.invalid", "gone@corp.invalid", "mem_gone"];
  writeFileSync(lines, ids.map((callId, index) => JSON.stringify({ callId, memberId: members[index] })).join("\r\n"));
  const out = newPath();
  expect((await importFrom(baseUrl, out, "--calls", lines)).exitCode).toBe(0);
  const { calls = [], agents: invented = [] } = await readSeedFile(out);
  const [first, second, third, fourth, fifth] = calls.map(({ memberId }) => memberId);
  expect([first, second, fifth]).toEqual(["mem_1", "mem_1", "mem_gone"]);
  expect(third).toBe(fourth);
  expect(invented.map(({ email }) => email)).toContain(third);
  expect(invented).toHaveLength(3);
  expect(fileText(out)).not.toMatch(/corp\.invalid/i);
  const again = newPath();
  await importFrom(baseUrl, again, "--calls", lines);
  expect((await readSeedFile(again)).agents).toEqual(invented);
});

test("an agent's id that may be an e-mail is invented", async () => {
  const [agent] = agents;
  const rows = [{ ...agent, id: "z@corp.invalid" }];
  const { out } = await imported({ calls: { call_1: completedCall("call_1") }, agents: rows }, "--call", "call_1");
  expect(fileText(out)).not.toContain("corp.invalid");
});

test("--calls reads each call once, and names the lines that have none", async () => {
  const { baseUrl, requests } = await live({
    calls: { call_1: completedCall("call_1"), call_2: completedCall("call_2") },
  });
  const lines = newPath("jsonl");
  const rows = [
    '{"ok":true,"callId":"call_1","categoryId":"cat_sales"}',
    '{"ok":false,"file":"b.wav"}',
    "",
    "callId",
    '{"callId":"call_1"}',
  ];
  writeFileSync(lines, `\uFEFF${rows.join("\n")}\n`);
  const out = newPath();
  const ids = ["--call", "call_2", "--call", "call_2"];
  const { exitCode, stderr } = await importFrom(baseUrl, out, "--calls", lines, ...ids);
  expect([exitCode, stderr]).toEqual([
    1,
    `call-analysis-mock: line 2 of ${lines}: it has no callId.\ncall-analysis-mock: line 4 of ${lines}: it is not JSON.\n`,
  ]);
  expect(requests.filter((request) => request.includes("/calls/"))).toHaveLength(2);
  expect((await readSeedFile(out)).calls?.map(({ id }) => id)).toEqual(["call_2", "call_1"]);
});

test.each<[string, Answer, string]>([
  ["unknown", status(404), "the service does not have this call: 404"],
  [
    "unfinished",
    { callId: "bad", status: "pending", analysis: null },
    "it is not completed, its status is pending. Import it once",
  ],
  ["failed", { callId: "bad", status: "failed" }, "it is not completed, its status is failed. Name a completed call"],
  ["in a word of the service", { callId: "bad", status: "Zubeida", analysis: null }, "a word that is not shown"],
  ["a redirect", status(302, { location: "https://elsewhere.invalid/" }), "No redirect is followed. Ask whoever"],
  ["another one", completedCall("Zubeida"), "The answer is of the call that was asked for. Run it again."],
])("a call that is %s is told by its id, and the others are imported", async (_, answer, message) => {
  const served = { calls: { good: completedCall("good"), bad: answer } };
  const { exitCode, stderr, out } = await imported(served, "--call", "bad", "--call", "good");
  expect(stderr).toMatch(/^call-analysis-mock: bad: [^\n]*\n$/);
  expect(stderr).toContain(message);
  // The other answers came, so the address is right.
  expect(stderr).not.toMatch(/Zubeida|base-url/);
  expect(exitCode).toBe(1);
  expect((await readSeedFile(out)).calls?.map(({ id }) => id)).toEqual(["good"]);
});

/** A client whose requests for some calls get no response. `requested` has the calls that it asked for. */
function waitingClient(isAnswered: (callId: string) => boolean) {
  const requested: string[] = [];
  const answer: typeof fetch = (input, init) => {
    const request = new Request(input, init);
    const [, callId = ""] = /calls\/([^/]+)/.exec(request.url) ?? [];
    requested.push(callId);
    if (isAnswered(callId)) return Promise.resolve(Response.json({ data: completedCall(callId) }));
    const { signal } = request;
    return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  };
  const options = { timeoutMs: 1_000, retry: false, logLevel: "off" } as const;
  const sdk = new CallAnalysis({ apiKey: key, baseUrl: "https://api.invalid/v1", fetch: answer, ...options });
  return { sdk, requested };
}

/** Reads calls while the time passes that requests may take. */
async function readInTime(sdk: CallAnalysis, ids: readonly string[]) {
  vi.useFakeTimers();
  try {
    const reading = readCalls(
      sdk,
      ids.map((callId) => ({ callId })),
    );
    await vi.advanceTimersByTimeAsync(10_000);
    return await reading;
  } finally {
    vi.useRealTimers();
  }
}

test("a call whose response does not come is told by its id, and the others are read", async () => {
  const { sdk } = waitingClient((callId) => callId !== "hanging");
  const { calls, problems } = await readInTime(sdk, ["hanging", "good", "a", "b", "c"]);
  const reason = expect.stringMatching(/^There was no complete answer in time\. Run it again\./);
  expect(problems).toEqual([{ what: "hanging", reason }]);
  expect(calls.map(({ named }) => named.callId)).toEqual(["good", "a", "b", "c"]);
});

test("a service that answers none of several calls is not asked for the others, and the message says from which on", async () => {
  const { sdk, requested } = waitingClient(() => false);
  const { problems } = await readInTime(sdk, ["a", "b", "c", "d", "e", "f"]);
  expect(requested).toEqual(["a", "b", "c", "d"]);
  const reason = "they were not asked for, because the service does not answer";
  expect(problems.slice(4)).toEqual([{ what: "the other 2, from e on", reason }]);
});

test("when no call can be imported nothing is written", async () => {
  const { exitCode, stderr, out } = await imported({ calls: {} }, "--call", "call_1", "--call", "call_2");
  expect(exitCode).toBe(1);
  expect(stderr).toBe(
    [
      "call_1 and call_2: the service does not have this call: 404. Check the id, and that the call is of the key's organization.",
      "Nothing was written: none of the calls could be imported.",
    ]
      .map((line) => `call-analysis-mock: ${line}\n`)
      .join(""),
  );
  expect(() => statSync(out)).toThrow("ENOENT");
});

test("a key that is refused in between ends the import, and nothing is written", async () => {
  const { exitCode, stderr, out } = await imported(
    { calls: { call_1: completedCall("call_1"), call_2: status(401) } },
    "--call",
    "call_1",
    "--call",
    "call_2",
  );
  expect(exitCode).toBe(4);
  expect(stderr).toMatch(/^call-analysis-mock: Nothing was written\. .*401[^\n]*\n$/);
  expect(() => statSync(out)).toThrow("ENOENT");
});

test("a category that was deleted meanwhile is told, and its calls get one with their structure", async () => {
  const other = { ...category, id: "cat_gone", name: "Gone", analysisPointers: [] };
  const sections = [
    {
      sectionId: "sec_x",
      sectionName: "X",
      score: 1,
      totalScore: 1,
      criterias: [{ criteriaId: "x", question: "X?", result: "Yes" }],
    },
  ];
  const { exitCode, stderr, out } = await imported(
    {
      calls: { call_1: completedCall("call_1", { analysis: { outcomeLabel: "Gone", sections } }) },
      categories: [category, other],
      details: { cat_gone: status(404) },
    },
    "--call",
    "call_1",
  );
  expect([exitCode, stderr]).toEqual([
    1,
    "call-analysis-mock: cat_gone: the list of categories has it, and getCategory answers 404.\n",
  ]);
  const { sdk } = await clientOf(out);
  const { id = "" } = (await sdk.categories.list()).find(({ name }) => name === "Unlisted category 1") ?? {};
  expect((await sdk.categories.get(id)).analysisPointers[0]?.criterias[0]?.question).toBe("X?");
  expect((await structureAt(sdk, "call_1")).sections).toEqual(sections);
});

test("a criterion that a call has twice in a section is asked once in the category that is made for the call", async () => {
  const twice = { criteriaId: "crit_gone", question: "Was it?", result: "Yes" };
  const sections = [
    {
      sectionId: "sec_gone",
      sectionName: "Gone",
      score: 2,
      totalScore: 2,
      criterias: [twice, { ...twice, result: "No" }],
    },
  ];
  const { exitCode, out } = await imported(
    { calls: { call_1: completedCall("call_1", { analysis: { outcomeLabel: "Gone", sections } }) } },
    "--call",
    "call_1",
  );
  expect(exitCode).toBe(0);
  const { sdk } = await clientOf(out);
  expect((await structureAt(sdk, "call_1")).sections).toEqual(sections);
});

test.each([
  [["--texts"], "--texts goes with --call or --calls"],
  [["--call", ""], "--call is empty"],
  [["--calls", "/none/such.jsonl"], "--calls: /none/such.jsonl cannot be read: ENOENT"],
  [["--calls", join(folder, "empty.jsonl")], "names no call"],
])("import with %j is refused before anything is requested", async (args, message) => {
  writeFileSync(join(folder, "empty.jsonl"), '{"ok":false}\n');
  const { baseUrl, requests } = await live({ calls: {} });
  const { exitCode, stderr } = await importFrom(baseUrl, newPath(), ...args);
  expect([exitCode, requests]).toEqual([2, []]);
  expect(stderr).toContain(message);
});

const anyText = fc.string({ unit: "grapheme", maxLength: 8 });
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(fc.option(value), { nil: undefined });
const points = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
const criterion = fc.record({
  criteriaId: optional(fc.constantFrom("crit_greet", "crit_name", "__proto__", "constructor", "")),
  question: fc.option(fc.oneof(anyText, fc.constant("Did the agent greet the customer?"))),
  result: optional(fc.oneof(anyText, fc.constantFrom("Yes", "no", "N/A", "4", "{agent}", "__proto__"))),
  rationale: optional(anyText),
  confidence: fc.option(fc.anything(), { nil: undefined }),
});
const section = fc.record({
  sectionId: optional(fc.constantFrom("sec_opening", "sec_new", "")),
  sectionName: fc.option(anyText),
  score: optional(points),
  totalScore: optional(points),
  criterias: optional(fc.array(criterion, { maxLength: 3 })),
  weight: fc.option(fc.anything(), { nil: undefined }),
});
const dates = ["2026-01-31", "2026-01-31T10:00:00Z", "2026/01/31 10:00", "31-01-2026", "31/01/2026 2:30 PM"];
const unusualCall = fc.record({
  analysis: fc.record({
    score: optional(points),
    outcomeLabel: optional(fc.oneof(anyText, fc.constantFrom("Booked", "Lost"))),
    sections: optional(fc.array(section, { maxLength: 3 })),
    outcomeRationale: optional(anyText),
    callObservations: fc.anything(),
    extra: fc.anything(),
  }),
  metadata: fc.record({
    date: fc.option(fc.constantFrom(...dates)),
    duration: fc.option(points),
    createdAt: fc.option(fc.constantFrom(...dates)),
    updatedAt: fc.option(fc.constantFrom(...dates)),
    audioUrl: optional(anyText),
    extra: fc.anything(),
  }),
});

test("whatever an analysis is like, the fake that starts from it gives the same structure, with and without texts", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(unusualCall, { minLength: 1, maxLength: 12 }), fc.boolean(), async (unusual, texts) => {
      const calls = Object.fromEntries(
        unusual.map((parts, index) => {
          const { analysis, metadata } = completedCall("", {});
          const call = { callId: `call_${index}`, status: "completed", analysis: { ...analysis, ...parts.analysis } };
          return [call.callId, JSON.parse(JSON.stringify({ ...call, metadata: { ...metadata, ...parts.metadata } }))];
        }),
      );
      const { baseUrl } = await live({ calls });
      const out = newPath("json");
      const named = Object.keys(calls).flatMap((callId) => ["--call", callId]);
      const { stderr, exitCode } = await importFrom(baseUrl, out, ...named, ...(texts ? ["--texts"] : []));
      expect([exitCode, /call_\d+: /.test(stderr)]).toEqual([0, false]);
      const { sdk } = await clientOf(out);
      for (const [callId, call] of Object.entries(calls))
        expect(await structureAt(sdk, callId)).toEqual(structureOf(call));
    }),
    // An import of many calls costs less than many of few.
    { numRuns: 20 },
  );
});
