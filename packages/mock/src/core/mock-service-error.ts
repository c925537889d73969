/** The errors of the service. */
import type { Policies } from "./policies.js";

/** The status of an error, or the policy that sets it, and the code that S3 has for it, where that is not `AccessDenied`. */
export interface ErrorKind {
  status: number | keyof Policies;
  storeCode?: string;
}

/** Why the service refuses something. */
export const errorKinds = {
  "invalid-input": { status: "invalidInputStatus" },
  "email-in-use": { status: "emailInUseStatus" },
  "unknown-reference": { status: "unknownReferenceStatus" },
  "malformed-body": { status: 400 },
  unauthorized: { status: 401 },
  "access-denied": { status: 403 },
  "signature-mismatch": { status: 403, storeCode: "SignatureDoesNotMatch" },
  "not-found": { status: 404, storeCode: "NoSuchKey" },
  "method-not-allowed": { status: 405, storeCode: "MethodNotAllowed" },
  "missing-length": { status: 411, storeCode: "MissingContentLength" },
  "body-too-large": { status: 413, storeCode: "EntityTooLarge" },
  "rate-limited": { status: 429 },
  "injected-fault": { status: 500, storeCode: "InternalError" },
  "resolver-failed": { status: 500, storeCode: "InternalError" },
  "chunked-body": { status: 501, storeCode: "NotImplemented" },
} as const satisfies Record<string, ErrorKind>;

/** Why the service refuses something. */
export type MockServiceErrorKind = keyof typeof errorKinds;

/** A problem with one field of a request, an option or an argument. */
export interface FieldProblem {
  /** The field's name; empty for the input as a whole. */
  path: string;
  problem: "missing" | "wrong-type" | "wrong-value";
  message: string;
}

/** The service refused a request, or one of the fake's functions refused its argument. `fields` names what is wrong. */
export class MockServiceError extends TypeError {
  override readonly name = "MockServiceError";
  readonly kind: MockServiceErrorKind;
  readonly fields: readonly FieldProblem[];
  /** Headers of the response besides those of every error. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(kind: MockServiceErrorKind, message: string, fields: readonly FieldProblem[] = [], headers = {}) {
    super(message);
    this.kind = kind;
    this.fields = fields;
    this.headers = headers;
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

/** The path in a whole of a field of one of its parts; either may be empty. */
export function joinedPath(place: string, path: string): string {
  return place === "" || path === "" ? place + path : `${place}.${path}`;
}

/** Prefixes the paths of a part's problems with its place in the whole. */
export function problemsBelow(place: string, problems: readonly FieldProblem[]): FieldProblem[] {
  return problems.map((problem) => ({ ...problem, path: joinedPath(place, problem.path) }));
}

/** The error for input with fields at fault; its message names each one and says why. */
export function invalidFields(kind: MockServiceErrorKind, fields: readonly FieldProblem[]): MockServiceError {
  const problems = fields.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
  return new MockServiceError(kind, problems.join("; "), fields);
}

/** Runs an action. The fields of an error that it throws get other paths. @throws {MockServiceError} */
export function withPaths<Value>(action: () => Value, pathOf: (path: string) => string): Value {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof MockServiceError)) throw error;
    const fields = error.fields.map((field) => ({ ...field, path: pathOf(field.path) }));
    throw invalidFields(error.kind, fields);
  }
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

/** The error for a key that is missing or not known. */
export function unauthorizedError(): MockServiceError {
  return new MockServiceError("unauthorized", 'The Authorization header must be "Bearer" followed by a valid API key.');
}
