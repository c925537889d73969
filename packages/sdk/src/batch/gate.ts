/**
 * Decides when the uploads and create requests of a batch start.
 *
 * - A refused create request holds all others back. Then one goes first, and each success lets one more be in flight.
 * - Each 429 makes the time between two create requests longer, and each success makes it a little shorter.
 * - After an uncertain create request, those in flight end. Then nothing starts until a read of the service succeeds. So
 *   an outage does not make every recording uncertain.
 */
import type { CallAnalysis } from "../client.js";
import { ApiError, CallAnalysisError, RateLimitError, SubmissionUncertainError, TimeoutError } from "../errors.js";
import { delay, type Limits, runWithin, startTimer } from "../request/limits.js";
import { askedPauseMs, type Retry } from "../request/retry.js";
import type { BatchOptions } from "./batch-options.js";

/** How long an outage may last before an input fails or the batch stops, in milliseconds. */
export const patienceMs = 600_000;

/**
 * The first pause before a read is ten times the policy's `initialDelayMs`: by default 5 s. The next are 20 s and a
 * minute.
 */
const pausesBeforeRead = 10;
const readPauseGrowth = 4;
const longestReadPauseMs = 60_000;

/** Each 429 multiplies the time between two create requests by `growth`, and each accepted one by `shrinkage`. */
const growth = 1.75;
const shrinkage = 0.95;

/** Thrown for an input that was waiting when the batch stopped. */
export const notStarted = Symbol("not started");

/** A call that exists. */
export interface Call {
  callId: string;
  /** Undefined if the journal already had the call. */
  createdAtMs?: number | undefined;
}

interface Creation {
  limits: Limits;
  categoryId: string;
  create: () => Promise<Call>;
  onRetry: (retry: Retry) => void;
}

export class Gate {
  /** Why the batch stopped by itself. */
  outage: CallAnalysisError | undefined;
  /** Aborted when the batch takes no further input. */
  readonly closed = new AbortController();
  readonly #sdk: CallAnalysis;
  readonly #options: BatchOptions;
  readonly #limits: Limits;
  /** Each starts an upload or a create request, if it may start. In order of arrival. */
  readonly #waiting = new Set<() => void>();
  #cancelTimer: (() => void) | undefined;
  #inFlight = 0;
  #mostInFlight = Infinity;
  /** Whether the next create request goes first, because one was refused or uncertain. */
  #isHeld = false;
  /** The uncertain create request since which no read has succeeded. */
  #uncertain: { error: unknown; categoryId: string } | undefined;
  /** The number of create requests in a row that went first after a read. */
  #probes = 0;
  /** No create request starts earlier. All of these times are on the clock of `performance.now()`. */
  #nextMs = 0;
  #lastSuccessMs = performance.now();
  /** The pause after the last refused create request; 0 once one was accepted. */
  #pauseMs = 0;
  /** The time between the starts of two create requests. */
  #intervalMs = 0;

  constructor(sdk: CallAnalysis, options: BatchOptions, limits: Limits) {
    this.#sdk = sdk;
    this.#options = options;
    this.#limits = limits;
  }

