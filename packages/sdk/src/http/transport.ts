/** Sends a request, with retries, until it succeeds, fails for good, or reaches a limit. */
import { NotFoundError } from "../errors/api-errors.js";
import { CallAnalysisError } from "../errors/call-analysis-error.js";
import { SubmissionUncertainError, unknownWhetherCreated } from "../errors/flow-errors.js";
import { TimeoutError } from "../errors/request-errors.js";
import { type AttemptInfo, describeRetry, type OnRetry, withRetries } from "./attempts.js";
import { callSafely } from "./callback.js";
import { type AttemptTrace, type Deadline, runAttempt } from "./deadline.js";
import { type ExchangeDependencies, exchangeOnce, lostClaim, type SerializedRequest } from "./exchange.js";
import type { Log } from "./log.js";
import type { Pause } from "./pause.js";
import type { CreationRecord } from "./request-options.js";
import type { SuccessResponse } from "./response.js";
import { failureMayHaveBeenProcessed, isUncertain, type RetryPolicy } from "./retry.js";
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
  /** Called when the request waits for the end of the operation's pause, of so many milliseconds. */
  onPause?: ((pauseMs: number) => void) | undefined;
  /** The operation's. */
  pause: Pause;
  record?: CreationRecord | undefined;
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
    const { id, operation, what } = request;
    const { pause, onPause } = options;
    const { log, maxCreatesPerSecond } = this.#dependencies;
    return withRetries((attempt) => this.#recorded(request, options, attempt), {
      ...options,
      what,
      policy: options.retry,
      repeat: operation.repeat,
      onRetry: (event) => {
        log("info", describeRetry(what, event));
        options.onRetry?.(event);
      },
      starts: {
        pause,
        intervalMs: id === "createCall" ? 1_000 / maxCreatesPerSecond : 0,
        onPause: (pauseMs) => {
          log("info", `${what}: waits ${Math.round(pauseMs)} ms, for ${id} pauses after a 429.`);
          callSafely(onPause, pauseMs);
        },
      },
    });
  }

  /** One attempt, and what is recorded before and after it. */
  async #recorded(request: SerializedRequest, options: SendOptions, attempt: AttemptInfo): Promise<SuccessResponse> {
    const { record } = options;
    for (;;) {
      await record?.claim();
      const trace: AttemptTrace = { sent: false };
      try {
        return await this.#attempt(request, options, { ...attempt, trace });
      } catch (failure) {
        const error = trace.heldBack ? trace.heldBack.error : failure;
        if (error === lostClaim) continue;
        if (record && !isUncertain(error)) await record.released();
        throw error;
      }
    }
  }

  async #attempt(
    request: SerializedRequest,
    options: SendOptions,
    { number, mayHaveBeenProcessed, trace }: AttemptInfo & { trace: AttemptTrace },
  ): Promise<SuccessResponse> {
    const { log } = this.#dependencies;
    const { operation, what } = request;
    const sentAtMs = now();
    const line = (outcome: string) => `${what}: attempt ${number}, ${Math.round(now() - sentAtMs)} ms: ${outcome}`;
    try {
      const success = await traced("attempt", () => this.#exchange(request, options, { number, trace }), {
        describe: () => describeAttempt(request, number),
      });
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

  #exchange(
    request: SerializedRequest,
    options: SendOptions,
    { number: attempt, trace }: { number: number; trace: AttemptTrace },
  ): Promise<SuccessResponse> {
    const { what, target, operation } = request;
    const { timeoutMs, leavesBodyUnread, record } = options;
    const timeUp = () => {
      const why = trace.sent
        ? `no complete response within timeoutMs = ${timeoutMs} ms. Raise it, or look at the service's load.`
        : `nothing was sent within timeoutMs = ${timeoutMs} ms. Look at the ${target.keyName} function, the middleware, the connection.`;
      return new TimeoutError(`${what}: ${why}`, { kind: "attempt", requestSent: trace.sent });
    };
    return runAttempt(
      (signal) => exchangeOnce(request, this.#dependencies, { attempt, signal, trace, leavesBodyUnread, record }),
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
