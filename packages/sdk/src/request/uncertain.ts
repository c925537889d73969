/** Whether a creation may exist although it failed: whoever sends one, repeats one, or records one asks here. */
import { ApiError, RateLimitError } from "../errors/api-errors.js";
import { CallAnalysisError } from "../errors/call-analysis-error.js";
import { SubmissionUncertainError } from "../errors/flow-errors.js";
import {
  AbortError,
  ConnectionError,
  KeyProviderError,
  ResponseValidationError,
  TimeoutError,
} from "../errors/request-errors.js";
import { isText } from "../value-kinds.js";

/**
 * Whether the failure proves that the service did nothing, so that also a creation may be tried again: nothing was sent, or
 * it refused because of the rate. After a deadline nothing is tried.
 */
export function isUnprocessed(failure: unknown): boolean {
  if (RateLimitError.is(failure) || KeyProviderError.is(failure)) return true;
  if (TimeoutError.is(failure)) return failure.kind === "attempt" && !failure.requestSent;
  return ConnectionError.is(failure) && !failure.requestSent;
}

/** Whether a request that was sent may have been processed, although it failed like this. An abort stays one: see `isUncertain`. */
export function failureMayHaveBeenProcessed(failure: unknown): boolean {
  if (AbortError.is(failure)) return false;
  if (ApiError.is(failure)) {
    const code = proxyCodeOf(failure.body);
    if (code === "submission_uncertain") return true;
    if (code === "not_created") return false;
    return failure.status === 408 || failure.status >= 500;
  }
  return !isUnprocessed(failure);
}

/** What is known of a sending: whether anything may have left, and the status that the service answered. */
interface Sending {
  sent: boolean;
  status?: number | undefined;
}

/**
 * Whether a sending may have been done that ended with this failure. A middleware may throw what another request failed with,
 * or make another status of the service's: only the service's own refusal proves that nothing was done. An abort stays one.
 */
export function mayBeDone(failure: unknown, { sent, status }: Sending): boolean {
  if (!sent || (AbortError.is(failure) && failure.requestSent)) return false;
  const isItsStatus = ApiError.is(failure) && failure.status === status;
  return !isItsStatus || failureMayHaveBeenProcessed(failure);
}

/** Whether a status alone proves that nothing was done. 409 may be what the proxy says of a creation that is uncertain. */
export function isRefusal(status = 0): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 409;
}

/** The proxy of this package says of a creation whether it may have been done. */
function proxyCodeOf(body: unknown): unknown {
  return Object(body).error?.code;
}

/** Whether a creation that ended with this error may have created something. */
export function isUncertain(error: unknown): boolean {
  return SubmissionUncertainError.is(error) || (AbortError.is(error) && error.requestSent);
}

/** The call that the response to a creation named, although a strict validator refused it. */
export function callIdIn(error: unknown): string | undefined {
  const callId = ResponseValidationError.is(error) ? Object(error.body).data?.callId : undefined;
  return isText(callId) ? callId : undefined;
}

/** What every message about an uncertain creation says. */
export const unknownWhetherCreated = "and it is unknown whether the call was created. Check whether it exists";

/** The same of a creation that a journal has. */
export const unknownUntilSettled = `${unknownWhetherCreated}. Then decide with journal.settle().`;

/** The error of a request that may have created a call although it failed, with the failure as its cause. */
export function submissionUncertain(what: string, cause: unknown, attempts: number): SubmissionUncertainError {
  if (CallAnalysisError.is(cause)) cause.attempts = attempts;
  const answered = ApiError.is(cause) ? ` and answered with status ${cause.status}` : "";
  const message = `${what}: it was sent${answered}, ${unknownWhetherCreated} before you send it again: that can create a second call.`;
  return new SubmissionUncertainError(message, { cause, attempts });
}

/** The error of a caller that gave up while somebody else may have sent the creation. */
export function sentByOther(cause: unknown): SubmissionUncertainError {
  const message = `Another flow may have sent the call, ${unknownWhetherCreated} before you create it again.`;
  return new SubmissionUncertainError(message, { cause });
}
