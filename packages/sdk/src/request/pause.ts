/**
 * When the attempts of one operation may start. After a 429 none starts before the pause is over; then one goes first, and
 * with each response a few more. One that has started, and waits for a ledger or a key, is not held back again. `docs/decisions/0012-a-429-pauses-the-operation.md` has the rule and its reasons.
 */
import { RateLimitError } from "../errors/api-errors.js";
import { callSafely } from "./callback.js";
import { type Deadline, type SentMark, withinLimits } from "./deadline.js";
import type { RetryPolicy } from "./retry.js";
import { noLimit, now, startTimer } from "./timers.js";

/** How many further requests each response lets start: two responses let three of them start. */
const placesByResponse = 1.5;

/** Without a `Retry-After`: if requests have got other responses since the last pause, the next one is this much of it. */
const shortening = 0.9;

/** No pause keeps later requests back for longer, in milliseconds: a `Retry-After` of a year is probably a mistake. */
const longestSharedPauseMs = 3_600_000;

/** Spaces starts evenly, for the clients that share one `maxCreatesPerSecond`. */
export interface Gate {
  /** From one start to the next at least, in milliseconds. */
  readonly intervalMs: number;
  /** On the clock of `now()`. */
  nextStartMs: number;
}

/** A request that is to start, and what ends its waits. */
export interface StartingRequest {
  /** For messages, such as `GET https://host/v1/agents`. */
  what: string;
  deadline: Deadline;
  signal: AbortSignal | undefined;
  /** @default none */
  gate?: Gate | undefined;
  /** Called when it has to wait for the end of a pause. What it throws is ignored. */
  onPause?: ((pauseMs: number) => void) | undefined;
}

/** The same for one of its attempts. */
export interface WaitingStart extends StartingRequest {
  /** The longest pause that it waits for, in milliseconds. */
  longestPauseMs: number;
  /** How often it was sent before. */
  attempts: number;
  /** Why it is sent again. */
  cause?: unknown;
  /** Whether an earlier attempt may have been processed. */
  mark: SentMark;
}

/** A request that waits. */
interface Waiting extends WaitingStart {
  /** Whether it was let go. @default false */
  isFree?: boolean;
  start: () => void;
  refuse: (error: RateLimitError) => void;
}

/** A 429, and the request that it answers. */
interface Refusal {
  error: RateLimitError;
  /** The request's place in the order of all starts. */
  order: number;
  /** The pause that the service asks for, in milliseconds, if it does. */
  askedMs: number | undefined;
  policy: RetryPolicy;
}

/** The starts of one operation, for all clients that share its service and key. */
export class Starts {
  #untilMs = 0;
  #lastError: RateLimitError | undefined;
  /** How many requests have started, and how many of them before the last refusal. */
  #started = 0;
  #startedBeforeRefusal = 0;
  /** How many may start before there is another response. */
  #places = Number.POSITIVE_INFINITY;
  /** The last pause that the service did not ask for, before jitter. */
  #ownMs = 0;
  /** Whether a request that started after the last refusal has ended in another way. */
  #hasEndedOtherwise = false;
  readonly #waiting = new Set<Waiting>();
  #cancelTimer = () => {};

  /** Lets a request start now if it may, and tells whether it does. */
  tryStart(gate: Gate | undefined): boolean {
    const isFree = this.#places >= 1 && this.#leftMs(gate) === 0;
    if (isFree) this.#usePlace(gate);
    return isFree;
  }

