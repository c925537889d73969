/** From a response to its text, and to data, or to the error that says what is wrong. */
import {
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  type FieldError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ResponseFormatError,
  ServerError,
  UnprocessableEntityError,
} from "../errors.js";
import { oneLine } from "./log.js";
import { describe, type OutgoingRequest } from "./outgoing-request.js";
import type { Redactor } from "./redact.js";
import { retryAfterMs } from "./retry.js";

/** A response whose body is read. */
export interface Answer {
  request: OutgoingRequest;
  response: Response;
  /** Undefined when it has more than 64 MiB. */
  text: string | undefined;
  /** Whether the text of an error was cut, or broke off: a secret may be cut with it. */
  isPartial?: boolean;
}

/** The longest part of a body that a message or an error quotes, in characters. */
const excerptLength = 200;

const largestBodyBytes = 64 * 2 ** 20;

/** The longest part of an error's body that is kept. A store's response may not have more. */
export const largestErrorBytes = 2 ** 18;

/**
 * Reads the body. That of an error is cut, and may break off: its status says what happened.
 */
export async function readText(response: Response): Promise<Pick<Answer, "text" | "isPartial">> {
  const { headers, body, url } = response;
  const ok = isSuccess(response);
  const announcedBytes = headers.get("content-encoding") ? null : headers.get("content-length");
  if (isRedirect(response) || (ok && Number(announcedBytes) > largestBodyBytes)) {
    // Frees the connection.
    body?.cancel?.().catch(() => {});
    return { text: ok ? undefined : "" };
  }
  if (!ok && body?.getReader) {
    const { text, end } = await readAtMost(body, largestErrorBytes);
    return { text, isPartial: end !== "whole" };
  }
  if (!ok) {
    const text = await response.text().catch(() => "");
    return { text, isPartial: text.length > largestErrorBytes };
  }
  // Reading in chunks takes longer: not where the length is known, nor for a response that was made in this process.
  if (announcedBytes !== null || !url || !body?.getReader) {
    const whole = await response.text();
    // A character has at least one byte.
    return { text: whole.length > largestBodyBytes ? undefined : whole };
  }
  const { text, end, failure } = await readAtMost(body, largestBodyBytes);
  if (end === "broken") throw failure;
  return { text: end === "whole" ? text : undefined };
}

/** Reads a body to its end, or until it has more bytes; then it is cut. */
export async function readAtMost(
  body: ReadableStream<Uint8Array>,
  mostBytes: number,
): Promise<{ text: string; end: "whole" | "cut" | "broken"; failure?: unknown }> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (let sizeBytes = 0; sizeBytes <= mostBytes; ) {
      const { done, value } = await reader.read();
      text += decoder.decode(value, { stream: !done });
      if (done) return { text, end: "whole" };
      sizeBytes += value.byteLength;
    }
  } catch (failure) {
    return { text, end: "broken", failure };
  }
  reader.cancel().catch(() => {});
  return { text, end: "cut" };
}

/** Not `ok`, which the response of a caller's own fetch need not have. */
function isSuccess({ status }: Response): boolean {
  return status >= 200 && status < 300;
}

export function isRedirect({ type, redirected, status }: Response): boolean {
  return type === "opaqueredirect" || redirected || (status >= 300 && status < 400);
}

/** The error of a response that is no success; undefined for one that is. */
export function problemOf(answer: Answer): ApiError | ResponseFormatError | undefined {
  const { request, response, text } = answer;
  if (isRedirect(response)) {
    const location = response.headers.get("location");
    const where = location === null ? "" : ` to ${request.redactor.excerpt(location, excerptLength)}`;
    return formatError(answer, `a redirect${where}, which is never followed`);
  }
  if (!isSuccess(response)) return apiErrorOf(answer);
  return text === undefined ? formatError(answer, "more than 64 MiB") : undefined;
}

