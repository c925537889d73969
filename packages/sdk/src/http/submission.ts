import { ApiError } from "../errors/api-errors.js";
import { CallAnalysisError } from "../errors/call-analysis-error.js";
import { SubmissionUncertainError } from "../errors/flow-errors.js";
import { AbortError } from "../errors/request-errors.js";
import { isUnprocessed } from "./retry.js";

/** Whether after this failure the service may have created what it was asked for. */
export function mayHaveBeenProcessed(failure: unknown, requestSent: boolean): boolean {
  if (!requestSent || AbortError.is(failure)) return false;
  if (ApiError.is(failure)) return failure.status === 408 || failure.status >= 500;
  return !CallAnalysisError.is(failure) || !isUnprocessed(failure);
}

/** The error that says so, with what happened as its cause. */
export function submissionUncertain(what: string, cause: unknown, attempts: number): SubmissionUncertainError {
  if (CallAnalysisError.is(cause)) cause.attempts = attempts;
  const message = `${what}: it was sent, and nothing tells whether the call was created. Look before you send it again: that can make a second call.`;
  return new SubmissionUncertainError(message, { cause, attempts });
}
