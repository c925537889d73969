/** The forms of a call's `date`. */
import {
  midnight,
  type ParsedDay,
  type ParsedTime,
  parseIsoDay,
  parseIsoTime,
  parseOffset,
  timeMsAt,
} from "../core/iso-date-time.js";
import type { Policies } from "../core/policies.js";

/** The start of the workday in India, which a date without a time stands for: 09:00 in UTC+05:30. */
const workdayStart = { sinceMidnightMs: 9 * 3_600_000, zone: "+05:30" };

/** The forms of a day besides that of ISO 8601. */
const days = [
  /^(?<year>\d{4})\/(?<month>\d{2})\/(?<day>\d{2})(?<rest>.*)/s,
  /^(?<day>\d{2})-(?<month>\d{2})-(?<year>\d{4})(?<rest>.*)/s,
  /^(?<day>\d{2})\/(?<month>\d{2})\/(?<year>\d{4})(?<rest>.*)/s,
];

const halfDayTime = /^(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}))? ?(?:A|(?<afternoon>P))M(?<zone>.*)/is;

/**
 * The time that a call's `date` stands for, in milliseconds since 1970. Undefined when the form is not accepted, or
 * the calendar has no such date.
 *
 * @see the specification's section 4, Rules for Create call, 5 and 6
 */
export function parseCallDate(text: string, zonelessOffset: Policies["zonelessDateOffset"]): number | undefined {
  const day = parseIsoDay(text) ?? parseOtherDay(text);
  if (!day) return undefined;
  const time = day.rest === "" ? workdayStart : parseTime(day.rest);
  const offsetMinutes = time && parseOffset(time.zone === "" ? zonelessOffset : time.zone);
  return offsetMinutes === undefined ? undefined : timeMsAt(day.midnightMs, time as ParsedTime, offsetMinutes);
}

function parseOtherDay(text: string): ParsedDay | undefined {
  for (const pattern of days) {
    const { year, month, day, rest = "" } = pattern.exec(text)?.groups ?? {};
    const midnightMs = midnight(Number(year), Number(month), Number(day));
    if (midnightMs !== undefined) return { midnightMs, rest };
  }
  return undefined;
}

/** A time after its separator, a space or a `T`. */
function parseTime(rest: string): ParsedTime | undefined {
  if (!/^[ T]/i.test(rest)) return undefined;
  return parseHalfDayTime(rest.slice(1)) ?? parseIsoTime(rest.slice(1));
}

/** 12 AM is midnight, and 12 PM noon. */
function parseHalfDayTime(text: string): ParsedTime | undefined {
  const parts = halfDayTime.exec(text)?.groups;
  if (!parts) return undefined;
  const [hour, minute, second] = [Number(parts.hour), Number(parts.minute), Number(parts.second ?? 0)];
  if (hour < 1 || hour > 12 || minute > 59 || second > 59) return undefined;
  const hourOfDay = (hour % 12) + (parts.afternoon === undefined ? 0 : 12);
  const sinceMidnightMs = (hourOfDay * 60 + minute) * 60_000 + second * 1_000;
  return { sinceMidnightMs, zone: parts.zone ?? "" };
}
