/** Reads the values of flags. Pure: each returns the value, or throws what commander reports with the flag's name. */
import { InvalidArgumentError } from "commander";

/** A whole number of at least 1. */
export function parseCount(text: string): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(count) && count >= 1) return count;
  throw new InvalidArgumentError("It must be a whole number of at least 1.");
}

/** An address such as `https://host/v1`, as `canonicalAddress` spells it. */
export function parseAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash) return canonicalAddress(text);
  throw new InvalidArgumentError("It must be an address such as https://host/v1.");
}

/**
 * One spelling for each service: small letters in scheme and host, no default port, no dot segments, no slash at the end.
 * What is no such address stays as it is, and the client says what is wrong with it.
 */
export function canonicalAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.origin === "null" || url.username || url.password || url.search || url.hash) return text;
  return url.origin + url.pathname.replace(/\/+$/, "");
}

/** `name=value`, collected over all uses of the flag. */
export function parsePair(text: string, earlier: Readonly<Record<string, string>> = {}): Record<string, string> {
  const at = text.indexOf("=");
  if (at < 1) throw new InvalidArgumentError("It must be name=value, such as crmId=84113.");
  const name = text.slice(0, at);
  if (Object.hasOwn(earlier, name)) throw new InvalidArgumentError(`The name ${name} is there twice.`);
  return Object.fromEntries([...Object.entries(earlier), [name, text.slice(at + 1)]]);
}

const dateForms = [
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?<time>.*)$/,
  /^(?<year>\d{4})\/(?<month>\d{2})\/(?<day>\d{2})(?<time>.*)$/,
  /^(?<day>\d{2})-(?<month>\d{2})-(?<year>\d{4})(?<time>.*)$/,
  /^(?<day>\d{2})\/(?<month>\d{2})\/(?<year>\d{4})(?<time>.*)$/,
];

/** No time, one of ISO 8601, or one with AM or PM: the specification does not show which times days of other forms take. */
const timeForm = /^(?:[T ](?:(?:[01]\d|2[0-4])(?::?[0-5]\d.*|Z|[+-].*)?|(?:0?[1-9]|1[0-2]):[0-5]\d.*[AP]M.*))?$/i;

/** A date in one of the forms that the service takes, as it is. @see the specification's section 4, rule 5 */
export function parseDate(text: string): string {
  const groups = dateForms.map((form) => form.exec(text)?.groups).find((found) => found !== undefined);
  if (!groups || !timeForm.test(groups.time ?? ""))
    throw new InvalidArgumentError("It must be a date such as 2026-11-21, 21/11/2026 or 2026-11-21T09:30Z.");
  if (!isDay(Number(groups.year), Number(groups.month), Number(groups.day)))
    throw new InvalidArgumentError("There is no such day.");
  return text;
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** The name of a pass. */
export function parsePass(text: string): string {
  if (text.trim() !== "") return text;
  throw new InvalidArgumentError("It must be a name, such as 2.");
}

/** The id of a call, collected over all uses of the flag. */
export function parseId(text: string, earlier: readonly string[] = []): string[] {
  if (/^\.{0,2}$/.test(text)) throw new InvalidArgumentError("It must be the id of a call.");
  return [...earlier, text];
}
