/** How the values of extraction fields are written, and which of them a question is about. */
import type { ExtractionField } from "../configuration.js";
import type { FieldValue } from "../fields/field-value.js";

/**
 * A value with the name of its field: `Budget: 4,75,000`. Null for yes and no, which say nothing without their
 * question, and for times of day, which would be read as times in the recording.
 */
export function namedValue({ displayName }: ExtractionField, value: FieldValue | undefined): string | null {
  const text = textOf(value ?? null);
  return text === "" || /\d:\d\d/.test(text) || displayName.trim() === "" ? null : `${displayName.trim()}: ${text}`;
}

/** Whether a question names a field: it has every word of the field's name. */
export function isAbout(question: string, { displayName }: Pick<ExtractionField, "displayName">): boolean {
  const words = displayName.toLowerCase().match(/[\p{L}\p{M}\p{N}]{2,}/gu) ?? [];
  return words.length > 0 && words.every((word) => question.toLowerCase().includes(word));
}

function textOf(value: FieldValue): string {
  if (value === null || typeof value === "boolean") return "";
  if (typeof value === "number") return withIndianCommas(value);
  return typeof value === "string" ? value : value.join(", ");
}

/** `275000` as `2,75,000`. By hand, because not every runtime knows the Indian way. */
function withIndianCommas(value: number): string {
  return String(value).replace(/(\d)(?=(?:\d\d)+\d$)/g, "$1,");
}
