/**
 * One attempt of a request: guarded, limited in time; then middleware, the key, `fetch`, and the response. It also
 * decides what a failure means for a creation.
 */

import type { Operation } from "../contract/operations.js";
import type { OperationId } from "../contract/validator.js";
import { NotFoundError } from "../errors/api-errors.js";
import { CallAnalysisError } from "../errors/call-analysis-error.js";
import { ConfigurationError, TimeoutError } from "../errors/request-errors.js";
import { sizedStreams } from "../runtime.js";
import { hasMethods } from "../value-kinds.js";
import { resolveKey } from "./api-key.js";
import type { AttemptInfo } from "./attempts.js";
import type { ClientSettings, ServiceTarget } from "./client-settings.js";
import { type Deadline, runLimited, type SentMark } from "./deadline.js";
import { brokenResponse, connectionError, neverConnected, provesNothingSent } from "./error-from-fetch.js";
import { apiError } from "./error-from-response.js";
import { compose, readRequest } from "./middleware.js";
import type { Secrets } from "./redaction.js";
import type { AttemptGuard } from "./request-options.js";
import {
  discardBody,
  isRedirect,
  readErrorText,
  readText,
  redirectError,
  type SuccessResponse,
  tooLarge,
} from "./response.js";
import { catchUp, now } from "./timers.js";
import { isRefusal, isUncertain, mayBeDone, submissionUncertain } from "./uncertain.js";

/** One request, ready to be sent, and what ends it. */
export interface OutgoingRequest {
  /** The client's. */
  settings: ClientSettings;
  id: OperationId;
  operation: Operation;
  target: ServiceTarget;
  /** For messages, such as `GET https://host/v1/agents`. */
  what: string;
  method: string;
  url: string;
  /** Without the key. */
  headers: Record<string, string>;
  body: string | ArrayBuffer | undefined;
  /** Of one attempt. */
  timeoutMs: number;
  deadline: Deadline;
  signal: AbortSignal | undefined;
  guard: AttemptGuard | undefined;
}

/**
 * Sends a request once. Its guard is asked before, and told of a failure that created nothing.
 *
 * @returns a response with status 2xx, or a stand-in response for a DELETE that an earlier attempt completed
 * @throws {CallAnalysisError} in every other case; an error that a middleware throws passes unchanged
 */
export async function sendOnce(request: OutgoingRequest, attempt: AttemptInfo): Promise<SuccessResponse> {
  const { what, operation, guard, settings } = request;
  const { number, mark } = attempt;
  if (guard) await guard.claim();
  const sentAtMs = now();
  const log = (outcome: () => unknown) =>
    settings.log("debug", () => `${what}: attempt ${number}, ${Math.round(now() - sentAtMs)} ms: ${outcome()}`);
  try {
    const success = await exchangeInTime(request, attempt);
    log(() => success.response.status);
    return success;
  } catch (failure) {
    log(() => (CallAnalysisError.is(failure) ? failure.message : failure));
    if (operation.method === "DELETE" && attempt.mayHaveBeenProcessed && NotFoundError.is(failure)) {
      // An earlier attempt deleted it.
      const response = new Response(null, { status: 404, headers: failure.headers });
      return { what, response, text: "", attempts: number, alreadyGone: true };
    }
    const mayBeCreated = operation.uncertain && mayBeDone(failure, mark);
    const error = mayBeCreated ? submissionUncertain(what, failure, number) : failure;
    mark.isOver = true;
    if (guard && !isUncertain(error)) await guard.released();
    throw error;
  }
}

function exchangeInTime(request: OutgoingRequest, attempt: AttemptInfo): Promise<SuccessResponse> {
  const { what, target, operation, timeoutMs, deadline, signal } = request;
  const { mark } = attempt;
  const timeUp = () => {
    const why = mark.sent
      ? `no complete response within timeoutMs = ${timeoutMs} ms. Raise it, or look at the service's load.`
      : `nothing was sent within timeoutMs = ${timeoutMs} ms. Look at the ${target.keyName} function, the middleware, the connection.`;
    return new TimeoutError(`${what}: ${why}`, { kind: "attempt", requestSent: mark.sent });
  };
  const isCreate = operation.repeat === "unprocessed";
  const exchange = (ended: AbortSignal) => exchangeOnce(request, { ...attempt, signal: ended });
  // Field by field, here and where the attempts begin: copies of the whole request took almost half of its CPU.
  return runLimited(exchange, { what, deadline, signal, timeoutMs, mark, isCreate, timeUp });
}

/** An attempt, and what ends it. */
interface LimitedAttempt extends AttemptInfo {
  signal: AbortSignal;
}

