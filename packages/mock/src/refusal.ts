/** Why the service says no. What status and body that becomes is decided where HTTP is. */
export type RefusalKind =
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

/** A rule's no, with the fields at fault. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly kind: RefusalKind;
  readonly fields: readonly FieldProblem[];

  constructor(kind: RefusalKind, message: string, fields: readonly FieldProblem[] = []) {
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
export function refuseFields(kind: RefusalKind, fields: readonly FieldProblem[]): Refusal {
  const message = fields.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`)).join("; ");
  return new Refusal(kind, message, fields);
}

/** A refusal of one field's value. */
export function refuseValue(path: string, message: string, kind: RefusalKind = "invalid-input"): Refusal {
  return refuseFields(kind, [wrongValue(path, message)]);
}

/** A refusal of an id that the organization does not have. */
export function refuseUnknown(what: string): Refusal {
  return new Refusal("not-found", `There is no such ${what}.`);
}
