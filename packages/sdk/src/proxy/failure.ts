/**
 * What the browser gets when a request failed: always the proxy's own words. The service's words, addresses and
 * headers stay on the server, but for the fields that it refused, `Retry-After` and the request id.
 */
import { ApiError, type FieldError } from "../errors/api-errors.js";
import { SubmissionUncertainError } from "../errors/flow-errors.js";
import { AbortError, ConnectionError, ResponseFormatError, TimeoutError } from "../errors/request-errors.js";
import { ProxyError, type Reply } from "./reply.js";

/**
 * Statuses of the service that mean something else to a browser. 401, 403 and 407 are about the proxy's own key. After
 * 408, 421 and 425 browsers send a request again by themselves.
 */
const statusesOfServer: ReadonlySet<number> = new Set([401, 403, 407, 408, 421, 425]);

/** At most this many refused fields are passed on, and so many characters of each. */
const mostFields = 100;
const longestText = 500;

/** The reply for whatever ended a request. */
export function failureReply(failure: unknown): Reply {
  if (failure instanceof ProxyError) return failure.reply;
  if (SubmissionUncertainError.is(failure)) {
    // Without a cause, a ledger has said so: an earlier request was sent.
    return uncertainReply(failure.cause === undefined ? 409 : statusOf(failure.cause), headersOf(failure.cause));
  }
  if (ApiError.is(failure)) return refusedReply(failure);
  // The browser has gone; servers log 499.
  if (AbortError.is(failure)) return errorReply(499, "aborted", "The request was aborted.");
  const status = statusOf(failure);
  if (status === 500) return errorReply(500, "proxy_failed", "The server failed. Its log says more.");
  return errorReply(status, "service_unavailable", "The service did not respond as it should.");
}

/** The reply when it is unknown whether a call was created. */
export function uncertainReply(status: number, headers: Record<string, string> = {}): Reply {
  const message =
    "It is unknown whether the call was created, so it is not sent again. Look for the call first. To create it all the same, upload the recording again.";
  return { ...errorReply(status, "submission_uncertain", message), headers };
}

/** The same reply to a creation that certainly created nothing: with these statuses a client could not know. */
export function notCreated({ status, headers = {}, body }: Reply): Reply {
  const { code } = (body as { error: { code: string } }).error;
  if (status < 500 || code === "submission_uncertain") return { status, headers, body };
  const message = "The server or the service failed before anything was created. Try again later.";
  return { ...errorReply(status, "not_created", message), headers };
}

function refusedReply(failure: ApiError): Reply {
  const status = statusOf(failure);
  const headers = headersOf(failure);
  if (status >= 500) {
    return { ...errorReply(status, "service_unavailable", "The service did not accept the request."), headers };
  }
  const message = "The service refused the request.";
  return { ...errorReply(status, "refused", message, fieldsOf(failure)), headers };
}

function errorReply(status: number, code: string, message: string, fields: FieldError[] = []): Reply {
  return { status, body: { error: { code, message, fields } } };
}

/** 4xx stays as it is, unless it is about the server; a gateway's own statuses stand for all else. */
function statusOf(failure: unknown): number {
  if (ApiError.is(failure)) {
    const { status } = failure;
    const isPassedOn = status === 503 || status === 504 || (status < 500 && !statusesOfServer.has(status));
    return isPassedOn ? status : 502;
  }
  if (TimeoutError.is(failure)) return 504;
  return ConnectionError.is(failure) || ResponseFormatError.is(failure) ? 502 : 500;
}

function headersOf(failure: unknown): Record<string, string> {
  if (!ApiError.is(failure)) return {};
  const { retryAfterMs, requestId } = failure;
  return {
    ...(retryAfterMs === undefined ? {} : { "retry-after": String(Math.ceil(retryAfterMs / 1_000)) }),
    ...requestIdHeader(requestId),
  };
}

/** The service's request id, as the client reads it. */
export function requestIdHeader(requestId: string | null): Record<string, string> {
  return requestId === null ? {} : { "x-request-id": requestId };
}

function fieldsOf({ fieldErrors }: ApiError): FieldError[] {
  const cut = (text: string) => text.slice(0, longestText);
  return fieldErrors.slice(0, mostFields).map(({ path, message }) => ({ path: cut(path), message: cut(message) }));
}
