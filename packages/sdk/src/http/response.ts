/** From an answer with status 2xx to data, or to the error that says why it is none. */
import { ResponseFormatError } from "../errors/response-errors.js";
import { redactUrl, type Secrets } from "./redaction.js";

/** An answer with status 2xx. */
export interface SuccessResponse {
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

/** From the `x-request-id` header. The specification shows no such header, so it may be null. */
export function requestIdOf(response: Response, secrets: Secrets): string | null {
  const requestId = response.headers.get("x-request-id");
  return requestId === null ? null : secrets.redact(requestId);
}

/** Whether an answer tells the client to go elsewhere, or a `fetch` of the caller's went there. */
export function isRedirect(response: Response): boolean {
  if (response.type === "opaqueredirect" || response.redirected) return true;
  return response.status >= 300 && response.status < 400;
}

/** @returns the error for a redirect, which is never followed: headers would go to another origin */
export function redirectError(what: string, response: Response, secrets: Secrets): ResponseFormatError {
  const location = response.headers.get("location");
  const where = location === null ? "" : ` to ${secrets.redact(redactUrl(location)).slice(0, excerptLength)}`;
  const message = `${what}: answered with a redirect${where}, which is never followed. Check the base URL.`;
  const { status } = response;
  return new ResponseFormatError(message, { status, requestId: requestIdOf(response, secrets), excerpt: "" });
}

/**
 * The body as JSON.
 *
 * @throws {ResponseFormatError} when it is empty, HTML, or cut
 */
export function parseJson(exchange: SuccessResponse, secrets: Secrets): unknown {
  const text = exchange.text ?? "";
  if (text.trim() === "") throw formatError(exchange, "an empty body where JSON was due", secrets);
  try {
    return JSON.parse(text);
  } catch (cause) {
    const found = text.trimStart().startsWith("<") ? "HTML or XML where JSON was due" : "JSON that is malformed or cut";
    // The parser quotes a piece of the text, which may be a piece of a key.
    throw formatError(exchange, found, secrets, secrets.redact(text) === text ? cause : undefined);
  }
}

/**
 * The payload inside `data`: an object or a list, in every answer of the external interface.
 *
 * @throws {ResponseFormatError} when there is none
 */
export function unwrapData(body: unknown, exchange: SuccessResponse, secrets: Secrets): unknown {
  const data = typeof body === "object" && body !== null ? Reflect.get(body, "data") : undefined;
  if (typeof data === "object" && data !== null) return data;
  throw formatError(exchange, "JSON without `data`", secrets);
}

/** An answer that was understood as HTTP, and not as the interface's language. */
export function formatError(
  exchange: SuccessResponse,
  found: string,
  secrets: Secrets,
  cause?: unknown,
): ResponseFormatError {
  const { response, what, attempts } = exchange;
  const message = `${what}: ${response.status} with ${found}. Check that the base URL is the service's and no proxy answers.`;
  return new ResponseFormatError(message, {
    status: response.status,
    requestId: requestIdOf(response, secrets),
    excerpt: secrets.redact(exchange.text ?? "").slice(0, excerptLength),
    attempts,
    cause,
  });
}
