/** The way of every request to the interface: key, origin, attempt, retry decision. */
import type { OperationId } from "../contract/validator.js";
import { NotFoundError } from "../errors/api-errors.js";
import { CallAnalysisError } from "../errors/call-analysis-error.js";
import { ConfigurationError, TimeoutError } from "../errors/request-errors.js";
import { type AttemptTrace, runAttempt } from "./attempt.js";
import { type ApiKey, resolveKey } from "./auth.js";
import { connectionError } from "./connection.js";
import { Deadline } from "./deadline.js";
import type { Log } from "./log.js";
import { compose, type Middleware } from "./middleware.js";
import type { Operation } from "./operations.js";
import type { Secrets } from "./redaction.js";
import { apiError, type Exchange, isRedirect, redirectError } from "./response.js";
import type { RetryPolicy } from "./retry.js";
import { type AttemptInfo, describeRetry, type OnRetry, withRetries } from "./retry-loop.js";
import { leavesDoubt, submissionUncertain } from "./submission.js";
import { now } from "./timers.js";

/** The signature of the global `fetch`, as far as it is used. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Where requests of one interface go, and with which key. */
export interface Target {
  origin: string;
  keyName: string;
  apiKey: ApiKey;
}

/** What the transport is made of. */
export interface TransportParts {
  fetch: Fetch;
  secrets: Secrets;
  log: Log;
  middleware: readonly Middleware[];
}

/** One request, serialized. */
export interface Outgoing {
  id: OperationId;
  operation: Operation;
  target: Target;
  url: string;
  headers: Headers;
  body: string | undefined;
}

/** What bounds it. */
export interface SendPlan {
  timeoutMs: number;
  deadlineMs: number | undefined;
  retry: RetryPolicy;
  signal: AbortSignal | undefined;
  onRetry: OnRetry | undefined;
  /** Asked when headers arrive: whether the caller wants the body unread. */
  leavesBodyUnread: () => boolean;
}

export class Transport {
  readonly #parts: TransportParts;

  constructor(parts: TransportParts) {
    this.#parts = parts;
  }

  /**
   * Sends a request, again where that is safe.
   *
   * @returns an answer with status 2xx
   * @throws {CallAnalysisError} in every other case
   */
  send(outgoing: Outgoing, plan: SendPlan): Promise<Exchange> {
    const what = `${outgoing.operation.method} ${outgoing.url}`;
    const deadline = new Deadline(plan.deadlineMs);
    return withRetries((attempt) => this.#attempt(outgoing, plan, { what, deadline, attempt }), {
      what,
      policy: plan.retry,
      repeat: outgoing.operation.repeat,
      deadline,
      signal: plan.signal,
      onRetry: (retry) => {
        this.#parts.log("info", describeRetry(what, retry));
        plan.onRetry?.(retry);
      },
    });
  }

  async #attempt(outgoing: Outgoing, plan: SendPlan, scope: AttemptScope): Promise<Exchange> {
    const trace: AttemptTrace = { sent: false };
    const startedMs = now();
    const { what, deadline, attempt } = scope;
    try {
      const exchange = await runAttempt((signal) => this.#exchange(outgoing, plan, { ...scope, signal, trace }), {
        ...plan,
        what,
        deadline,
        trace,
        timeUp: () => attemptTimeout(what, plan.timeoutMs, trace),
      });
      this.#log(scope, `${exchange.response.status}`, startedMs);
      return exchange;
    } catch (error) {
      this.#log(scope, CallAnalysisError.is(error) ? error.message : String(error), startedMs);
      if (outgoing.operation.uncertain && leavesDoubt(error, trace.sent)) throw submissionUncertain(what, error);
      return this.#acceptGone(error, outgoing, attempt, what);
    }
  }

  async #exchange(outgoing: Outgoing, plan: SendPlan, scope: ExchangeScope): Promise<Exchange> {
    const { secrets } = this.#parts;
    const { what, attempt } = scope;
    const response = await this.#respond(outgoing, scope);
    if (isRedirect(response)) throw redirectError(what, response);
    if (!response.ok) throw apiError(what, response, await this.#readText(response, what), secrets);
    const text = plan.leavesBodyUnread() ? undefined : await this.#readText(response, what);
    return { what, response, text, attempts: attempt.number };
  }

  async #respond(outgoing: Outgoing, scope: ExchangeScope): Promise<Response> {
    const { operation, url, headers, body } = outgoing;
    // "manual": a redirect must not carry custom headers to another origin. Polls must not meet a browser's cache.
    const init: RequestInit = { method: operation.method, headers, redirect: "manual", cache: "no-store" };
    if (body !== undefined) init.body = body;
    const { middleware } = this.#parts;
    if (middleware.length === 0) return this.#fetchOnce(url, init, outgoing, scope);
    const last = (request: Request) => this.#fetchOnce(request, { redirect: "manual" }, outgoing, scope);
    const context = { operation: outgoing.id, attempt: scope.attempt.number };
    return compose(middleware, last, context)(new Request(url, init));
  }

  async #fetchOnce(
    input: string | Request,
    init: RequestInit,
    outgoing: Outgoing,
    scope: ExchangeScope,
  ): Promise<Response> {
    const { fetch, secrets } = this.#parts;
    const { origin, keyName, apiKey } = outgoing.target;
    const address = typeof input === "string" ? input : input.url;
    if (new URL(address).origin !== origin) {
      throw new ConfigurationError(
        `middleware: the request was turned to another origin than ${origin}, and is not sent.`,
      );
    }
    const key = await resolveKey(keyName, apiKey);
    secrets.add(key);
    const headers = new Headers(typeof input === "string" ? init.headers : input.headers);
    headers.set("authorization", `Bearer ${key}`);
    scope.signal.throwIfAborted();
    scope.trace.sent = true;
    try {
      return await fetch(input, { ...init, headers, signal: scope.signal });
    } catch (failure) {
      throw connectionError(scope.what, failure, secrets.redactCause(failure));
    }
  }

  async #readText(response: Response, what: string): Promise<string> {
    try {
      return await response.text();
    } catch (failure) {
      throw connectionError(`${what}: the answer broke off`, undefined, this.#parts.secrets.redactCause(failure));
    }
  }

  /** A DELETE that meets 404 after an attempt that may have been carried out has done its work. */
  #acceptGone(error: unknown, outgoing: Outgoing, attempt: AttemptInfo, what: string): Exchange {
    const isGone = outgoing.operation.method === "DELETE" && attempt.mayRepeatWork && NotFoundError.is(error);
    if (!isGone) throw error;
    const response = new Response(null, { status: 404, headers: error.headers });
    return { what, response, text: "", attempts: attempt.number, alreadyGone: true };
  }

  #log({ what, attempt }: AttemptScope, outcome: string, startedMs: number): void {
    this.#parts.log("debug", `${what}: attempt ${attempt.number}, ${Math.round(now() - startedMs)} ms: ${outcome}`);
  }
}

function attemptTimeout(what: string, timeoutMs: number, trace: AttemptTrace): TimeoutError {
  const message = `${what}: no complete answer within timeoutMs = ${timeoutMs} ms. Raise it, or look at the service's load.`;
  return new TimeoutError(message, { kind: "attempt", requestSent: trace.sent });
}

interface AttemptScope {
  what: string;
  deadline: Deadline;
  attempt: AttemptInfo;
}

interface ExchangeScope extends AttemptScope {
  signal: AbortSignal;
  trace: AttemptTrace;
}
