/** From a response to data: its body, its JSON, its check against the contract, or the error that says what is wrong. */
import type { OperationId, ResponseValidator, ValidationIssue } from "../contract/validator.js";
import { ResponseFormatError, ResponseValidationError } from "../errors/request-errors.js";
import { isObject } from "../value-kinds.js";
import { type Log, oneLine } from "./log.js";
import { redactUrl, type Secrets } from "./redaction.js";

/** A response that counts as success: with status 2xx, or the 404 of a repeated DELETE. */
export interface SuccessResponse {
  /** For messages, such as `GET https://host/v1/agents`. */
  what: string;
  response: Response;
  /** The body as text. */
  text: string;
  /** How many attempts it took. */
  attempts: number;
  /** A repeated DELETE met 404: an earlier attempt had deleted it. */
  alreadyGone?: true;
}

/** Whether responses are checked against the contract: `warn` logs each difference, `strict` throws. */
export type Validation = "off" | { mode: "warn" | "strict"; validator: ResponseValidator };

/** The largest response that is read, in bytes after decompression: 64 MiB. */
const maxResponseBytes = 2 ** 26;

/** The longest part of an error's body, and of the store's responses, that is kept, in characters. */
export const longestErrorText = 2 ** 18;

/** The longest part of a body, or of an address, that an error quotes, in characters. */
const excerptLength = 200;

/** How many issues a message names; the error has them all. */
const mostNamed = 5;

/** Whether a response redirects, or comes from a redirect that the caller's own `fetch` followed. */
export function isRedirect(response: Response): boolean {
  if (response.type === "opaqueredirect" || response.redirected) return true;
  return response.status >= 300 && response.status < 400;
}

/** The error for a redirect, which is never followed: headers would go to another origin. */
export function redirectError(what: string, response: Response, secrets: Secrets): ResponseFormatError {
  const location = response.headers.get("location");
  const where = location === null ? "" : ` to ${redactUrl(secrets.redact(location)).slice(0, excerptLength)}`;
  const message = `${what}: the response is a redirect${where}, which is never followed. Check the base URL.`;
  return unusable(message, { response }, secrets);
}

/** The error for a response with more than the client reads. */
export function tooLarge(what: string, response: Response, secrets: Secrets): ResponseFormatError {
  return unusable(`${what}: the response is larger than 64 MiB, and was not read to its end.`, { response }, secrets);
}

function unusable(
  message: string,
  {
    response,
    text = "",
    ...options
  }: Pick<SuccessResponse, "response"> & Partial<SuccessResponse> & { cause?: unknown },
  secrets: Secrets,
): ResponseFormatError {
  const excerpt = secrets.redactCut(text).slice(0, excerptLength);
  return new ResponseFormatError(message, {
    status: response.status,
    requestId: requestIdOf(response, secrets),
    excerpt,
    ...options,
  });
}

/** From the `x-request-id` header. The specification shows no such header, so it may be null. */
export function requestIdOf(response: Response, secrets: Secrets): string | null {
  const requestId = response.headers.get("x-request-id");
  return requestId === null ? null : secrets.redact(requestId);
}

/**
 * As much of an error's body as arrives, up to a limit. The status says what happened, so a body that breaks
 * off is not a further failure.
 *
 * @param ofCut applied to the beginning of a body that was cut
 */
export async function readErrorText(response: Response, ofCut: (text: string) => string): Promise<string> {
  const { body } = response;
  // Some runtimes' responses have no stream.
  if (!body?.getReader) return response.text().catch(() => "");
  let text = "";
  const add = (chunk: string) => {
    text += chunk;
  };
  const isWhole = await readChunks(body, longestErrorText, add).catch(() => false);
  return isWhole ? text : ofCut(text.slice(0, longestErrorText));
}

/**
 * The whole body as text, or undefined when it is larger than a client reads: then it is not read on.
 * Reading in chunks costs time, so it is left out where the length is known, and for a Response that was made in this
 * process.
 */
