/** Waiting for an analysis: pause, read, and again, until it is completed, it has failed, or the time is up. */
import type { AnalysisSnapshot, CompletedCall } from "../contract/types.js";
import { AuthenticationError, NotFoundError, PermissionDeniedError } from "../errors/api-errors.js";
import { AnalysisFailedError, PollTimeoutError } from "../errors/flow-errors.js";
import { AbortError, ConfigurationError, TimeoutError } from "../errors/request-errors.js";
import type { FlowContext } from "../flow/flow-context.js";
import type { Http } from "../http/http.js";
import type { Log } from "../http/log.js";
import { obeyedRetryAfterMs } from "../http/retry.js";
import { delay, now } from "../http/timers.js";
import { getAnalysis } from "../resources/call-requests.js";
import { type Classification, isKnownStatus, lacksAnalysis, meaningOf } from "./call-status.js";
import { type LearnedPauses, type PollOptions, pauseBeforePoll } from "./poll-options.js";

/** What polling needs from its flow. */
export interface PollDependencies {
  http: Http;
  log: Log;
  context: FlowContext;
  options: PollOptions;
  /** When the call was created, on the clock of `now()`; undefined unless this flow created it. */
  createdAtMs: number | undefined;
  /** Undefined when there are no other calls to learn from. */
  learned: LearnedPauses | undefined;
}

/** A status that was read, and what it means. */
interface Reading {
  snapshot: AnalysisSnapshot;
  meaning: Classification;
}

/**
 * Polls until the call is completed and returns it.
 *
 * @throws {AnalysisFailedError} when a status means failure
 * @throws {PollTimeoutError} when `poll.timeoutMs` is over
 * @throws {TimeoutError} of kind `deadline` when the flow's `deadlineMs` is over
 * @throws {CallAnalysisError} when a poll failed in a way that is not tolerated, or once too often
 */
export async function waitForAnalysis(callId: string, dependencies: PollDependencies): Promise<CompletedCall> {
  for await (const { snapshot, meaning } of readings(callId, dependencies)) {
    // Completed means that the analysis is there.
    if (meaning === "completed") return snapshot as CompletedCall;
  }
  throw new Error("The readings ended without a completed call.");
}

/**
 * The first snapshot of each status. For `completed`, the snapshot that contains the analysis.
 * Throws as {@link waitForAnalysis}.
 */
export async function* statusChanges(
  callId: string,
  dependencies: PollDependencies,
): AsyncGenerator<AnalysisSnapshot, void, void> {
  const { classify } = dependencies.options;
  let lastStatus: string | undefined;
  for await (const { snapshot, meaning } of readings(callId, dependencies)) {
    const isNews = meaning !== "pending" || (snapshot.status !== lastStatus && !lacksAnalysis(snapshot, classify));
    if (!isNews) continue;
    lastStatus = snapshot.status;
    yield snapshot;
  }
}

/** What is known of a wait while it goes on. */
interface WaitState {
  readonly callId: string;
  readonly startedMs: number;
  polls: number;
  failuresInRow: number;
  lastSnapshot: AnalysisSnapshot | undefined;
  /** The failure of the last poll; undefined when that did not fail. */
  lastError: unknown;
  /** Whether the flow's deadline, and not the wait's own time, ends the poll that is under way. */
  endsByDeadline: boolean;
}

/**
 * Polls until one of these ends the wait:
 * - the status means completed, and the analysis is there;
 * - the status means failed: AnalysisFailedError;
 * - `poll.timeoutMs` is over, after a last poll unless a 429 has paused the client: PollTimeoutError;
 * - the flow's `deadlineMs` is over: TimeoutError of kind `deadline`;
 * - the signal is aborted: AbortError;
 * - a poll fails with 401 or 403, or for a bad option: its own error;
 * - more than `poll.toleratedFailures` polls in a row fail: the last one's error.
 */
