/** How the values of extraction fields are written. */
import { dayInIndia, timeInIndia } from "../call-time.js";
import type { ExtractionField } from "../configuration.js";
import type { FieldValue } from "../fields/field-value.js";

/** A value as it was extracted, with commas in a long number. Empty for none, and for yes and no, which say nothing alone. */
export function valueText(value: FieldValue): string {
  if (value === null || typeof value === "boolean") return "";
  if (typeof value === "number") return withIndianCommas(value);
  return typeof value === "string" ? value : value.join(", ");
}

/**
 * A value with the name of its field: `Budget: 4,75,000`. Null for yes and no, which say nothing without their
 * question, and for times of day, which would be read as times in the recording.
 */
export function namedValue({ displayName }: ExtractionField, value: FieldValue | undefined): string | null {
  const text = valueText(value ?? null);
  return text === "" || /\d:\d\d/.test(text) || displayName.trim() === "" ? null : `${displayName.trim()}: ${text}`;
}

/** `2026-02-12` as `Thursday 12 February`, and the day in India of a date-time. Empty for no date. */
export function dayText(value: FieldValue): string {
  const text = typeof value === "string" ? value : "";
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? text : text.includes("T") && dayInIndia(Date.parse(text));
  const date = new Date(`${day}T00:00:00Z`);
  if (!day || Number.isNaN(date.getTime())) return "";
  return `${weekdays[date.getUTCDay()]} ${date.getUTCDate()} ${months[date.getUTCMonth()]}`;
}

// By hand, because a formatter of dates takes longer to make than the rest of a review.
const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const months = "January February March April May June July August September October November December".split(" ");

/**
 * `16:30` as `4.30 pm`, `12:00` as `noon`, and the time in India of a date-time. With a dot: `4:30` would be read as a time in
 * the recording. Empty for no time.
 */
export function hourText(value: FieldValue): string {
  const text = typeof value === "string" ? value : "";
  const time = text.includes("T") ? timeInIndia(Date.parse(text)) : text;
  const [, hours = "", minutes = ""] = /^(\d\d):(\d\d)$/.exec(time) ?? [];
  if (hours === "") return "";
  if (hours === "12" && minutes === "00") return "noon";
  const hour = Number(hours) % 12 || 12;
  return `${hour}${minutes === "00" ? "" : `.${minutes}`} ${Number(hours) < 12 ? "am" : "pm"}`;
}

/** `275000` as `2,75,000`. By hand, because not every runtime knows the Indian way. */
function withIndianCommas(value: number): string {
  return String(value).replace(/(\d)(?=(?:\d\d)+\d$)/g, "$1,");
}
