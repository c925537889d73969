import type { AnalysisSnapshot } from "../contract/types.js";
import { ApiError, AuthenticationError, PermissionDeniedError } from "../errors/api-errors.js";
import { PollTimeoutError } from "../errors/flow-errors.js";
import { AbortError, ConfigurationError, TimeoutError } from "../errors/request-errors.js";
import { callSafely } from "../http/callback.js";
import type { Deadline } from "../http/deadline.js";
import type { Log } from "../http/log.js";
import { delay, now } from "../http/timers.js";
import type { OnEvent } from "./events.js";
import type { Classification, PollOptions } from "./poll-options.js";
import { pauseBeforePoll } from "./poll-schedule.js";

/** What a wait needs. */
export interface WaitScope {
  /** One reading, in one attempt: the wait itself is what tries again. */
  read: (limits: { deadlineMs: number }) => Promise<AnalysisSnapshot>;
  poll: PollOptions;
  deadline: Deadline;
  signal: AbortSignal | undefined;
  onEvent: OnEvent | undefined;
  log: Log;
}

/** The time that the last reading has of its own, when the wait's time is up already, in milliseconds. */
const lastReadingMs = 1_000;

const knownStatuses = new Set(["processing", "pending", "completed"]);

/** The state of one wait: its time, its failures in a row, and what it has reported. */
export class Wait {
  readonly #callId: string;
  readonly #scope: WaitScope;
  readonly #startedMs = now();
  readonly #reported = new Set<string>();
  #polls = 0;
  #failuresInRow = 0;
  #askedPauseMs = 0;
  #lastStatus: string | undefined;
  #lastError: unknown;

  constructor(callId: string, scope: WaitScope) {
    this.#callId = callId;
    this.#scope = scope;
  }

  /**
   * The pause before the next reading, cut so that there is a last one when the time is up.
   *
   * @throws {PollTimeoutError} when that one has been
   */
  async pause(): Promise<void> {
    const { poll, deadline, signal } = this.#scope;
    const leftMs = this.#leftMs();
    if (leftMs <= 0) throw this.#timeUp();
    const pauseMs = Math.max(pauseBeforePoll(poll, this.#polls + 1, Math.random()), this.#askedPauseMs);
    const cutMs = Math.min(pauseMs, leftMs);
    if (deadline.passesWithin(cutMs)) {
      throw deadline.error(`The analysis of call ${this.#callId}`, { requestSent: false, cause: this.#lastError });
    }
    await delay(cutMs, signal);
  }

  /** A reading, or undefined after a failure that is tolerated. */
  async read(): Promise<AnalysisSnapshot | undefined> {
    this.#polls += 1;
    const deadlineMs = Math.min(Math.max(this.#leftMs(), lastReadingMs), this.#scope.deadline.remainingMs());
    try {
      const snapshot = await this.#scope.read({ deadlineMs });
      this.#failuresInRow = 0;
      this.#askedPauseMs = 0;
      this.#lastError = undefined;
      this.#lastStatus = snapshot.status;
      return snapshot;
    } catch (error) {
      this.#tolerate(error);
      return undefined;
    }
  }

  /** Tells what was read; a status that the specification does not show is logged once. */
  report({ status, analysis }: AnalysisSnapshot, meaning: Classification): void {
    const { onEvent, log } = this.#scope;
    callSafely(onEvent, { type: "polling", callId: this.#callId, status, poll: this.#polls });
    if (this.#reported.has(status) || meaning === "completed") return;
    this.#reported.add(status);
    if (!knownStatuses.has(status))
      log("warn", `Call ${this.#callId} has the unknown status "${status}", taken as ${meaning}.`);
    if (status === "completed" && !analysis)
      log("warn", `Call ${this.#callId} is completed without an analysis; it is read again.`);
  }

  #tolerate(error: unknown): void {
    if (AbortError.is(error) || ConfigurationError.is(error)) throw error;
    if (AuthenticationError.is(error) || PermissionDeniedError.is(error)) throw error;
    this.#lastError = error;
    if (TimeoutError.is(error) && error.kind === "deadline")
      throw this.#scope.deadline.passesWithin(0) ? error : this.#timeUp();
    this.#failuresInRow += 1;
    if (this.#failuresInRow > this.#scope.poll.toleratedFailures) throw error;
    this.#askedPauseMs = ApiError.is(error) ? (error.retryAfterMs ?? 0) : 0;
    this.#tellRetry(error);
  }

  #tellRetry(error: unknown): void {
    const { onEvent, log } = this.#scope;
    const pauseMs = Math.max(this.#scope.poll.intervalMs, this.#askedPauseMs);
    log("info", `Reading the analysis of call ${this.#callId} failed (${this.#failuresInRow} in a row). ${error}`);
    callSafely(onEvent, { type: "retrying", stage: "poll", attempt: this.#polls, pauseMs, error });
  }

  #leftMs(): number {
    return this.#scope.poll.timeoutMs - (now() - this.#startedMs);
  }

  #timeUp(): PollTimeoutError {
    const { timeoutMs } = this.#scope.poll;
    const last = this.#lastStatus === undefined ? "no status was read" : `its status is "${this.#lastStatus}"`;
    const message = `Call ${this.#callId} was not completed within poll.timeoutMs = ${timeoutMs} ms; ${last}. The call exists: wait again with waitForAnalysis.`;
    const waitedMs = Math.round(now() - this.#startedMs);
    return new PollTimeoutError(message, {
      callId: this.#callId,
      lastStatus: this.#lastStatus,
      waitedMs,
      cause: this.#lastError,
      attempts: this.#polls,
    });
  }
}
