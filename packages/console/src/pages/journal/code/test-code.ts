/**
 * Writes the request of an entry as a test with the fixture of `@call-analysis/mock/vitest`. Each test has a fake of its
 * own, so the test first creates what the request was about, and makes the fake fail as it did.
 */
import type { JournalEntry } from "@call-analysis/mock";
import { factsOf } from "../../../operations/operations.ts";
import { Expression, literal, visibleJson } from "./literal.ts";
import { clientCall, isTyped, objectBody, pathId, pathParameter, takesKey } from "./recorded-request.ts";
import { bodyOption } from "./sdk-code.ts";
import { faultStep, type InjectedStep } from "./test-faults.ts";

/** The parts of a test, in their order. */
interface TestParts {
  /** The options of the fixture's service, where the defaults do not do. */
  mockOptions?: object;
  /** Creates what the request is about. */
  arrange: string[];
  act: string[];
}

const head = `import { test } from "@call-analysis/mock/vitest";\nimport { expect } from "vitest";\n`;

/** The test. It expects the status, and the faults, that the journal has. */
export function testCode(entry: JournalEntry): string {
  const fault = faultStep(entry);
  const { mockOptions, arrange, act } = partsOf(entry, fault);
  const { operation, status } = entry;
  const lines = [
    ...arrange,
    ...(fault ? [`service.faults.inject(${literal(fault.fields, "  ")});`] : []),
    "",
    ...act,
    "",
    `const entry = await service.journal.waitFor(${literal({ operation, status })});`,
    `expect(entry.faults).toEqual(${literal(fault ? fault.names : [])});`,
  ];
  const extended = mockOptions ? `const configured = test.extend(${literal({ mockOptions })});\n\n` : "";
  const fixtures = lines.some((line) => line.includes("sdk")) ? "{ service, sdk }" : "{ service }";
  const name = `${operation ?? `${entry.method} ${entry.path}`} gets ${status === null ? "no response" : `status ${status}`}`;
  const body = trimmed(lines)
    .map((line) => (line === "" ? "" : `  ${line}`))
    .join("\n");
  return `${head}\n${extended}${mockOptions ? "configured" : "test"}(${visibleJson(name)}, async (${fixtures}) => {\n${body}\n});\n`;
}

/** Without an empty line at the beginning, and without two in a row. */
function trimmed(lines: readonly string[]): string[] {
  return lines.filter((line, index) => line !== "" || (index > 0 && lines[index - 1] !== ""));
}

function partsOf(entry: JournalEntry, fault: InjectedStep | undefined): TestParts {
  const { operation, status } = entry;
  if (operation === "uploadRecording" || operation === "readRecording") return storageParts(entry, fault);
  if (!isTyped(entry)) return rawParts(entry);
  if (!fault && status === 401) return refusedParts(entry, 'sdk.withOptions({ apiKey: "wrong-key" })');
  if (!fault && status === 429)
    return {
      ...refusedParts(entry, "sdk.withOptions({ retry: false })"),
      mockOptions: { policies: { rateLimit: { limit: 0, windowMs: 60_000 } } },
    };
  const { arrange, id, body } = subjectOf(entry, fault);
  const client = fault ? fault.client : "sdk";
  const call = clientCall(entry, { client, id, body: literal(body, "  ") });
  return { arrange, act: callLines(entry, call, fault) };
}

/** A request that is refused before the service looks at what it is about. */
function refusedParts(entry: JournalEntry, client: string): TestParts {
  const call = clientCall(entry, { client: "client", id: visibleJson(pathId(entry)), body: bodyLiteral(entry) });
  return { arrange: [`const client = ${client};`], act: [rejected(call, entry)] };
}

function bodyLiteral(entry: JournalEntry): string {
  return literal(objectBody(entry) ?? {}, "  ");
}

function rejected(call: string, { status }: JournalEntry): string {
  return status === null
    ? `await expect(${call}).rejects.toThrow();`
    : `await expect(${call}).rejects.toMatchObject({ status: ${status} });`;
}

/** Sends the request, and expects what its caller gets. */
function callLines(entry: JournalEntry, call: string, fault: InjectedStep | undefined): string[] {
  const { operation, status } = entry;
  if (fault)
    return fault.isSure ? [`await expect(${call}).rejects.toThrow();`] : [`await Promise.allSettled([${call}]);`];
  if (status === null || status >= 400) return [rejected(call, entry)];
  const called = analysisStatus(entry);
  if (operation === "getCallAnalysis" && called !== undefined)
    return [`const snapshot = await ${call};`, `expect(snapshot.status).toBe(${visibleJson(called)});`];
  return [`await ${call};`];
}

