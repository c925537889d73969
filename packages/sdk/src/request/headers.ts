/** Checks the caller's headers. */
import { ConfigurationError } from "../errors.js";
import { checkNames } from "../known-names.js";
import { type Rule, withoutUndefined } from "../rules.js";

const headerName = /^[\w!#$%&'*+.^`|~-]+$/;
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;
const ofFetch = /^(connection|content-length|expect|host|keep-alive|transfer-encoding|upgrade)$/i;

export const headersRule: Rule = (_name, value) => void checkHeaders(value as Record<string, string>);

/**
 * The headers, with names in lower case, so that the same header in another case replaces the first. @throws without
 * quoting the value, which may be a secret
 */
export function checkHeaders(headers: Readonly<Record<string, string>> | undefined): Record<string, string> {
  checkNames("headers", headers, Object.keys(headers ?? {}));
  if (Symbol.iterator in Object(headers)) throw new ConfigurationError("headers must be a plain object.");
  const checked: Record<string, string> = {};
  for (const [name, value] of Object.entries(withoutUndefined(headers ?? {}))) {
    if (name.toLowerCase() === "authorization")
      throw new ConfigurationError("headers: pass the key as apiKey instead of authorization.");
    // In the others is what `fetch` sets itself, and what it refuses.
    const isHeader = headerName.test(name) && !ofFetch.test(name);
    if (!isHeader || typeof value !== "string" || !headerValue.test(value))
      throw new ConfigurationError(`headers: ${JSON.stringify(name)} has an invalid name or value.`);
    checked[name.toLowerCase()] = String(value);
  }
  return checked;
}
