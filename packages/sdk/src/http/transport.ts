/** The way of every request to the interface: attempts, their limits, and the decision to try again. */
import { NotFoundError } from "../errors/api-errors.js";
import { CallAnalysisError } from "../errors/call-analysis-error.js";
import { TimeoutError } from "../errors/request-errors.js";
import { type AttemptTrace, runAttempt } from "./attempt.js";
import { Deadline } from "./deadline.js";
import { type ExchangeDependencies, exchangeOnce, type SerializedRequest } from "./exchange.js";
import type { Log } from "./log.js";
import type { SuccessResponse } from "./response.js";
import type { RetryPolicy } from "./retry.js";
import { type AttemptInfo, describeRetry, type OnRetry, withRetries } from "./retry-loop.js";
import { mayHaveBeenProcessed, submissionUncertain } from "./submission.js";
import { now } from "./timers.js";

export type { Fetch, ServiceTarget } from "./exchange.js";

/** What the transport is made of. */
export interface TransportDependencies extends ExchangeDependencies {
  log: Log;
}

/** What bounds a request. */
export interface SendOptions {
  timeoutMs: number;
  deadlineMs: number | undefined;
  retry: RetryPolicy;
  signal: AbortSignal | undefined;
  onRetry: OnRetry | undefined;
  /** Asked when headers arrive: whether the caller wants the body unread. */
  leavesBodyUnread: () => boolean;
}

export class Transport {
  readonly #parts: TransportDependencies;

  constructor(parts: TransportDependencies) {
    this.#parts = parts;
  }

  /**
   * Sends a request, again where that is safe.
   *
   * @returns an answer with status 2xx
   * @throws {CallAnalysisError} in every other case
   */
  send(outgoing: SerializedRequest, plan: SendOptions): Promise<SuccessResponse> {
    const { log, secrets } = this.#parts;
    const { operation, target, url } = outgoing;
    // An id may be a key by mistake; the origin is the client's own.
    const what = `${operation.method} ${target.origin}${secrets.redact(url.slice(target.origin.length))}`;
    const deadline = new Deadline(plan.deadlineMs);
    return withRetries((attempt) => this.#attempt(outgoing, plan, { what, deadline, attempt }), {
      what,
      policy: plan.retry,
      repeat: operation.repeat,
      deadline,
      signal: plan.signal,
      onRetry: (retry) => {
        log("info", describeRetry(what, retry));
        plan.onRetry?.(retry);
      },
    });
  }

  async #attempt(outgoing: SerializedRequest, plan: SendOptions, scope: AttemptScope): Promise<SuccessResponse> {
    const trace: AttemptTrace = { sent: false };
    const startedMs = now();
    try {
      const exchange = await this.#exchange(outgoing, plan, scope, trace);
      this.#log(scope, () => `${exchange.response.status}`, startedMs);
      return exchange;
    } catch (error) {
      this.#log(scope, () => (CallAnalysisError.is(error) ? error.message : String(error)), startedMs);
      const { what, attempt } = scope;
      if (outgoing.operation.uncertain && mayHaveBeenProcessed(error, trace.sent)) {
        throw submissionUncertain(what, error, attempt.number);
      }
      if (outgoing.operation.method === "DELETE" && isGone(error, attempt)) return goneExchange(what, error, attempt);
      throw error;
    }
  }

  #exchange(
    outgoing: SerializedRequest,
    plan: SendOptions,
    scope: AttemptScope,
    trace: AttemptTrace,
  ): Promise<SuccessResponse> {
    const { what, deadline, attempt } = scope;
    const { timeoutMs, signal: callerSignal, leavesBodyUnread } = plan;
    const { keyName } = outgoing.target;
    return runAttempt(
      (signal) =>
        exchangeOnce(outgoing, this.#parts, { what, number: attempt.number, signal, trace, leavesBodyUnread }),
      {
        what,
        timeoutMs,
        deadline,
        signal: callerSignal,
        trace,
        timeUp: () => attemptTimeout(what, { timeoutMs, trace, keyName }),
      },
    );
  }

  #log({ what, attempt }: AttemptScope, outcome: () => string, startedMs: number): void {
    const line = () => `${what}: attempt ${attempt.number}, ${Math.round(now() - startedMs)} ms: ${outcome()}`;
    this.#parts.log("debug", line);
  }
}

interface AttemptScope {
  what: string;
  deadline: Deadline;
  attempt: AttemptInfo;
}

function attemptTimeout(
  what: string,
  { timeoutMs, trace, keyName }: { timeoutMs: number; trace: AttemptTrace; keyName: string },
): TimeoutError {
  const why = trace.sent
    ? `no complete answer within timeoutMs = ${timeoutMs} ms. Raise it, or look at the service's load.`
    : `nothing was sent within timeoutMs = ${timeoutMs} ms. Look at what comes before: the ${keyName} function, the middleware.`;
  return new TimeoutError(`${what}: ${why}`, { kind: "attempt", requestSent: trace.sent });
}

/** A DELETE that meets 404 after an attempt that may have been carried out has done its work. */
function isGone(error: unknown, attempt: AttemptInfo): error is NotFoundError {
  return attempt.mayHaveBeenProcessed && NotFoundError.is(error);
}

function goneExchange(what: string, { headers }: NotFoundError, { number }: AttemptInfo): SuccessResponse {
  const response = new Response(null, { status: 404, headers });
  return { what, response, text: "", attempts: number, alreadyGone: true };
}
