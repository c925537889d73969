/** Errors of the upload and analysis flow: the store, the creation of the call, the analysis. */
import { isRetryableStatus } from "./api-errors.js";
import { CallAnalysisError, type CallAnalysisErrorOptions } from "./call-analysis-error.js";

interface UploadErrorOptions extends CallAnalysisErrorOptions {
  /** The store's status; undefined when it did not respond. */
  status?: number | undefined;
  /** The store's own error code, such as `SignatureDoesNotMatch`. */
  storeCode?: string | undefined;
  retryAfterMs?: number | undefined;
}

/** The store refused the recording, or responded before it had all of it. */
export class UploadError extends CallAnalysisError {
  static override readonly kind: string = "UploadError";
  readonly code = "upload";
  declare readonly status: number | undefined;
  declare readonly storeCode: string | undefined;
  /** What the store's `Retry-After` asks for, in milliseconds. */
  declare readonly retryAfterMs: number | undefined;

  constructor(message: string, options: UploadErrorOptions = {}) {
    super(message, { isRetryable: isRetryableStatus(options.status), ...options });
  }
}

/**
 * `POST /calls` was sent, and it is unknown whether the call was created; `cause` is the failure.
 * Sending it again may create a second call, which is billed too.
 */
export class SubmissionUncertainError extends CallAnalysisError {
  static override readonly kind: string = "SubmissionUncertainError";
  readonly code = "submission_uncertain";
}

/** The analysis ended without a result. */
export class AnalysisFailedError extends CallAnalysisError {
  static override readonly kind: string = "AnalysisFailedError";
  readonly code = "analysis_failed";
  declare readonly callId: string;
  declare readonly status: string;
  /** The last response, with everything that the service said. */
  declare readonly snapshot: unknown;

  constructor(
    message: string,
    options: CallAnalysisErrorOptions & { callId: string; status: string; snapshot: unknown },
  ) {
    super(message, options);
  }
}

/** The analysis was not completed within `poll.timeoutMs`. The call exists, and may still complete. */
export class PollTimeoutError extends CallAnalysisError {
  static override readonly kind: string = "PollTimeoutError";
  readonly code = "poll_timeout";
  override readonly isRetryable = true;
  declare readonly callId: string;
  /** The status that was last read; undefined when none was. */
  declare readonly lastStatus: string | undefined;
  /** How long the wait took, in milliseconds. */
  declare readonly waitedMs: number;

  constructor(
    message: string,
    options: CallAnalysisErrorOptions & { callId: string; lastStatus: string | undefined; waitedMs: number },
  ) {
    super(message, options);
  }
}
