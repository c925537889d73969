/** Times within a recording and days in India, and how they are written. */

/** The offset of India time from UTC, which has the service's days. @see section 4, rule 6, of the specification */
const indiaOffsetMs = 330 * 60_000;

/** The second at a fraction of the call, 0 to 1. */
export function secondsAt(durationSeconds: number, fraction: number): number {
  return Math.floor(durationSeconds * fraction);
}

/** `72` as `01:12`, and `3672` as `1:01:12`. */
export function clockTime(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tail = `${twoDigits(minutes)}:${twoDigits(Math.floor(seconds % 60))}`;
  return hours > 0 ? `${hours}:${tail}` : tail;
}

/** `312` as `5 min 12 s`, and `3900` as `1 h 5 min`. */
export function durationText(durationSeconds: number): string {
  const seconds = Math.round(durationSeconds);
  const units = [
    { amount: Math.floor(seconds / 3600), unit: "h" },
    { amount: Math.floor(seconds / 60) % 60, unit: "min" },
    { amount: seconds % 60, unit: "s" },
  ];
  const parts = units.filter(({ amount }) => amount > 0).map(({ amount, unit }) => `${amount} ${unit}`);
  return parts.length === 0 ? "0 s" : parts.join(" ");
}

/** `7` as `07`. */
export function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

/** The day in India at a time, as `YYYY-MM-DD`. */
export function dayInIndia(timeMs: number): string {
  return new Date(timeMs + indiaOffsetMs).toISOString().slice(0, 10);
}

/** A day, in milliseconds. */
export const dayMs = 86_400_000;

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
