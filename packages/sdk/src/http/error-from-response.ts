/** From a response with an error status to one error of the hierarchy. */
import {
  ApiError,
  type ApiErrorOptions,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  type FieldError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
  UnprocessableEntityError,
} from "../errors/api-errors.js";
import { oneLine } from "./log.js";
import type { Secrets } from "./redaction.js";
import { requestIdOf } from "./response.js";
import { retryAfterMs } from "./retry-after.js";
import { timeOfDayMs } from "./timers.js";

/** The longest part of what the service says that a message quotes, in characters. */
const longestQuote = 200;

const advice: Record<number, string> = {
  400: "Correct the input.",
  401: "Check apiKey: it must be an external API key of the organization.",
  403: "The key is not allowed to do this.",
  404: "Check the id, and that it belongs to the key's organization.",
  409: "Read the present state, then decide.",
  422: "Correct the input.",
  429: "Send fewer requests, or wait for retryAfterMs.",
};

/** The error for a status that is not 2xx. Keys that the body or the headers repeat are taken out. */
export function apiError(what: string, response: Response, text: string, secrets: Secrets): ApiError {
  const { status } = response;
  const body = bodyOf(text, secrets);
  const fieldErrors = fieldErrorsOf(body);
  const options: ApiErrorOptions = {
    status,
    requestId: requestIdOf(response, secrets),
    headers: secrets.redactHeaders(response.headers),
    body,
    fieldErrors,
    retryAfterMs: retryAfterMs(response.headers, timeOfDayMs()),
  };
  return createApiError(`${what}: ${status}${quote(body, fieldErrors)} ${adviceFor(status)}`, options);
}

/** The keys are taken out after parsing, because a text may have them in escapes. */
function bodyOf(text: string, secrets: Secrets): unknown {
  if (text === "") return undefined;
  try {
    return secrets.redactJson(JSON.parse(text));
  } catch {
    return secrets.redact(text);
  }
}

function quote(body: unknown, fieldErrors: FieldError[]): string {
  const fields = fieldErrors.map(({ path, message }) => `${path}: ${message}`).join("; ");
  const text = messageOf(body) ?? (fields || undefined);
  return text === undefined ? "." : ` (${oneLine(text).slice(0, longestQuote)}).`;
}

function adviceFor(status: number): string {
  return (
    advice[status] ?? (status >= 500 ? "The service failed; try again later." : "See `body` for what the service says.")
  );
}

const classes: Record<number, typeof ApiError> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  422: UnprocessableEntityError,
  429: RateLimitError,
};

function createApiError(message: string, options: ApiErrorOptions): ApiError {
  const { status } = options;
  const ErrorClass = classes[status] ?? (status >= 500 ? ServerError : ApiError);
  return new ErrorClass(message, options);
}

/**
 * The refused fields that an error body names: FastAPI's `detail` list (`{ loc, msg }`, the campaign
 * interface's documented shape), or a list under `errors`, `error.fields` or `fields` of items with a
 * path and a message.
 */
function fieldErrorsOf(body: unknown): FieldError[] {
  const lists = [get(body, "detail"), get(body, "errors"), get(get(body, "error"), "fields"), get(body, "fields")];
  const list = lists.find(Array.isArray) ?? [];
  return list.map(toFieldError).filter((item) => item !== undefined);
}

/** The message of an error body, from the places where services usually put it. */
function messageOf(body: unknown): string | undefined {
  const error = get(body, "error");
  const texts = [get(body, "detail"), get(error, "message"), error, get(body, "message"), get(body, "title")];
  const text = texts.find((item) => typeof item === "string" && item !== "");
  return text === undefined ? undefined : String(text);
}

function toFieldError(item: unknown): FieldError | undefined {
  const message = get(item, "msg") ?? get(item, "message");
  const place = get(item, "loc") ?? get(item, "path") ?? get(item, "field");
  if (typeof message !== "string" || place === undefined) return undefined;
  return { path: Array.isArray(place) ? place.filter(isStep).join(".") : String(place), message };
}

/** A path consists of names and indexes only. */
function isStep(step: unknown): boolean {
  return typeof step === "string" || typeof step === "number";
}

function get(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}
