/** One spelling for each time that the `date` of a call names, to tell whether two are equal. Pure. */

/** The forms of a day that the service takes. */
const days = [
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?<rest>.*)$/,
  /^(?<year>\d{4})\/(?<month>\d\d)\/(?<day>\d\d)(?<rest>.*)$/,
  /^(?<day>\d\d)-(?<month>\d\d)-(?<year>\d{4})(?<rest>.*)$/,
  /^(?<day>\d\d)\/(?<month>\d\d)\/(?<year>\d{4})(?<rest>.*)$/,
];

const time =
  /^[T ](?<clock>\d\d:\d\d)(?<second>:\d\d)?(?:[.,](?<fraction>\d{1,3})0*)?(?<zone>Z|[+-]\d\d(?::?\d\d)?)?$/i;

/** A day alone is stored as 09:00 in India. */
const workdayStart = "T09:00+05:30";

/**
 * The same text for texts that name the same time. Which zone a time without one has is not specified, so it equals only
 * others without. A text of another form, or of a day that does not exist, stays as it is.
 *
 * @see the specification's section 4, Rules for Create call, 5 and 6
 */
export function canonicalDate(text: string): string {
  const given = days.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  if (!given) return text;
  const day = `${given.year}-${given.month}-${given.day}`;
  const found = time.exec(given.rest || workdayStart)?.groups;
  if (!found || isoOf(`${day}T00:00:00Z`)?.slice(0, day.length) !== day) return text;
  const { clock, second = ":00", fraction = "0", zone } = found;
  const iso = isoOf(`${day}T${clock}${second}.${fraction}${zone === undefined ? "Z" : offsetOf(zone)}`);
  return (zone === undefined ? iso?.replace("Z", "") : iso) ?? text;
}

/** `Z`, or an offset with its colon and minutes. */
function offsetOf(zone: string): string {
  if (zone.toUpperCase() === "Z") return "Z";
  return `${zone.slice(0, 3)}:${zone.slice(3).replace(":", "") || "00"}`;
}

function isoOf(text: string): string | undefined {
  const timeMs = Date.parse(text);
  return Number.isNaN(timeMs) ? undefined : new Date(timeMs).toISOString();
}
