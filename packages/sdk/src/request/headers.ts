/** Checks the caller's headers. */
import { isSetByFetch } from "../environment.js";
import { ConfigurationError } from "../errors.js";
import { kindOf } from "../known-names.js";
import { check, type Rule, rule, withoutUndefined } from "../rules.js";

const validHeader = /^[\w!#$%&'*+.^`|~-]+:[\t\x20-\x7e\x80-\xff]*$/;

const aPlainObject = rule(
  "a plain object",
  (value) => kindOf(value) === "an object" && !(Symbol.iterator in Object(value)),
);

export const headersRule: Rule = (_name, value) => void checkHeaders(value as Record<string, string>);

/**
 * The headers, with names in lower case, so that the same header in another case replaces the first. @throws without
 * quoting the value, which may be a secret
 */
export function checkHeaders(headers: Readonly<Record<string, string>> | undefined): Record<string, string> {
  if (headers !== undefined) check("headers", headers, aPlainObject);
  const checked: Record<string, string> = {};
  for (const [name, value] of Object.entries(withoutUndefined(headers ?? {}))) {
    const key = name.toLowerCase();
    if (key === "authorization") throw new ConfigurationError("headers: use apiKey instead of authorization.");
    if (isSetByFetch(key) || typeof value !== "string" || !validHeader.test(`${key}:${value}`))
      throw new ConfigurationError(`headers: ${JSON.stringify(name)} has an invalid name or value.`);
    checked[key] = value;
  }
  return checked;
}
