import { inspect } from "node:util";
import { CallAnalysis, ConfigurationError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { checkRows } from "../support/check-rows.ts";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith } from "../support/test-client.ts";

const good = { apiKey: "key", baseUrl: "https://service.test/v1" };
const fileInput = { file: new Uint8Array(10), memberId: "m", categoryId: "c" };
const logger = { debug() {}, info() {}, warn() {}, error() {} };

const validating = { mode: "warn", validator: () => [] };

const badOptions: Record<string, unknown[]> = {
  apiKey: ["", 42, "two words"],
  campaignApiKey: [""],
  timeoutMs: [Number.NaN, "30"],
  deadlineMs: ["30"],
  retry: [3],
  fetch: ["fetch"],
  headers: [
    [],
    null,
    new Headers({ "x-team": "sales" }),
    "x-team",
    { "bad name": "1" },
    { "x-a": "line\nbreak" },
    { "x-a": 1 },
    { AUTHORIZATION: "Bearer other" },
  ],
  logger: [{}, { ...logger, warn: undefined }],
  logLevel: ["loud", ["warn"]],
  validate: ["strict", { mode: "strict" }, { mode: "loud", validator: () => [] }, { ...validating, modes: 1 }],
  userAgent: ["a\nb", "", 5],
  poll: ["fast"],
};

test("a bad option is a ConfigurationError that names it", async () => {
  const rows = Object.entries(badOptions).flatMap(([name, values]) =>
    values.map((value) => [`${name}: ${inspect(value)}`, name, value] as const),
  );
  await checkRows(rows, (name, value) => {
    const construct = () => new CallAnalysis({ ...good, [name]: value });
    expect(construct).toThrow(ConfigurationError);
    expect(construct).toThrow(new RegExp(`^${name}\\b`));
  });
});

test.each(["key", null, []])("the options %j are refused in one sentence", (options) => {
  expect(() => new CallAnalysis(options as never)).toThrow(/^options: expected an object, got /);
});

test.each([
  ["timeoutMs", { timeoutMs: 0 }],
  ["deadlineMs", { deadlineMs: -5 }],
  ["signal", { signal: {} }],
  ["headers", { headers: "x-a: 1" }],
  ["headers", { headers: { Authorization: "Bearer other" } }],
  // They belong to the connection.
  ...["Content-Length", "transfer-encoding", "Connection", "keep-alive", "Upgrade", "expect"].map(
    (name): [string, object] => [`headers: ${name}`, { headers: { [name]: "7" } }],
  ),
])("a bad %s of one call rejects by its name, and nothing is sent", async (name, options) => {
  const { fetch, calls } = oneOffFetch(new Response());
  const error = await rejectionOf(clientWith(fetch).agents.list(options as never), ConfigurationError);
  expect(error.message).toMatch(new RegExp(`^${name.replace(" ", ' "')}\\b`));
  expect(calls).toHaveLength(0);
});

test.each<[string, (sdk: CallAnalysis) => Promise<unknown>, RegExp]>([
  [
    "a prospect without campaignBaseUrl",
    (sdk) => sdk.campaigns.addProspect("spring", { name: "Ravi" }),
    /^campaignBaseUrl is missing/,
  ],
  ...[null, [], "Ravi", 5].map((prospect): [string, (sdk: CallAnalysis) => Promise<unknown>, RegExp] => [
    `the prospect ${JSON.stringify(prospect)}`,
    (sdk) => sdk.withOptions({ campaignBaseUrl: "https://c.test" }).campaigns.addProspect("spring", prospect as never),
    /^addProspect: expected an object/,
  ]),
  ...[5, "x", true].map((options): [string, (sdk: CallAnalysis) => Promise<unknown>, RegExp] => [
    `the options ${JSON.stringify(options)}`,
    (sdk) => sdk.agents.list(options as never),
    /^listAgents: expected an object/,
  ]),
  ["no input", (sdk) => sdk.calls.analyzeFile(undefined as never), /^input: expected an object/],
  ["a path as input", (sdk) => sdk.calls.submitFile("call.wav" as never), /^input: expected an object/],
])("%s is refused with what is missing, and nothing is sent", async (_name, use, message) => {
  const { fetch, calls } = oneOffFetch(new Response());
  expect((await rejectionOf(use(clientWith(fetch)), ConfigurationError)).message).toMatch(message);
  expect(calls).toHaveLength(0);
});

const circle: Record<string, unknown> = {};
circle.self = circle;

test.each<[string, object]>([
  ["memberId", { memberId: "" }],
  ["categoryId", { categoryId: "" }],
  ["udfs", { udfs: circle }],
  ["udfs", { udfs: { big: 1n } }],
  ["udfs", { udfs: [1] }],
  ["udfs", { udfs: "crm" }],
  ["udfs", { udfs: new Map([["crmId", "84113"]]) }],
  ["score would be lost", { udfs: { crm: { score: Number.NaN } } }],
  ["1 would be lost", { udfs: { tags: ["vip", () => "late"] } }],
  ["1 would be lost", { udfs: { tags: ["vip", undefined] } }],
  ["ids would be lost", { udfs: { ids: new Set([1]) } }],
  ["owner would be lost", { udfs: { owner: Promise.resolve("Ravi") } }],
  ["failure would be lost", { udfs: { failure: Object.assign(new Error("busy"), { code: 7 }) } }],
  ["udfs", { udfs: { at: { toJSON: () => Number("x").toFixed(-1) } } }],
  ["date", { date: new Date(Number.NaN) }],
])("a call with a bad %s is refused by its name before anything of its recording is sent", async (name, fields) => {
  const { fetch, calls } = oneOffFetch(new Response());
  const flow = clientWith(fetch).calls.analyzeFile({ ...fileInput, ...fields });
  expect((await rejectionOf(flow, ConfigurationError)).message).toContain(name);
  expect(calls).toHaveLength(0);
});
