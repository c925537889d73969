/**
 * Date-times as ISO 8601 writes them:
 *
 * - calendar dates, in the basic and in the extended format;
 * - times of hours, minutes or seconds, the last with a fraction after a comma or a point; 24:00 is the end of the day;
 * - `Z`, `±hh`, `±hhmm` and `±hh:mm`.
 *
 * More is accepted where it cannot mean anything else: `t` and `z`, a space for `T`, a space before the zone, and the
 * basic format of one part together with the extended format of another.
 */

const dayMs = 86_400_000;

/** A day, and what follows it in its text. */
export interface ParsedDay {
  /** Its midnight in UTC, in milliseconds since 1970. */
  midnightMs: number;
  rest: string;
}

/** A time of day. */
export interface ParsedTime {
  /** Since midnight, in milliseconds; of 24:00, a whole day. */
  sinceMidnightMs: number;
  /** As it is written; empty for none. */
  zone: string;
}

/** A day alone is written with dashes: eight digits are half of a date-time. */
const calendarDay =
  /^(?=\d{4}-|\d{8}[ T])(?<year>\d{4})(?<dash>-?)(?<month>\d{2})\k<dash>(?<day>\d{2})(?<rest>[ T].*)?$/is;

const timeOfDay =
  /^(?<hour>\d{2})(?:(?<colon>:?)(?<minute>\d{2})(?:\k<colon>(?<second>\d{2}))?)?(?:[.,](?<fraction>\d+))?(?<zone>| ?Z| ?[+\-\u2212]\d{2}(?::?\d{2})?)$/i;

const offset = /^ ?(?<sign>[+\-\u2212])(?<hours>\d{2})(?::?(?<minutes>\d{2}))?$/;

/** The day at the beginning of a text. Undefined when there is none, or the calendar lacks it. */
export function parseIsoDay(text: string): ParsedDay | undefined {
  const { year, month, day, rest = "" } = calendarDay.exec(text)?.groups ?? {};
  const midnightMs = midnight(Number(year), Number(month), Number(day));
  return midnightMs === undefined ? undefined : { midnightMs, rest };
}

/** Midnight in UTC. `Date.UTC` alone would take the years 0 to 99 for 1900 to 1999. */
export function midnight(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isInCalendar = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isInCalendar ? date.getTime() : undefined;
}

/** A time of day in any form of ISO 8601. Undefined when it is none. */
export function parseIsoTime(text: string): ParsedTime | undefined {
  const parts = timeOfDay.exec(text)?.groups;
  if (!parts) return undefined;
  const [hour, minute, second] = [Number(parts.hour), Number(parts.minute ?? 0), Number(parts.second ?? 0)];
  const unitMs = parts.second ? 1_000 : parts.minute ? 60_000 : 3_600_000;
  const sinceMidnightMs = (hour * 60 + minute) * 60_000 + second * 1_000 + fractionMs(parts.fraction ?? "", unitMs);
  const isInDay = hour <= 23 && minute <= 59 && second <= 59;
  const isEndOfDay = sinceMidnightMs === dayMs && hour === 24;
  if (!isInDay && !isEndOfDay) return undefined;
  return { sinceMidnightMs, zone: parts.zone ?? "" };
}

/** A fraction of a unit, cut to the millisecond: exactly, as it is written. */
function fractionMs(digits: string, unitMs: number): number {
  const kept = digits.slice(0, 15);
  return Number((BigInt(kept || "0") * BigInt(unitMs)) / 10n ** BigInt(kept.length));
}

/** The offset of a zone from UTC, in minutes. Undefined when there is no such zone. */
export function parseOffset(zone: string): number | undefined {
  if (/^ ?Z$/i.test(zone)) return 0;
  const parts = offset.exec(zone)?.groups;
  if (!parts) return undefined;
  const hours = Number(parts.hours);
  const minutes = Number(parts.minutes ?? 0);
  if (hours > 23 || minutes > 59) return undefined;
  return (parts.sign === "+" ? 1 : -1) * (hours * 60 + minutes);
}

/** The time at an offset, in milliseconds since 1970. Undefined outside of the years 0 to 9999, which have four digits. */
export function timeMsAt(midnightMs: number, time: ParsedTime, offsetMinutes: number): number | undefined {
  const timeMs = midnightMs + time.sinceMidnightMs - offsetMinutes * 60_000;
  const year = new Date(timeMs).getUTCFullYear();
  return year >= 0 && year <= 9999 ? timeMs : undefined;
}

/** A timestamp of ISO 8601 with a zone, as UTC; one in UTC stays as it is. */
export function inUtc(timestamp: string): string {
  if (timestamp.endsWith("Z")) return timestamp;
  const timeMs = parseIsoDateTime(timestamp);
  return timeMs === undefined ? timestamp : new Date(timeMs).toISOString();
}

/** The time that a text of ISO 8601 stands for, in milliseconds since 1970. Undefined for a day without a time, and without a zone. */
export function parseIsoDateTime(text: string): number | undefined {
  const day = parseIsoDay(text);
  const time = day && parseIsoTime(day.rest.slice(1));
  const offsetMinutes = time && parseOffset(time.zone);
  return day && time && offsetMinutes !== undefined ? timeMsAt(day.midnightMs, time, offsetMinutes) : undefined;
}
