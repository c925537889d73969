/** Sends a request, with retries, until it succeeds, fails for good, or reaches a limit. */
import { ApiError, NotFoundError, RateLimitError } from "../errors/api-errors.js";
import { CallAnalysisError } from "../errors/call-analysis-error.js";
import { SubmissionUncertainError, unknownWhetherCreated } from "../errors/flow-errors.js";
import { TimeoutError } from "../errors/request-errors.js";
import { type AttemptTrace, type Deadline, runAttempt } from "./deadline.js";
import { type ExchangeDependencies, exchangeOnce, type SerializedRequest } from "./exchange.js";
import type { Log } from "./log.js";
import type { SuccessResponse } from "./response.js";
import {
  type AttemptInfo,
  backoffMs,
  describeRetry,
  failureMayHaveBeenProcessed,
  type OnRetry,
  obeyedRetryAfterMs,
  type RetryPolicy,
  withRetries,
} from "./retry.js";
import type { Throttle } from "./throttle.js";
import { now } from "./timers.js";
import { type TracedAttempt, traced } from "./tracing.js";

export interface TransportDependencies extends ExchangeDependencies {
  log: Log;
  /** How often `createCall` starts at most; Infinity for no limit. */
  maxCreatesPerSecond: number;
}

/** How one request is sent, and what ends it. */
export interface SendOptions {
  timeoutMs: number;
  deadline: Deadline;
  retry: RetryPolicy;
  signal: AbortSignal | undefined;
  onRetry?: OnRetry | undefined;
  /** What the clients that share the service know of its limits. */
  throttle: Throttle;
  /** How long 429s use up no attempts, in milliseconds. */
  throttleTimeoutMs?: number | undefined;
  /** Called when headers arrive: whether the caller wants the body unread. */
  leavesBodyUnread: () => boolean;
}

export class Transport {
  readonly #dependencies: TransportDependencies;

  constructor(dependencies: TransportDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Sends a request, again where that is safe.
   *
   * @returns a response with status 2xx, or a stand-in response for a DELETE that an earlier attempt completed
   * @throws {CallAnalysisError} in every other case; an error that a middleware throws passes unchanged
   */
  send(request: SerializedRequest, options: SendOptions): Promise<SuccessResponse> {
    const { operation, what } = request;
    return withRetries((attempt) => this.#attempt(request, options, attempt), {
      ...options,
      what,
      policy: options.retry,
      repeat: operation.repeat,
      onRetry: (event) => {
        this.#dependencies.log("info", describeRetry(what, event));
        options.onRetry?.(event);
      },
    });
  }

  async #attempt(request: SerializedRequest, options: SendOptions, attempt: AttemptInfo): Promise<SuccessResponse> {
    const { log, maxCreatesPerSecond } = this.#dependencies;
    const { id, operation, what } = request;
    const { throttle } = options;
    const { number, mayHaveBeenProcessed } = attempt;
    const trace: AttemptTrace = { sent: false };
    const wait = throttle.waitFor(id, id === "createCall" ? 1_000 / maxCreatesPerSecond : 0);
    if (wait) await wait({ ...options, what, requestSent: mayHaveBeenProcessed });
    const sentAtMs = now();
    const line = (outcome: string) => `${what}: attempt ${number}, ${Math.round(now() - sentAtMs)} ms: ${outcome}`;
    try {
      const success = await traced("attempt", () => this.#exchange(request, options, { number, trace }), {
        describe: () => describeAttempt(request, number),
      });
      throttle.taken(id);
      log("debug", () => line(`${success.response.status}`));
      return success;
    } catch (error) {
      log("debug", () => line(CallAnalysisError.is(error) ? error.message : String(error)));
      if (RateLimitError.is(error)) this.#pauseAll(error, request, { ...options, number, sentAtMs });
      else if (ApiError.is(error)) throttle.taken(id);
      if (operation.uncertain && trace.sent && failureMayHaveBeenProcessed(error)) {
        throw submissionUncertain(what, error, number);
      }
      if (operation.method !== "DELETE" || !mayHaveBeenProcessed || !NotFoundError.is(error)) throw error;
      // An earlier attempt deleted it.
      const response = new Response(null, { status: 404, headers: error.headers });
      return { what, response, text: "", attempts: number, alreadyGone: true };
    }
  }

  /** After a 429 nothing starts for as long as the refused request itself would pause. */
  #pauseAll(
    error: RateLimitError,
    { id, target }: SerializedRequest,
    { retry, throttle, throttleTimeoutMs = 0, number, sentAtMs }: SendOptions & { number: number; sentAtMs: number },
  ): void {
    const askedMs = obeyedRetryAfterMs(error) || backoffMs(retry, number, Math.random());
    const pauseMs = Math.min(askedMs, Math.max(retry.maxRetryAfterMs, throttleTimeoutMs));
    // A client that never waits pauses nobody.
    if (pauseMs === 0) return;
    throttle.refused(id, { sentAtMs, pauseMs });
    this.#dependencies.log("info", `${target.origin} answered 429: no request starts for ${Math.round(pauseMs)} ms.`);
  }

  #exchange(
    request: SerializedRequest,
    options: SendOptions,
    { number: attempt, trace }: { number: number; trace: AttemptTrace },
  ): Promise<SuccessResponse> {
    const { what, target, operation } = request;
    const { timeoutMs, leavesBodyUnread } = options;
    const timeUp = () => {
      const why = trace.sent
        ? `no complete response within timeoutMs = ${timeoutMs} ms. Raise it, or look at the service's load.`
        : `nothing was sent within timeoutMs = ${timeoutMs} ms. Look at the ${target.keyName} function, the middleware, the connection.`;
      return new TimeoutError(`${what}: ${why}`, { kind: "attempt", requestSent: trace.sent });
    };
    return runAttempt(
      (signal) => exchangeOnce(request, this.#dependencies, { attempt, signal, trace, leavesBodyUnread }),
      { ...options, what, trace, isCreate: operation.repeat === "unprocessed", timeUp },
    );
  }
}

function describeAttempt({ id, operation, target, shownUrl }: SerializedRequest, attempt: number): TracedAttempt {
  const urlTemplate = target.baseUrl.slice(target.origin.length) + operation.path;
  return { operation: id, method: operation.method, url: shownUrl, urlTemplate, attempt };
}

/** The error of a request that may have created a call although it failed, with the failure as its cause. */
export function submissionUncertain(what: string, cause: unknown, attempts: number): SubmissionUncertainError {
  if (CallAnalysisError.is(cause)) cause.attempts = attempts;
  const message = `${what}: it was sent, ${unknownWhetherCreated} before you send it again: that can create a second call.`;
  return new SubmissionUncertainError(message, { cause, attempts });
}
