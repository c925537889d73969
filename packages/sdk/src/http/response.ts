/** From an answer to data, or to one error of the hierarchy. */
import {
  ApiError,
  type ApiErrorFacts,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
  UnprocessableEntityError,
} from "../errors/api-errors.js";
import { ResponseFormatError } from "../errors/response-errors.js";
import { fieldErrorsOf, messageOf } from "./field-errors.js";
import type { Secrets } from "./redaction.js";
import { retryAfterMs } from "./retry-after.js";

/** An answer with status 2xx. */
export interface Exchange {
  /** For messages, such as `GET https://host/v1/agents`. */
  what: string;
  response: Response;
  /** The body as text; undefined while it is unread, for `.asResponse()`. */
  text: string | undefined;
  /** How many attempts it took. */
  attempts: number;
  /** A repeated DELETE met 404: an earlier attempt had deleted it. */
  alreadyGone?: true;
}

const excerptLength = 200;

const advice: Record<number, string> = {
  400: "Correct the input.",
  401: "Check apiKey: it must be an external API key of the organization.",
  403: "The key may not do this.",
  404: "Check the id, and that it belongs to the key's organization.",
  409: "Read what is there, then decide.",
  422: "Correct the input.",
  429: "Send fewer requests, or wait for retryAfterMs.",
};

/** From the `x-request-id` header. The specification shows no such header, so it may be null. */
export function requestIdOf(response: Response): string | null {
  return response.headers.get("x-request-id");
}

/** Whether an answer tells the client to go elsewhere, which it does not. */
export function isRedirect(response: Response): boolean {
  return response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400);
}

/** @returns the error for a redirect, which is never followed: headers would go to another origin */
export function redirectError(what: string, response: Response): ResponseFormatError {
  const message = `${what}: answered with a redirect, which is never followed. Check the base URL.`;
  return new ResponseFormatError(message, { status: response.status, requestId: requestIdOf(response), excerpt: "" });
}

/** The error for a status that is not 2xx. Keys that the body or the headers echo are taken out. */
export function apiError(what: string, response: Response, text: string, secrets: Secrets): ApiError {
  const { status } = response;
  const body = parseOrText(secrets.redact(text));
  const fieldErrors = fieldErrorsOf(body);
  const headers = secrets.redactHeaders(response.headers);
  const facts: ApiErrorFacts = {
    status,
    requestId: headers.get("x-request-id"),
    headers,
    body,
    fieldErrors,
    retryAfterMs: retryAfterMs(response.headers, Date.now()),
  };
  return createApiError(`${what}: ${status}${sentence(body, facts)} ${adviceFor(status)}`, facts);
}

function sentence(body: unknown, { fieldErrors }: ApiErrorFacts): string {
  const fields = fieldErrors.map(({ path, message }) => `${path}: ${message}`).join("; ");
  const text = messageOf(body) ?? (fields || undefined);
  return text === undefined ? "." : ` (${text.slice(0, excerptLength)}).`;
}

function adviceFor(status: number): string {
  return (
    advice[status] ?? (status >= 500 ? "The service failed; try again later." : "See `body` for what the service says.")
  );
}

function createApiError(message: string, facts: ApiErrorFacts): ApiError {
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

/**
 * The body as JSON.
 *
 * @throws {ResponseFormatError} when it is empty, HTML, or cut
 */
export function parseJson(exchange: Exchange, secrets: Secrets): unknown {
  const text = exchange.text ?? "";
  if (text.trim() === "") throw formatError(exchange, "an empty body where JSON was due", secrets);
  try {
    return JSON.parse(text);
  } catch (cause) {
    const found = text.trimStart().startsWith("<") ? "HTML or XML where JSON was due" : "JSON that is malformed or cut";
    throw formatError(exchange, found, secrets, secrets.redactCause(cause));
  }
}

/**
 * The payload inside `data`: an object or a list, in every answer of the external interface.
 *
 * @throws {ResponseFormatError} when there is none
 */
export function unwrapData(body: unknown, exchange: Exchange, secrets: Secrets): unknown {
  const data = typeof body === "object" && body !== null ? Reflect.get(body, "data") : undefined;
  if (typeof data === "object" && data !== null) return data;
  throw formatError(exchange, "JSON without `data`", secrets);
}

/** An answer that was understood as HTTP, and not as the interface's language. */
export function formatError(exchange: Exchange, found: string, secrets: Secrets, cause?: unknown): ResponseFormatError {
  const { response, what, attempts } = exchange;
  const message = `${what}: ${response.status} with ${found}. Check that the base URL is the service's and no proxy answers.`;
  return new ResponseFormatError(message, {
    status: response.status,
    requestId: requestIdOf(response),
    excerpt: secrets.redact(exchange.text ?? "").slice(0, excerptLength),
    attempts,
    cause,
  });
}

function parseOrText(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
