import fc from "fast-check";
import { expect, test } from "vitest";
import { analyse } from "../../src/engine/analyse.js";
import type { ExtractionField } from "../../src/engine/configuration.js";
import { anyCategory } from "./any-category.js";
import { callInput, emptyCategory, fieldOf, sectionAsking } from "./call-input.js";

function extracted(fields: ExtractionField[], recordingHash = "recording-1", createdAt = "2026-03-02T03:30:00.000Z") {
  const category = { ...emptyCategory, extractionFields: fields };
  return analyse(callInput({ category, recordingHash, createdAt })).analysis.extractions as Record<string, unknown>;
}

function valuesOf(field: ExtractionField, count = 40, createdAt?: string): unknown[] {
  return Array.from(
    { length: count },
    (_, index) => extracted([field], `recording-${index}`, createdAt)[field.fieldName],
  );
}

test.each([
  ["string", /^Detail \(\d\d:\d\d\)$/],
  ["email", /^[a-z-]+\.[a-z-]+@example\.com$/],
  ["phone", /^\+91 9\d{4} \d{5}$/],
  ["date", /^\d{4}-\d\d-\d\d$/],
  ["datetime", /^\d{4}-\d\d-\d\dT\d\d:\d\d:00\.000Z$/],
  ["time", /^\d\d:\d\d$/],
])("a field of type %s is a text of its form", (fieldType, form) => {
  for (const value of valuesOf(fieldOf(fieldType))) expect(value).toMatch(form);
});

test.each(["number", "integer", "currency", "percentage", "rating"])("a field of type %s is a number", (fieldType) => {
  for (const value of valuesOf(fieldOf(fieldType))) expect(value).toSatisfy(Number.isSafeInteger);
});

test("a boolean field is sometimes true and sometimes false", () => {
  expect(new Set(valuesOf(fieldOf("boolean")))).toEqual(new Set([true, false]));
});

test("a choice is one of the values, from either list, and each of them occurs", () => {
  const field = fieldOf("enum", { enumValues: ["hot", "warm"], enumOptions: [{ value: "cold", hint: "" }] });
  expect(new Set(valuesOf(field))).toEqual(new Set(["hot", "warm", "cold"]));
});

test("a multiple choice is a list without duplicates, in the order of the values", () => {
  const enumValues = ["a", "b", "c", "d"];
  for (const value of valuesOf(fieldOf("multi-enum", { enumValues }))) {
    expect(value).toEqual(enumValues.filter((each) => (value as string[]).includes(each)));
  }
});

test("with nothing to choose from, a choice is null and a multiple choice is empty", () => {
  expect(extracted([fieldOf("enum", { fieldName: "one" }), fieldOf("multi-enum", { fieldName: "many" })])).toEqual({
    one: null,
    many: [],
  });
});

test("dates lie within weeks of the call, on the side that the field's name suggests", () => {
  const call = "2026-05-20T10:00:00.000Z";
  for (const day of valuesOf(fieldOf("date", { displayName: "Next visit" }), 20, call)) {
    expect(day).toSatisfy((text: string) => text > "2026-05-20" && text < "2026-06-05");
  }
  for (const day of valuesOf(fieldOf("date", { displayName: "Last purchase" }), 20, call)) {
    expect(day).toSatisfy((text: string) => text < "2026-05-20" && text > "2026-05-04");
  }
});

test("a value that several criteria ask for is known where one of them is met, whichever it is", () => {
  const section = sectionAsking("Did the agent ask for it?", "Did the customer say it?");
  const criterias = section.criterias.map((criterion) => ({ ...criterion, field: "detail" }));
  const extractionFields = [fieldOf("string", { required: false })];
  const category = { ...emptyCategory, extractionFields, analysisPointers: [{ ...section, criterias }] };
  const seen = Array.from({ length: 60 }, (_, index) => {
    const { analysis } = analyse(callInput({ category, recordingHash: `recording-${index}` }));
    const answers = analysis.sections[0]?.criterias.map(({ result }) => result === "Yes") ?? [];
    return { answers: answers.join(), isKnown: Object(analysis.extractions).detail !== null };
  });
  for (const { answers, isKnown } of seen) expect([answers, isKnown]).toEqual([answers, answers.includes("true")]);
  expect(new Set(seen.map(({ answers }) => answers)).size).toBe(4);
});

test("a required field is always there, and an optional one is sometimes null", () => {
  expect(valuesOf(fieldOf("number"), 100)).not.toContain(null);
  const optional = valuesOf(fieldOf("number", { required: false }), 100);
  expect(optional.filter((value) => value === null).length).toBeGreaterThan(5);
  expect(optional.filter((value) => value === null).length).toBeLessThan(40);
});

test("whatever the configuration, each field is there by its name, and choices are among its values", () => {
  fc.assert(
    fc.property(anyCategory, fc.string(), (category, recordingHash) => {
      const { extractions } = analyse(callInput({ category, recordingHash })).analysis;
      const values = new Map(Object.entries(extractions as object));
      expect(new Set(values.keys())).toEqual(new Set(category.extractionFields.map(({ fieldName }) => fieldName)));
      // Of fields with the same name, the last one counts.
      const fields = new Map(category.extractionFields.map((field) => [field.fieldName, field]));
      for (const field of fields.values()) expectAmong(values.get(field.fieldName), field);
    }),
  );
});

function expectAmong(value: unknown, { fieldType, enumValues, enumOptions }: ExtractionField): void {
  if (!["enum", "multi-enum"].includes(fieldType) || value === null) return;
  const choices = [...enumValues, ...enumOptions.map((option) => option.value)];
  for (const each of [value].flat()) expect(choices).toContain(each);
}
