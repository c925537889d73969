import { expect, test } from "vitest";
import type { OperationName } from "../../src/core/operations.js";
import { checkMatch, fieldsOf, matches } from "../../src/rules/match.js";

const attributes = JSON.parse(
  '{"memberId":"mem_1","udfs":{"crm":{"id":7,"tags":["a","b"]},"__proto__":{"x":1}},"date":null}',
);

test.each([
  [{}],
  [{ memberId: "mem_1" }],
  [{ memberId: "mem_1", categoryId: undefined }],
  [{ udfs: { crm: { id: 7 } } }],
  [{ udfs: { crm: { tags: ["a", "b"] } } }],
  [{ date: null }],
  [JSON.parse('{"udfs":{"__proto__":{"x":1}}}')],
])("%j matches", (match) => {
  expect(matches(match, attributes)).toBe(true);
});

test.each([
  [{ memberId: "mem_2" }],
  [{ missing: null }],
  [{ udfs: { crm: { id: "7" } } }],
  [{ udfs: { crm: { tags: ["a"] } } }],
  [{ udfs: { crm: { tags: { 0: "a", 1: "b", length: 2, x: 1 } } } }],
  [{ udfs: null }],
  [{ memberId: { length: 5 } }],
  [{ date: { length: 5 } }],
  [{ toString: undefined, constructor: Object }],
  [JSON.parse('{"udfs":{"__proto__":{"x":2}}}')],
])("%j does not match", (match) => {
  expect(matches(match, attributes)).toBe(false);
});

test.each<[memberId: unknown, isMatch: boolean]>([
  ["mem_1", true],
  ["mem_2", false],
  ["MEM_1", false],
  ["asha@example.com", true],
  ["ASHA@EXAMPLE.COM", true],
  ["rohan@example.com", false],
  [["mem_1"], false],
])("an agent is matched by its id, and by its e-mail in upper or lower case: %j, %j", (memberId, isMatch) => {
  expect(matches({ memberId }, { memberId: ["mem_1", "Asha@example.com"] })).toBe(isMatch);
});

test.each<[OperationName, fields: string[]]>([
  ["listAgents", []],
  ["updateAgent", ["id", "memberId", "name", "email"]],
  ["createCall", ["memberId", "categoryId", "audio_url", "filename", "udfs", "date"]],
  ["getCallAnalysis", ["callId", "memberId", "categoryId", "audio_url", "filename", "udfs"]],
  ["uploadRecording", ["uploadId", "filename"]],
])("requests of %s have the fields %j: of their path, of what it names, and of their body", (operation, fields) => {
  expect(fieldsOf[operation]).toEqual(fields);
});

test("a match may name the operation that was chosen, and no other", () => {
  const chosen = { operation: "createCall" } as const;
  expect(() => checkMatch(chosen, chosen)).not.toThrow();
  expect(() => checkMatch({ operation: "listAgents" }, chosen)).toThrow(/^operation: must be createCall or absent/);
});