export async function readText(response: Response): Promise<string | undefined> {
  const { headers, body, url } = response;
  const announcedBytes = headers.get("content-encoding") ? undefined : headers.get("content-length");
  if (announcedBytes && Number(announcedBytes) > maxResponseBytes) return void discardBody(response);
  if (announcedBytes || !url || !body?.getReader) {
    const whole = await response.text();
    // A character has a byte at least.
    return whole.length > maxResponseBytes ? undefined : whole;
  }
  let text = "";
  const isWhole = await readChunks(body, maxResponseBytes, (chunk) => {
    text += chunk;
  });
  return isWhole ? text : undefined;
}

/** Reads a body to its end, or until it has more than `maxBytes`: whether that was the end. */
async function readChunks(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  onText: (text: string) => void,
): Promise<boolean> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (let sizeBytes = 0; sizeBytes <= maxBytes; ) {
    const { done, value } = await reader.read();
    onText(decoder.decode(value, { stream: !done }));
    if (done) return true;
    sizeBytes += value.byteLength;
  }
  // Frees the connection.
  reader.cancel().catch(() => {});
  return false;
}

/** Cancels a body that nobody will read, so that its connection is free again. */
export function discardBody(response: Response): void {
  response.body?.cancel().catch(() => {});
}

/**
 * The body as JSON.
 *
 * @throws {ResponseFormatError} when it is empty, HTML, or cut off
 */
export function parseJson(success: SuccessResponse, secrets: Secrets): unknown {
  const { text } = success;
  if (text.trim() === "") throw formatError(success, "an empty body where JSON was due", secrets);
  try {
    return JSON.parse(text);
  } catch (cause) {
    const found = text.trimStart().startsWith("<") ? "HTML or XML where JSON was due" : "JSON that is malformed or cut";
    // The parser quotes a piece of the text, which may be a piece of a key.
    throw formatError(success, found, secrets, secrets.redactCut(text) === text ? cause : undefined);
  }
}

/**
 * The payload inside `data`: an object or a list, in every response of the external interface but one.
 *
 * @throws what `invalidBody` makes, when there is none
 */
export function unwrapData(body: unknown, invalidBody: (found: string) => Error): unknown {
  const { data } = Object(body);
  if (isObject(data)) return data;
  throw invalidBody("JSON without `data`");
}

/**
 * The error for a response that has status 2xx and an unusable body.
 *
 * @param found what it has instead, such as `an empty body where JSON was due`
 */
export function formatError(
  success: SuccessResponse,
  found: string,
  secrets: Secrets,
  cause?: unknown,
): ResponseFormatError {
  const { what, response, text, attempts } = success;
  const message = `${what}: ${response.status} with ${found}. Check the base URL, and that no proxy responds in the service's place.`;
  return unusable(message, { response, text, attempts, cause }, secrets);
}

/**
 * Checks a body against the contract, if the client validates.
 *
 * @throws {ResponseValidationError} in `strict` mode, with the issues
 */
export function checkContract(
  id: OperationId,
  body: unknown,
  { what, attempts }: SuccessResponse,
  { validate, log, secrets }: { validate: Validation; log: Log; secrets: Secrets },
): void {
  if (validate === "off") return;
  const issues = issuesOf(validate.validator, id, body).map(({ path, message }) => ({
    path: secrets.redact(path),
    message: secrets.redact(message),
  }));
  if (issues.length === 0) return;
  const message = `${what}: the response differs from the contract. ${describe(issues)} Update the package, or report it to the service.`;
  if (validate.mode === "strict") {
    throw new ResponseValidationError(message, { issues, body: secrets.redactJson(body), attempts });
  }
  log("warn", message);
}

/** A validator that fails is an issue itself: the response arrived, and may name something that was created. */
function issuesOf(validator: ResponseValidator, id: OperationId, body: unknown): ValidationIssue[] {
  try {
    return validator(id, body);
  } catch (failure) {
    return [{ path: "", message: `the validator failed: ${String(failure)}` }];
  }
}

function describe(issues: ValidationIssue[]): string {
  const named = issues.slice(0, mostNamed).map(({ path, message }) => `${path || "(the whole)"}: ${message}`);
  const further = issues.length > mostNamed ? `; and ${issues.length - mostNamed} more` : "";
  return `${oneLine(named.join("; "))}${further}.`;
}