async function* readings(callId: string, dependencies: PollDependencies): AsyncGenerator<Reading, void, void> {
  const { options, learned, context } = dependencies;
  const state: WaitState = newState(callId);
  const warn = warnOncePerStatus(callId, dependencies);
  let pendingAgeMs: number | undefined;
  let pauseMs = nextPauseMs(state, dependencies);
  for (;;) {
    await pauseInTime(pauseMs, state, dependencies);
    state.polls += 1;
    // Found before the poll: learned pauses depend on the age that the call has now.
    pauseMs = nextPauseMs(state, dependencies);
    let snapshot: AnalysisSnapshot;
    try {
      snapshot = await readOnce(state, dependencies);
    } catch (error) {
      countFailureOrThrow(error, state, dependencies);
      pauseMs = Math.max(pauseMs, obeyedRetryAfterMs(error) ?? 0);
      reportFailure(error, pauseMs, state, dependencies);
      continue;
    }
    const meaning = meaningOf(snapshot, options.classify);
    const ageMs = ageOf(dependencies);
    // A failed analysis ends at any time: it does not show how long an analysis takes.
    if (meaning === "completed" && ageMs !== undefined) learned?.add(ageMs, pendingAgeMs);
    if (meaning === "pending") pendingAgeMs = ageMs;
    context.emit({ type: "polling", callId, status: snapshot.status, poll: state.polls });
    if (meaning === "pending") warn(snapshot);
    yield { snapshot, meaning };
    if (meaning === "completed") return;
    if (meaning === "failed") throw analysisFailed(callId, snapshot);
  }
}

function newState(callId: string): WaitState {
  const last = { lastSnapshot: undefined, lastError: undefined };
  return { callId, startedMs: now(), polls: 0, failuresInRow: 0, ...last, endsByDeadline: false };
}

/** The pause before the next poll: learned from other calls, or else from the options. */
function nextPauseMs({ polls }: WaitState, dependencies: PollDependencies): number {
  const { options, learned } = dependencies;
  const ageMs = ageOf(dependencies);
  const learnedMs = ageMs === undefined ? undefined : learned?.pauseMs(ageMs, options, Math.random());
  return learnedMs ?? pauseBeforePoll(options, polls + 1, Math.random());
}

/**
 * Pauses at most until the timeout, so that one last poll can follow.
 *
 * @throws {PollTimeoutError} when the time was up before this pause
 * @throws {TimeoutError} of kind `deadline` when the flow's time would be up before the poll
 */
async function pauseInTime(pauseMs: number, state: WaitState, { options, context }: PollDependencies): Promise<void> {
  const leftMs = leftOf(state, options);
  if (leftMs <= 0) throw pollTimeUp(state, options);
  const cutMs = Math.min(pauseMs, leftMs);
  if (context.deadline.passesWithin(cutMs)) throw deadlinePassed(state, context);
  await delay(cutMs, context.signal);
}

/** The time that the last poll gets when the wait's time is up already, in milliseconds. */
const lastPollMs = 1_000;

/** Polls once without HTTP retries; the poll loop retries. */
async function readOnce(state: WaitState, { http, options, context }: PollDependencies): Promise<AnalysisSnapshot> {
  const ownMs = Math.max(leftOf(state, options), lastPollMs);
  const remainingMs = context.deadline.remainingMs();
  // Decided now: timers fire up to a millisecond early, when the deadline has not quite passed.
  state.endsByDeadline = remainingMs <= ownMs;
  const deadlineMs = Math.min(ownMs, remainingMs);
  const requestOptions = { ...context.requestOptions("poll"), deadlineMs, retry: false } as const;
  state.lastSnapshot = await getAnalysis(http, state.callId, requestOptions);
  state.failuresInRow = 0;
  state.lastError = undefined;
  return state.lastSnapshot;
}

/** How long after its creation the servers may still respond with 404 for a call, in milliseconds. */
const notFoundGraceMs = 30_000;

/**
 * Counts a failed poll.
 *
 * @throws the error when it ends the wait, or the error of the limit that it met
 */
