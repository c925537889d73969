/**
 * Decides when the uploads and create requests of a batch start.
 *
 * - A refused create request holds all others back. Then one goes first, and each success lets one more be in flight.
 * - After an uncertain create request, nothing starts until a read of the service succeeds. So an outage does not make
 *   every recording uncertain.
 */
import { ApiError, CallAnalysisError, PollTimeoutError, SubmissionUncertainError, TimeoutError } from "../errors.js";
import { delay, type Limits, runWithin, startTimer } from "../request/limits.js";
import { askedPauseMs, type Retry, type RetryPolicy } from "../request/retry.js";
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

/** Thrown for an input that was waiting when the batch stopped. */
export const notStarted = Symbol("not started");

/** Why a batch stops by itself. */
export interface StopReason {
  error: unknown;
  why: string;
}

/** A call that exists. */
export interface Call {
  callId: string;
  /** Undefined if the journal already had the call. */
  createdAtMs?: number | undefined;
}

interface GateSetup {
  /** The limits of the batch. */
  limits: Limits;
  policy: RetryPolicy;
  /** Reads the service. */
  read: (categoryId: string) => Promise<unknown>;
  /** Called once nothing more starts. */
  onStop: () => void;
}

interface Creation {
  limits: Limits;
  categoryId: string;
  create: () => Promise<Call>;
  onRetry: (retry: Retry) => void;
}

interface Waiter {
  kind: "upload" | "create request";
  start: () => void;
  refuse: (reason: unknown) => void;
}

export class Gate {
  stopReason: StopReason | undefined;
  readonly #options: BatchOptions;
  readonly #setup: GateSetup;
  readonly #waiting = new Set<Waiter>();
  #cancelTimer = () => {};
  #isClosed = false;
  #inFlight = 0;
  #mostInFlight = Infinity;
  /** No create request starts earlier. All of these times are on the clock of `performance.now()`. */
  #nextMs = 0;
  /**
   * The time of the last refused or uncertain create request. A request that started earlier proves nothing about later
   * ones.
   */
  #heldAtMs = -Infinity;
  #closedAtMs = -Infinity;
  #lastSuccessMs = performance.now();
  /** The number of uncertain create requests in a row. */
  #uncertain = 0;
  /** The pause after the last refused create request; 0 once one was accepted. */
  #pauseMs = 0;

  constructor(options: BatchOptions, setup: GateSetup) {
    this.#options = options;
    this.#setup = setup;
  }

  async upload<T>(limits: Limits, upload: () => Promise<T>): Promise<T> {
    await this.#turn("upload", limits);
    const result = await upload();
    this.#lastSuccessMs = performance.now();
    return result;
  }

