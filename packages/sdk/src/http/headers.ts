import { ConfigurationError } from "../errors/request-errors.js";
import { definedOf } from "./request-options.js";

/** Headers that belong to the connection: `fetch` refuses them, or sends a request that is torn. */
const headersOfConnection = new Set([
  "connection",
  "content-length",
  "expect",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
]);

/**
 * Headers that `fetch` will take, without those that are undefined.
 *
 * @throws {ConfigurationError} that names the header, and does not show its value
 */
export function checkHeaders(headers: Record<string, string> | undefined): Record<string, string> {
  if (headers === undefined) return {};
  if (typeof headers !== "object" || headers === null || Symbol.iterator in headers) {
    throw new ConfigurationError("headers must be an object of names and values.");
  }
  const given = Object.entries(definedOf(headers) as Record<string, string>);
  for (const [name, value] of given) checkHeader(name, value);
  // In lower case: a header that is given again, in whatever case, takes the place of the first.
  return Object.fromEntries(given.map(([name, value]) => [name.toLowerCase(), value]));
}

function checkHeader(name: string, value: unknown): void {
  if (name.toLowerCase() === "authorization") {
    throw new ConfigurationError("headers: authorization is set from apiKey. Pass the key there.");
  }
  if (headersOfConnection.has(name.toLowerCase())) {
    throw new ConfigurationError(`headers: ${name} belongs to the connection, and is set by fetch. Leave it out.`);
  }
  if (isHeader(name, value)) return;
  throw new ConfigurationError(`headers: ${JSON.stringify(name)} has a name or a value that HTTP does not allow.`);
}

/** Whether HTTP allows the name and the value. */
export function isHeader(name: string, value: unknown): value is string {
  if (typeof value !== "string") return false;
  try {
    return new Headers([[name, value]]).has(name);
  } catch {
    return false;
  }
}
