/** The forms of a call's `date`. */
import * as z from "zod";
import type { Policies } from "../core/policies.js";

/** The start of the workday in India: the time of a date without a time. */
const workdayStart = "09:00:00+05:30";

/**
 * The forms of a day, and what follows it. The last one is the basic format of ISO 8601, in which a day alone would be
 * a number.
 */
const days = [
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?<time>.*)$/s,
  /^(?<year>\d{4})\/(?<month>\d{2})\/(?<day>\d{2})(?<time>.*)$/s,
  /^(?<day>\d{2})-(?<month>\d{2})-(?<year>\d{4})(?<time>.*)$/s,
  /^(?<day>\d{2})\/(?<month>\d{2})\/(?<year>\d{4})(?<time>.*)$/s,
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?<time>.+)$/s,
];

/** A time after its separator: with or without colons, with 12 or 24 hours, with or without a zone. */
const timeOfDay =
  /^[ T](?<hour>\d{1,2})(?<colon>:?)(?<minute>\d{2})(?:\k<colon>(?<second>\d{2})(?:[.,](?<fraction>\d+))?)?(?: ?(?<half>[AP])M)?(?: ?(?<zone>Z|[+-]\d{2}(?::?\d{2})?))?$/i;

/** The form that all others are rewritten to, to check that the day and the time exist. */
const isoDateTime = z.iso.datetime({ offset: true });

/**
 * The time of a call's `date`, in milliseconds since 1970. Undefined if the form is not accepted, or the date does not
 * exist.
 *
 * @see the specification's section 4, Rules for Create call, 5 and 6
 */
export function parseCallDate(text: string, zonelessOffset: Policies["zonelessDateOffset"]): number | undefined {
  const { year, month, day, time = "" } = days.map((form) => form.exec(text)?.groups).find((groups) => groups) ?? {};
  const isoTime = time === "" ? workdayStart : isoTimeOf(time, zonelessOffset);
  const iso = `${year}-${month}-${day}T${isoTime}`;
  return isoDateTime.safeParse(iso).success && hasYear(iso) ? Date.parse(iso) : undefined;
}

/** Whether a time has a four-digit year in UTC, too. */
export function hasYear(iso: string): boolean {
  return /^\d{4}-/.test(new Date(iso).toISOString());
}

function isoTimeOf(time: string, zonelessOffset: string): string | undefined {
  const { hour = "", minute, second = "00", fraction = "0", half, zone } = timeOfDay.exec(time)?.groups ?? {};
  const hourOfDay = half === undefined ? hour : hourOfHalfDay(hour, half);
  // Stryker disable next-line MethodExpression: Date.parse of V8 reads more than three digits, too.
  return `${hourOfDay}:${minute}:${second}.${fraction.slice(0, 3)}${zone === undefined ? zonelessOffset : isoZoneOf(zone)}`;
}

/** The hour on a 24-hour clock. 12 AM is midnight, and 12 PM is noon. */
function hourOfHalfDay(text: string, half: string): string | undefined {
  const hour = Number(text);
  if (hour < 1 || hour > 12) return undefined;
  return String((hour % 12) + (half.toUpperCase() === "P" ? 12 : 0)).padStart(2, "0");
}

/** `+05` and `+0530` as `+05:00` and `+05:30`. */
function isoZoneOf(zone: string): string {
  return zone.length === 1 ? "Z" : `${zone.slice(0, 3)}:${zone.slice(3).replace(":", "") || "00"}`;
}
