/**
 * Dates and times as ISO 8601 writes them, in every form of its editions from 1988 to 2019 that names one day:
 *
 * - calendar dates, week dates and ordinal dates, in the basic and in the extended format;
 * - times of hours, minutes or seconds, the last with a fraction after a comma or a point; 24:00 is the end of the day;
 * - `Z`, `±hh`, `±hhmm` and `±hh:mm`.
 *
 * More is accepted where it cannot mean anything else: `t`, `z` and `w`, a space for `T`, a space before the zone, and
 * the basic format of one part together with the extended format of another.
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
  /** Whether it is the 60th second of a minute, which UTC has at the end of some months of June and December. */
  isLeapSecond: boolean;
  /** As it is written; empty for none. */
  zone: string;
}

const calendarDay = /^(?<year>\d{4})(?<dash>-?)(?<month>\d{2})\k<dash>(?<day>\d{2})(?<rest>[ T].*)?$/is;
const weekDay = /^(?<year>\d{4})(?<dash>-?)W(?<week>\d{2})\k<dash>(?<day>[1-7])(?<rest>[ T].*)?$/is;
const ordinalDay = /^(?<year>\d{4})-?(?<day>\d{3})(?<rest>[ T].*)?$/is;

const timeOfDay =
  /^(?<hour>\d{2})(?:(?<colon>:?)(?<minute>\d{2})(?:\k<colon>(?<second>\d{2}))?)?(?:[.,](?<fraction>\d+))?(?<zone>| ?Z| ?[+\-\u2212]\d{2}(?::?\d{2})?)$/i;

const offset = /^ ?(?<sign>[+\-\u2212])(?<hours>\d{2})(?::?(?<minutes>\d{2}))?$/;

/** The day at the beginning of a text, in any form of ISO 8601. Undefined when there is none, or the calendar lacks it. */
export function parseIsoDay(text: string): ParsedDay | undefined {
  const midnightMs = midnightOf(text);
  const [, rest = ""] = /^[^ T]*(.*)$/is.exec(text) ?? [];
  return midnightMs === undefined ? undefined : { midnightMs, rest };
}

function midnightOf(text: string): number | undefined {
  const calendar = calendarDay.exec(text)?.groups;
  if (calendar) return midnight(Number(calendar.year), Number(calendar.month), Number(calendar.day));
  const week = weekDay.exec(text)?.groups;
  if (week) return midnightInWeek(Number(week.year), Number(week.week), Number(week.day));
  const ordinal = ordinalDay.exec(text)?.groups;
  return ordinal && midnightOfOrdinal(Number(ordinal.year), Number(ordinal.day));
}

/** Midnight in UTC. `Date.UTC` alone would take the years 0 to 99 for 1900 to 1999. */
export function midnight(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isInCalendar = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isInCalendar ? date.getTime() : undefined;
}

/** A week belongs to the year that has its Thursday. */
function midnightInWeek(year: number, week: number, day: number): number | undefined {
  // The first week has the fourth of January, which every year has.
  const fourth = midnight(year, 1, 4) ?? 0;
  const daysSinceMonday = (new Date(fourth).getUTCDay() + 6) % 7;
  const monday = fourth + (7 * (week - 1) - daysSinceMonday) * dayMs;
  const isInYear = week > 0 && new Date(monday + 3 * dayMs).getUTCFullYear() === year;
  return isInYear ? monday + (day - 1) * dayMs : undefined;
}

function midnightOfOrdinal(year: number, day: number): number | undefined {
  const ms = (midnight(year, 1, 1) ?? 0) + (day - 1) * dayMs;
  return day > 0 && new Date(ms).getUTCFullYear() === year ? ms : undefined;
}

/** A time of day in any form of ISO 8601. Undefined when it is none. */
export function parseIsoTime(text: string): ParsedTime | undefined {
  const parts = timeOfDay.exec(text)?.groups;
  if (!parts) return undefined;
  const [hour, minute, second] = [Number(parts.hour), Number(parts.minute ?? 0), Number(parts.second ?? 0)];
  const unitMs = parts.second ? 1_000 : parts.minute ? 60_000 : 3_600_000;
  const sinceMidnightMs = (hour * 60 + minute) * 60_000 + second * 1_000 + fractionMs(parts.fraction ?? "", unitMs);
  const isLeapSecond = second === 60;
  const isInDay = hour <= 23 && minute <= 59 && second <= 60;
  const isEndOfDay = sinceMidnightMs === dayMs && hour === 24;
  if (!isInDay && !isEndOfDay) return undefined;
  return { sinceMidnightMs, isLeapSecond, zone: parts.zone ?? "" };
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

/**
 * The time at an offset, in milliseconds since 1970. Undefined outside of the years 0 to 9999, which timestamps of
 * four digits have, and for a second that UTC never has.
 */
export function timeMsAt(midnightMs: number, time: ParsedTime, offsetMinutes: number): number | undefined {
  const timeMs = midnightMs + time.sinceMidnightMs - offsetMinutes * 60_000;
  const date = new Date(timeMs);
  if (time.isLeapSecond && !isAfterLeapSecond(date)) return undefined;
  const year = date.getUTCFullYear();
  return year >= 0 && year <= 9999 ? timeMs : undefined;
}

/** JavaScript has no leap seconds: one is the second after it. */
function isAfterLeapSecond(date: Date): boolean {
  return /-0[17]-01T00:00:00\./.test(date.toISOString());
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