/** Sends the request through the middleware and to `fetch`, and reads the response. */
async function exchangeOnce(request: OutgoingRequest, attempt: LimitedAttempt): Promise<SuccessResponse> {
  const { what, settings } = request;
  const { secrets } = settings;
  const response = checkResponse(await sendThroughMiddleware(request, attempt));
  if (isRedirect(response)) {
    discardBody(response);
    throw redirectError(what, response, secrets);
  }
  if (!response.ok) {
    const text = await readErrorText(response, (cut) => secrets.redactCut(cut));
    const error = apiError(what, response, text, secrets);
    if (response.status === 404 && lacksVersion(request))
      error.message += " baseUrl does not end with a version segment, such as /v1.";
    throw error;
  }
  const text = await readBody(response, what, secrets);
  return { what, response, text, attempts: attempt.number };
}

/** Whether a 404 may be about the address. The campaign interface has its version in the paths. */
function lacksVersion({ operation, target }: OutgoingRequest): boolean {
  return operation.target === undefined && !/\/v\d[^/]*$/.test(target.baseUrl);
}

/** Skips creating a `Request` without middleware: this saves time and memory in the benchmarks. */
function sendThroughMiddleware(outgoing: OutgoingRequest, attempt: LimitedAttempt): Promise<Response> {
  const { id, method, url, headers, body, target, settings } = outgoing;
  if (settings.middleware.length === 0) return fetchOnce(outgoing, attempt);
  const request = new Request(url, { method, headers, body: body ?? null, signal: attempt.signal });
  const send = async (forwarded: Request) => {
    const changed = await readRequest(forwarded, target.origin);
    return fetchOnce({ ...outgoing, ...changed }, attempt);
  };
  return compose(settings.middleware, send, { operation: id, attempt: attempt.number })(request);
}

/** Sends a request that no other sending of the same attempt is under way with, nor may have been done by. */
async function fetchOnce(request: OutgoingRequest, attempt: LimitedAttempt): Promise<Response> {
  const { mark } = attempt;
  checkSentAgain(request.operation, mark);
  mark.isUnderWay = true;
  try {
    return await sendToService(request, attempt);
  } finally {
    mark.isUnderWay = false;
  }
}

async function sendToService(
  { target, what, operation, method, url, headers, body, guard, settings }: OutgoingRequest,
  { signal, mark }: LimitedAttempt,
): Promise<Response> {
  const { fetch, hasOwnFetch, secrets } = settings;
  const { keyName, apiKey } = target;
  const key = await resolveKey(keyName, apiKey, secrets);
  const withKey = { ...headers, authorization: `Bearer ${key}` };
  // "manual": a redirect must not carry custom headers to another origin.
  // "no-store": a cache must not respond to polls.
  const init: RequestInit = { method, headers: withKey, redirect: "manual", cache: "no-store", signal };
  const isStreamed =
    body !== undefined && operation.repeat === "unprocessed" && !hasOwnFetch && sizedStreams() !== undefined;
  const refused: { error?: unknown } = {};
  const beforeSending = async () => {
    await guard?.sending().catch((error: unknown) => {
      refused.error = error;
      throw error;
    });
    signal.throwIfAborted();
    if (mark.isOver) throw new Error("The attempt has ended.");
    mark.sent = true;
  };
  if (isStreamed) {
    await catchUp();
    Object.assign(init, singleUseBody(body, withKey, beforeSending));
  } else {
    if (body !== undefined) init.body = body;
    await beforeSending();
  }
  try {
    const response = await fetch(url, init);
    // Also where it was answered before its body was taken.
    mark.sent = true;
    mark.status = response?.status;
    return response;
  } catch (failure) {
    // `fetch` hides why its body failed.
    if ("error" in refused) throw refused.error;
    // A stream's mark is exact, but where Deno has read ahead; of any other body only the failure tells.
    mark.sent = isStreamed ? mark.sent && !neverConnected(failure) : !provesNothingSent(failure);
    throw connectionError(what, { requestSent: mark.sent, cause: secrets.redactCause(failure) });
  }
}

/**
 * A middleware may send a request again, but a creation only after a response which proves that nothing was created.
 *
 * @throws {ConfigurationError} for one that may have been done
 */
function checkSentAgain({ repeat, method, path }: Operation, mark: SentMark): void {
  if (!mark.sent && !mark.isUnderWay) return;
  if (repeat === "unprocessed" && (mark.isUnderWay || !isRefusal(mark.status))) {
    throw new ConfigurationError(
      `middleware: next() was called twice for ${method} ${path}, and the first one may have been done.`,
    );
  }
  mark.sent = false;
  mark.status = undefined;
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

async function readBody(response: Response, what: string, secrets: Secrets): Promise<string> {
  const text = await readText(response).catch((failure: unknown) => {
    throw brokenResponse(what, secrets.redactCause(failure));
  });
  if (text === undefined) throw tooLarge(what, response, secrets);
  return text;
}
