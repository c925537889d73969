/** Answers that are not what the interface speaks. */
import type { ValidationIssue } from "../contract/validator.js";
import { CallAnalysisError, type CallAnalysisErrorOptions } from "./call-analysis-error.js";

interface FormatErrorOptions extends CallAnalysisErrorOptions {
  status: number;
  requestId: string | null;
  /** The beginning of the body as text. */
  excerpt: string;
}

/** An answer that is not what the interface speaks: HTML, a redirect, JSON cut in half, no `data`. */
export class ResponseFormatError extends CallAnalysisError {
  static override readonly kind: string = "ResponseFormatError";
  readonly code = "response_format";
  readonly status: number;
  readonly requestId: string | null;
  readonly excerpt: string;

  constructor(message: string, { status, requestId, excerpt, ...facts }: FormatErrorOptions) {
    super(message, facts);
    this.status = status;
    this.requestId = requestId;
    this.excerpt = excerpt;
  }
}

/** With `validate: strict`: an answer that departs from the contract. */
export class ResponseValidationError extends CallAnalysisError {
  static override readonly kind: string = "ResponseValidationError";
  readonly code = "response_validation";
  readonly issues: ValidationIssue[];
  /** The whole answer, parsed. */
  readonly body: unknown;

  constructor(
    message: string,
    { issues, body, ...facts }: CallAnalysisErrorOptions & { issues: ValidationIssue[]; body: unknown },
  ) {
    super(message, facts);
    this.issues = issues;
    this.body = body;
  }
}
