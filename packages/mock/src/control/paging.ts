/** Pages of lists: `?limit=` rows, from the one after `?after=`. */
import { checkKnownFields } from "../core/check-shape.js";
import { invalidValue } from "../core/mock-service-error.js";

/** Which rows of a list a request asks for. */
export interface Page {
  /** How many rows; undefined for all. */
  limit: number | undefined;
  /** The id of the last row of the page before; undefined for the first page. */
  after: string | undefined;
}

/** The page that a query asks for. @throws {MockServiceError} "invalid-input" when the limit is none */
export function pageOf(query: URLSearchParams): Page {
  checkKnownFields(Object.fromEntries(query), ["limit", "after"]);
  return { limit: wholeNumber(query, "limit"), after: query.get("after") ?? undefined };
}

/** The value of a field of a query; undefined when it is not there. @throws {MockServiceError} when it is no whole number */
export function wholeNumber(query: URLSearchParams, field: string): number | undefined {
  const text = query.get(field);
  if (text === null) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw invalidValue(field, "must be a whole number, 0 or more");
}
