/** Reads a response, and turns it into data, or into an error that says what is wrong. */
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
import { isShort } from "../for-servers.js";
import { oneLine } from "./log.js";
import { describe, type OutgoingRequest } from "./outgoing-request.js";
import type { Redactor } from "./redact.js";
import { retryAfterMs } from "./retry.js";

/** A response whose body is read. */
export interface Answer {
  request: OutgoingRequest;
  response: Response;
  /** The body. Undefined if it has more than 64 MiB. */
  text: string | undefined;
  /** Whether an error's body was cut, or broke off. A secret in it may be incomplete. */
  isPartial?: boolean;
}

/** The longest part of a body that a message or an error quotes, in characters. */
const excerptLength = 200;

const largestBodyBytes = 64 * 2 ** 20;

/** The longest part of an error's body that is kept, and the longest body of a store's response. */
export const largestErrorBytes = 2 ** 18;

/** Reads the body. The body of an error may be cut or break off, because its status says what happened. */
export async function readText(response: Response): Promise<Pick<Answer, "text" | "isPartial">> {
  if (isRedirect(response)) {
    release(response);
    return { text: "" };
  }
  const ok = isSuccess(response);
  const mostBytes = ok ? largestBodyBytes : largestErrorBytes;
  const { text, end, failure } = await readAtMost(response, mostBytes, {
    isReadAtOnce: ok && isShort(response, mostBytes),
  });
  if (ok && end === "broken") throw failure;
  return { text: ok && end === "cut" ? undefined : text, isPartial: end !== "whole" };
}

/** Frees the connection, unless somebody is still reading. */
export function release({ body }: Pick<Response, "body">): void {
  body?.cancel?.().catch(() => {});
}

/** Reads a body to its end. A body with more bytes than this is cut. */
export async function readAtMost(
  response: Pick<Response, "text"> & Partial<Pick<Response, "body">>,
  mostBytes: number,
  { isReadAtOnce = false } = {},
): Promise<{ text: string; end: "whole" | "cut" | "broken"; failure?: unknown }> {
  let text = "";
  try {
    if (isReadAtOnce || !response.body?.getReader) {
      text = String(await response.text());
      // A character has at least one byte.
      return { text, end: text.length > mostBytes ? "cut" : "whole" };
    }
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    for (let sizeBytes = 0; sizeBytes <= mostBytes; ) {
      const { done, value } = await reader.read();
      text += decoder.decode(value, { stream: !done });
      if (done) return { text, end: "whole" };
      sizeBytes += value.byteLength;
    }
    reader.cancel().catch(() => {});
    return { text, end: "cut" };
  } catch (failure) {
    return { text, end: "broken", failure };
  }
}

/** Whether the status means success. `ok` is not used, because a response of the caller's own fetch may lack it. */
function isSuccess({ status }: Response): boolean {
  return status >= 200 && status < 300;
}

export function isRedirect(
  response: Pick<Response, "redirected" | "status"> & Partial<Pick<Response, "type">>,
): boolean {
  const { type, redirected, status } = response;
  return type === "opaqueredirect" || redirected || (status >= 300 && status < 400);
}

/** The error of an unsuccessful response. Undefined for a successful one. */
export function problemOf(answer: Answer): ApiError | ResponseFormatError | undefined {
  const { request, response, text } = answer;
  if (isRedirect(response)) {
    const location = response.headers.get("location");
    const where = location === null ? "" : ` to ${request.redactor.excerpt(location, excerptLength)}`;
    return formatError(answer, `a redirect${where}`);
  }
  if (!isSuccess(response)) return apiErrorOf(answer);
  return text === undefined ? formatError(answer, "more than 64 MiB") : undefined;
}

const statuses: Record<number, [type: typeof ApiError, advice: string]> = {
  400: [BadRequestError, "Correct the input."],
  401: [AuthenticationError, "Check apiKey."],
  403: [PermissionDeniedError, "Check the permissions of apiKey."],
  404: [NotFoundError, "Check the id, apiKey, and the version in baseUrl."],
  409: [ConflictError, "Correct the input."],
  422: [UnprocessableEntityError, "Correct the input."],
  429: [RateLimitError, "Send fewer requests."],
};

function apiErrorOf({ request, response, text = "", isPartial }: Answer): ApiError {
  const { redactor } = request;
  const { status, headers } = response;
  const shown = isPartial ? redactor.excerpt(text, largestErrorBytes) : redactor.text(text);
  // Those of a caller's own fetch need only have `get`.
  const listed: [string, string][] = Symbol.iterator in headers ? [...headers] : [];
  const json = parsed(() => redactor.json(text));
  const body = json === undefined ? shown || undefined : json;
  const fieldErrors = fieldErrorsOf(body);
  const [type, advice] =
    statuses[status] ?? (status >= 500 ? [ServerError, "Try again later."] : [ApiError, "See `body`."]);
  return new type(`${describe(request)}: ${status}${quote(body, fieldErrors)} ${advice}`, {
    status,
    requestId: requestIdOf(response, redactor),
    headers: new Headers(listed.map(([name, value]): [string, string] => [name, redactor.text(value)])),
    body,
    fieldErrors,
    retryAfterMs: retryAfterMs(headers),
    attempts: request.attempts,
  });
}

/** @param found what the response contains, such as `an empty body instead of JSON` */
export function formatError({ request, response, text = "" }: Answer, found: string): ResponseFormatError {
  const { redactor } = request;
  return new ResponseFormatError(
    `${describe(request)}: ${response.status} with ${found}. Check the URL, and any proxy.`,
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

/** @throws the error of `invalid` for an empty body, HTML, or truncated JSON */
export function parseJson(text: string, invalid: (found: string) => Error): unknown {
  const json = parsed(() => JSON.parse(text));
  if (json !== undefined) return json;
  if (text.trim() === "") throw invalid("an empty body");
  throw invalid(text.trimStart().startsWith("<") ? "HTML" : "malformed JSON");
}

/** Parses JSON. Undefined for any other text. */
function parsed(parse: () => unknown): unknown {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

function quote(body: unknown, fieldErrors: FieldError[]): string {
  const { detail, error, message } = Object(body);
  const isText = (value: unknown) => typeof value === "string" && /^\s*[^<\s]/.test(value);
  const said = [detail, Object(error).message, message, body].find(isText);
  const text = said ?? fieldErrors.map((field) => `${field.path}: ${field.message}`).join("; ");
  return text ? ` (${oneLine(String(text)).slice(0, excerptLength).replace(/\.$/, "")}).` : ".";
}

/** The `detail` list of the campaign interface, or the `error.fields` of the fake and of this package's proxy. */
function fieldErrorsOf(body: unknown): FieldError[] {
  const { detail, error } = Object(body);
  const list: unknown[] = [detail, Object(error).fields].find(Array.isArray) ?? [];
  return list.flatMap((item) => {
    const { msg, message = msg, loc, path = loc } = Object(item);
    return typeof message === "string" && path !== undefined ? [{ path: [path].flat().join("."), message }] : [];
  });
}
