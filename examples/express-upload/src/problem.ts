import { CallAnalysisError, JournalError, RecordingError, SubmissionUncertainError } from "@call-analysis/sdk";

/** The page's answer when a request fails. The cause goes only to the server's log. */
export interface Problem {
  status: number;
  error: string;
}

/** The application itself refuses the request. The page gets this message. */
export class RequestError extends Error {
  readonly status: number;

  constructor(message: string, status = 400) {
    super(message);
    this.status = status;
  }
}

/** The answer to an error. It does not show messages of the client or the service. */
export function problemOf(error: unknown): Problem {
  if (error instanceof RequestError) return { status: error.status, error: error.message };
  if (SubmissionUncertainError.is(error))
    return { status: 502, error: "Nobody knows yet whether the call was created. Do not send the recording again." };
  if (RecordingError.is(error) || JournalError.is(error)) {
    // An error with a cause concerns the server: a full disk, or a broken connection.
    if (error.cause !== undefined) return { status: 500, error: "The request failed." };
    return { status: 400, error: "The recording cannot be used. Is it empty, or another one with the same key?" };
  }
  if (CallAnalysisError.is(error) && error.isRetryable)
    return { status: 503, error: "The analysis service cannot be reached at the moment. Try again in a minute." };
  if (CallAnalysisError.is(error))
    return { status: 502, error: "The analysis service refused the request. Check the agent and the category." };
  return { status: ownStatusOf(error), error: "The request failed." };
}

/** Errors from Express, such as for an undecodable URL, have their own status. */
function ownStatusOf(error: unknown): number {
  const { status } = (error ?? {}) as { status?: unknown };
  return typeof status === "number" && status >= 400 && status < 500 ? status : 500;
}
