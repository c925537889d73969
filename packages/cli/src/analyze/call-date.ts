/** The `date` of a call: the forms that the service accepts, and one spelling for each time. Pure. */
import { InvalidArgumentError } from "commander";

/** The forms of a day. @see the specification's section 4, Rules for Create call, 5 and 6 */
const days = [
  /^(?<year>\d{4})([-/])(?<month>\d\d)\2(?<day>\d\d)(?<rest>.*)$/,
  /^(?<day>\d\d)([-/])(?<month>\d\d)\2(?<year>\d{4})(?<rest>.*)$/,
];

/**
 * No time, an ISO 8601 time, or a time with AM or PM. The specification does not show which times the other forms of
 * days accept.
 */
const anyTime = /^(?:[T ](?:(?:[01]\d|2[0-4])(?::?[0-5]\d.*|Z|[+-].*)?|(?:0?[1-9]|1[0-2]):[0-5]\d.*[AP]M.*))?$/i;

/** A time that JavaScript can read. */
const plainTime = /^[T ](?<clock>\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(?<zone>Z|[+-]\d\d:?\d\d)?$/i;

/** The time of a day alone: the service stores it as 09:00 in India. */
const workdayStart = "T09:00+05:30";

/** Checks that a date has one of the service's forms, and returns it unchanged. */
export function parseDate(text: string): string {
  const { day, rest } = partsOf(text) ?? {};
  if (day === undefined || !anyTime.test(rest ?? ""))
    throw new InvalidArgumentError(`The date "${text}" must look like 2026-11-21, 21/11/2026 or 2026-11-21T09:30Z.`);
  if (!isoOf(`${day}T00:00Z`)?.startsWith(day))
    throw new InvalidArgumentError(`The date "${text}" does not exist. Use YYYY-MM-DD or DD/MM/YYYY.`);
  return text;
}

/**
 * One spelling for all dates that mean the same time, so that another spelling is not billed again. The specification
 * names no zone for a time without one. It counts as India's, as for a day alone. An unreadable time stays unchanged.
 */
export function canonicalDate(text: string): string {
  const { day, rest } = partsOf(text) ?? {};
  const { clock, zone } = plainTime.exec(rest || workdayStart)?.groups ?? {};
  if (day === undefined || clock === undefined) return text;
  const zoneInFull = (zone ?? "+05:30").toUpperCase().replace(/(\d\d)(\d\d)$/, "$1:$2");
  return isoOf(`${day}T${clock}${zoneInFull}`) ?? text;
}

function partsOf(text: string): { day: string; rest: string } | undefined {
  const given = days.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  return given && { day: `${given.year}-${given.month}-${given.day}`, rest: given.rest ?? "" };
}

function isoOf(text: string): string | undefined {
  const timeMs = Date.parse(text);
  return Number.isNaN(timeMs) ? undefined : new Date(timeMs).toISOString();
}
