/**
 * Writes the request of an entry as a test with the fixture of `@call-analysis/mock/vitest`. Each test has a fake of its
 * own with the demo's data, so the test first creates what the request was about, and makes the fake fail as it did. For an
 * agent, a category or a campaign that the demo does not have, the demo's first one stands.
 */
import type { JournalEntry } from "@call-analysis/mock";
import { factsOf } from "../../../operations/operations.ts";
import { thenTexts } from "../../../operations/rule-texts.ts";
import { workText } from "../outcome-text.ts";
import { errorOf } from "./client-errors.ts";
import { Expression, literal, visibleJson } from "./literal.ts";
import { callOf, clientCall, isTyped, objectBody, pathId, pathParameter, takesKey } from "./recorded-request.ts";
import { bodyOption } from "./sdk-code.ts";
import { effectNames, ruleLine, type TestRule, testRules } from "./test-rules.ts";

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
  isHeld: boolean;
  /** The client: without retries, and without a patience that would make the test wait. */
  client: string;
}

/** The test. It expects the status, the faults and the calls that the request left behind. */
export function testCode(entry: JournalEntry): string {
  const cause = causeOf(entry);
  const { mockOptions, arrange, act } = partsOf(entry, cause);
  const { operation, status, lostResponse } = entry;
  const lines = [
    ...arrange,
    ...cause.rules.map((rule) => ruleLine(rule, matchOf(rule))),
    "",
    ...act,
    "",
    ...(lostResponse ? [`// ${workText(entry)}`] : []),
    ...(operation === "createCall"
      ? [`expect(service.db.calls.list()).toHaveLength(${callOf(entry).id ? 1 : 0});`]
      : []),
    `const entry = await service.journal.waitFor(${literal({ operation, status })});`,
    `expect(entry.faults).toEqual(${literal(cause.faults)});`,
    ...(lostResponse ? [`expect(entry.lostResponse?.status).toBe(${lostResponse.status});`] : []),
  ];
  const extended = mockOptions ? `const configured = test.extend(${literal({ mockOptions })});\n\n` : "";
  const fixtures = lines.some((line) => line.includes("sdk")) ? "{ service, sdk }" : "{ service }";
  const body = trimmed(lines)
    .map((line) => (line === "" ? "" : `  ${line.replaceAll("\n", "\n  ")}`))
    .join("\n");
  return `${head}\n${extended}${mockOptions ? "configured" : "test"}(${visibleJson(nameOf(entry, cause))}, async (${fixtures}) => {\n${body}\n});\n`;
}

function causeOf(entry: JournalEntry): Cause {
  const rules = testRules(entry);
  const faults = rules.flatMap(({ then }) => effectNames(then));
  const isHeld = rules.some(({ then }) => then.hold);
  const isHanging = isGivenUp(entry, isHeld) || faults.some((name) => /^(network timeout|body stall)/.test(name));
  const failing = isHanging ? "sdk.withOptions({ retry: false, timeoutMs: 200 })" : "sdk.withOptions({ retry: false })";
  const hasWrongKey = entry.status === 401 && faults.length === 0;
  const client = hasWrongKey ? 'sdk.withOptions({ apiKey: "wrong-key" })' : failing;
  return { rules, faults, isHeld, client: faults.length > 0 || isHanging || isRefused(entry) ? client : "sdk" };
}

/** Whether a request was refused for its key, or for the rate of requests. */
function isRefused({ status }: JournalEntry): boolean {
  return status === 401 || status === 429;
}

/** Whether the client of a held request did not wait until it was released. */
function isGivenUp({ status, faults }: JournalEntry, isHeld: boolean): boolean {
  return isHeld && status === null && faults.length === 0;
}

/** The name of the test, such as `createCall gets its connection reset`. */
function nameOf(entry: JournalEntry, { rules, faults }: Cause): string {
  const { operation, method, path, status, lostResponse } = entry;
  const texts = rules.flatMap((rule) => (rule.then.hold ? "is held" : rule.then.end ? [] : thenTexts(rule)));
  const end = status === null ? "gets no response" : `gets status ${status}`;
  const name = `${operation ?? `${method} ${path}`} ${[...texts, ...(faults.length === 0 ? [end] : [])].join(", and ")}`;
  return lostResponse?.callId ? name.replace("the service has acted", "the call was created") : name;
}

/** Without an empty line at the beginning, and without two in a row. */
function trimmed(lines: readonly string[]): string[] {
  return lines.filter((line, index) => line !== "" || (index > 0 && lines[index - 1] !== ""));
}

