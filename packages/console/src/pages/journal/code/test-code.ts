/**
 * Writes the request of an entry as a test with the fixture of `@call-analysis/mock/vitest`. Each test has a fake of its
 * own, so the test first creates what the request was about, and makes the fake fail as it did.
 */
import type { JournalEntry, Rule } from "@call-analysis/mock";
import { factsOf } from "../../../operations/operations.ts";
import { stepsOf } from "../../../operations/rule-texts.ts";
import { workText } from "../work-text.ts";
import { Expression, literal, visibleJson } from "./literal.ts";
import { clientCall, isTyped, objectBody, pathId, pathParameter, takesKey } from "./recorded-request.ts";
import { bodyOption } from "./sdk-code.ts";
import { effectNames, type TestRule, testRules } from "./test-rules.ts";

/** The parts of a test, in their order. */
interface TestParts {
  /** The options of the fixture's service, where the defaults do not do. */
  mockOptions?: object;
  /** Creates what the request is about. */
  arrange: string[];
  act: string[];
}

const head = `import { test } from "@call-analysis/mock/vitest";\nimport { expect } from "vitest";\n`;

/** What makes a request end as it did, and who meets it. */
interface Cause {
  rules: readonly TestRule[];
  /** The names that the journal has for what the rules do. */
  faults: readonly string[];
  /** The client: without retries, and without a patience that would make the test wait. */
  client: string;
}

/**
 * The test. It expects the status, and the faults, that the journal has.
 *
 * @param rules those that the fake has: a rule that applied is in the test as it is
 */
