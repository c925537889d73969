/**
 * Replies to the browser, as data. When several requests share a reply, each gets its own Response. The proxy writes
 * every error body itself. It passes on most 4xx statuses of the service, the refused fields, `Retry-After` and the
 * request id.
 */
import {
  AbortError,
  ApiError,
  ConnectionError,
  type FieldError,
  JournalError,
  ResponseFormatError,
  SubmissionUncertainError,
  TimeoutError,
} from "../errors.js";

/** A status, a JSON body, and headers besides `content-type` and `cache-control`. */
export interface Reply {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** The reason why the proxy refuses a request. The user of the browser may read the message. */
interface Problem {
  code: string;
  message: string;
  /** The refused fields of the input. @default none */
  fields?: FieldError[];
  headers?: Record<string, string>;
}

/** Ends a request with an error reply. */
export class ProxyError extends Error {
  readonly reply: Reply;

  constructor(status: number, problem: Problem) {
    super(problem.message);
    this.reply = errorReply(status, problem);
  }
}

/** A Response that no cache stores. */
export function toResponse({ status, body, headers }: Reply): Response {
  const common = { "content-type": "application/json", "cache-control": "no-store" };
  return new Response(body === undefined ? null : JSON.stringify(body), { status, headers: { ...common, ...headers } });
}

/** The reply to a request that this failure ended. */
export function failureReply(failure: unknown): Reply {
  if (failure instanceof ProxyError) return failure.reply;
  if (SubmissionUncertainError.is(failure)) {
    const { cause } = failure;
    // Without a cause, it was an earlier request that was sent.
    const status = cause === undefined ? 409 : statusOf(cause);
    return errorReply(status, { code: "submission_uncertain", message: uncertain, headers: headersOf(cause) });
  }
  if (JournalError.is(failure) && failure.code === "skipped")
    return errorReply(409, { code: "skipped", message: "The journal marks this call as skipped." });
  // The browser has gone; servers log 499.
  if (AbortError.is(failure)) return errorReply(499, { code: "aborted", message: "The request was aborted." });
  const status = statusOf(failure);
  const headers = headersOf(failure);
  if (status === 500) return errorReply(500, { code: "proxy_failed", message: "The proxy failed. See its log." });
  if (status > 500) return errorReply(status, { code: "service_unavailable", message: "The service failed.", headers });
  const fields = fieldsOf(failure);
  return errorReply(status, { code: "refused", message: "The service refused the request.", fields, headers });
}

const uncertain =
  "The service never confirmed this call. It may or may not exist, so the request is not sent again. Look for the call. If there is none, upload the recording again.";

/**
 * Marks a failed create request as one that created nothing, because a status of 500 or above alone does not say so.
 */
export function notCreatedReply({ status, headers = {}, body }: Reply): Reply {
  const { code } = (body as { error: Problem }).error;
  if (status < 500 || code === "submission_uncertain") return { status, headers, body };
  const message = "The proxy or the service failed before anything was created. Try again later.";
  return errorReply(status, { code: "not_created", message, headers });
}

/** The service's request id, as the client reads it. */
export function requestIdHeader(requestId: string | null): Record<string, string> {
  return requestId === null ? {} : { "x-request-id": requestId };
}

function errorReply(status: number, { code, message, fields = [], headers = {} }: Problem): Reply {
  return { status, body: { error: { code, message, fields } }, headers };
}

/**
 * Statuses of the service that mean something else to a browser. 401, 403 and 407 concern the server's own key. After
 * 408, 421 and 425, browsers resend a request on their own.
 */
const statusesAboutServer: readonly number[] = [401, 403, 407, 408, 421, 425];

/** The status for the browser. Other 4xx statuses stay unchanged. Everything else becomes a gateway's status. */
function statusOf(failure: unknown): number {
  if (ApiError.is(failure)) {
    const { status } = failure;
    const isPassedOn = status === 503 || status === 504 || (status < 500 && !statusesAboutServer.includes(status));
    return isPassedOn ? status : 502;
  }
  if (TimeoutError.is(failure)) return 504;
  return ConnectionError.is(failure) || ResponseFormatError.is(failure) ? 502 : 500;
}

function headersOf(failure: unknown): Record<string, string> {
  if (!ApiError.is(failure)) return {};
  const { retryAfterMs, requestId } = failure;
  const seconds = retryAfterMs !== undefined && { "retry-after": String(Math.ceil(retryAfterMs / 1_000)) };
  return { ...seconds, ...requestIdHeader(requestId) };
}

/** The maximum number of refused fields that are passed on, and the maximum number of characters of each. */
const maxFields = 100;
const maxFieldLength = 500;

function fieldsOf(failure: unknown): FieldError[] {
  if (!ApiError.is(failure)) return [];
  const cut = (text: string) => text.slice(0, maxFieldLength);
  return failure.fieldErrors
    .slice(0, maxFields)
    .map(({ path, message }) => ({ path: cut(path), message: cut(message) }));
}
