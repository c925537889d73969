/** The queries of control requests: each route says which fields it takes, and the pipeline checks them before it is called. */
import * as z from "zod";
import type { ControlRoute } from "../api/route.js";
import { checkShape } from "../core/check-shape.js";
import { invalidFields, wrongValue } from "../core/mock-service-error.js";

/** The text of a whole number. */
export const wholeNumberText = z.string().regex(/^\d{1,9}$/, { error: "must be a whole number, 0 or more" });

/** The query of a list in pages: `?limit=` rows, from the one after `?after=`. */
export const pageQuery = { limit: wholeNumberText, after: z.string() };

/** Which rows of a list a request asks for. */
export interface Page {
  /** How many rows; undefined for all. */
  limit: number | undefined;
  /** The id of the last row of the page before; undefined for the first page. */
  after: string | undefined;
}

/** The page that a checked query asks for. */
export function pageOf(query: URLSearchParams): Page {
  return { limit: wholeNumber(query, "limit"), after: query.get("after") ?? undefined };
}

/** The value of a field of a checked query; undefined when it is not there. */
export function wholeNumber(query: URLSearchParams, field: string): number | undefined {
  const text = query.get(field);
  return text === null ? undefined : Number(text);
}

/**
 * Checks the query of a request to a route.
 *
 * @throws {UnknownFieldError} when a field has a name that is not known
 * @throws {MockServiceError} "invalid-input", which names every field that is there twice, or whose value is not valid
 */
export function checkQuery(query: URLSearchParams, { query: fields = {} }: ControlRoute): void {
  if (fields === "any") return;
  const given = Object.fromEntries(query);
  const repeated = Object.keys(given).filter((name) => query.getAll(name).length > 1);
  if (repeated.length > 0) {
    const problems = repeated.map((name) => wrongValue(name, "must not be given twice"));
    throw invalidFields("invalid-input", problems);
  }
  checkShape(z.strictObject(fields).partial(), given);
}
