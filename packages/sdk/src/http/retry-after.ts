/**
 * What a `Retry-After` header asks for, in milliseconds: given in seconds, or as a date, which is
 * measured by the server's own `Date` so that a wrong local clock does no harm.
 *
 * @param localNowMs the local time of day, for an answer without `Date`
 */
export function retryAfterMs(headers: Headers, localNowMs: number): number | undefined {
  const value = headers.get("retry-after")?.trim();
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1_000;
  const at = Date.parse(value);
  if (Number.isNaN(at)) return undefined;
  const serverNowMs = Date.parse(headers.get("date") ?? "");
  return Math.max(0, at - (Number.isNaN(serverNowMs) ? localNowMs : serverNowMs));
}
