import type * as z from "zod";
import { type FieldProblem, invalidFields, wrongValue } from "./mock-service-error.js";

/**
 * Gives a value back when it has the shape of a schema. It stays as it was: what a schema gives out would
 * lack a key named `__proto__`.
 *
 * @param place where the value is, as the beginning of the names of fields
 * @throws {MockServiceError} "invalid-input", with the place of every problem, such as `sections[0].score`
 */
export function checkShape<Value>(schema: z.ZodType<Value>, value: unknown, place = ""): Value {
  const problems = schema.safeParse(value).error?.issues.flatMap((issue) => problemsOf(issue, place));
  if (problems) throw invalidFields("invalid-input", problems);
  // It was just found to fit.
  return value as Value;
}

function problemsOf(issue: z.core.$ZodIssue, place: string): FieldProblem[] {
  const path = pathText(issue.path, place);
  if (issue.code !== "unrecognized_keys") return [wrongValue(path, issue.message)];
  return issue.keys.map((key) => wrongValue(pathText([key], path), "is not known here"));
}

/** `["calls", 3, "id"]` as `calls[3].id`. */
export function pathText(path: readonly PropertyKey[], place = ""): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return text === "" ? String(key) : `${text}.${String(key)}`;
  }, place);
}
