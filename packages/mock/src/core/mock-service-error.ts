/** The error of the service, and the checks that throw it. */
import type * as z from "zod";

/** Why the service refuses something. `api/error-responses.ts` turns it into a status and a body. */
export type MockServiceErrorKind =
  | "invalid-input"
  | "malformed-body"
  | "body-too-large"
  | "unauthorized"
  | "not-found"
  | "method-not-allowed"
  | "unknown-reference"
  | "email-in-use"
  | "access-denied"
  | "signature-mismatch"
  | "rate-limited"
  | "injected-fault"
  | "broken-override";

/** What is wrong with one field of a request, an option or an argument. */
export interface FieldProblem {
  /** The field's name; empty for the input as a whole. */
  path: string;
  problem: "missing" | "wrong-type" | "wrong-value";
  message: string;
}

/** The service refused a request, or the fake refused an argument of its own functions. `fields` names what is wrong. */
export class MockServiceError extends Error {
  override readonly name = "MockServiceError";
  readonly kind: MockServiceErrorKind;
  readonly fields: readonly FieldProblem[];

  constructor(kind: MockServiceErrorKind, message: string, fields: readonly FieldProblem[] = []) {
    super(message);
    this.kind = kind;
    this.fields = fields;
  }
}

/** A field whose value breaks a rule. */
export function wrongValue(path: string, message: string): FieldProblem {
  return { path, problem: "wrong-value", message };
}

/** A required field that is missing. */
export function missingField(path: string): FieldProblem {
  return { path, problem: "missing", message: "is required" };
}

/** The error for input with fields at fault; its message names each one and says why. */
export function invalidFields(kind: MockServiceErrorKind, fields: readonly FieldProblem[]): MockServiceError {
  const message = fields.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`)).join("; ");
  return new MockServiceError(kind, message, fields);
}

/** The error for the value of one field. */
export function invalidValue(
  path: string,
  message: string,
  kind: MockServiceErrorKind = "invalid-input",
): MockServiceError {
  return invalidFields(kind, [wrongValue(path, message)]);
}

/** The error for an id that the organization does not have. */
export function unknownId(what: string): MockServiceError {
  return new MockServiceError("not-found", `There is no such ${what}.`);
}

/**
 * Checks a value against a schema, and returns the value itself: what the schema's own `parse` returns would lack
 * a key named `__proto__`.
 *
 * @param place the path of the value, with which the names of the fields at fault begin
 * @throws {MockServiceError} "invalid-input", which names every field at fault, such as `sections[0].score`
 */
export function checkShape<Value>(schema: z.ZodType<Value>, value: unknown, place = ""): Value {
  const problems = schema.safeParse(value).error?.issues.flatMap((issue) => problemsOf(issue, place));
  if (problems) throw invalidFields("invalid-input", problems);
  // The schema just accepted it.
  return value as Value;
}

function problemsOf(issue: z.core.$ZodIssue, place: string): FieldProblem[] {
  const path = pathText(issue.path, place);
  if (issue.code !== "unrecognized_keys") return [wrongValue(path, issue.message)];
  return issue.keys.map((key) => wrongValue(pathText([key], path), "is not known here"));
}

/** `["calls", 3, "id"]` as `calls[3].id`. */
function pathText(path: readonly PropertyKey[], place = ""): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return text === "" ? String(key) : `${text}.${String(key)}`;
  }, place);
}
