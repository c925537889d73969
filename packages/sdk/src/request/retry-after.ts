/** The `Retry-After` header. Pure: the local time is passed in. */

/** Seconds, as HTTP has them; some services send fractions. */
const seconds = /^\d+(\.\d+)?$/;

/** The three forms of a date in HTTP, and ISO-8601. `Date.parse` alone would take "-1" or "soon 5" for a date. */
const httpDate = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i;
const isoDate = /^\d{4}-\d\d-\d\dT/;

/**
 * The pause that a `Retry-After` header asks for, in milliseconds. The header has seconds, or a date, which is
 * compared with the server's own `Date`, so that a wrong local clock does no harm.
 *
 * @param localNowMs the local time of day, for a response without `Date`
 * @see RFC 9110, sections 5.6.7 and 10.2.3
 */
export function retryAfterMs(headers: Headers, localNowMs: number): number | undefined {
  const value = textOf(headers, "retry-after");
  if (seconds.test(value)) return Number(value) * 1_000;
  const atMs = parseDate(value);
  if (atMs === undefined) return undefined;
  return Math.max(0, atMs - (parseDate(textOf(headers, "date")) ?? localNowMs));
}

/** Blanks around a value are not part of it: RFC 9110, section 5.5. Node's fetch leaves them at its end. */
function textOf(headers: Headers, name: string): string {
  return (headers.get(name) ?? "").trim();
}

function parseDate(text: string): number | undefined {
  const isHttpDate = httpDate.test(text);
  if (!isHttpDate && !isoDate.test(text)) return undefined;
  // The oldest form names no zone, as some write ISO-8601: HTTP's times are in GMT, whatever the zone of this machine.
  const hasZone = /[a-z]$|[+-]\d\d:?\d\d$/i.test(text);
  const ms = Date.parse(hasZone ? text : `${text}${isHttpDate ? " GMT" : "Z"}`);
  return Number.isNaN(ms) ? undefined : ms;
}
