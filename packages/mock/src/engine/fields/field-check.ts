import type { ExtractionField } from "../configuration.js";
import { choicesOf, kindOf } from "./field-value.js";

/** What keeps a value from being one of a field; undefined when nothing does. */
export function fieldProblem(field: ExtractionField, value: unknown): string | undefined {
  if (value === null) return field.required ? "is required, so it cannot be null" : undefined;
  switch (kindOf(field)) {
    case "choices":
      return isListOfChoices(field, value) ? undefined : `must be a list of ${listed(field)}`;
    case "choice":
      return isChoice(field, value) ? undefined : `must be one of ${listed(field)}`;
    case "number":
      return typeof value === "number" ? undefined : "must be a number";
    case "boolean":
      return typeof value === "boolean" ? undefined : "must be true or false";
    default:
      return typeof value === "string" ? undefined : "must be a string";
  }
}

function isListOfChoices(field: ExtractionField, value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => isChoice(field, item));
}

function isChoice(field: ExtractionField, value: unknown): boolean {
  return typeof value === "string" && choicesOf(field).includes(value);
}

function listed(field: ExtractionField): string {
  return choicesOf(field).join(", ");
}