  /**
   * Resolves when a request that does not start now may start.
   *
   * @throws {RateLimitError} at once when it may not wait for the end of the pause
   */
  waitForStart(request: WaitingStart): Promise<void> {
    const { gate } = request;
    this.#checkPause(request);
    let leastMs = this.#leftMs(gate);
    for (const waiting of this.#waiting) if (gate && waiting.gate === gate) leastMs += gate.intervalMs;
    return withinLimits((signal) => this.#join(request, signal), { ...request, leastMs });
  }

  /** Counts a request that starts now. Returns its place in the order of all. */
  countStart(): number {
    this.#started += 1;
    return this.#started;
  }

  /**
   * The service refused a request because of the rate.
   *
   * @returns how long this request pauses, in milliseconds: as long as the service asks for, or else the operation
   */
  refused({ error, order, askedMs, policy }: Refusal): number {
    // One that started before the last refusal changes neither the places nor the next length; the pause lasts until its end too.
    if (order > this.#startedBeforeRefusal) {
      if (askedMs === undefined) this.#ownMs = this.#nextOwnMs(policy);
      this.#startedBeforeRefusal = this.#started;
      this.#hasEndedOtherwise = false;
      this.#places = 1;
    }
    const pauseMs = askedMs ?? this.#ownMs * (1 - policy.jitter * Math.random());
    this.#lastError = error;
    this.#untilMs = Math.max(this.#untilMs, now() + Math.min(pauseMs, longestSharedPauseMs));
    for (const waiting of this.#waiting) this.#checkAgain(waiting);
    // The refused request may not come back: then one of those that wait goes first.
    this.#startNext();
    return pauseMs;
  }

  /** A request has ended in another way. One that sent nothing says nothing about the rate, and only gives its place back. */
  ended(order: number, { sent }: SentMark): void {
    if (order <= this.#startedBeforeRefusal) return;
    this.#hasEndedOtherwise ||= sent;
    this.#places += sent ? placesByResponse : 1;
    this.#startNext();
  }

  /** As long as pauses are too short they become longer; one that was long enough is tried a little shorter. */
  #nextOwnMs({ initialDelayMs, factor, maxDelayMs }: RetryPolicy): number {
    const nextMs = this.#ownMs * (this.#hasEndedOtherwise ? shortening : factor);
    return Math.min(Math.max(nextMs, initialDelayMs), maxDelayMs);
  }

  /** What is left of the pause, in milliseconds. */
  #pauseLeftMs(): number {
    return Math.max(0, this.#untilMs - now());
  }

  #leftMs(gate: Gate | undefined): number {
    return Math.max(this.#pauseLeftMs(), gate ? gate.nextStartMs - now() : 0);
  }

  #usePlace(gate: Gate | undefined): void {
    this.#places -= 1;
    if (gate) gate.nextStartMs = now() + gate.intervalMs;
  }

  /** @throws {RateLimitError} when the request may not wait so long */
  #checkPause({ what, longestPauseMs, deadline, attempts, onPause }: WaitingStart): void {
    const pauseMs = this.#pauseLeftMs();
    if (pauseMs === 0 || !this.#lastError) return;
    const mayWait = pauseMs <= longestPauseMs && !deadline.passesWithin(pauseMs);
    if (!mayWait) throw notSent(this.#lastError, { what, pauseMs, attempts });
    callSafely(onPause, pauseMs);
  }

  #checkAgain(waiting: Waiting): void {
    try {
      this.#checkPause(waiting);
    } catch (error) {
      this.#waiting.delete(waiting);
      waiting.refuse(error as RateLimitError);
    }
  }

  #join(request: WaitingStart, signal: AbortSignal): Promise<void> {
    return new Promise((start, refuse) => {
      const waiting: Waiting = { ...request, start, refuse };
      this.#waiting.add(waiting);
      signal.addEventListener("abort", () => this.#leave(waiting));
      this.#startNext();
    });
  }

  /** Whoever waits for a gate keeps back nobody who waits for another one. */
  #startNext(): void {
    let soonestMs = noLimit;
    for (const waiting of this.#waiting) {
      if (this.#places < 1) break;
      const leftMs = this.#leftMs(waiting.gate);
      if (leftMs > 0) {
        soonestMs = Math.min(soonestMs, leftMs);
        continue;
      }
      this.#waiting.delete(waiting);
      this.#usePlace(waiting.gate);
      waiting.isFree = true;
      waiting.start();
    }
    this.#cancelTimer();
    if (soonestMs < noLimit) this.#cancelTimer = startTimer(soonestMs, () => this.#startNext());
  }

  #leave(waiting: Waiting): void {
    this.#waiting.delete(waiting);
    // It was let go in this turn, and sends nothing.
    if (waiting.isFree) this.#places += 1;
    this.#startNext();
  }
}

/** The error for a request that is not sent: the last refusal's, with the time that is left. */
function notSent(
  { requestId, headers, body, fieldErrors }: RateLimitError,
  { what, pauseMs, attempts }: { what: string; pauseMs: number; attempts: number },
): RateLimitError {
  const seconds = Math.ceil(pauseMs / 1_000);
  const message = `${what}: not sent. The service answered 429 to this operation, which pauses for ${seconds} s more. Wait for retryAfterMs.`;
  const left = { retryAfterMs: Math.ceil(pauseMs), attempts };
  return new RateLimitError(message, { status: 429, requestId, headers, body, fieldErrors, ...left });
}