  /** Sends a create request, and again for ten minutes if it is refused. */
  create({ limits, categoryId, create, onRetry }: Creation): Promise<Call> {
    const createInTurn = async () => {
      await this.turn(limits, () => this.#countCreation());
      try {
        const call = await create();
        if (call.createdAtMs !== undefined) {
          this.#lastSuccessMs = call.createdAtMs;
          this.#mostInFlight += 1;
          this.#probes = this.#pauseMs = 0;
          this.#intervalMs *= shrinkage;
        }
        return call;
      } catch (error) {
        // Without a cause, it is the journal that does not know.
        if (SubmissionUncertainError.is(error) && error.cause !== undefined) this.#uncertain ??= { error, categoryId };
        // A response, whatever it says.
        if (ApiError.is(error)) this.#probes = 0;
        if (isOutage(error)) this.#hold(error);
        throw error;
      } finally {
        this.#inFlight -= 1;
        if (this.#uncertain && this.#inFlight === 0) void this.#reopen(this.#uncertain);
        this.#admit();
      }
    };
    return this.#repeat(createInTurn, (attempt, error) =>
      onRetry({ attempt, error, pauseMs: Math.max(this.#nextMs - performance.now(), 0) }),
    );
  }

  /** Reads a category, and again for ten minutes if the service does not answer. */
  read(categoryId: string): Promise<unknown> {
    const { signal } = this.#limits;
    return this.#repeat(
      () => this.#sdk.categories.get(categoryId, { signal, deadlineMs: Infinity, retry: false }),
      (attempt, error) => this.#pauseBeforeRead(2 ** (attempt - 1), error),
    );
  }

  #pauseBeforeRead(factor: number, error?: unknown): Promise<void> {
    const backoffMs = Math.min(this.#sdk.retry.initialDelayMs * factor, longestReadPauseMs);
    return delay(askedPauseMs(error) || backoffMs, this.#limits, "Reading the category");
  }

  /** Repeats a request for ten minutes, as long as the service is unreachable or busy. */
  async #repeat<T>(send: () => Promise<T>, beforeNext: (attempt: number, error: unknown) => unknown): Promise<T> {
    let giveUpAtMs = Infinity;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await send();
      } catch (error) {
        giveUpAtMs = Math.min(giveUpAtMs, performance.now() + patienceMs);
        const isInTime = performance.now() < giveUpAtMs && (askedPauseMs(error) ?? 0) <= patienceMs;
        if (this.#sdk.retry.maxAttempts === 1 || !isInTime || !isOutage(error)) throw error;
        await beforeNext(attempt, error);
      }
    }
  }

  /** Stops the batch after a failure, if no create request has succeeded for ten minutes. */
  giveUp(error: unknown): void {
    if (this.#lastSuccessMs + patienceMs <= performance.now() && isOutage(error)) this.#stop(error);
  }

  /** Waits until an upload or a create request may start. */
  turn(limits: Limits, mayStart = () => true): Promise<void> {
    const wait = (signal: AbortSignal) =>
      new Promise<void>((start, refuse) => {
        const tryToStart = () => {
          if (this.outage) refuse(notStarted);
          else if (!this.#uncertain && mayStart()) start();
          else return;
          this.#waiting.delete(tryToStart);
        };
        this.#waiting.add(tryToStart);
        signal.addEventListener("abort", () => {
          this.#waiting.delete(tryToStart);
          this.#admit();
        });
        this.#admit();
      });
    return runWithin(limits, "Waiting for other inputs", wait);
  }

  /** Starts everything that may start now. */
  #admit(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    for (const tryToStart of this.#waiting) tryToStart();
  }

  /** Returns false if no create request may start yet. */
  #countCreation(): boolean {
    const nowMs = performance.now();
    if (this.#inFlight >= this.#mostInFlight) return false;
    if (this.#nextMs > nowMs) {
      // One timer for all that wait.
      this.#cancelTimer ??= startTimer(Math.ceil(this.#nextMs - nowMs), () => this.#admit());
      return false;
    }
    if (this.#isHeld) this.#mostInFlight = 1;
    this.#isHeld = false;
    this.#inFlight += 1;
    this.#nextMs = nowMs + Math.max(1_000 / (this.#options.createsPerSecond ?? Infinity), this.#intervalMs);
    return true;
  }

  #hold(error: unknown): void {
    const { initialDelayMs, maxDelayMs } = this.#sdk.retry;
    // The refusals of one moment count once.
    if (!this.#isHeld) {
      this.#isHeld = true;
      this.#pauseMs = Math.min(Math.max(this.#pauseMs * 2, initialDelayMs), maxDelayMs);
      if (RateLimitError.is(error))
        this.#intervalMs = Math.min(Math.max(this.#intervalMs * growth, initialDelayMs / 10), maxDelayMs);
    }
    const pauseMs = Math.min(askedPauseMs(error) || this.#pauseMs, patienceMs);
    this.#nextMs = Math.max(this.#nextMs, performance.now() + pauseMs);
  }

  /** Lets uploads and create requests start again after a read. Stops the batch if no read succeeds. */
  async #reopen({ error, categoryId }: { error: unknown; categoryId: string }): Promise<void> {
    try {
      if (this.#probes >= (this.#options.stopAfterUncertain ?? 3)) throw error;
      await this.#pauseBeforeRead(pausesBeforeRead * readPauseGrowth ** this.#probes);
      await this.read(categoryId);
      this.#probes += 1;
      this.#isHeld = true;
      this.#uncertain = undefined;
      this.#admit();
    } catch (failure) {
      this.#stop(failure);
    }
  }

  #stop(error: unknown): void {
    // A copy: an outcome may have the error itself.
    const copy = CallAnalysisError.fromJSON(CallAnalysisError.is(error) ? error.toJSON() : error);
    this.outage ??= Object.assign(copy, { cause: error });
    this.closed.abort();
    this.#admit();
  }
}

/**
 * Whether the error means that the service is unreachable or busy, so that the request may succeed later. At the stage
 * `poll` the call exists already.
 */
function isOutage(error: unknown): boolean {
  const isRetryable = CallAnalysisError.is(error) && error.isRetryable && error.stage !== "poll";
  return isRetryable && !(TimeoutError.is(error) && error.kind === "deadline");
}
