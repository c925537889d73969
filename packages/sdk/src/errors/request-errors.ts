/** Errors of a request before and between its answers: options, connections, time, abort. */
import { CallAnalysisError, type CallAnalysisErrorOptions } from "./call-analysis-error.js";

/** An option or an argument that cannot work; nothing was sent. The message names it. */
export class ConfigurationError extends CallAnalysisError {
  static override readonly kind: string = "ConfigurationError";
  readonly code = "configuration";
}

interface SendingErrorOptions extends CallAnalysisErrorOptions {
  requestSent: boolean;
}

/** No usable connection, or one that broke. */
export class ConnectionError extends CallAnalysisError {
  static override readonly kind: string = "ConnectionError";
  readonly code = "connection";
  override readonly isRetryable = true;
  /** False when the failure proves that the request never left. */
  readonly requestSent: boolean;

  constructor(message: string, { requestSent, ...facts }: SendingErrorOptions) {
    super(message, facts);
    this.requestSent = requestSent;
  }
}

/** What ran out: the time of one attempt, of the whole operation, or an upload's time without progress. */
export type TimeoutKind = "attempt" | "deadline" | "upload";

/** A time limit was reached. */
export class TimeoutError extends CallAnalysisError {
  static override readonly kind: string = "TimeoutError";
  readonly code = "timeout";
  override readonly isRetryable = true;
  readonly kind: TimeoutKind;
  /** False when nothing can have been processed. */
  readonly requestSent: boolean;

  constructor(message: string, { kind, requestSent, ...facts }: SendingErrorOptions & { kind: TimeoutKind }) {
    super(message, facts);
    this.kind = kind;
    this.requestSent = requestSent;
  }
}

/** The caller's signal was aborted; `cause` is the signal's reason. */
export class AbortError extends CallAnalysisError {
  static override readonly kind: string = "AbortError";
  readonly code = "aborted";
  /** False when nothing can have been processed. */
  readonly requestSent: boolean;

  constructor(message: string, { requestSent, ...facts }: SendingErrorOptions) {
    super(message, facts);
    this.requestSent = requestSent;
  }
}
