/** From an answer with an error status to one error of the hierarchy. */
import {
  ApiError,
  type ApiErrorOptions,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
  UnprocessableEntityError,
} from "../errors/api-errors.js";
import { fieldErrorsOf, messageOf } from "./field-errors.js";
import { oneLine } from "./one-line.js";
import type { Secrets } from "./redaction.js";
import { requestIdOf } from "./response.js";
import { retryAfterMs } from "./retry-after.js";
import { timeOfDayMs } from "./timers.js";

const longestSentence = 200;

const advice: Record<number, string> = {
  400: "Correct the input.",
  401: "Check apiKey: it must be an external API key of the organization.",
  403: "The key may not do this.",
  404: "Check the id, and that it belongs to the key's organization.",
  409: "Read what is there, then decide.",
  422: "Correct the input.",
  429: "Send fewer requests, or wait for retryAfterMs.",
};

/** The error for a status that is not 2xx. Keys that the body or the headers echo are taken out. */
export function apiError(what: string, response: Response, text: string, secrets: Secrets): ApiError {
  const { status } = response;
  const body = bodyOf(text, secrets);
  const fieldErrors = fieldErrorsOf(body);
  const facts: ApiErrorOptions = {
    status,
    requestId: requestIdOf(response, secrets),
    headers: secrets.redactHeaders(response.headers),
    body,
    fieldErrors,
    retryAfterMs: retryAfterMs(response.headers, timeOfDayMs()),
  };
  return createApiError(`${what}: ${status}${sentence(body, facts)} ${adviceFor(status)}`, facts);
}

/** The keys are taken out after parsing: a text may spell them in escapes. */
function bodyOf(text: string, secrets: Secrets): unknown {
  if (text === "") return undefined;
  try {
    return secrets.redactJson(JSON.parse(text));
  } catch {
    return secrets.redact(text);
  }
}

function sentence(body: unknown, { fieldErrors }: ApiErrorOptions): string {
  const fields = fieldErrors.map(({ path, message }) => `${path}: ${message}`).join("; ");
  const text = messageOf(body) ?? (fields || undefined);
  return text === undefined ? "." : ` (${oneLine(text).slice(0, longestSentence)}).`;
}

function adviceFor(status: number): string {
  return (
    advice[status] ?? (status >= 500 ? "The service failed; try again later." : "See `body` for what the service says.")
  );
}

function createApiError(message: string, facts: ApiErrorOptions): ApiError {
  switch (facts.status) {
    case 400:
      return new BadRequestError(message, facts);
    case 401:
      return new AuthenticationError(message, facts);
    case 403:
      return new PermissionDeniedError(message, facts);
    case 404:
      return new NotFoundError(message, facts);
    case 409:
      return new ConflictError(message, facts);
    case 422:
      return new UnprocessableEntityError(message, facts);
    case 429:
      return new RateLimitError(message, facts);
    default:
      return facts.status >= 500 ? new ServerError(message, facts) : new ApiError(message, facts);
  }
}
