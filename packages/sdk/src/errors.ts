/**
 * Every error of the client. Use `is()` to tell them apart: it also works when two copies of the package are loaded.
 */
import type { CallFields } from "./contract/types.js";
import type { ValidationIssue } from "./contract/validator.js";

/** The stage of a flow at which an error stopped it. `grant` begins with opening the recording and asking the journal. */
export type FlowStage = "grant" | "upload" | "create" | "poll";

/** The recording is uploaded. The call may or may not exist. */
export interface CreateToken {
  version: 1;
  stage: "create";
  /** The service that the recording was uploaded to. */
  baseUrl: string;
  /** True if the call may already exist: `POST /calls` may have been sent, but got no usable response yet. */
  uncertain: boolean;
  call: CallFields;
  /** The flow's key in its journal. Absent without a journal. */
  key?: string;
}

/** The call exists. */
export interface PollToken {
  version: 1;
  stage: "poll";
  /** The service that has the call. */
  baseUrl: string;
  callId: string;
}

/**
 * A point from which a flow can continue. It is plain JSON without API keys. Store it anywhere, and pass it to
 * `calls.resume()`.
 */
export type ResumeToken = CreateToken | PollToken;

/** The options of every error. Any other option becomes a field. */
export interface CallAnalysisErrorOptions {
  cause?: unknown;
  /** The number of attempts; 0 if the error came before the first. */
  attempts?: number;
  /** @default false; for errors with a status: true for 408, 429 and 5xx */
  isRetryable?: boolean;
}

const lineage = Symbol.for("@call-analysis/sdk/error-lineage");

/** A class of errors. @inline */
export type ErrorClass<E> = (abstract new (...parameters: never[]) => E) & { readonly className: string };

/** The base class of all errors of this package. */
export abstract class CallAnalysisError extends Error {
  /** The class's name, which minifiers do not change. */
  static readonly className: string = "CallAnalysisError";
  /** A stable code for programs, such as `not_found`. */
  abstract readonly code: string;
  /**
   * True if the same method call may succeed later, without changes. Before you repeat a create request, check that the
   * first one was not processed. If the error has `resume`, continue with that token instead.
   */
  declare readonly isRetryable: boolean;
  /** The number of attempts; 0 if the error came before the first. */
  declare attempts: number;
  /** The stage at which the error stopped a flow. Undefined for other errors. */
  declare stage?: FlowStage;
  /** Pass this token to `calls.resume()` to continue the flow. Absent if nothing can be continued. */
  declare resume?: ResumeToken;

  constructor(message: string, { cause, attempts = 0, ...fields }: CallAnalysisErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause });
    // Not `new.target`: terser moves it into the function, where it is undefined.
    setLineage(this, lineageOf(this.constructor as typeof CallAnalysisError));
    Object.assign(this, { code: codeOf(this.name), attempts, isRetryable: isTemporary(fields) }, fields);
  }

  /**
   * Restores an error from the result of `toJSON()`, also after `JSON.stringify`, `structuredClone` or a queue. `is()`
   * and `instanceof` recognize its class. The `headers` of an `ApiError` are empty. Any other value becomes a plain
   * `CallAnalysisError` with the code `unknown`. This method never throws.
   */
  static fromJSON(value: unknown): CallAnalysisError {
    return errorFromJson(value);
  }

  /**
   * Whether a value is an error of this class. The error may come from another copy of the package. You can pass the
   * method on without its class: `errors.filter(RateLimitError.is)`.
   */
  declare static readonly is: <E extends CallAnalysisError>(this: ErrorClass<E>, value: unknown) => value is E;

  static {
    Object.defineProperty(this, "is", {
      get(this: ErrorClass<CallAnalysisError>) {
        return (value: unknown) => Boolean(Object(value)[lineage]?.includes?.(this.className));
      },
    });
  }

  /**
   * Makes `instanceof` agree with `is()`. A class of your own has no `className`, and recognizes only its own
   * instances.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return (
      Function.prototype[Symbol.hasInstance].call(this, value) || (Object.hasOwn(this, "className") && this.is(value))
    );
  }

  /** The error's fields as JSON: no keys and no stack. */
  toJSON(): Record<string, unknown> {
    const { name, code, message, cause, headers, ...fields } = this as this & { headers?: Headers };
    return { name, code, message, ...fields, cause: causeAsJson(cause) };
  }
}

/**
 * An option or an argument is invalid. The message names it, and nothing was sent. Only invalid results of your own
 * functions, such as `fetch` or `poll.classify`, come later.
 */
export class ConfigurationError extends CallAnalysisError {
  static override readonly className: string = "ConfigurationError";
  declare readonly code: "configuration";
}

/** A recording is unreadable or empty, its stream failed, or neither its name nor its MIME type indicates audio. */
export class RecordingError extends CallAnalysisError {
  static override readonly className: string = "RecordingError";
  declare readonly code: "recording";
}

