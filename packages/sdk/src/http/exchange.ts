/** One attempt on the wire: middleware, key, `fetch`, and the reading of the answer. */
import type { OperationId } from "../contract/validator.js";
import { ConfigurationError } from "../errors/request-errors.js";
import { apiError } from "./api-error.js";
import type { AttemptTrace } from "./attempt.js";
import { type ApiKey, resolveKey } from "./auth.js";
import { discardBody, readErrorText } from "./body-text.js";
import { brokenAnswer, connectionError } from "./connection.js";
import { compose, type Middleware, readRequest } from "./middleware.js";
import type { Operation } from "./operations.js";
import type { Secrets } from "./redaction.js";
import { isRedirect, redirectError, type SuccessResponse } from "./response.js";

/** The signature of the global `fetch`, as far as it is used. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Where requests of one interface go, and with which key. */
export interface ServiceTarget {
  origin: string;
  keyName: string;
  apiKey: ApiKey;
}

/** What exchanges are made with. */
export interface ExchangeDependencies {
  fetch: Fetch;
  secrets: Secrets;
  middleware: readonly Middleware[];
}

/** One request, serialized. */
export interface SerializedRequest {
  id: OperationId;
  operation: Operation;
  target: ServiceTarget;
  url: string;
  /** Without the key. */
  headers: Record<string, string>;
  body: BodyInit | undefined;
}

/** What one attempt knows of itself. */
export interface ExchangeOptions {
  /** For messages, such as `GET https://host/v1/agents`. */
  what: string;
  /** The attempt's number, from 1. */
  number: number;
  /** Ends the attempt. */
  signal: AbortSignal;
  trace: AttemptTrace;
  /** Asked when headers arrive: whether the caller wants the body unread. */
  leavesBodyUnread: () => boolean;
}

/**
 * Sends a request once.
 *
 * @returns an answer with status 2xx
 * @throws {CallAnalysisError} for every other answer, and for none; what a middleware throws goes through
 */
export async function exchangeOnce(
  outgoing: SerializedRequest,
  parts: ExchangeDependencies,
  scope: ExchangeOptions,
): Promise<SuccessResponse> {
  const { what, number, leavesBodyUnread } = scope;
  const { secrets } = parts;
  const response = checkResponse(await respond(outgoing, parts, scope));
  if (isRedirect(response)) {
    discardBody(response);
    throw redirectError(what, response, secrets);
  }
  if (!response.ok) throw apiError(what, response, await readErrorText(response), secrets);
  const text = leavesBodyUnread() ? undefined : await readText(response, what, secrets);
  return { what, response, text, attempts: number };
}

function respond(outgoing: SerializedRequest, parts: ExchangeDependencies, scope: ExchangeOptions): Promise<Response> {
  const { id, operation, url, headers, body } = outgoing;
  if (parts.middleware.length === 0) return fetchOnce(outgoing, parts, scope);
  const request = new Request(url, { method: operation.method, headers, body: body ?? null, signal: scope.signal });
  const last = async (passedOn: Request) => {
    const changed = await readRequest(passedOn, outgoing.target.origin);
    return fetchOnce({ ...outgoing, ...changed }, parts, scope, changed.method);
  };
  return compose(parts.middleware, last, { operation: id, attempt: scope.number })(request);
}

async function fetchOnce(
  { target, url, headers, body, operation }: SerializedRequest,
  { fetch, secrets }: ExchangeDependencies,
  { what, signal, trace }: ExchangeOptions,
  method: string = operation.method,
): Promise<Response> {
  const { keyName, apiKey } = target;
  const key = typeof apiKey === "string" ? apiKey : await resolveKey(keyName, apiKey, secrets);
  const withKey = { ...headers, authorization: `Bearer ${key}` };
  // "manual": a redirect must not carry custom headers to another origin. Polls must not meet a cache.
  const init: RequestInit = { method, headers: withKey, redirect: "manual", cache: "no-store", signal };
  if (body !== undefined) init.body = body;
  signal.throwIfAborted();
  trace.sent = true;
  try {
    return await fetch(url, init);
  } catch (failure) {
    throw connectionError(what, failure, secrets.redactCause(failure));
  }
}

/** By its parts: a `fetch` of another package has a Response class of its own. */
function checkResponse(response: Response): Response {
  if (typeof response?.status === "number" && typeof response.headers?.get === "function") return response;
  throw new ConfigurationError("middleware or fetch: what it returned is no Response. Return what next() gave.");
}

async function readText(response: Response, what: string, secrets: Secrets): Promise<string> {
  try {
    return await response.text();
  } catch (failure) {
    throw brokenAnswer(what, secrets.redactCause(failure));
  }
}
