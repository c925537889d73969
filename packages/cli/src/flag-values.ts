/**
 * Parses the values of flags. Pure. Each function returns the value, or throws an error that commander reports with the
 * flag's name.
 */
import { InvalidArgumentError } from "commander";

/** A whole number of at least 1. */
export function parseCount(text: string): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(count) && count >= 1) return count;
  throw new InvalidArgumentError("It must be a whole number of at least 1.");
}

/** A URL such as `https://host/v1`, in the spelling of `canonicalAddress`. */
export function parseAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // The client refuses a user, a query or a fragment, without repeating them: there may be a key in them.
  if (url && /^https?:$/.test(url.protocol)) return canonicalAddress(text);
  throw new InvalidArgumentError("It must be a URL such as https://host/v1.");
}

/**
 * One spelling for each service: lower case in scheme and host, no default port, no dot segments, no slash at the end.
 * An invalid URL stays unchanged, so that the client reports the problem.
 */
export function canonicalAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.origin === "null" || url.username || url.password || url.search || url.hash) return text;
  return url.origin + url.pathname.replace(/\/+$/, "");
}

/** Collects `name=value` from all uses of the flag. */
export function parsePair(text: string, earlier: Readonly<Record<string, string>> = {}): Record<string, string> {
  const at = text.indexOf("=");
  if (at < 1) throw new InvalidArgumentError("It must be name=value, such as crmId=84113.");
  const name = text.slice(0, at);
  if (Object.hasOwn(earlier, name)) throw new InvalidArgumentError(`The name ${name} is given twice.`);
  return Object.fromEntries([...Object.entries(earlier), [name, text.slice(at + 1)]]);
}

/** The name of a pass. */
export function parsePass(text: string): string {
  if (text.trim() !== "") return text;
  throw new InvalidArgumentError("It must not be empty.");
}
