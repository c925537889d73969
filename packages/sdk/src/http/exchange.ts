/** One attempt on the wire: middleware, then the key, then `fetch`, then the response. */

import type { Operation } from "../contract/operations.js";
import type { OperationId } from "../contract/validator.js";
import { ConfigurationError } from "../errors/request-errors.js";
import { sizedStreams } from "../runtime.js";
import { hasMethods } from "../value-kinds.js";
import { resolveKey } from "./api-key.js";
import type { ClientSettings, ServiceTarget } from "./client-settings.js";
import type { AttemptTrace, Deadline } from "./deadline.js";
import { brokenResponse, connectionError, neverConnected, provesNothingSent } from "./error-from-fetch.js";
import { apiError } from "./error-from-response.js";
import { compose, readRequest } from "./middleware.js";
import type { CreationRecord } from "./request-options.js";
import {
  discardBody,
  isRedirect,
  readErrorText,
  readText,
  redirectError,
  type SuccessResponse,
  tooLarge,
} from "./response.js";

/** One request, ready to be sent, and what ends it. */
export interface OutgoingRequest {
  id: OperationId;
  operation: Operation;
  target: ServiceTarget;
  /** For messages, such as `GET https://host/v1/agents`. */
  what: string;
  method: string;
  url: string;
  /** The address without keys, for messages and traces. */
  shownUrl: string;
  /** Without the key. */
  headers: Record<string, string>;
  body: string | ArrayBuffer | undefined;
  /** Of one attempt. */
  timeoutMs: number;
  deadline: Deadline;
  signal: AbortSignal | undefined;
  /** Called when headers arrive: whether the caller wants the body unread. */
  leavesBodyUnread: () => boolean;
  record: CreationRecord | undefined;
}

/** What belongs to one attempt. */
interface ExchangeOptions {
  /** The attempt's number, from 1. */
  attempt: number;
  /** Ends the attempt. */
  signal: AbortSignal;
  trace: AttemptTrace;
}

/**
 * Sends a request once.
 *
 * @returns a response with status 2xx
 * @throws {CallAnalysisError} for every other response, and when there is none; what a middleware throws, unchanged
 */
export async function exchangeOnce(
  request: OutgoingRequest,
  client: ClientSettings,
  options: ExchangeOptions,
): Promise<SuccessResponse> {
  const { what } = request;
  const { secrets } = client;
  const response = checkResponse(await sendThroughMiddleware(request, client, options));
  if (isRedirect(response)) {
    discardBody(response);
    throw redirectError(what, response, secrets);
  }
  if (!response.ok) {
    const text = await readErrorText(response, (cut) => secrets.redactCut(cut));
    const error = apiError(what, response, text, secrets);
    if (response.status === 404 && lacksVersion(request))
      error.message += " baseUrl has no version segment, such as /v1.";
    throw error;
  }
  const text = request.leavesBodyUnread() ? undefined : await readBody(response, what, client);
  return { what, response, text, attempts: options.attempt };
}

/** Whether a 404 may be about the address. The campaign interface has its version in the paths. */
function lacksVersion({ operation, target }: OutgoingRequest): boolean {
  return operation.target === undefined && !/\/v\d[^/]*$/.test(target.baseUrl);
}

/** Skips creating a `Request` without middleware: this saves time and memory in the benchmarks. */
function sendThroughMiddleware(
  outgoing: OutgoingRequest,
  client: ClientSettings,
  options: ExchangeOptions,
): Promise<Response> {
  if (client.middleware.length === 0) return fetchOnce(outgoing, client, options);
  const { id, method, url, headers, body, target } = outgoing;
  const request = new Request(url, { method, headers, body: body ?? null, signal: options.signal });
  const send = async (forwarded: Request) => {
    const changed = await readRequest(forwarded, target.origin);
    return fetchOnce({ ...outgoing, ...changed }, client, options);
  };
  return compose(client.middleware, send, { operation: id, attempt: options.attempt })(request);
}

async function fetchOnce(
  { target, what, operation, method, url, headers, body, record }: OutgoingRequest,
  { fetch, hasOwnFetch, secrets }: ClientSettings,
  { signal, trace }: ExchangeOptions,
): Promise<Response> {
  const { keyName, apiKey } = target;
  const key = await resolveKey(keyName, apiKey, secrets);
  const withKey = { ...headers, authorization: `Bearer ${key}` };
  // "manual": a redirect must not carry custom headers to another origin.
  // "no-store": a cache must not respond to polls.
  const init: RequestInit = { method, headers: withKey, redirect: "manual", cache: "no-store", signal };
  const isSentOnce =
    body !== undefined && operation.repeat === "unprocessed" && !hasOwnFetch && sizedStreams() !== undefined;
  const markSent = () => {
    signal.throwIfAborted();
    trace.sent = true;
  };
  const beforeSending = async () => {
    await holdBack(record, trace);
    markSent();
  };
  if (isSentOnce) Object.assign(init, singleUseBody(body, withKey, beforeSending));
  else {
    if (body !== undefined) init.body = body;
    if (record?.sending) await beforeSending();
    else markSent();
  }
  try {
    const response = await fetch(url, init);
    trace.sent = true;
    return response;
  } catch (failure) {
    const requestSent = isSentOnce ? trace.sent && !neverConnected(failure) : !provesNothingSent(failure);
    throw connectionError(what, { requestSent, cause: secrets.redactCause(failure) });
  }
}

/** The reason for which a request is left unsent whose creation somebody else has taken over. */
export const lostClaim = new Error("Somebody else has taken this creation over.");

/** Asks whoever records the creation, and remembers why not to send. */
async function holdBack(record: OutgoingRequest["record"], trace: AttemptTrace): Promise<void> {
  try {
    if ((await record?.sending?.()) === false) throw lostClaim;
  } catch (error) {
    trace.heldBack = { error };
    throw error;
  }
}

/**
 * A body that `fetch` cannot send a second time. With any other body the runtime's own `fetch` repeats a POST unseen:
 * Node's after a 421, Deno's when a reused connection closes. Browsers cannot stream a body to every server, and get none.
 *
 * It also tells whether anything was sent: a stream of bytes is read only when a connection is there to write to, except
 * by Deno, which reads ahead. Once the attempt has ended it gives nothing, so that what was not sent stays unsent.
 */
function singleUseBody(
  body: string | ArrayBuffer,
  headers: Record<string, string>,
  beforeSending: () => Promise<void>,
): RequestInit {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : new Uint8Array(body);
  const pull = async (controller: ReadableByteStreamController) => {
    await beforeSending();
    controller.enqueue(bytes);
    controller.close();
  };
  const init = {
    body: new ReadableStream({ type: "bytes", pull }),
    headers: { ...headers, "content-length": String(bytes.byteLength) },
    // With credentials, the fetch standard turns a 401 to a streamed body into a network error.
    credentials: "omit" as const,
    // Asked for by fetch for streams, and not yet in TypeScript's library.
    duplex: "half",
  };
  return init;
}

/** Checks members instead of `instanceof`: another package's fetch has its own Response class. */
function checkResponse(response: Response): Response {
  if (typeof response?.status === "number" && hasMethods(response.headers, "get")) return response;
  throw new ConfigurationError("middleware or fetch must return a Response, such as what next() returned.");
}

async function readBody(response: Response, what: string, client: ClientSettings): Promise<string> {
  const { secrets, maxResponseBytes } = client;
  const text = await readText(response, maxResponseBytes).catch((failure: unknown) => {
    throw brokenResponse(what, secrets.redactCause(failure));
  });
  if (text === undefined) throw tooLarge(what, response, client);
  return text;
}
