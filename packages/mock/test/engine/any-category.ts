import type { CategoryDetail } from "@call-analysis/sdk";
import fc from "fast-check";
import { anyText } from "../support/any-text.js";
import { emptyCategory } from "./call-input.js";

/** Ids from a few letters, so that duplicates are common, and any others. */
const id = fc.oneof(fc.constantFrom("a", "b", "__proto__", "constructor", ""), anyText());

const text = fc.oneof(fc.string({ unit: "grapheme" }), anyText({ maxLength: 400 }));

const question = fc.oneof(
  text,
  fc.constantFrom(
    "Did the agent greet and address the customer by name?",
    "If the customer objected, did the agent answer?",
    "Was the agent polite throughout the call?",
    "Did the agent avoid interrupting $& the customer?",
  ),
);

const outcome = fc.record({
  id,
  label: text,
  description: text,
  isSuccess: fc.boolean(),
  isNotApplicable: fc.boolean(),
});

const section = fc.record({
  id,
  sectionId: id,
  sectionName: text,
  criterias: fc.array(fc.record({ id, criteriaId: id, question })),
});

const fieldTypes = [
  "string",
  "number",
  "currency",
  "boolean",
  "date",
  "datetime",
  "time",
  "enum",
  "multi-enum",
  "phone",
];

const field = fc.record({
  id,
  fieldName: id,
  displayName: fc.oneof(text, fc.constantFrom("E-mail", "City", "Order number", "Last purchase", "Date of birth")),
  fieldType: fc.oneof(fc.constantFrom(...fieldTypes), text),
  enumOptions: fc.array(fc.record({ value: text, hint: text }), { maxLength: 4 }),
  enumValues: fc.array(text, { maxLength: 4 }),
  description: text,
  required: fc.boolean(),
});

/** Any configuration that the contract allows, odd ones above all. */
export const anyCategory: fc.Arbitrary<CategoryDetail> = fc
  .record({
    id,
    name: text,
    possibleOutcomes: fc.array(outcome),
    analysisPointers: fc.array(section),
    extractionFields: fc.array(field),
  })
  .map((configuration) => ({ ...emptyCategory, ...configuration }));