  /** Sends a create request, and for ten minutes again if it is refused. */
  async create({ limits, categoryId, create, onRetry }: Creation): Promise<Call> {
    let giveUpAtMs = Infinity;
    for (let attempt = 1; ; attempt += 1) {
      await this.#turn("create request", limits);
      const startedMs = performance.now();
      try {
        const call = await create();
        if (call.createdAtMs !== undefined) this.#succeeded(startedMs);
        return call;
      } catch (error) {
        this.#failed(error, startedMs, categoryId);
        giveUpAtMs = Math.min(giveUpAtMs, performance.now() + patienceMs);
        if (!this.#isWorthAnother(error, giveUpAtMs)) throw error;
        onRetry({ attempt, pauseMs: Math.max(this.#nextMs - performance.now(), 0), error });
      } finally {
        this.#inFlight -= 1;
        this.#admit();
      }
    }
  }

  /** Reads a category. Retries for ten minutes if the service does not answer. */
  async read(categoryId: string): Promise<void> {
    const { policy, limits, read } = this.#setup;
    const giveUpAtMs = performance.now() + patienceMs;
    for (let pauseMs = policy.initialDelayMs; ; pauseMs = Math.min(pauseMs * 2, longestReadPauseMs)) {
      try {
        await read(categoryId);
        return;
      } catch (error) {
        if (!this.#isWorthAnother(error, giveUpAtMs)) throw error;
        await delay(askedPauseMs(error) || pauseMs, limits, "Reading the category");
      }
    }
  }

  /** Stops the batch after a failure, if nothing has succeeded for ten minutes. */
  giveUp(error: unknown): void {
    if (this.#lastSuccessMs + patienceMs <= performance.now() && isOutage(error))
      this.#stop({ error, why: "the service accepted no create request for ten minutes." });
  }

  #isWorthAnother(error: unknown, giveUpAtMs: number): boolean {
    const isInTime = performance.now() < giveUpAtMs && (askedPauseMs(error) ?? 0) <= patienceMs;
    return this.#setup.policy.maxAttempts > 1 && isInTime && isOutage(error);
  }

  /** Waits until an upload or a create request may start. */
  #turn(kind: Waiter["kind"], limits: Limits): Promise<void> {
    const wait = (signal: AbortSignal) =>
      new Promise<void>((start, refuse) => {
        const waiter: Waiter = { kind, start, refuse };
        this.#waiting.add(waiter);
        signal.addEventListener("abort", () => {
          this.#waiting.delete(waiter);
          this.#admit();
        });
        this.#admit();
      });
    return runWithin(limits, `The ${kind}`, wait);
  }

  /** Starts everything that may start now, in order of arrival. */
  #admit(): void {
    this.#cancelTimer();
    for (const waiter of this.#waiting) {
      if (this.stopReason) waiter.refuse(notStarted);
      else if (this.#isClosed || (waiter.kind === "create request" && !this.#countCreation())) continue;
      else waiter.start();
      this.#waiting.delete(waiter);
    }
  }

  /** Returns false if no create request may start yet. */
  #countCreation(): boolean {
    const nowMs = performance.now();
    if (this.#inFlight >= this.#mostInFlight) return false;
    this.#cancelTimer();
    if (this.#nextMs > nowMs) {
      this.#cancelTimer = startTimer(Math.ceil(this.#nextMs - nowMs), () => this.#admit());
      return false;
    }
    this.#inFlight += 1;
    this.#nextMs = nowMs + 1_000 / (this.#options.createsPerSecond ?? Infinity);
    return true;
  }

  #succeeded(startedMs: number): void {
    this.#lastSuccessMs = performance.now();
    if (startedMs <= this.#heldAtMs) return;
    this.#uncertain = 0;
    this.#mostInFlight += 1;
    this.#pauseMs = 0;
  }

  #failed(error: unknown, startedMs: number, categoryId: string): void {
    const isAfterRead = startedMs > this.#closedAtMs;
    // Without a cause, it is the journal that does not know.
    if (isAfterRead && SubmissionUncertainError.is(error) && error.cause !== undefined) this.#close(error, categoryId);
    // An answer, whatever it says, ends the row. A connection that was refused is none.
    else if (isAfterRead && ApiError.is(error)) this.#uncertain = 0;
    if (isOutage(error)) this.#hold(error, startedMs);
  }

  #hold(error: unknown, startedMs: number): void {
    const { initialDelayMs, maxDelayMs } = this.#setup.policy;
    const nowMs = performance.now();
    const backoffMs = Math.min(Math.max(this.#pauseMs * 2, initialDelayMs), maxDelayMs);
    const pauseMs = Math.min(askedPauseMs(error) || backoffMs, patienceMs);
    this.#nextMs = Math.max(this.#nextMs, nowMs + pauseMs);
    if (startedMs <= this.#heldAtMs) return;
    this.#pauseMs = pauseMs;
    this.#heldAtMs = nowMs;
    this.#mostInFlight = 1;
  }

  /** Starts nothing until a read succeeds. Stops the batch if no read does. */
  async #close(error: SubmissionUncertainError, categoryId: string): Promise<void> {
    const { limits, policy } = this.#setup;
    this.#isClosed = true;
    this.#heldAtMs = this.#closedAtMs = performance.now();
    const tries = this.#uncertain;
    this.#uncertain += 1;
    if (tries >= (this.#options.stopAfterUncertain ?? 3)) {
      this.#stop({
        error,
        why: `${tries} create requests in a row ended uncertain, although reads of the service succeeded.`,
      });
      return;
    }
    const pauseMs = policy.initialDelayMs * pausesBeforeRead * readPauseGrowth ** tries;
    try {
      await delay(Math.min(pauseMs, longestReadPauseMs), limits, "Reading the category");
      await this.read(categoryId);
    } catch (failure) {
      this.#stop({
        error: failure,
        why: "a create request ended uncertain, and the category could no longer be read.",
      });
      return;
    }
    this.#isClosed = false;
    this.#mostInFlight = 1;
    this.#admit();
  }

  #stop(reason: StopReason): void {
    this.stopReason ??= reason;
    this.#setup.onStop();
    this.#admit();
  }
}

/** Whether the error means that the service is unreachable or busy, so that the request may succeed later. */
function isOutage(error: unknown): boolean {
  if (!CallAnalysisError.is(error) || !error.isRetryable || PollTimeoutError.is(error)) return false;
  return !TimeoutError.is(error) || error.kind === "attempt";
}
