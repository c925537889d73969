/** One attempt of a request: recorded, limited in time, logged and traced. What its failure means for a creation. */
import { NotFoundError } from "../errors/api-errors.js";
import { CallAnalysisError } from "../errors/call-analysis-error.js";
import { SubmissionUncertainError, unknownWhetherCreated } from "../errors/flow-errors.js";
import { TimeoutError } from "../errors/request-errors.js";
import type { AttemptInfo } from "./attempts.js";
import type { ClientSettings } from "./client-settings.js";
import { type AttemptTrace, runAttempt } from "./deadline.js";
import { exchangeOnce, lostClaim, type OutgoingRequest } from "./exchange.js";
import type { SuccessResponse } from "./response.js";
import { failureMayHaveBeenProcessed, isUncertain } from "./retry.js";
import { now } from "./timers.js";
import { type TracedAttempt, traced } from "./tracing.js";

/** An attempt, and what is known of it so far. */
interface Attempt extends AttemptInfo {
  trace: AttemptTrace;
}

/**
 * Sends a request once. Whoever records creations is asked before, and told after a failure that created nothing.
 *
 * @returns a response with status 2xx, or a stand-in response for a DELETE that an earlier attempt completed
 * @throws {CallAnalysisError} in every other case; an error that a middleware throws passes unchanged
 */
export async function sendOnce(
  request: OutgoingRequest,
  client: ClientSettings,
  info: AttemptInfo,
): Promise<SuccessResponse> {
  const { record } = request;
  for (;;) {
    await record?.claim();
    const trace: AttemptTrace = { sent: false };
    try {
      return await attempt(request, client, { ...info, trace });
    } catch (failure) {
      const error = trace.heldBack ? trace.heldBack.error : failure;
      if (error === lostClaim) continue;
      if (record && !isUncertain(error)) await record.released();
      throw error;
    }
  }
}

async function attempt(
  request: OutgoingRequest,
  client: ClientSettings,
  { number, mayHaveBeenProcessed, trace }: Attempt,
): Promise<SuccessResponse> {
  const { log } = client;
  const { operation, what } = request;
  const sentAtMs = now();
  const line = (outcome: string) => `${what}: attempt ${number}, ${Math.round(now() - sentAtMs)} ms: ${outcome}`;
  try {
    const exchange = () => exchangeInTime(request, client, { number, trace });
    const success = await traced("attempt", exchange, { describe: () => describeAttempt(request, number) });
    log("debug", () => line(`${success.response.status}`));
    return success;
  } catch (error) {
    log("debug", () => line(CallAnalysisError.is(error) ? error.message : String(error)));
    if (operation.uncertain && trace.sent && failureMayHaveBeenProcessed(error)) {
      throw submissionUncertain(what, error, number);
    }
    if (operation.method !== "DELETE" || !mayHaveBeenProcessed || !NotFoundError.is(error)) throw error;
    // An earlier attempt deleted it.
    const response = new Response(null, { status: 404, headers: error.headers });
    return { what, response, text: "", attempts: number, alreadyGone: true };
  }
}

function exchangeInTime(
  request: OutgoingRequest,
  client: ClientSettings,
  { number, trace }: Pick<Attempt, "number" | "trace">,
): Promise<SuccessResponse> {
  const { what, target, operation, timeoutMs } = request;
  const timeUp = () => {
    const why = trace.sent
      ? `no complete response within timeoutMs = ${timeoutMs} ms. Raise it, or look at the service's load.`
      : `nothing was sent within timeoutMs = ${timeoutMs} ms. Look at the ${target.keyName} function, the middleware, the connection.`;
    return new TimeoutError(`${what}: ${why}`, { kind: "attempt", requestSent: trace.sent });
  };
  const isCreate = operation.repeat === "unprocessed";
  const exchange = (signal: AbortSignal) => exchangeOnce(request, client, { attempt: number, signal, trace });
  return runAttempt(exchange, { ...request, trace, isCreate, timeUp });
}

function describeAttempt({ id, operation, target, shownUrl }: OutgoingRequest, attempt: number): TracedAttempt {
  const urlTemplate = target.baseUrl.slice(target.origin.length) + operation.path;
  return { operation: id, method: operation.method, url: shownUrl, urlTemplate, attempt };
}

/** The error of a request that may have created a call although it failed, with the failure as its cause. */
export function submissionUncertain(what: string, cause: unknown, attempts: number): SubmissionUncertainError {
  if (CallAnalysisError.is(cause)) cause.attempts = attempts;
  const message = `${what}: it was sent, ${unknownWhetherCreated} before you send it again: that can create a second call.`;
  return new SubmissionUncertainError(message, { cause, attempts });
}
