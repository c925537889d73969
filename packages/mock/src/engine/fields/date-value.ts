/** Dates near the date of the call: before or after it, as the name of the field suggests. */
import { dayInIndia, twoDigits } from "../call-time.js";
import type { ExtractionField } from "../configuration.js";
import type { FieldValueOptions } from "./persona.js";

const dayMs = 86_400_000;

/** `YYYY-MM-DD`, an ISO-8601 date-time in UTC, or `HH:MM`, by the field's type. */
export function dateValue(field: ExtractionField, options: FieldValueOptions): string {
  const { random } = options;
  const day = dayOf(field, options);
  const time = `${twoDigits(random.integer(10, 18))}:${random.pick(["00", "15", "30", "45"])}`;
  const type = field.fieldType.toLowerCase();
  if (/date.?time|timestamp/.test(type)) return new Date(`${day}T${time}:00+05:30`).toISOString();
  return type.includes("date") ? day : time;
}

function dayOf(field: ExtractionField, { random, callDateMs }: FieldValueOptions): string {
  const text = `${field.fieldName} ${field.displayName}`.toLowerCase();
  // Nobody without a connection waits two weeks for a technician.
  const days = random.integer(1, /visit/.test(text) ? 4 : 14);
  if (/birth|dob\b/.test(text)) return dayInIndia(callDateMs - random.integer(22 * 365, 65 * 365) * dayMs);
  if (isPast(text)) return dayInIndia(callDateMs - days * dayMs);
  return dayInIndia(notSunday(callDateMs + days * dayMs));
}

/** The day after it for a Sunday: nobody is given an appointment then. */
function notSunday(timeMs: number): number {
  const isSunday = new Date(`${dayInIndia(timeMs)}T00:00:00Z`).getUTCDay() === 0;
  return isSunday ? timeMs + dayMs : timeMs;
}

function isPast(text: string): boolean {
  return /last|previous|since|purchase|order|invoice|incident|reported|paid|due|opened/.test(text);
}

/** A day, or a time with its zone. A time without one would be parsed in the zone of the machine. */
const zonedDate = /^\d{4}-\d\d-\d\d(?:T.*(?:Z|[+-]\d\d:?\d\d))?$/;

/** The time of calls of which none is known: a Monday, 09:00 in India. */
const unknownCallMs = Date.UTC(2026, 0, 12, 3, 30);

const earliestCallMs = Date.UTC(1900, 0, 1);

const latestCallMs = Date.UTC(9999, 0, 1);

/** When a call took place: its `date`, else when it was created. A fixed time when neither can be parsed. */
export function callDateMs(date: string | null, createdAt: string): number {
  const times = [date, createdAt].map((text) =>
    text !== null && zonedDate.test(text) ? Date.parse(text) : Number.NaN,
  );
  // False for NaN too. The limits keep the years of the dates around the call at four digits.
  return times.find((timeMs) => timeMs >= earliestCallMs && timeMs < latestCallMs) ?? unknownCallMs;
}
