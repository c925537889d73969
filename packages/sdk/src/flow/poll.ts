/** Waiting for an analysis: pause, read, and again, until it is completed, it has failed, or the time is up. */
import type { AnalysisSnapshot, CompletedCall } from "../contract/types.js";
import { AuthenticationError, NotFoundError, PermissionDeniedError, RateLimitError } from "../errors/api-errors.js";
import { AnalysisFailedError, PollTimeoutError } from "../errors/flow-errors.js";
import { AbortError, ConfigurationError, TimeoutError } from "../errors/request-errors.js";
import { Deadline } from "../request/deadline.js";
import type { Log } from "../request/log.js";
import type { Requests } from "../request/request.js";
import { obeyedRetryAfterMs } from "../request/retry.js";
import { delay, now } from "../request/timers.js";
import { getAnalysis } from "../resources/call-requests.js";
import type { AdaptivePolling } from "./adaptive-polling.js";
import { isKnownStatus, type Reading, readingOf } from "./call-status.js";
import type { FlowContext } from "./flow-context.js";
import { type PollOptions, pauseBeforePoll } from "./poll-options.js";

/** What polling needs from its flow. */
export interface PollDependencies {
  requests: Requests;
  log: Log;
  context: FlowContext;
  options: PollOptions;
  /** When the call was created, on the clock of `now()`; undefined unless this flow created it. */
  createdAtMs: number | undefined;
  /** Undefined when there are no other calls to learn from. */
  learned: AdaptivePolling | undefined;
}

/** Runs a step of the wait, and gives its error the stage and the token. */
export type AtPoll = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Polls until the call is completed and returns it.
 *
 * @throws {AnalysisFailedError} when a status means failure
 * @throws {PollTimeoutError} when `poll.timeoutMs` is over
 * @throws {TimeoutError} of kind `deadline` when the flow's `deadlineMs` is over
 * @throws {CallAnalysisError} when a poll failed in a way that is not tolerated, or once too often
 */
export async function waitForAnalysis(callId: string, dependencies: PollDependencies): Promise<CompletedCall> {
  const { snapshot } = await new Wait(callId, dependencies).until(({ meaning }) => meaning === "completed");
  dependencies.context.emit({ type: "completed", callId, status: snapshot.status });
  // A reading without an analysis is pending.
  return snapshot as CompletedCall;
}

/**
 * The first snapshot of each status. For `completed`, the snapshot that contains the analysis.
 * Throws as {@link waitForAnalysis}.
 */
export async function* statusChanges(
  callId: string,
  dependencies: PollDependencies,
  { atPoll }: { atPoll: AtPoll },
): AsyncGenerator<AnalysisSnapshot, void, void> {
  const wait = new Wait(callId, dependencies);
  let last: Reading | undefined;
  const isNews = ({ snapshot, meaning, lacksAnalysis }: Reading) =>
    meaning !== "pending" || (!lacksAnalysis && snapshot.status !== last?.snapshot.status);
  while (last?.meaning !== "completed") {
    last = await atPoll(() => wait.until(isNews));
    yield last.snapshot;
  }
}

/** The time that the last poll gets when the wait's time is up already, in milliseconds. */
const lastPollMs = 1_000;

/** How long after its creation the servers may still respond with 404 for a call, in milliseconds. */
const notFoundGraceMs = 30_000;

/** And for how many polls: a client of tests, which pauses for no time, would poll thousands of times. */
const notFoundGracePolls = 50;

/** Whether a poll was not sent, because reading pauses after a 429. */
function isPaused(error: unknown): error is RateLimitError {
  return RateLimitError.is(error) && error.attempts === 0;
}

/** One wait for one call. */
class Wait {
  readonly #callId: string;
  readonly #dependencies: PollDependencies;
  readonly #startedMs = now();
  /** Unusual statuses that were logged; most waits see none. */
  #logged: Set<string> | undefined;
  #polls = 0;
  /** Before the next poll, in milliseconds. */
  #pauseMs: number;
  /** The call's age when it was last seen pending, if it ever was. */
  #pendingAgeMs: number | undefined;
  #failuresInRow = 0;
  #last: Reading | undefined;
  /** The failure of the last poll; undefined when that did not fail. */
  #lastError: unknown;
  /** Whether the flow's deadline, and not the wait's own time, ends the poll that is under way. */
  #endsByDeadline = false;