/** The journal is unusable, closed, full or tied to another service, or the key belongs to another input. */
export class JournalError extends CallAnalysisError {
  static override readonly className: string = "JournalError";
  /** `skipped` for a key that was settled with `{ skip: true }`. */
  declare readonly code: "journal" | "skipped";

  constructor(message: string, options?: CallAnalysisErrorOptions & { code?: JournalError["code"] }) {
    super(message, { ...options, code: options?.code ?? "journal" } as CallAnalysisErrorOptions);
  }
}

/** An error with additional fields, which its options must contain. */
abstract class DetailedError<Fields extends object> extends CallAnalysisError {
  constructor(message: string, options: CallAnalysisErrorOptions & Fields) {
    super(message, options);
  }
}

/** The connection failed or broke. */
export class ConnectionError extends DetailedError<Pick<ConnectionError, "requestSent">> {
  static override readonly className: string = "ConnectionError";
  declare readonly code: "connection";
  override readonly isRetryable: boolean = true;
  /** False means that nothing can have been processed. */
  declare readonly requestSent: boolean;
}

/** An attempt timed out, or the deadline of the operation passed. */
export class TimeoutError extends DetailedError<Pick<TimeoutError, "kind" | "requestSent">> {
  static override readonly className: string = "TimeoutError";
  declare readonly code: "timeout";
  override readonly isRetryable: boolean = true;
  declare readonly kind: "attempt" | "deadline";
  /** False means that nothing can have been processed. */
  declare readonly requestSent: boolean;
}

/** Your signal was aborted. `cause` is the signal's reason. */
export class AbortError extends DetailedError<Pick<AbortError, "requestSent">> {
  static override readonly className: string = "AbortError";
  declare readonly code: "aborted";
  /** False means that nothing can have been processed. */
  declare readonly requestSent: boolean;
}

/** The function that returns the key failed. */
export class KeyProviderError extends CallAnalysisError {
  static override readonly className: string = "KeyProviderError";
  declare readonly code: "key_provider";
  override readonly isRetryable: boolean = true;
}

/** One field that the service refused. */
export interface FieldError {
  path: string;
  message: string;
}

/** The service responded with an error status. */
export class ApiError extends DetailedError<
  Pick<ApiError, "status" | "requestId" | "headers" | "body" | "fieldErrors" | "retryAfterMs">
> {
  static override readonly className: string = "ApiError";
  declare readonly code: string;
  declare readonly status: number;
  declare readonly requestId: string | null;
  /** The response's headers. `toJSON()` omits them. */
  declare readonly headers: Headers;
  /** The response's body: parsed JSON, or else text. */
  declare readonly body: unknown;
  declare readonly fieldErrors: FieldError[];
  declare readonly retryAfterMs: number | undefined;
}

export class BadRequestError extends ApiError {
  static override readonly className: string = "BadRequestError";
  declare readonly code: "bad_request";
}
export class AuthenticationError extends ApiError {
  static override readonly className: string = "AuthenticationError";
  declare readonly code: "authentication";
}
export class PermissionDeniedError extends ApiError {
  static override readonly className: string = "PermissionDeniedError";
  declare readonly code: "permission_denied";
}
export class NotFoundError extends ApiError {
  static override readonly className: string = "NotFoundError";
  declare readonly code: "not_found";
}
export class ConflictError extends ApiError {
  static override readonly className: string = "ConflictError";
  declare readonly code: "conflict";
}
export class UnprocessableEntityError extends ApiError {
  static override readonly className: string = "UnprocessableEntityError";
  declare readonly code: "unprocessable_entity";
}
export class RateLimitError extends ApiError {
  static override readonly className: string = "RateLimitError";
  declare readonly code: "rate_limit";
}
export class ServerError extends ApiError {
  static override readonly className: string = "ServerError";
  declare readonly code: "server_error";
}

/** 408, 429 and 5xx: the same request may succeed later. */
function isTemporary({ status = 0 }: { status?: number; isRetryable?: boolean }): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** The response is unusable: HTML, a redirect, truncated JSON, no `data`. */
export class ResponseFormatError extends DetailedError<Pick<ResponseFormatError, "status" | "requestId" | "excerpt">> {
  static override readonly className: string = "ResponseFormatError";
  declare readonly code: "response_format";
  declare readonly status: number;
  declare readonly requestId: string | null;
  /** The beginning of the body. */
  declare readonly excerpt: string;
}

/** The response does not match the contract. Thrown only with `validate: { mode: "strict" }`. */
export class ResponseValidationError extends DetailedError<Pick<ResponseValidationError, "issues" | "body">> {
  static override readonly className: string = "ResponseValidationError";
  declare readonly code: "response_validation";
  declare readonly issues: ValidationIssue[];
  /** The parsed JSON. It may name something that was created. */
  declare readonly body: unknown;
}