/** The demo's ids, which every test's fake has. They never change. */
const seeded = {
  memberId: ["mem_3f0c42df9535", "mem_69b6c77ce637", "mem_f86fdc40a712", "mem_753b990c5fc2"],
  categoryId: ["cat_f345df9847a9", "cat_1546bf6006a6", "cat_e6f3162c1bae"],
  campaign_id: ["cmp_c6eb955508cb"],
};

type SeededField = keyof typeof seeded;

function isSeededField(field: string): field is SeededField {
  return Object.hasOwn(seeded, field);
}

/** The id itself, where the fake of the test has it; else the first that it has. */
function seededId(field: SeededField, id: unknown): string {
  return seeded[field].find((each) => each === id) ?? seeded[field][0] ?? "";
}

/** The field that the id in the path is. */
function pathField(entry: JournalEntry): SeededField | undefined {
  const parameter = pathParameter(entry);
  const field = parameter === "id" ? "memberId" : parameter;
  return field !== undefined && isSeededField(field) ? field : undefined;
}

/** The fields of a rule's match. Its paths and organizations are those of another fake. */
function matchOf({ when }: TestRule): object {
  const { path: _, organizationId: __, ...match }: Record<string, unknown> = { ...when?.match };
  return withSeededIds("id" in match ? { ...match, id: seededId("memberId", match.id) } : match);
}

function withSeededIds(fields: Record<string, unknown>): Record<string, unknown> {
  const rows = Object.entries(fields).map(([field, value]) => [
    field,
    isSeededField(field) ? seededId(field, value) : value,
  ]);
  return Object.fromEntries(rows);
}

function partsOf(entry: JournalEntry, cause: Cause): TestParts {
  const { operation, status } = entry;
  const isByItself = cause.faults.length === 0;
  const isOfStorage = operation === "uploadRecording" || operation === "readRecording";
  // A signature that was refused is not in the journal, and any other one is refused as well.
  const isFailed = isByItself && status !== null && status >= 400;
  if (isOfStorage && !isFailed) return storageParts(entry, cause);
  if (!isTyped(entry)) return rawParts(entry, cause);
  const { arrange, id, body } = subjectOf(entry, cause);
  const call = clientCall(entry, { client: cause.client, id, body: literal(body) });
  const act = callLines(entry, call, cause);
  const mockOptions = { policies: { rateLimit: { limit: 0, windowMs: 60_000 } } };
  return { arrange, act, ...(isByItself && status === 429 && { mockOptions }) };
}

function rejected(call: string, error: object): string {
  return `await expect(${call}).rejects.toMatchObject(${literal(error)});`;
}

/** Sends the request, and expects what its caller gets. */
function callLines(entry: JournalEntry, call: string, cause: Cause): string[] {
  const error = errorOf(entry, cause.faults);
  const called = entry.operation === "getCallAnalysis" ? callOf(entry).status : undefined;
  return sentLines(entry, call, cause, (sent) => {
    if (error) return [rejected(sent, error)];
    // A client that does not need the response's body does not notice that it is broken or replaced.
    if (cause.faults.some((name) => /^(body|status)/.test(name))) return [`await Promise.allSettled([${sent}]);`];
    if (called === undefined || cause.faults.length > 0) return [`await ${sent};`];
    return [`const snapshot = await ${sent};`, `expect(snapshot.status).toBe(${visibleJson(called)});`];
  });
}

/** Sends a request. One that is held is released once it is, or once its client has given up. */
function sentLines(
  entry: JournalEntry,
  call: string,
  { isHeld }: Cause,
  expectedOf: (sent: string) => string[],
): string[] {
  if (!isHeld) return expectedOf(call);
  const expected = expectedOf("held");
  const release = ["gate.release();"];
  const rest = isGivenUp(entry, isHeld)
    ? [...expected, ...release]
    : ["await gate.reached();", ...release, ...expected];
  return [`const held = ${call};`, ...rest];
}

/** The subject of a request, as code. */
interface Subject {
  arrange: string[];
  /** The id in the path. */
  id: string;
  body: Record<string, unknown>;
}

/** A test has what the request was about, or for a 404 an id that nothing has, and for a 409 an e-mail that is taken. */
function subjectOf(entry: JournalEntry, cause: Cause): Subject {
  const isByItself = cause.faults.length === 0;
  const isMissing = isByItself && entry.status === 404;
  const given = objectBody(entry) ?? {};
  const { fields = {} } = factsOf(entry.operation).body ?? {};
  const unknown = isMissing ? unknownFields(entry).filter((field) => Object.hasOwn(fields, field)) : [];
  const isTaken = isByItself && entry.status === 409 && Object.hasOwn(fields, "email");
  return {
    // A request that was refused for its key can be about anything.
    ...pathSubject(entry, cause, isMissing || (isByItself && isRefused(entry))),
    body: {
      ...withSeededIds(given),
      ...Object.fromEntries(unknown.map((field) => [field, "missing"])),
      ...(isTaken && { email: "rohan.iyer@example.com" }),
    },
  };
}

