import type { AnalysisSnapshot } from "../contract/types.js";
import { ApiError, AuthenticationError, NotFoundError, PermissionDeniedError } from "../errors/api-errors.js";
import { PollTimeoutError } from "../errors/flow-errors.js";
import { AbortError, ConfigurationError, TimeoutError } from "../errors/request-errors.js";
import { callSafely } from "../http/callback.js";
import type { Deadline } from "../http/deadline.js";
import type { Log } from "../http/log.js";
import { delay, now } from "../http/timers.js";
import { type Classification, isKnownStatus } from "./classify.js";
import { hasAnalysis } from "./completed.js";
import type { OnEvent } from "./events.js";
import type { PollOptions } from "./poll-options.js";
import { pauseBeforePoll } from "./poll-schedule.js";
import type { ServiceTimes } from "./service-times.js";

/** What a wait needs. */
export interface WaitScope {
  /** One reading, in one attempt: the wait itself is what tries again. */
  read: (limits: { deadlineMs: number }) => Promise<AnalysisSnapshot>;
  /** When the call was created, if that was just now: on the clock of `now()`. */
  createdAtMs: number | undefined;
  poll: PollOptions;
  deadline: Deadline;
  signal: AbortSignal | undefined;
  onEvent: OnEvent | undefined;
  /** Of the calls of a batch. */
  serviceTimes: ServiceTimes | undefined;
  log: Log;
}

/** The time that the last reading has of its own, when the wait's time is up already, in milliseconds. */
const lastReadingMs = 1_000;

/** How long a call that was just created may be unknown to the servers that are asked for it, in milliseconds. */
const settlingMs = 30_000;

/** The state of one wait: its time, its failures in a row, and what it has reported. */
export class Wait {
  readonly #callId: string;
  readonly #scope: WaitScope;
  readonly #startedMs = now();
  readonly #reported = new Set<string>();
  #polls = 0;
  #failuresInRow = 0;
  #pendingMs: number | undefined;
  #pauseMs: number;
  #last: AnalysisSnapshot | undefined;
  #lastError: unknown;

  constructor(callId: string, scope: WaitScope) {
    this.#callId = callId;
    this.#scope = scope;
    this.#pauseMs = this.#ownPauseMs();
  }

