/** The errors of the simulated service. */
import type { Policies } from "./policies.js";

/** The reasons why the service refuses something, each with its status, or with the policy that sets it. */
export const errorStatuses = {
  "invalid-input": "invalidInputStatus",
  "email-in-use": "emailInUseStatus",
  "unknown-reference": "unknownReferenceStatus",
  "malformed-body": 400,
  unauthorized: 401,
  "access-denied": 403,
  "signature-mismatch": 403,
  "not-found": 404,
  "method-not-allowed": 405,
  "missing-length": 411,
  "body-too-large": 413,
  "rate-limited": 429,
  "injected-fault": 500,
  "resolver-failed": 500,
  "chunked-body": 501,
} as const satisfies Record<string, number | keyof Policies>;

/** The reason why the service refuses something. */
export type MockServiceErrorKind = keyof typeof errorStatuses;

/** A problem with one field of a request, an option or an argument. */
export interface FieldProblem {
  /** The field's name. Empty for the input as a whole. */
  path: string;
  problem: "missing" | "wrong-type" | "wrong-value";
  message: string;
}

/** The service refused a request, or one of the fake's functions refused an argument. `fields` names what is wrong. */
export class MockServiceError extends TypeError {
  override readonly name = "MockServiceError";
  readonly kind: MockServiceErrorKind;
  readonly fields: readonly FieldProblem[];
  /** Further headers of the response. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(kind: MockServiceErrorKind, message: string, fields: readonly FieldProblem[] = [], headers = {}) {
    super(message);
    this.kind = kind;
    this.fields = fields;
    this.headers = headers;
  }
}

/** An invalid field. */
export function wrongValue(path: string, message: string): FieldProblem {
  return { path, problem: "wrong-value", message };
}

/** A required field that is missing. */
export function missingField(path: string): FieldProblem {
  return { path, problem: "missing", message: "is required" };
}

/** Prefixes the paths of a part's problems with its place in the whole. */
export function problemsBelow(place: string, problems: readonly FieldProblem[]): FieldProblem[] {
  return problems.map(({ path, ...problem }) => ({ ...problem, path: path === "" ? place : `${place}.${path}` }));
}

/** The error for invalid fields. Its message names each field, and says why it is invalid. */
export function invalidFields(kind: MockServiceErrorKind, fields: readonly FieldProblem[]): MockServiceError {
  const problems = fields.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
  return new MockServiceError(kind, problems.join("; "), fields);
}

/** The error for one invalid field. */
export function invalidValue(
  path: string,
  message: string,
  kind: MockServiceErrorKind = "invalid-input",
): MockServiceError {
  return invalidFields(kind, [wrongValue(path, message)]);
}

/** Returns a search result. @throws {MockServiceError} "not-found" when it is undefined */
export function found<Value>(value: Value | undefined, what: string): Value {
  if (value !== undefined) return value;
  throw new MockServiceError("not-found", `There is no such ${what}.`);
}

/** The error for a missing or unknown key. */
export function unauthorizedError(): MockServiceError {
  return new MockServiceError("unauthorized", 'The Authorization header must be "Bearer" followed by a valid API key.');
}