/** The subject that the id in the path names. */
function pathSubject(entry: JournalEntry, cause: Cause, isMissing: boolean): Pick<Subject, "arrange" | "id"> {
  const field = pathField(entry);
  if (isMissing && pathParameter(entry) !== undefined) return { arrange: [], id: '"missing"' };
  if (pathParameter(entry) === "callId") return { arrange: polledCall(entry, cause), id: "callId" };
  return { arrange: [], id: visibleJson(field ? seededId(field, pathId(entry)) : pathId(entry)) };
}

/** A call that has the status that was polled, and that the rules are about. */
function polledCall(entry: JournalEntry, { rules }: Cause): string[] {
  const match: Record<string, unknown> = Object.assign({}, ...rules.map(({ when }) => when?.match));
  const { memberId, categoryId, udfs, filename = "call.wav", audio_url = `https://example.com/${filename}` } = match;
  const people = withSeededIds({ memberId, categoryId });
  const fields = literal({ ...people, audio_url, ...(udfs !== undefined && { udfs }) });
  const create = `const { callId } = await sdk.calls.create(${fields});`;
  const { status } = callOf(entry);
  if (status === "completed") return [create, "service.engine.complete(callId);"];
  if (status === "failed") return [create, "service.engine.fail(callId);"];
  if (status === "pending") return [create, "await sdk.calls.getAnalysis(callId);"];
  return [create];
}

/** Which of the ids is unknown is in the response; where it is not, all are. */
function unknownFields({ response: { content } }: JournalEntry): string[] {
  const { fields = [] } = (content as { error?: { fields?: { path: string }[] } } | null)?.error ?? {};
  const named = fields.map(({ path }) => path).filter(isSeededField);
  return named.length > 0 ? named : Object.keys(seeded);
}

/** A request that the typed client would not send: by the service's own `fetch`. */
function rawParts(entry: JournalEntry, cause: Cause): TestParts {
  const isKnown = takesKey(entry) && entry.organizationId !== null;
  const authorization = isKnown
    ? { Authorization: new Expression(`\`Bearer \${service.clientOptions().apiKey}\``) }
    : {};
  const type = entry.request.contentType === null ? {} : { "Content-Type": entry.request.contentType };
  const options = { method: entry.method, headers: { ...authorization, ...type }, ...bodyOption(entry) };
  const call = `service.fetch(${addressCode(entry)}, ${literal(options)})`;
  const act = sentLines(entry, call, cause, (sent) =>
    entry.status === null
      ? [`await Promise.allSettled([${sent}]);`]
      : [`const response = await ${sent};`, `expect(response.status).toBe(${entry.status});`],
  );
  return { arrange: [], act };
}

/** Where a path of the journal is in the service of a test, whose interfaces have their own addresses. */
function addressCode({ operation, path }: JournalEntry): string {
  if (operation?.endsWith("Recording"))
    return `service.addresses.storageUrl + ${visibleJson(path.slice(path.indexOf("/recordings/")))}`;
  if (path.startsWith("/v1/campaigns/")) return `service.addresses.campaignBaseUrl + ${visibleJson(path)}`;
  return `service.addresses.baseUrl + ${visibleJson(path.replace(/^\/v1\//, "/"))}`;
}

/** Uploads, and reads of what was uploaded. The recording is not in the journal: another one stands for it. */
function storageParts(entry: JournalEntry, cause: Cause): TestParts {
  const contentType = entry.request.contentType ?? "audio/wav";
  const upload = (client: string, options = {}) =>
    `${client}.calls.upload(new Blob(["RIFF"]), ${literal({ filename: "call.wav", ...options })})`;
  if (entry.operation === "uploadRecording")
    return { arrange: [], act: callLines(entry, upload(cause.client, { contentType }), cause) };
  const method = entry.method === "GET" ? "" : `, ${literal({ method: entry.method })}`;
  const read = `service.fetch(publicUrl${method}).then((response) => response.arrayBuffer())`;
  return {
    arrange: [`const { publicUrl } = await ${upload("sdk")};`],
    act: sentLines(entry, read, cause, (sent) => [`await Promise.allSettled([${sent}]);`]),
  };
}
