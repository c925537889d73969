/** The forms of a call's `date`. */
import type { Policies } from "../core/policies.js";

/** The start of the workday in India, which a date without a time stands for: 09:00 in UTC+05:30. */
const workdayStart = { hour: 9, offsetMinutes: 330 };

const dates = [
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?<rest>.*)$/s,
  /^(?<year>\d{4})\/(?<month>\d{2})\/(?<day>\d{2})(?<rest>.*)$/s,
  /^(?<day>\d{2})-(?<month>\d{2})-(?<year>\d{4})(?<rest>.*)$/s,
  /^(?<day>\d{2})\/(?<month>\d{2})\/(?<year>\d{4})(?<rest>.*)$/s,
];

const clockTime = /^(?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?(?<zone>.*)$/s;
const halfDayTime = /^(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}))? ?(?<half>[AP])M(?<zone>.*)$/is;
const offset = /^ ?(?<sign>[+-])(?<hours>\d{2})(?::?(?<minutes>\d{2}))?$/;

interface TimeOfDay {
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
  zone: string;
}

/**
 * The time that a call's `date` stands for, in milliseconds since 1970. Undefined when the form is not accepted, or
 * the calendar has no such date.
 *
 * @see the specification's section 4, Rules for Create call, 5 and 6
 */
export function parseCallDate(text: string, zonelessOffset: Policies["zonelessDateOffset"]): number | undefined {
  const parts = firstMatch(dates, text);
  if (!parts) return undefined;
  const dayMs = startOfDay(Number(parts.year), Number(parts.month), Number(parts.day));
  if (dayMs === undefined) return undefined;
  if (parts.rest === "") return timeMsOf(dayMs, workdayStart.hour * 60, workdayStart.offsetMinutes);
  const time = parseTime(parts.rest ?? "");
  const offsetMinutes = time && parseOffset(time.zone === "" ? zonelessOffset : time.zone);
  if (!time || offsetMinutes === undefined) return undefined;
  return timeMsOf(dayMs + time.second * 1000 + time.millisecond, time.hour * 60 + time.minute, offsetMinutes);
}

function firstMatch(patterns: RegExp[], text: string): Record<string, string | undefined> | undefined {
  for (const pattern of patterns) {
    const groups = pattern.exec(text)?.groups;
    if (groups) return groups;
  }
  return undefined;
}

/** Midnight in UTC. `Date.UTC` alone would take the years 0 to 99 for 1900 to 1999. */
function startOfDay(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isInCalendar = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isInCalendar ? date.getTime() : undefined;
}

/** A time after its separator, a space or a `T`. */
function parseTime(rest: string): TimeOfDay | undefined {
  if (!/^[ Tt]/.test(rest)) return undefined;
  const parts = firstMatch([halfDayTime, clockTime], rest.slice(1));
  if (!parts) return undefined;
  const time = {
    hour: parts.half ? hourOfHalfDay(Number(parts.hour), parts.half) : Number(parts.hour),
    minute: Number(parts.minute),
    second: Number(parts.second ?? 0),
    millisecond: Number((parts.fraction ?? "").padEnd(3, "0").slice(0, 3)),
    zone: parts.zone ?? "",
  };
  return time.hour <= 23 && time.minute <= 59 && time.second <= 59 ? time : undefined;
}

/** 12 AM is midnight, and 12 PM noon. NaN for an hour that a half day does not have. */
function hourOfHalfDay(hour: number, half: string): number {
  if (hour < 1 || hour > 12) return Number.NaN;
  return (hour % 12) + (half.toUpperCase() === "P" ? 12 : 0);
}

function parseOffset(zone: string): number | undefined {
  if (/^ ?Z$/i.test(zone)) return 0;
  const parts = offset.exec(zone)?.groups;
  if (!parts) return undefined;
  const hours = Number(parts.hours);
  const minutes = Number(parts.minutes ?? 0);
  if (hours > 23 || minutes > 59) return undefined;
  return (parts.sign === "-" ? -1 : 1) * (hours * 60 + minutes);
}

/** A timestamp has four digits for the year, so a time outside them has no timestamp. */
function timeMsOf(dayMs: number, minuteOfDay: number, offsetMinutes: number): number | undefined {
  const timeMs = dayMs + (minuteOfDay - offsetMinutes) * 60_000;
  const year = new Date(timeMs).getUTCFullYear();
  return year >= 0 && year <= 9999 ? timeMs : undefined;
}