const statuses: Record<number, [type: typeof ApiError, advice: string]> = {
  400: [BadRequestError, "Correct the input."],
  401: [AuthenticationError, "Check apiKey."],
  403: [PermissionDeniedError, "The key is not allowed to do this."],
  404: [NotFoundError, "Check the id, and the key's organization."],
  409: [ConflictError, "Read the present state, then decide."],
  422: [UnprocessableEntityError, "Correct the input."],
  429: [RateLimitError, "Send fewer requests, or wait for retryAfterMs."],
};

function apiErrorOf({ request, response, text = "", isPartial }: Answer): ApiError {
  const { redactor, operation, target } = request;
  const { status, headers } = response;
  const shown = isPartial ? redactor.excerpt(text, largestErrorBytes) : redactor.text(text);
  // Those of a caller's own fetch need only have `get`.
  const listed: [string, string][] = Symbol.iterator in headers ? [...headers] : [];
  const json = parsed(text);
  const body = json === undefined ? shown || undefined : redactor.json(json);
  const fieldErrors = fieldErrorsOf(body);
  const [type, advice] =
    statuses[status] ??
    (status >= 500 ? [ServerError, "The service failed; try again later."] : [ApiError, "See `body`."]);
  // The campaign interface has its version in the paths.
  const lacksVersion = status === 404 && !operation.target && !/\/v\d[^/]*$/.test(target.baseUrl);
  const aboutVersion = lacksVersion ? " baseUrl does not end with a version segment, such as /v1." : "";
  return new type(`${describe(request)}: ${status}${quote(body, fieldErrors)} ${advice}${aboutVersion}`, {
    status,
    requestId: requestIdOf(response, redactor),
    headers: new Headers(listed.map(([name, value]): [string, string] => [name, redactor.text(value)])),
    body,
    fieldErrors,
    retryAfterMs: retryAfterMs(headers),
    attempts: request.attempts,
  });
}

/** @param found what the response has instead, such as `an empty body where JSON was due` */
export function formatError({ request, response, text = "" }: Answer, found: string): ResponseFormatError {
  const { redactor } = request;
  return new ResponseFormatError(
    `${describe(request)}: ${response.status} with ${found}. Check the base URL, and proxies.`,
    {
      status: response.status,
      requestId: requestIdOf(response, redactor),
      excerpt: redactor.excerpt(text, excerptLength),
      attempts: request.attempts,
    },
  );
}

export function requestIdOf({ headers }: Response, redactor: Redactor): string | null {
  // The headers of a caller's own fetch may be a Map.
  const id = headers.get("x-request-id") ?? null;
  return id === null ? null : redactor.text(id);
}

/** @throws what `invalid` makes for an empty body, HTML, or JSON that is cut off */
export function parseJson(text: string, invalid: (found: string) => Error): unknown {
  const json = parsed(text);
  if (json !== undefined) return json;
  if (text.trim() === "") throw invalid("an empty body where JSON was due");
  throw invalid(text.trimStart().startsWith("<") ? "HTML or XML where JSON was due" : "JSON that is malformed or cut");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function quote(body: unknown, fieldErrors: FieldError[]): string {
  const { detail, error, message, title } = Object(body);
  const isText = (value: unknown) => typeof value === "string" && /^\s*[^<\s]/.test(value);
  const said = [detail, Object(error).message, error, message, title, body].find(isText);
  const text = said ?? fieldErrors.map((field) => `${field.path}: ${field.message}`).join("; ");
  return text ? ` (${oneLine(String(text)).slice(0, excerptLength).replace(/\.$/, "")}).` : ".";
}

/** FastAPI's `detail` list (the campaign interface's documented shape), or a list of fields as other services have it. */
function fieldErrorsOf(body: unknown): FieldError[] {
  const { detail, errors, error, fields } = Object(body);
  const list: unknown[] = [detail, errors, Object(error).fields, fields].find(Array.isArray) ?? [];
  return list.flatMap((item) => {
    const { msg, message = msg, loc, path = loc, field = path } = Object(item);
    if (typeof message !== "string" || field === undefined) return [];
    return [{ path: [field].flat().filter(isStep).join("."), message }];
  });
}

/** A path has names and indexes only. */
function isStep(step: unknown): boolean {
  return typeof step === "string" || typeof step === "number";
}