function countFailureOrThrow(error: unknown, state: WaitState, dependencies: PollDependencies): void {
  const { options, context } = dependencies;
  if (AbortError.is(error) || ConfigurationError.is(error)) throw error;
  if (AuthenticationError.is(error) || PermissionDeniedError.is(error)) throw error;
  state.lastError = error;
  if (TimeoutError.is(error) && error.kind === "deadline") {
    const isDeadline = state.endsByDeadline || context.deadline.passesWithin(0);
    throw isDeadline ? deadlinePassed(state, context) : pollTimeUp(state, options);
  }
  const isNotFoundYet = NotFoundError.is(error) && (ageOf(dependencies) ?? notFoundGraceMs) < notFoundGraceMs;
  if (!isNotFoundYet) state.failuresInRow += 1;
  if (state.failuresInRow > options.toleratedFailures) throw error;
}

function reportFailure(error: unknown, pauseMs: number, state: WaitState, dependencies: PollDependencies): void {
  const { log, context, options } = dependencies;
  const { callId, failuresInRow, polls } = state;
  log("info", `Reading the analysis of call ${callId} failed (${failuresInRow} in a row). ${error}`);
  const cutMs = Math.max(0, Math.min(pauseMs, leftOf(state, options)));
  context.emit({ type: "retrying", stage: "poll", attempt: polls, pauseMs: cutMs, error });
}

/** Logs what is unusual about a pending status, once for each status. */
function warnOncePerStatus(callId: string, { log, options }: PollDependencies): (snapshot: AnalysisSnapshot) => void {
  const seen = new Set<string>();
  return (snapshot) => {
    const { status } = snapshot;
    if (seen.has(status)) return;
    seen.add(status);
    if (lacksAnalysis(snapshot, options.classify)) {
      log("warn", `Call ${callId} is completed without an analysis; it is read again.`);
    } else if (!isKnownStatus(status)) {
      log("warn", `Call ${callId} has the unknown status "${status}", taken as pending.`);
    }
  };
}

/** Time since the call was created, in milliseconds; undefined unless this flow created it. */
function ageOf({ createdAtMs }: PollDependencies): number | undefined {
  return createdAtMs === undefined ? undefined : now() - createdAtMs;
}

/** What is left of `poll.timeoutMs`, in milliseconds; negative when it is over. */
function leftOf({ startedMs }: WaitState, { timeoutMs }: PollOptions): number {
  return timeoutMs - (now() - startedMs);
}

function deadlinePassed({ callId, lastError, polls }: WaitState, { deadline }: FlowContext): TimeoutError {
  return deadline.error(`The analysis of call ${callId}`, { requestSent: false, cause: lastError, attempts: polls });
}

function pollTimeUp(state: WaitState, options: PollOptions): PollTimeoutError {
  const { callId, startedMs, lastSnapshot, lastError, polls } = state;
  const found = lastSnapshot ? lastStatusText(lastSnapshot, options) : "no status was read";
  const message = `Call ${callId} was not completed within poll.timeoutMs = ${options.timeoutMs} ms; ${found}. The call exists: wait again with waitForAnalysis.`;
  return new PollTimeoutError(message, {
    callId,
    lastStatus: lastSnapshot?.status,
    waitedMs: Math.round(now() - startedMs),
    cause: lastError,
    attempts: polls,
  });
}

function lastStatusText(snapshot: AnalysisSnapshot, { classify }: PollOptions): string {
  const without = lacksAnalysis(snapshot, classify) ? ", but without an analysis" : "";
  return `its status is "${snapshot.status}"${without}`;
}

function analysisFailed(callId: string, snapshot: AnalysisSnapshot): AnalysisFailedError {
  const { status } = snapshot;
  const message = `The analysis of call ${callId} ended with status "${status}". If the recording plays, create the call again.`;
  return new AnalysisFailedError(message, { callId, status, snapshot });
}