/** The store refused the recording. */
export class UploadError extends DetailedError<Partial<Pick<UploadError, "status" | "storeCode" | "retryAfterMs">>> {
  static override readonly className: string = "UploadError";
  declare readonly code: "upload";
  /** The store's status. Undefined if the runtime does not show it. */
  declare readonly status: number | undefined;
  /** The store's own error code, such as `SignatureDoesNotMatch`. */
  declare readonly storeCode: string | undefined;
  declare readonly retryAfterMs: number | undefined;
}

/**
 * `POST /calls` was sent, and the call may or may not exist. `cause` is the failure, if this flow sent the request.
 * Sending the request again may bill a second call.
 */
export class SubmissionUncertainError extends CallAnalysisError {
  static override readonly className: string = "SubmissionUncertainError";
  declare readonly code: "submission_uncertain";
}

/** The analysis ended without a result. */
export class AnalysisFailedError extends DetailedError<Pick<AnalysisFailedError, "callId" | "status" | "snapshot">> {
  static override readonly className: string = "AnalysisFailedError";
  declare readonly code: "analysis_failed";
  declare readonly callId: string;
  declare readonly status: string;
  /** The last response, with the failed status. */
  declare readonly snapshot: unknown;
}

/** The analysis was not completed within `poll.timeoutMs`. The call exists. */
export class PollTimeoutError extends DetailedError<Pick<PollTimeoutError, "callId" | "lastStatus" | "waitedMs">> {
  static override readonly className: string = "PollTimeoutError";
  declare readonly code: "poll_timeout";
  override readonly isRetryable: boolean = true;
  declare readonly callId: string;
  declare readonly lastStatus: string | undefined;
  declare readonly waitedMs: number;
}

/** The codes that differ from the names of their classes. */
const codes: Record<string, string> = {
  CallAnalysisError: "unknown",
  AbortError: "aborted",
  ApiError: "api_error",
  ServerError: "server_error",
};

/** The code of a class, such as `not_found` for `NotFoundError`. */
function codeOf(name: string): string {
  const words = name.replace("Error", "").replace(/\B[A-Z]/g, "_$&");
  return codes[name] ?? words.toLowerCase();
}

/** The names of a class and of the classes that it extends. */
function lineageOf(type: { className?: string }): string[] {
  const names: string[] = [];
  for (let each: { className?: string } | null = type; each?.className; each = Object.getPrototypeOf(each))
    names.push(each.className);
  return names;
}

/** Not enumerable, so that a copy of the error's fields contains neither. */
function setLineage(error: CallAnalysisError, names: readonly string[]): CallAnalysisError {
  return Object.defineProperties(error, {
    [lineage]: { value: names, configurable: true },
    name: { value: names[0], configurable: true, writable: true },
  });
}

/** Outside the class, because bundlers rename a class that refers to itself. */
function errorFromJson(value: unknown): CallAnalysisError {
  if (CallAnalysisError.is(value)) return value;
  let json: unknown;
  try {
    // A copy of the data alone: no functions, and nothing that changes later.
    json = JSON.parse(JSON.stringify(value));
  } catch {
    // Circular, or with a getter that throws.
  }
  const message = value instanceof Error ? value.message : "An unknown error.";
  return fromErrorJson(json) ?? newError(message);
}

/** Undefined for anything except the JSON of an error of this package. */
function fromErrorJson(json: unknown): CallAnalysisError | undefined {
  const { name, message, cause, ...fields } = Object(json) as Record<string, unknown>;
  if (typeof message !== "string" || typeof fields.attempts !== "number") return undefined;
  const error = newError(message, fromErrorJson(cause) ?? foreignError(cause));
  for (const [field, value] of Object.entries(fields)) {
    // Not `__proto__`, and nothing in a method's place.
    if (!(field in CallAnalysisError.prototype)) Object.assign(error, { [field]: value });
  }
  const isOfStatus = "fieldErrors" in fields;
  if (isOfStatus) Object.assign(error, { headers: new Headers() });
  return setLineage(error, [String(name), ...(isOfStatus ? ["ApiError"] : []), CallAnalysisError.className]);
}

function foreignError(json: unknown): Error | undefined {
  const { name, message } = Object(json) as Record<string, unknown>;
  return message === undefined ? undefined : Object.assign(new Error(String(message)), { name });
}

/** The base class itself. TypeScript calls it abstract, but at runtime it can be constructed. */
function newError(message: string, cause?: unknown): CallAnalysisError {
  return Reflect.construct(CallAnalysisError, [message, { cause }]);
}

function causeAsJson(cause: unknown): object | undefined {
  if (CallAnalysisError.is(cause)) return cause.toJSON();
  return cause instanceof Error ? { name: cause.name, message: cause.message } : undefined;
}