  /**
   * The pause before the next reading, cut so that there is a last one when the time is up.
   *
   * @throws {PollTimeoutError} when that one has been
   * @throws {TimeoutError} of kind `deadline` when the flow's time would be up before it
   */
  async pause(): Promise<void> {
    if (this.#leftMs() <= 0) throw this.#timeUp();
    const pauseMs = Math.min(this.#pauseMs, this.#leftMs());
    if (this.#scope.deadline.passesWithin(pauseMs)) throw this.#deadlinePassed();
    await delay(pauseMs, this.#scope.signal);
  }

  /** A reading, or undefined after a failure that is tolerated. */
  async read(): Promise<AnalysisSnapshot | undefined> {
    this.#polls += 1;
    this.#pauseMs = this.#ownPauseMs();
    const ownMs = Math.max(this.#leftMs(), lastReadingMs);
    const remainingMs = this.#scope.deadline.remainingMs();
    // Decided now: timers fire up to a millisecond early, when the deadline has not quite passed.
    const endsByDeadline = remainingMs <= ownMs;
    try {
      this.#last = await this.#scope.read({ deadlineMs: Math.min(ownMs, remainingMs) });
      this.#failuresInRow = 0;
      this.#lastError = undefined;
      return this.#last;
    } catch (error) {
      this.#tolerate(error, endsByDeadline);
      return undefined;
    }
  }

  /** Tells what was read; what is unusual about a status is logged once. */
  report(snapshot: AnalysisSnapshot, meaning: Classification): void {
    const { status } = snapshot;
    this.#learn(meaning);
    callSafely(this.#scope.onEvent, { type: "polling", callId: this.#callId, status, poll: this.#polls });
    if (this.#reported.has(status) || meaning !== "pending") return;
    this.#reported.add(status);
    if (this.#isCompletedSoFar(snapshot)) this.#warn("is completed without an analysis; it is read again");
    else if (!isKnownStatus(status)) this.#warn(`has the unknown status "${status}", taken as pending`);
  }

  #learn(meaning: Classification): void {
    const ageMs = this.#ageMs();
    // A failure comes at a time of its own: it says nothing of how long an analysis takes.
    if (ageMs !== undefined && meaning === "completed") this.#scope.serviceTimes?.add(ageMs, this.#pendingMs);
    if (meaning === "pending") this.#pendingMs = ageMs;
  }

  #tolerate(error: unknown, endsByDeadline: boolean): void {
    if (AbortError.is(error) || ConfigurationError.is(error)) throw error;
    if (AuthenticationError.is(error) || PermissionDeniedError.is(error)) throw error;
    this.#lastError = error;
    if (TimeoutError.is(error) && error.kind === "deadline") {
      throw endsByDeadline || this.#scope.deadline.passesWithin(0) ? this.#deadlinePassed() : this.#timeUp();
    }
    if (!this.#isNotFoundYet(error)) this.#failuresInRow += 1;
    if (this.#failuresInRow > this.#scope.poll.toleratedFailures) throw error;
    this.#pauseMs = Math.max(this.#pauseMs, askedPauseMs(error));
    this.#tellRetry(error);
  }

  #tellRetry(error: unknown): void {
    const { onEvent, log } = this.#scope;
    log("info", `Reading the analysis of call ${this.#callId} failed (${this.#failuresInRow} in a row). ${error}`);
    const pauseMs = Math.max(0, Math.min(this.#pauseMs, this.#leftMs()));
    callSafely(onEvent, { type: "retrying", stage: "poll", attempt: this.#polls, pauseMs, error });
  }

  #isNotFoundYet(error: unknown): boolean {
    return NotFoundError.is(error) && (this.#ageMs() ?? settlingMs) < settlingMs;
  }

  #isCompletedSoFar(snapshot: AnalysisSnapshot): boolean {
    return !hasAnalysis(snapshot) && this.#scope.poll.classify(snapshot.status) === "completed";
  }

  #warn(what: string): void {
    this.#scope.log("warn", `Call ${this.#callId} ${what}.`);
  }

  #ownPauseMs(): number {
    const { poll, serviceTimes } = this.#scope;
    const ageMs = this.#ageMs();
    const learnedMs = ageMs === undefined ? undefined : serviceTimes?.pauseMs(ageMs, poll, Math.random());
    return learnedMs ?? pauseBeforePoll(poll, this.#polls + 1, Math.random());
  }

  /** Since the call was created; undefined when that was not just now. */
  #ageMs(): number | undefined {
    const { createdAtMs } = this.#scope;
    return createdAtMs === undefined ? undefined : now() - createdAtMs;
  }

  #waitedMs(): number {
    return now() - this.#startedMs;
  }

  #leftMs(): number {
    return this.#scope.poll.timeoutMs - this.#waitedMs();
  }

  #deadlinePassed(): TimeoutError {
    const facts = { requestSent: false, cause: this.#lastError, attempts: this.#polls };
    return this.#scope.deadline.error(`The analysis of call ${this.#callId}`, facts);
  }

  #timeUp(): PollTimeoutError {
    const message = `Call ${this.#callId} was not completed within poll.timeoutMs = ${this.#scope.poll.timeoutMs} ms; ${this.#lastWord()}. The call exists: wait again with waitForAnalysis.`;
    return new PollTimeoutError(message, {
      callId: this.#callId,
      lastStatus: this.#last?.status,
      waitedMs: Math.round(this.#waitedMs()),
      cause: this.#lastError,
      attempts: this.#polls,
    });
  }

  #lastWord(): string {
    if (!this.#last) return "no status was read";
    const without = this.#isCompletedSoFar(this.#last) ? ", but without an analysis" : "";
    return `its status is "${this.#last.status}"${without}`;
  }
}

/** `Retry-After` has a meaning on 429 and 503 alone. */
function askedPauseMs(error: unknown): number {
  const isObeyed = ApiError.is(error) && (error.status === 429 || error.status === 503);
  return isObeyed ? (error.retryAfterMs ?? 0) : 0;
}
