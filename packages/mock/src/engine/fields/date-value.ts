/** Dates near the call, on the side that the name of the field suggests. */
import type { Random } from "../../core/random.js";
import { twoDigits } from "../call-time.js";
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

/** A day, or a time with its zone. A time without one would be read in the zone of the machine. */
const zonedDate = /^\d{4}-\d\d-\d\d(?:T.*(?:Z|[+-]\d\d:?\d\d))?$/;

/** The day around which the dates of a call lie that has none of its own: a Monday, 09:00 in India. */
const undatedCallMs = Date.UTC(2026, 0, 12, 3, 30);

const earliestCallMs = Date.UTC(1900, 0, 1);

const latestCallMs = Date.UTC(9999, 0, 1);

/** The time of a call by its `date`; a fixed one when there is none, or none that can be read. */
export function callDateMs(date: string | null): number {
  const timeMs = date !== null && zonedDate.test(date) ? Date.parse(date) : Number.NaN;
  // False for NaN too. Far enough from the year 9999, the dates around the call have years of four digits.
  return timeMs >= earliestCallMs && timeMs < latestCallMs ? timeMs : undatedCallMs;
}
