/** Errors of a request that got no usable response: bad options, connections, time limits, aborts, broken responses. */
import type { ValidationIssue } from "../contract/validator.js";
import { CallAnalysisError, type CallAnalysisErrorOptions } from "./call-analysis-error.js";

/** An option, an argument or a recording that cannot be used as it is. The message names it. */
export class ConfigurationError extends CallAnalysisError {
  static override readonly kind: string = "ConfigurationError";
  readonly code = "configuration";
}

/** The function that gives the key failed; nothing was sent. Its error, without any key, is the `cause`. */
export class KeyProviderError extends CallAnalysisError {
  static override readonly kind: string = "KeyProviderError";
  readonly code = "key_provider";
  override readonly isRetryable = true;
}

interface SendingErrorOptions extends CallAnalysisErrorOptions {
  requestSent: boolean;
}

/** No connection could be made, or it broke. */
export class ConnectionError extends CallAnalysisError {
  static override readonly kind: string = "ConnectionError";
  readonly code = "connection";
  override readonly isRetryable = true;
  /** False when the failure proves that the request never left. */
  declare readonly requestSent: boolean;

  constructor(message: string, options: SendingErrorOptions) {
    super(message, options);
  }
}

/** A time limit was reached. */
export class TimeoutError extends CallAnalysisError {
  static override readonly kind: string = "TimeoutError";
  readonly code = "timeout";
  override readonly isRetryable = true;
  /** Which limit: that of one attempt, or that of the whole operation or flow. */
  declare readonly kind: "attempt" | "deadline";
  /** False when nothing can have been processed. */
  declare readonly requestSent: boolean;

  constructor(message: string, options: SendingErrorOptions & { kind: TimeoutError["kind"] }) {
    super(message, options);
  }
}

/** Your signal was aborted; `cause` is the signal's reason. */
export class AbortError extends CallAnalysisError {
  static override readonly kind: string = "AbortError";
  readonly code = "aborted";
  /** False when nothing can have been processed. */
  declare readonly requestSent: boolean;

  constructor(message: string, options: SendingErrorOptions) {
    super(message, options);
  }
}

interface FormatErrorOptions extends CallAnalysisErrorOptions {
  status: number;
  requestId: string | null;
  /** The beginning of the body as text. */
  excerpt: string;
}

/** A response that is not the JSON that was expected: HTML, a redirect, JSON that is cut off, no `data`. */
export class ResponseFormatError extends CallAnalysisError {
  static override readonly kind: string = "ResponseFormatError";
  readonly code = "response_format";
  declare readonly status: number;
  declare readonly requestId: string | null;
  declare readonly excerpt: string;

  constructor(message: string, options: FormatErrorOptions) {
    super(message, options);
  }
}

/** With `validate: { mode: "strict" }`: a response that differs from the contract. */
export class ResponseValidationError extends CallAnalysisError {
  static override readonly kind: string = "ResponseValidationError";
  readonly code = "response_validation";
  declare readonly issues: ValidationIssue[];
  /** The whole response, parsed. */
  declare readonly body: unknown;

  constructor(message: string, options: CallAnalysisErrorOptions & { issues: ValidationIssue[]; body: unknown }) {
    super(message, options);
  }
}
