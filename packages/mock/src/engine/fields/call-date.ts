/** When a call took place, as far as the dates that were spoken about in it go. */

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
