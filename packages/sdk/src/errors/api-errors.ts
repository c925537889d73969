/** Errors for responses with an error status: one class for each status that matters. */
import { CallAnalysisError, type CallAnalysisErrorOptions } from "./call-analysis-error.js";

/** One input field that the service refused. @inline */
export interface FieldError {
  /** Where in the request, such as `body.phone`. */
  path: string;
  message: string;
}

/** What an error response of the service says. */
export interface ApiErrorOptions extends CallAnalysisErrorOptions {
  status: number;
  /** From the `x-request-id` header; null when there is none. */
  requestId: string | null;
  headers: Headers;
  /** The parsed JSON, or the text when it is not JSON; undefined when it is empty. */
  body: unknown;
  fieldErrors: FieldError[];
  /** What `Retry-After` asks for, in milliseconds. */
  retryAfterMs?: number | undefined;
}

/** The service responded with an error status. */
export class ApiError extends CallAnalysisError {
  static override readonly kind: string = "ApiError";
  readonly code: string = "api_error";
  declare readonly status: number;
  declare readonly requestId: string | null;
  declare readonly headers: Headers;
  declare readonly body: unknown;
  /** The input fields that the service refused, when its body names them. */
  declare readonly fieldErrors: FieldError[];
  declare readonly retryAfterMs: number | undefined;

  constructor(message: string, { headers, ...options }: ApiErrorOptions) {
    super(message, { isRetryable: isRetryableStatus(options.status), ...options });
    // Not enumerable, so that JSON and spread leave the headers out: they may be long.
    Object.defineProperty(this, "headers", { value: headers, enumerable: false });
  }
}

/** 400: the service refused the input; see `fieldErrors` and `body`. */
export class BadRequestError extends ApiError {
  static override readonly kind: string = "BadRequestError";
  override readonly code = "bad_request";
}

/** 401: the key is missing, wrong or revoked. */
export class AuthenticationError extends ApiError {
  static override readonly kind: string = "AuthenticationError";
  override readonly code = "authentication";
}

/** 403: the key is not allowed to do this. */
export class PermissionDeniedError extends ApiError {
  static override readonly kind: string = "PermissionDeniedError";
  override readonly code = "permission_denied";
}

/** 404: the key's organization has nothing with that id. */
export class NotFoundError extends ApiError {
  static override readonly kind: string = "NotFoundError";
  override readonly code = "not_found";
}

/** 409: the request conflicts with the present state. */
export class ConflictError extends ApiError {
  static override readonly kind: string = "ConflictError";
  override readonly code = "conflict";
}

/** 422: the service refused the input; see `fieldErrors` and `body`. */
export class UnprocessableEntityError extends ApiError {
  static override readonly kind: string = "UnprocessableEntityError";
  override readonly code = "unprocessable_entity";
}

/** 429: too many requests; `retryAfterMs` says how long to wait, if the service says so. */
export class RateLimitError extends ApiError {
  static override readonly kind: string = "RateLimitError";
  override readonly code = "rate_limit";
}

/** 5xx: the service failed. */
export class ServerError extends ApiError {
  static override readonly kind: string = "ServerError";
  override readonly code = "server_error";
}

/** Whether a request that met this status may succeed later: 408, 429 and 5xx. */
export function isRetryableStatus(status = 0): boolean {
  return status === 408 || status === 429 || status >= 500;
}
