/** Dates near the call, on the side that the name of the field suggests. */
import type { Random } from "../../core/random.js";
import type { ExtractionField } from "../configuration.js";

const dayMs = 86_400_000;

/** The offset of India time, in which the service's days begin. @see section 4, rule 6, of the specification */
const indiaOffsetMs = 19_800_000;

interface DateContext {
  random: Random;
  callDateMs: number;
}

/** `YYYY-MM-DD`, an ISO-8601 date-time in UTC, or `HH:MM`, by the field's type. */
export function dateValue(field: ExtractionField, { random, callDateMs }: DateContext): string {
  const day = dayOf(field, { random, callDateMs });
  const time = `${twoDigits(random.integer(10, 18))}:${random.pick(["00", "15", "30", "45"])}`;
  const type = field.fieldType.toLowerCase();
  if (/date.?time|timestamp/.test(type)) return new Date(`${day}T${time}:00+05:30`).toISOString();
  return type.includes("date") ? day : time;
}

function dayOf({ fieldName, displayName }: ExtractionField, { random, callDateMs }: DateContext): string {
  const text = `${fieldName} ${displayName}`.toLowerCase();
  const days = random.integer(1, 14);
  if (/birth|dob\b/.test(text)) return isoDay(callDateMs - random.integer(22 * 365, 65 * 365) * dayMs);
  return isoDay(callDateMs + (isPast(text) ? -days : days) * dayMs);
}

function isPast(text: string): boolean {
  return /last|previous|since|purchase|order|invoice|incident|reported|paid|due|opened/.test(text);
}

function isoDay(timeMs: number): string {
  return new Date(timeMs + indiaOffsetMs).toISOString().slice(0, 10);
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
