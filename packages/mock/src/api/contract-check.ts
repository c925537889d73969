import type * as z from "zod";
import { type FieldProblem, invalidFields, missingField, wrongValue } from "../core/mock-service-error.js";

/**
 * Gives a body back when it fits the contract. The body stays as it was parsed: what a schema gives out
 * would lack a key named `__proto__`.
 *
 * @throws {MockServiceError} "invalid-input", with every field at fault
 */
export function checkBody<Body extends object>(schema: z.ZodType<Body>, body: unknown): Body {
  const problems = schema.safeParse(body).error?.issues.map((issue) => toProblem(issue, body));
  if (problems) throw invalidFields("invalid-input", problems);
  // It was just found to fit.
  return body as Body;
}

function toProblem({ path, message, ...issue }: z.core.$ZodIssue, body: unknown): FieldProblem {
  const field = String(path[0] ?? "");
  if (issue.code !== "invalid_type") return wrongValue(field, message);
  if (field !== "" && !Object.hasOwn(Object(body), field)) return missingField(field);
  const expected = field === "" ? "The body must be a JSON object" : `must be ${article(issue.expected)}`;
  return { path: field, problem: "wrong-type", message: expected };
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
