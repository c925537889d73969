import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalText, drawKeys } from "../../src/engine/draw-keys.js";
import { callInput } from "./call-input.js";

test("the order of keys makes no difference, at any depth", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(canonicalText(reversed(value))).toBe(canonicalText(value));
    }),
  );
});

test.each([
  ["seed", { seed: 2 }],
  ["organization", { organizationId: "org_2" }],
  ["recording", { recordingHash: "recording-2" }],
  ["category", { category: { ...callInput().category, id: "cat_2" } }],
  ["member", { memberId: "mem_2" }],
  ["user-defined fields", { udfs: { crmId: "1" } }],
  ["date", { date: "2026-01-12" }],
])("a change of %s makes another call", (_, change) => {
  expect(drawKeys(callInput(change)).call).not.toBe(drawKeys(callInput()).call);
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, item]) => [name, reversed(item)]),
  );
}
