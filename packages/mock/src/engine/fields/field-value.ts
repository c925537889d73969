/** The values of extraction fields: a plausible one by the field's type and name. */
import type { Random } from "../../core/random.js";
import type { ExtractionField } from "../configuration.js";
import { dateValue } from "./date-value.js";
import { numberValue } from "./number-value.js";
import type { FieldValueOptions } from "./persona.js";
import { textValue } from "./text-value.js";

/** What a field can hold. */
export type FieldValue = string | number | boolean | string[] | null;

/** The kinds of values that the fake can make. The specification names no types, so names in use elsewhere are understood. */
type FieldKind = "number" | "boolean" | "date" | "choice" | "choices" | "text";

const kinds: readonly (readonly [FieldKind, RegExp])[] = [
  ["choices", /multi|array|list|tags|checkboxes/],
  ["choice", /enum|select|choice|option|dropdown|radio/],
  ["date", /date|time/],
  ["boolean", /bool|yes.?no|flag|toggle|checkbox/],
  ["number", /number|integer|^int$|float|decimal|double|currency|money|amount|percent|rating/],
];

/** The value of a field. Of a field with choices it is one of them, whatever its type; with none to choose from, null or an empty list. */
export function fieldValue(field: ExtractionField, options: FieldValueOptions): FieldValue {
  const { random } = options;
  switch (kindOf(field)) {
    case "choices":
      return someOf(choicesOf(field), options);
    case "choice":
      return oneOf(choicesOf(field), random);
    case "number":
      return numberValue(field, random);
    case "boolean":
      return random.chance(0.6);
    case "date":
      return dateValue(field, options);
    case "text":
      return textValue(field, options);
  }
}

/** Whether a field's value is a list of choices. */
export function isList(field: ExtractionField): boolean {
  return kindOf(field) === "choices";
}

/** The kind of a field's values. A text with choices is a choice; an unknown type is text. */
function kindOf(field: ExtractionField): FieldKind {
  const type = field.fieldType.toLowerCase();
  const kind = kinds.find(([, pattern]) => pattern.test(type))?.[0] ?? "text";
  return kind === "text" && choicesOf(field).length > 0 ? "choice" : kind;
}

/** The values to choose from, each once, in the order of the configuration. */
function choicesOf({ enumValues, enumOptions }: ExtractionField): string[] {
  return [...new Set([...enumValues, ...enumOptions.map(({ value }) => value)])];
}

function oneOf(choices: readonly string[], random: Random): string | null {
  return choices.length === 0 ? null : random.pick(choices);
}

/** One to three of the choices, in their own order: one if it was asked for in part, more if in full. */
function someOf(choices: readonly string[], { random, answer }: FieldValueOptions): string[] {
  const count = random.integer(answer === "met" ? 2 : 1, answer === "partly" ? 1 : 3);
  const chosen = new Set(random.shuffle(choices).slice(0, count));
  return choices.filter((choice) => chosen.has(choice));
}
