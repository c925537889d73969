import { expect, test } from "vitest";
import { parseFlags } from "../../src/command/flags.js";
import { serviceOptionsOf } from "../../src/command/run.js";
import { defaultPolicies } from "../../src/core/policies.js";

const parseFault = (text: string) => parseFlags(["--fault", text]).rules[0];
const parsePolicy = (text: string) => parseFlags(["--policy", text]).policies;

test("a fault is read from JSON", () => {
  expect(parseFault('{"latencyMs":300,"match":{"udfs":{"vip":true}}}')).toEqual({
    when: { match: { udfs: { vip: true } } },
    then: { delayMs: 300 },
  });
});

test.each([
  ["--progression polls:0,1", { progression: { mode: "polls", processing: 0, pending: 1 } }],
  ["--progression time:0,10", { progression: { mode: "time", processingMs: 0, pendingMs: 10 } }],
  ["--progression immediate", { progression: { mode: "immediate" } }],
  ["--progression manual", { progression: { mode: "manual" } }],
  ["--scenario empty,slow", { scenario: ["empty", "slow", { rules: [] }] }],
  ["--speed 60", { speed: 60 }],
  ["--strict", { strict: true }],
  ["", { scenario: ["demo", { rules: [] }], strict: false }],
])("the flags %j make a service with %j", (flags, expected) => {
  expect(serviceOptionsOf(parseFlags(flags.split(" ").filter(Boolean)))).toMatchObject(expected);
});

test("--fault may be repeated, and its faults come after the scenarios'", () => {
  const flags = parseFlags(["--scenario", "flaky", "--fault", '{"status":503}', "--fault", '{"latencyMs":20}']);
  expect(serviceOptionsOf(flags).scenario).toMatchObject([
    "flaky",
    { rules: [{ then: { respond: { status: 503 } } }, { then: { delayMs: 20 } }] },
  ]);
});

test.each([
  ['{"status":99}', "status: must be a whole number"],
  ['{"statuss":500}', "statuss"],
  ["{status:500}", "--fault must be JSON, such as"],
  ["", "must be JSON"],
])("--fault %j is refused, and the message says %s", (text, message) => {
  expect(() => parseFlags(["--fault", text])).toThrow(message);
  expect(() => parseFlags(["--fault", text])).toThrow("--fault");
});

test.each([
  ["missingUdfs=null", { missingUdfs: "null" }],
  ["maxRecordingBytes=null", { maxRecordingBytes: null }],
  ["failedStatus=404", { failedStatus: "404" }],
])("--policy %s is %j", (text, expected) => {
  expect(parsePolicy(text)).toEqual(expected);
});

test.each([
  ["emailInUseStatus=299", "--policy emailInUseStatus: "],
  ["nonsense=1", "nonsense: is unknown; the known names are invalidInputStatus, "],
  ["emialInUseStatus=422", "did you mean emailInUseStatus?"],
  ["emailInUseStatus", "--policy emailInUseStatus: "],
])("--policy %s is refused with a message that says %j", (text, message) => {
  expect(() => parsePolicy(text)).toThrow(message);
});

test("every policy can be given on the command line, its default included", () => {
  for (const [name, value] of Object.entries(defaultPolicies)) {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    expect(parsePolicy(`${name}=${text}`)).toEqual({ [name]: value });
  }
});