/** The status of the call in the response; undefined when there is none. */
function analysisStatus({ response: { content } }: JournalEntry): string | undefined {
  const data = (content as { data?: { status?: unknown } } | null)?.data;
  return typeof data?.status === "string" ? data.status : undefined;
}

/** What a request is about, as code. */
interface Subject {
  arrange: string[];
  /** The id in the path. */
  id: string;
  body: Record<string, unknown>;
}

const agentLine = 'const memberId = service.db.agents.list()[0]?.id ?? "";';
const categoryLine = 'const categoryId = service.db.categories.list()[0]?.id ?? "";';
const campaignLine = 'const campaignId = service.db.campaigns.list()[0]?.id ?? "";';

/** Ids of another fake mean nothing in a new one: the test takes what is there, or for a 404 an id that is not. */
function subjectOf(entry: JournalEntry, fault: InjectedStep | undefined): Subject {
  const isMissing = !fault && entry.status === 404;
  const isTaken = !fault && entry.status === 409;
  const named = pathSubject(entry, isMissing);
  const { fields = {} } = factsOf(entry.operation).body ?? {};
  const ids = Object.entries(idLines).filter(([field]) => Object.hasOwn(fields, field));
  const unknown = isMissing ? unknownFields(entry) : [];
  const lines = ids.map(([field, line]) => (unknown.includes(field) ? `const ${field} = "missing";` : line));
  const email = isTaken && Object.hasOwn(fields, "email");
  const names = [...ids.map(([field]) => field), ...(email ? ["email"] : [])];
  return {
    arrange: [...named.arrange, ...lines, ...(email ? [emailLine] : [])],
    id: named.id,
    body: { ...objectBody(entry), ...Object.fromEntries(names.map((name) => [name, new Expression(name)])) },
  };
}

const idLines = { memberId: agentLine, categoryId: categoryLine };
const emailLine = 'const email = service.db.agents.list()[1]?.email ?? "";';

/** What the id in the path names. */
function pathSubject(entry: JournalEntry, isMissing: boolean): Pick<Subject, "arrange" | "id"> {
  const parameter = pathParameter(entry);
  if (isMissing && parameter !== undefined) return { arrange: [], id: '"missing"' };
  switch (parameter) {
    case "id":
      return { arrange: [agentLine], id: "memberId" };
    case "categoryId":
      return { arrange: [categoryLine], id: "categoryId" };
    case "campaign_id":
      return { arrange: [campaignLine], id: "campaignId" };
    case "callId":
      return { arrange: [agentLine, categoryLine, ...callLinesFor(entry)], id: "callId" };
    default:
      return { arrange: [], id: visibleJson(pathId(entry)) };
  }
}

/** A call that has the status that was polled. */
function callLinesFor(entry: JournalEntry): string[] {
  const create =
    'const { callId } = await sdk.calls.create({ memberId, categoryId, audio_url: "https://example.com/call.wav" });';
  const status = analysisStatus(entry);
  if (status === "completed") return [create, "service.engine.complete(callId);"];
  if (status === "failed") return [create, "service.engine.fail(callId);"];
  if (status === "pending") return [create, "await sdk.calls.getAnalysis(callId);"];
  return [create];
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
  return {
    arrange: [],
    act: [
      `const response = await service.fetch(${addressCode(entry.path)}, ${literal(options, "  ")});`,
      ...(entry.status === null ? [] : [`expect(response.status).toBe(${entry.status});`]),
    ],
  };
}

/** Where a path of the journal is in the service of a test, whose interfaces have their own addresses. */
function addressCode(path: string): string {
  const [, rest = path] = /^\/v1(\/.*)$/.exec(path) ?? [];
  if (path.startsWith("/v1/campaigns/")) return `service.addresses.campaignBaseUrl + ${visibleJson(path)}`;
  return `service.addresses.baseUrl + ${visibleJson(rest)}`;
}

/** Uploads, and reads of what was uploaded. The recording is not in the journal: another one stands for it. */
function storageParts(entry: JournalEntry, fault: InjectedStep | undefined): TestParts {
  const { operation, status, request } = entry;
  const type = { contentType: request.contentType ?? "audio/wav", filename: "call.wav" };
  const upload = (client: string) =>
    `${client}.calls.upload(new Blob(["RIFF"]), ${literal(operation === "uploadRecording" ? type : { filename: "call.wav" })})`;
  if (operation === "uploadRecording") {
    if (!fault && status !== null && status >= 400) return expiredUpload(type, status);
    return { arrange: [], act: callLines(entry, upload(fault?.client ?? "sdk"), fault) };
  }
  const method = entry.method === "GET" ? "" : `, ${literal({ method: entry.method })}`;
  if (!fault && status === 404)
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
    `const response = await service.fetch(${address}, ${literal({ method: "PUT", headers: { "Content-Type": type.contentType }, body: "RIFF" }, "  ")});`,
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
