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
import { isText } from "../value-kinds.js";
import { oneLine } from "./log.js";
import type { Secrets } from "./redaction.js";
import { requestIdOf } from "./response.js";
import { retryAfterMs } from "./retry-after.js";
import { timeOfDayMs } from "./timers.js";

/** The longest part of what the service says that a message quotes, in characters. */
const longestQuote = 200;

/** For each status that has its own class: the class, and what to do next. */
const statuses: Record<number, [type: typeof ApiError, advice: string]> = {
  400: [BadRequestError, "Correct the input."],
  401: [AuthenticationError, "Check apiKey: it must be an external API key of the organization."],
  403: [PermissionDeniedError, "The key is not allowed to do this."],
  404: [NotFoundError, "Check the id, and that it belongs to the key's organization."],
  409: [ConflictError, "Read the present state, then decide."],
  422: [UnprocessableEntityError, "Correct the input."],
  429: [RateLimitError, "Send fewer requests, or wait for retryAfterMs."],
};
const serverFailure: [typeof ApiError, string] = [ServerError, "The service failed; try again later."];
const otherStatus: [typeof ApiError, string] = [ApiError, "See `body` for what the service says."];

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
  const [ErrorOfStatus, advice] = statuses[status] ?? (status >= 500 ? serverFailure : otherStatus);
  return new ErrorOfStatus(`${what}: ${status}${quote(body, fieldErrors)} ${advice}`, options);
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
  if (text === undefined) return ".";
  const quoted = oneLine(text).slice(0, longestQuote);
  return quoted.endsWith(".") ? ` (${quoted})` : ` (${quoted}).`;
}

/**
 * The refused fields that an error body names: FastAPI's `detail` list (`{ loc, msg }`, the campaign
 * interface's documented shape), or a list under `errors`, `error.fields` or `fields` of items with a
 * path and a message.
 */
function fieldErrorsOf(body: unknown): FieldError[] {
  const { detail, errors, error, fields } = Object(body);
  const list: unknown[] = [detail, errors, Object(error).fields, fields].find(Array.isArray) ?? [];
  return list.map(toFieldError).filter((item) => item !== undefined);
}

/** The message of an error body, from the places where services usually put it. */
function messageOf(body: unknown): string | undefined {
  const { detail, error, message, title } = Object(body);
  return [detail, Object(error).message, error, message, title].find(isText);
}

function toFieldError(item: unknown): FieldError | undefined {
  const { msg, message, loc, path, field } = Object(item);
  const text: unknown = msg ?? message;
  const place: unknown = loc ?? path ?? field;
  if (typeof text !== "string" || place === undefined) return undefined;
  return { path: Array.isArray(place) ? place.filter(isStep).join(".") : String(place), message: text };
}

/** A path consists of names and indexes only. */
function isStep(step: unknown): boolean {
  return typeof step === "string" || typeof step === "number";
}
