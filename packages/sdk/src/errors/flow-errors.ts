/** Errors of a recording's way: the store, the creation, the analysis. */
import { CallAnalysisError, type CallAnalysisErrorOptions } from "./call-analysis-error.js";

interface UploadErrorOptions extends CallAnalysisErrorOptions {
  /** The store's status; undefined when it did not answer. */
  status?: number | undefined;
  /** The store's own word, such as `SignatureDoesNotMatch`. */
  storeCode?: string | undefined;
  retryAfterMs?: number | undefined;
}

/** The store refused the recording. */
export class UploadError extends CallAnalysisError {
  static override readonly kind: string = "UploadError";
  readonly code = "upload";
  readonly status: number | undefined;
  readonly storeCode: string | undefined;
  /** What the store's `Retry-After` asks for, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  override readonly isRetryable: boolean;

  constructor(message: string, { status, storeCode, retryAfterMs, ...facts }: UploadErrorOptions = {}) {
    super(message, facts);
    this.status = status;
    this.storeCode = storeCode;
    this.retryAfterMs = retryAfterMs;
    this.isRetryable = status === 408 || status === 429 || (status !== undefined && status >= 500);
  }
}

/**
 * `POST /calls` was sent, and nothing tells whether the call was created; `cause` is what happened.
 * Sending it again may create, and bill, a second call.
 */
export class SubmissionUncertainError extends CallAnalysisError {
  static override readonly kind: string = "SubmissionUncertainError";
  readonly code = "submission_uncertain";
}

/** The analysis ended without a result. */
export class AnalysisFailedError extends CallAnalysisError {
  static override readonly kind: string = "AnalysisFailedError";
  readonly code = "analysis_failed";
  readonly callId: string;
  readonly status: string;
  /** The last answer, with whatever the service said besides. */
  readonly snapshot: unknown;

  constructor(
    message: string,
    {
      callId,
      status,
      snapshot,
      ...facts
    }: CallAnalysisErrorOptions & { callId: string; status: string; snapshot: unknown },
  ) {
    super(message, facts);
    this.callId = callId;
    this.status = status;
    this.snapshot = snapshot;
  }
}

/** The analysis was not completed within `poll.timeoutMs`. It may still be: the call exists. */
export class PollTimeoutError extends CallAnalysisError {
  static override readonly kind: string = "PollTimeoutError";
  readonly code = "poll_timeout";
  override readonly isRetryable = true;
  readonly callId: string;
  /** The status last read; undefined when none was. */
  readonly lastStatus: string | undefined;
  /** How long was waited, in milliseconds. */
  readonly waitedMs: number;

  constructor(
    message: string,
    {
      callId,
      lastStatus,
      waitedMs,
      ...facts
    }: CallAnalysisErrorOptions & { callId: string; lastStatus: string | undefined; waitedMs: number },
  ) {
    super(message, facts);
    this.callId = callId;
    this.lastStatus = lastStatus;
    this.waitedMs = waitedMs;
  }
}
