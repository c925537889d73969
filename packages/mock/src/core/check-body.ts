/** Checks the bodies of the service's requests against the contract. */
import type * as z from "zod";
import { type FieldProblem, invalidFields, missingField, wrongValue } from "./mock-service-error.js";

/**
 * Checks a body against the contract. Returns the parsed body itself: zod's output would drop a `__proto__` key.
 *
 * @throws {MockServiceError} "invalid-input", with every field at fault
 */
export function checkBody<Body extends object>(schema: z.ZodType<Body>, body: unknown): Body {
  const problems = schema.safeParse(body).error?.issues.map((issue) => toProblem(issue, body));
  if (problems) throw invalidFields("invalid-input", problems);
  // The schema has just accepted it.
  return body as Body;
}

function toProblem({ path, message, ...issue }: z.core.$ZodIssue, body: unknown): FieldProblem {
  const field = String(path[0] ?? "");
  if (issue.code !== "invalid_type") return wrongValue(field, message);
  if (field !== "" && !Object.hasOwn(Object(body), field)) return missingField(field);
  const expected = field === "" ? "The body must be a JSON object" : `must be ${withArticle(issue.expected)}`;
  return { path: field, problem: "wrong-type", message: expected };
}

function withArticle(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
