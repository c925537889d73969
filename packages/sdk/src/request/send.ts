/**
 * Makes one attempt: gets the key, calls the hooks and `fetch`, and reads the response. Decides whether a failed create
 * request may have been processed.
 */
import {
  AbortError,
  ApiError,
  CallAnalysisError,
  ConfigurationError,
  KeyProviderError,
  SubmissionUncertainError,
  TimeoutError,
} from "../errors.js";
// A build for browsers takes `for-pages.ts` instead.
import { fetchOnce } from "../for-servers.js";
import { keyRule, type Settings } from "../options.js";
import { check } from "../rules.js";
import { isBrowser } from "../runtime.js";
import { connectionError } from "./connection-error.js";
import { endedBy, runUntil } from "./limits.js";
import { observe } from "./observed-attempt.js";
import { describe, type OutgoingRequest } from "./outgoing-request.js";
import type { Redactor } from "./redact.js";
import { type Answer, problemOf, readText } from "./response.js";
import type { KeyedInit } from "./unrepeatable-body.js";

/** The facts that the network has shown. Only a response of this package's proxy can say more about a create request. */
interface Wire {
  /** Whether anything may have been sent. */
  sent: boolean;
  /** The status of the response. */
  status?: number;
  /** The key that was sent. */
  key?: string;
}

/**
 * @returns a response with a 2xx status
 * @throws {SubmissionUncertainError} when a call may have been created
 * @throws {AbortError} when the caller aborted. `requestSent` says whether a call may have been created.
 * @throws {ThrownByCaller} with the error that `onRequest` threw
 * @throws {CallAnalysisError} in every other case
 */
export async function sendOnce(settings: Settings, request: OutgoingRequest): Promise<Answer> {
  const wire: Wire = { sent: false };
  try {
    // Undefined only if a refused key is passed.
    return (await exchange(settings, request, wire)) as Answer;
  } catch (error) {
    if (wire.status !== 401) throw error;
    // A 401 proves that nothing was done. The key may have expired: a key function is asked for another one.
    const answer = await exchange(settings, request, { sent: false }, wire.key);
    if (!answer) throw error;
    return answer;
  }
}

/**
 * Sends the request with the current key, and reads the response.
 *
 * @returns undefined if the only key is the refused one
 */
async function exchange(
  settings: Settings,
  request: OutgoingRequest,
  wire: Wire,
  refusedKey?: string,
): Promise<Answer | undefined> {
  const { limits, timeoutMs, redactor } = request;
  const observed = observe(settings, request);
  const work = async (signal: AbortSignal): Promise<Answer | undefined> => {
    wire.key = await keyOf(settings, request);
    // The key may come after the attempt has ended.
    signal.throwIfAborted();
    if (wire.key === refusedKey) return undefined;
    request.attempts += 1;
    const headers = await observed.begin(signal);
    const response = await transmit(settings, request, { headers, signal, wire });
    observed.answered(response);
    const read = await readText(response).catch((failure: unknown) => {
      throw connectionError(describe(request), failure, { redactor, requestSent: true });
    });
    return { request, response, ...read };
  };
  const stopped = (by: "timeout" | "limits") => {
    const what = describe(request);
    const requestSent = wire.sent && !provesNothingDone(request, wire);
    if (by === "limits") return endedBy(limits, what, { requestSent });
    const found = wire.sent ? "no complete response" : "nothing was sent";
    const message = `${what}: ${found} within timeoutMs = ${timeoutMs} ms.`;
    return new TimeoutError(message, { kind: "attempt", requestSent });
  };
  const log = (end: unknown) =>
    settings.log("debug", () => `${describe(request)}: attempt ${request.attempts}: ${end}`);
  let answer: Answer | undefined;
  let error: unknown;
  // The error is made before any code of the caller's sees it.
  try {
    answer = await runUntil(work, { limits, timeoutMs, stopped });
    if (!answer) return undefined;
    error = problemOf(answer);
  } catch (failure) {
    error = failure;
  }
  if (error) error = errorOf(request, wire, error);
  log(error ?? wire.status);
  await observed.ended(error, answer !== undefined);
  if (error) throw error;
  return answer;
}