  constructor(callId: string, dependencies: PollDependencies) {
    this.#callId = callId;
    this.#dependencies = dependencies;
    this.#pauseMs = this.#nextPauseMs();
  }

  /**
   * Polls until a reading is wanted, or until one of these ends the wait:
   * - the last status means failed: AnalysisFailedError;
   * - `poll.timeoutMs` is over, after a last poll unless a 429 has paused this operation: PollTimeoutError;
   * - the flow's `deadlineMs` is over: TimeoutError of kind `deadline`;
   * - the signal is aborted: AbortError;
   * - a poll fails with 401 or 403, or for a bad option: its own error;
   * - more than `poll.toleratedFailures` polls in a row fail: the last one's error.
   */
  async until(isWanted: (reading: Reading) => boolean): Promise<Reading> {
    for (;;) {
      await this.#pauseInTime();
      this.#polls += 1;
      // Found before the poll: learned pauses depend on the age that the call has now.
      this.#pauseMs = this.#nextPauseMs();
      try {
        const reading = readingOf(await this.#request(), this.#dependencies.options.classify);
        this.#take(reading);
        if (isWanted(reading)) return reading;
      } catch (error) {
        this.#goOnAfter(error);
      }
    }
  }

  /**
   * Pauses at most until the timeout, so that one last poll can follow. Thousands of waits may sleep here, each with the
   * state of every function that awaits: so this one does not.
   *
   * @throws {AnalysisFailedError} when no poll follows, for the last status means failed
   * @throws {PollTimeoutError} when the time was up before this pause
   * @throws {TimeoutError} of kind `deadline` when the flow's time would be up before the poll
   */
  #pauseInTime(): Promise<void> {
    const { context } = this.#dependencies;
    if (this.#last?.meaning === "failed") throw this.#analysisFailed(this.#last.snapshot);
    const leftMs = this.#leftMs();
    if (leftMs <= 0) throw this.#timeUp();
    const cutMs = Math.min(this.#pauseMs, leftMs);
    if (context.deadline.passesWithin(cutMs)) throw this.#deadlinePassed();
    return delay(cutMs, context.signal);
  }

  /** The loop of polls tries again, so this does not. Only a 429 in a batch is waited out here, for `throttleTimeoutMs`. */
  #request(): Promise<AnalysisSnapshot> {
    const { requests, context } = this.#dependencies;
    const ownMs = Math.max(this.#leftMs(), lastPollMs);
    const remainingMs = context.deadline.remainingMs();
    // Decided now: timers fire up to a millisecond early, when the deadline has not quite passed.
    this.#endsByDeadline = remainingMs <= ownMs;
    const deadline = new Deadline(Math.min(ownMs, remainingMs));
    return getAnalysis(requests, this.#callId, { ...context.requestOptions("poll", { deadline }), retry: false });
  }

  #take(reading: Reading): void {
    const { learned, context } = this.#dependencies;
    const ageMs = this.#ageMs();
    this.#last = reading;
    this.#lastError = undefined;
    this.#failuresInRow = 0;
    // A failed analysis ends at any time: it does not show how long an analysis takes.
    if (reading.meaning === "completed" && ageMs !== undefined) learned?.add(ageMs, this.#pendingAgeMs);
    this.#pendingAgeMs = ageMs;
    context.emit({ type: "polling", callId: this.#callId, status: reading.snapshot.status, poll: this.#polls });
    this.#warnOnce(reading);
  }

  /** @throws the error when it ends the wait, or the error of the limit that it met */
  #goOnAfter(error: unknown): void {
    const { log, context } = this.#dependencies;
    if (isPaused(error)) {
      // A poll that was not sent is none.
      this.#polls -= 1;
      this.#pauseMs = error.retryAfterMs ?? 0;
      context.emit({ type: "paused", stage: "poll", pauseMs: this.#pauseMs });
      return;
    }
    this.#countFailureOrThrow(error);
    this.#pauseMs = Math.max(this.#pauseMs, obeyedRetryAfterMs(error) ?? 0);
    log("info", `Reading the analysis of call ${this.#callId} failed (${this.#failuresInRow} in a row). ${error}`);
    const pauseMs = Math.max(0, Math.min(this.#pauseMs, this.#leftMs()));
    context.emit({ type: "retrying", stage: "poll", attempt: this.#polls, pauseMs, error });
  }

  /** The pause before the next poll: learned from other calls, or else from the options. */
  #nextPauseMs(): number {
    const { options, learned } = this.#dependencies;
    const ageMs = this.#ageMs();
    const learnedMs = ageMs === undefined ? undefined : learned?.pauseMs(ageMs, options, Math.random());
    return learnedMs ?? pauseBeforePoll(options, this.#polls + 1, Math.random());
  }

  /**
   * Counts a failed poll.
   *
   * @throws the error when it ends the wait, or the error of the limit that it met
   */
  #countFailureOrThrow(error: unknown): void {
    const { options } = this.#dependencies;
    if (AbortError.is(error) || ConfigurationError.is(error)) throw error;
    if (AuthenticationError.is(error) || PermissionDeniedError.is(error)) throw error;
    this.#lastError = error;
    if (TimeoutError.is(error) && error.kind === "deadline") {
      throw this.#endsByDeadline ? this.#deadlinePassed() : this.#timeUp();
    }
    const isYoung = (this.#ageMs() ?? notFoundGraceMs) < notFoundGraceMs && this.#polls <= notFoundGracePolls;
    const isNotFoundYet = NotFoundError.is(error) && isYoung;
    if (!isNotFoundYet) this.#failuresInRow += 1;
    if (this.#failuresInRow > options.toleratedFailures) throw error;
  }

  /** Logs what is unusual about a pending status, once for each status. */
  #warnOnce({ snapshot: { status }, meaning, lacksAnalysis }: Reading): void {
    const isUsual = meaning !== "pending" || (isKnownStatus(status) && !lacksAnalysis);
    if (isUsual || this.#logged?.has(status)) return;
    this.#logged ??= new Set();
    this.#logged.add(status);
    const found = lacksAnalysis
      ? "is completed without an analysis; it is read again."
      : `has the unknown status "${status}", taken as pending.`;
    this.#dependencies.log("warn", `Call ${this.#callId} ${found}`);
  }

  /** Time since the call was created, in milliseconds; undefined unless this flow created it. */
  #ageMs(): number | undefined {
    const { createdAtMs } = this.#dependencies;
    return createdAtMs === undefined ? undefined : now() - createdAtMs;
  }

  /** What is left of `poll.timeoutMs`, in milliseconds; negative when it is over. */
  #leftMs(): number {
    return this.#dependencies.options.timeoutMs - (now() - this.#startedMs);
  }

  #analysisFailed(snapshot: AnalysisSnapshot): AnalysisFailedError {
    const callId = this.#callId;
    const { status } = snapshot;
    const message = `The analysis of call ${callId} ended with status "${status}". If the recording plays, create the call again, which is billed again.`;
    return new AnalysisFailedError(message, { callId, status, snapshot });
  }

  #deadlinePassed(): TimeoutError {
    const done = { requestSent: false, cause: this.#lastError, attempts: this.#polls };
    return this.#dependencies.context.deadline.error(`The analysis of call ${this.#callId}`, done);
  }

  #timeUp(): PollTimeoutError {
    const callId = this.#callId;
    const lastStatus = this.#last?.snapshot.status;
    const found = `${this.#found()} wait again with waitForAnalysis.`;
    const message = `Call ${callId} was not completed within poll.timeoutMs = ${this.#dependencies.options.timeoutMs} ms; ${found}`;
    const waitedMs = Math.round(now() - this.#startedMs);
    return new PollTimeoutError(message, {
      callId,
      lastStatus,
      waitedMs,
      cause: this.#lastError,
      attempts: this.#polls,
    });
  }

  /** What the polls have found out, and whether the call exists. */
  #found(): string {
    if (NotFoundError.is(this.#lastError)) return "the last response was a 404. Check the callId, or";
    if (!this.#last) return "no status was read. The call exists:";
    const { snapshot, lacksAnalysis } = this.#last;
    return `its status is "${snapshot.status}"${lacksAnalysis ? ", but without an analysis" : ""}. The call exists:`;
  }
}