export function testCode(entry: JournalEntry, rules: readonly Rule[]): string {
  const cause = causeOf(entry, rules);
  const { mockOptions, arrange, act } = partsOf(entry, cause);
  const { operation, status, lostResponse } = entry;
  const declared = arrange.flatMap((line) => /^const \{? ?(\w+)/.exec(line)?.[1] ?? []);
  const lines = [
    ...arrange,
    ...(lostResponse ? [`// ${workText(entry)}`] : []),
    ...(cause.rules.length === 0
      ? []
      : [`service.seed({ rules: ${literal(cause.rules.map((rule) => seededRule(rule, declared)))} });`]),
    "",
    ...act,
    "",
    `const entry = await service.journal.waitFor(${literal({ operation, status })});`,
    `expect(entry.faults).toEqual(${literal(cause.faults)});`,
    ...(lostResponse ? [`expect(entry.lostResponse?.status).toBe(${lostResponse.status});`] : []),
  ];
  const extended = mockOptions ? `const configured = test.extend(${literal({ mockOptions })});\n\n` : "";
  const fixtures = lines.some((line) => line.includes("sdk")) ? "{ service, sdk }" : "{ service }";
  const name = `${operation ?? `${entry.method} ${entry.path}`} gets ${status === null ? "no response" : `status ${status}`}`;
  const body = trimmed(lines)
    .map((line) => (line === "" ? "" : `  ${line.replaceAll("\n", "\n  ")}`))
    .join("\n");
  return `${head}\n${extended}${mockOptions ? "configured" : "test"}(${visibleJson(name)}, async (${fixtures}) => {\n${body}\n});\n`;
}

function causeOf(entry: JournalEntry, listed: readonly Rule[]): Cause {
  const rules = testRules(entry, listed);
  const faults = rules.flatMap((rule) => effectNames(stepsOf(rule)[0] ?? "pass"));
  const isHanging = faults.some((name) => /^(network timeout|body stall)/.test(name));
  const failing = isHanging ? "sdk.withOptions({ retry: false, timeoutMs: 200 })" : "sdk.withOptions({ retry: false })";
  return { rules, faults, client: faults.length > 0 ? failing : "sdk" };
}

/** The rule, by the names of the test's constants. Its paths and organizations are those of another fake. */
function seededRule({ when, then }: TestRule, declared: readonly string[]): object {
  const { path: _, organizationId: __, ...match }: Record<string, unknown> = { ...when?.match };
  const fields = Object.entries(match).map(([name, value]) => {
    const constant = { id: "memberId", campaign_id: "campaignId" }[name] ?? name;
    return [name, declared.includes(constant) ? new Expression(constant) : value] as const;
  });
  const { operation } = when ?? {};
  return {
    when: { ...(operation && { operation }), ...(fields.length > 0 && { match: Object.fromEntries(fields) }) },
    then,
    // The entry is one request. The steps of a sequence count by themselves.
    ...("sequence" in then ? {} : { times: 1 }),
  };
}

/** Without an empty line at the beginning, and without two in a row. */
function trimmed(lines: readonly string[]): string[] {
  return lines.filter((line, index) => line !== "" || (index > 0 && lines[index - 1] !== ""));
}

function partsOf(entry: JournalEntry, cause: Cause): TestParts {
  const { operation, status } = entry;
  const isByItself = cause.faults.length === 0;
  if (operation === "uploadRecording" || operation === "readRecording") return storageParts(entry, cause);
  if (!isTyped(entry)) return rawParts(entry);
  if (isByItself && status === 401) return refusedParts(entry, 'sdk.withOptions({ apiKey: "wrong-key" })');
  if (isByItself && status === 429)
    return {
      ...refusedParts(entry, "sdk.withOptions({ retry: false })"),
      mockOptions: { policies: { rateLimit: { limit: 0, windowMs: 60_000 } } },
    };
  const { arrange, id, body } = subjectOf(entry, cause);
  const call = clientCall(entry, { client: cause.client, id, body: literal(body) });
  return { arrange, act: callLines(entry, call, cause) };
}

/** A request that is refused before the service looks at what it is about. */
function refusedParts(entry: JournalEntry, client: string): TestParts {
  const call = clientCall(entry, { client: "client", id: visibleJson(pathId(entry)), body: bodyLiteral(entry) });
  return { arrange: [`const client = ${client};`], act: [rejected(call, entry)] };
}

function bodyLiteral(entry: JournalEntry): string {
  return literal(objectBody(entry) ?? {});
}

function rejected(call: string, { status }: JournalEntry): string {
  return status === null
    ? `await expect(${call}).rejects.toThrow();`
    : `await expect(${call}).rejects.toMatchObject({ status: ${status} });`;
}

/** Sends the request, and expects what its caller gets. */
function callLines(entry: JournalEntry, call: string, { faults }: Cause): string[] {
  const { operation, status, lostResponse } = entry;
  // After a response that was lost, only the client's journal or a person can tell whether there is a call.
  if (operation === "createCall" && lostResponse && (status === null || status >= 500))
    return [`await expect(${call}).rejects.toMatchObject({ name: "SubmissionUncertainError" });`];
  if (faults.some(isSureToFail)) return [`await expect(${call}).rejects.toThrow();`];
  // Who does not need the body of a response does not notice that it is broken.
  if (faults.length > 0) return [`await Promise.allSettled([${call}]);`];
  if (status === null || status >= 400) return [rejected(call, entry)];
  const called = analysisStatus(entry);
  if (operation === "getCallAnalysis" && called !== undefined)
    return [`const snapshot = await ${call};`, `expect(snapshot.status).toBe(${visibleJson(called)});`];
  return [`await ${call};`];
}

/** Whether a fault fails for every client. */
function isSureToFail(name: string): boolean {
  return /^(network|upload cut|status [45])/.test(name);
}

/** The status of the call in the response; undefined when there is none. */
function analysisStatus({ response: { content } }: JournalEntry): string | undefined {
  const data = (content as { data?: { status?: unknown } } | null)?.data;
  return typeof data?.status === "string" ? data.status : undefined;
}

/** The subject of a request, as code. */
interface Subject {
  arrange: string[];
  /** The id in the path. */
  id: string;
  body: Record<string, unknown>;
}

/** Seeded ids are the same in a fake with the same data. Where this one has other data, the test takes the first. */
function idLine(constant: string, table: string, id: unknown): string {
  return `const ${constant} = (service.db.${table}.get(${visibleJson(id)}) ?? service.db.${table}.list()[0])?.id ?? "";`;
}

const agentLine = (id: unknown) => idLine("memberId", "agents", id);
const categoryLine = (id: unknown) => idLine("categoryId", "categories", id);

/** A test has what the request was about, or for a 404 an id that nothing has. */
function subjectOf(entry: JournalEntry, cause: Cause): Subject {
  const isByItself = cause.faults.length === 0;
  const isMissing = isByItself && entry.status === 404;
  const isTaken = isByItself && entry.status === 409;
  const named = pathSubject(entry, cause, isMissing);
  const { fields = {} } = factsOf(entry.operation).body ?? {};
  const ids = Object.entries(idLines).filter(([field]) => Object.hasOwn(fields, field));
  const unknown = isMissing ? unknownFields(entry) : [];
  const given = objectBody(entry) ?? {};
  const lines = ids.map(([field, line]) =>
    unknown.includes(field) ? `const ${field} = "missing";` : line(given[field]),
  );
  const email = isTaken && Object.hasOwn(fields, "email");
  const names = [...ids.map(([field]) => field), ...(email ? ["email"] : [])];
  return {
    arrange: [...named.arrange, ...lines, ...(email ? [emailLine] : [])],
    id: named.id,
    body: { ...given, ...Object.fromEntries(names.map((name) => [name, new Expression(name)])) },
  };
}

const idLines = { memberId: agentLine, categoryId: categoryLine };
const emailLine = 'const email = service.db.agents.list()[1]?.email ?? "";';

/** The subject that the id in the path names. */
function pathSubject(entry: JournalEntry, cause: Cause, isMissing: boolean): Pick<Subject, "arrange" | "id"> {
  const parameter = pathParameter(entry);
  if (isMissing && parameter !== undefined) return { arrange: [], id: '"missing"' };
  switch (parameter) {
    case "id":
      return { arrange: [agentLine(pathId(entry))], id: "memberId" };
    case "categoryId":
      return { arrange: [categoryLine(pathId(entry))], id: "categoryId" };
    case "campaign_id":
      return { arrange: [idLine("campaignId", "campaigns", pathId(entry))], id: "campaignId" };
    case "callId":
      return { arrange: polledCall(entry, cause), id: "callId" };
    default:
      return { arrange: [], id: visibleJson(pathId(entry)) };
  }
}

/** A call that has the status that was polled, and that the rules are about. */
function polledCall(entry: JournalEntry, { rules }: Cause): string[] {
  const match: Record<string, unknown> = Object.assign({}, ...rules.map(({ when }) => when?.match));
  const { memberId, categoryId, udfs, filename = "call.wav", audio_url = `https://example.com/${filename}` } = match;
  const people = { memberId: new Expression("memberId"), categoryId: new Expression("categoryId") };
  const fields = literal({ ...people, audio_url, ...(udfs !== undefined && { udfs }) });
  const create = [
    agentLine(memberId ?? ""),
    categoryLine(categoryId ?? ""),
    `const { callId } = await sdk.calls.create(${fields});`,
  ];
  const status = analysisStatus(entry);
  if (status === "completed") return [...create, "service.engine.complete(callId);"];
  if (status === "failed") return [...create, "service.engine.fail(callId);"];
  if (status === "pending") return [...create, "await sdk.calls.getAnalysis(callId);"];
  return create;
}

/** Which of the ids is unknown is in the response; where it is not, all are. */
function unknownFields({ response: { content } }: JournalEntry): string[] {
  const { fields = [] } = (content as { error?: { fields?: { path: string }[] } } | null)?.error ?? {};
  const named = fields.map(({ path }) => path).filter((path) => Object.hasOwn(idLines, path));
  return named.length > 0 ? named : Object.keys(idLines);
}

/** A request that the typed client would not send: by the service's own `fetch`. */
function rawParts(entry: JournalEntry): TestParts {
  const isKnown = takesKey(entry) && entry.organizationId !== null;
  const authorization = isKnown
    ? { Authorization: new Expression(`\`Bearer \${service.clientOptions().apiKey}\``) }
    : {};
  const type = entry.request.contentType === null ? {} : { "Content-Type": entry.request.contentType };
  const options = { method: entry.method, headers: { ...authorization, ...type }, ...bodyOption(entry) };
  const call = `service.fetch(${addressCode(entry.path)}, ${literal(options)})`;
  return {
    arrange: [],
    act:
      entry.status === null
        ? [`await Promise.allSettled([${call}]);`]
        : [`const response = await ${call};`, `expect(response.status).toBe(${entry.status});`],
  };
}

/** Where a path of the journal is in the service of a test, whose interfaces have their own addresses. */
function addressCode(path: string): string {
  const [, rest = path] = /^\/v1(\/.*)$/.exec(path) ?? [];
  if (path.startsWith("/v1/campaigns/")) return `service.addresses.campaignBaseUrl + ${visibleJson(path)}`;
  return `service.addresses.baseUrl + ${visibleJson(rest)}`;
}

/** Uploads, and reads of what was uploaded. The recording is not in the journal: another one stands for it. */
function storageParts(entry: JournalEntry, cause: Cause): TestParts {
  const isByItself = cause.faults.length === 0;
  const { operation, status, request } = entry;
  const type = { contentType: request.contentType ?? "audio/wav", filename: "call.wav" };
  const upload = (client: string) =>
    `${client}.calls.upload(new Blob(["RIFF"]), ${literal(operation === "uploadRecording" ? type : { filename: "call.wav" })})`;
  if (operation === "uploadRecording") {
    if (isByItself && status !== null && status >= 400) return expiredUpload(type, status);
    return { arrange: [], act: callLines(entry, upload(cause.client), cause) };
  }
  const method = entry.method === "GET" ? "" : `, ${literal({ method: entry.method })}`;
  if (isByItself && status === 404)
    return {
      arrange: [],
      act: [
        `const response = await service.fetch(service.addresses.storageUrl + "/recordings/missing/call.wav"${method});`,
        "expect(response.status).toBe(404);",
      ],
    };
  const read = `service.fetch(publicUrl${method}).then((response) => response.arrayBuffer())`;
  return {
    arrange: [`const { publicUrl } = await ${upload("sdk")};`],
    act: [`await Promise.allSettled([${read}]);`],
  };
}

/** An upload that is refused: its signature has expired, or its address is unknown. */
function expiredUpload(type: { contentType: string; filename: string }, status: number): TestParts {
  const put = (address: string) => [
    `const response = await service.fetch(${address}, ${literal({ method: "PUT", headers: { "Content-Type": type.contentType }, body: "RIFF" })});`,
    `expect(response.status).toBe(${status});`,
  ];
  return {
    arrange: [
      `const { presignedUrl } = await sdk.calls.createUploadUrl(${literal(type)});`,
      "service.clock.advance(24 * 3_600_000);",
    ],
    act: put("presignedUrl"),
  };
}