/**
 * The error of an attempt. A create request that failed after it was sent is uncertain, unless something proves that
 * nothing was created.
 */
function errorOf(request: OutgoingRequest, wire: Wire, failure: unknown): unknown {
  if (CallAnalysisError.is(failure)) failure.attempts = request.attempts;
  if (!request.operation.isBilled || !wire.sent || AbortError.is(failure)) return failure;
  // The proxy of this package may know more than its status says.
  const said = ApiError.is(failure) && Object(Object(failure.body).error).code;
  if (said === "submission_uncertain") return uncertain(request, failure);
  return said === "not_created" || provesNothingDone(request, wire) ? failure : uncertain(request, failure);
}

/** Whether a status proves that nothing was done: a 4xx does, except 408, after which the service gave up. */
function provesNothingDone({ policy }: OutgoingRequest, { status = 0 }: Wire): boolean {
  const isRefusal = status >= 400 && status < 500 && status !== 408;
  return isRefusal || policy.unprocessedStatuses.includes(status);
}

/** The error for a create request that was sent and may have been processed. */
export function uncertain(request: OutgoingRequest, cause: unknown): SubmissionUncertainError {
  const { attempts, redactor } = request;
  const { audio_url } = JSON.parse(String(request.body));
  const who = `${describe(request)} (${Object(cause).code})`;
  const message = uncertainMessage(who, audio_url, redactor);
  return new SubmissionUncertainError(message, { cause, attempts });
}

/**
 * The message for an uncertain call. `audio_url` may be signed. It is undefined if an earlier run uploaded the
 * recording, and the journal does not keep its URL.
 *
 * @param who the subject, such as `POST https://host/v1/calls (timeout)`
 */
export function uncertainMessage(who: string, audio_url: unknown, redactor: Redactor): string {
  const address = audio_url === undefined ? "this recording" : redactor.text(String(audio_url));
  return `${who}: the call may or may not exist. Before you create it again, look for a call with ${address}.`;
}

/** @throws {KeyProviderError} {@link ConfigurationError} */
async function keyOf(settings: Settings, { target: { apiKey }, redactor }: OutgoingRequest): Promise<string> {
  if (typeof apiKey === "string") return apiKey;
  let key: string;
  try {
    key = await apiKey();
  } catch (failure) {
    throw new KeyProviderError("apiKey() failed. See `cause`.", {
      cause: redactor.cause(failure),
    });
  }
  const checked = check("apiKey()", key, keyRule);
  redactor.add(checked);
  settings.redactor.addPastKey(checked);
  return checked;
}

/** @throws {ConnectionError} that says whether anything was sent */
async function transmit(
  settings: Settings,
  request: OutgoingRequest,
  { headers, signal, wire }: { headers: Readonly<Record<string, string>>; signal: AbortSignal; wire: Wire },
): Promise<Response> {
  const { operation, body, redactor } = request;
  signal.throwIfAborted();
  const withKey = { ...headers, authorization: `Bearer ${wire.key}` };
  // A redirect must not carry the key to another origin.
  const init: KeyedInit = { method: operation.method, headers: withKey, body, redirect: "manual", signal };
  // A cache must not respond to polls. Workers refuse the option.
  if (isBrowser()) init.cache = "no-store";
  let response: Response;
  try {
    response = await fetchOnce(settings, { request, init, wire });
  } catch (failure) {
    throw connectionError(describe(request), failure, { redactor, requestSent: wire.sent });
  }
  wire.sent = true;
  if (typeof response?.status !== "number" || typeof response.headers?.get !== "function")
    throw new ConfigurationError("fetch must return a Response.");
  wire.status = response.status;
  return response;
}
