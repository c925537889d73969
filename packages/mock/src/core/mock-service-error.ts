/** Why the service says no. What status and body that becomes is decided where HTTP is. */
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

/** What is wrong with one field. */
export interface FieldProblem {
  /** The field's name; empty for the input as a whole. */
  path: string;
  problem: "missing" | "wrong-type" | "wrong-value";
  message: string;
}

/** The service refuses a request, or an argument of the fake's own functions; `fields` names what is wrong. */
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

/** The problem of a field whose value breaks a rule. */
export function wrongValue(path: string, message: string): FieldProblem {
  return { path, problem: "wrong-value", message };
}

/** The problem of a field that must be there. */
export function missingField(path: string): FieldProblem {
  return { path, problem: "missing", message: "is required" };
}

/** A refusal of input whose fields are at fault; its message says which, and why. */
export function invalidFields(kind: MockServiceErrorKind, fields: readonly FieldProblem[]): MockServiceError {
  const message = fields.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`)).join("; ");
  return new MockServiceError(kind, message, fields);
}

/** A refusal of one field's value. */
export function invalidValue(
  path: string,
  message: string,
  kind: MockServiceErrorKind = "invalid-input",
): MockServiceError {
  return invalidFields(kind, [wrongValue(path, message)]);
}

/** A refusal of an id that the organization does not have. */
export function unknownId(what: string): MockServiceError {
  return new MockServiceError("not-found", `There is no such ${what}.`);
}
