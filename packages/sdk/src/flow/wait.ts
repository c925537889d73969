/** Waits for an analysis: pauses and reads until the call is completed, has failed, or time is up. */
import type { AnalysisSnapshot, CompletedCall } from "../contract/types.js";
import {
  AbortError,
  AnalysisFailedError,
  ConfigurationError,
  NotFoundError,
  PollTimeoutError,
  RateLimitError,
} from "../errors.js";
import { kindOf } from "../known-names.js";
import { ThrownByCaller } from "../request/hooks.js";
import { delay } from "../request/limits.js";
import type { ApiPromise, FlowRequestOptions, RequestOptions, Requests } from "../request/requests.js";
import { askedPauseMs } from "../request/retry.js";
import { checkId } from "../rules.js";
import { hasAnalysis, meaningOf, pauseBefore } from "./poll.js";
import { type FlowRun, stagedError } from "./run.js";
import { pollToken } from "./token.js";

/** How long the service may not know a call that this flow has just created, in milliseconds. */
const notFoundGraceMs = 30_000;

/** The shortest time that a poll gets, in milliseconds, even if the wait is over meanwhile. */
const lastPollMs = 5_000;

/** Reads a call's status, and its analysis as far as it is available. @see operation `getCallAnalysis` */
export function getAnalysis<Udfs>(
  requests: Requests,
  callId: string,
  options?: RequestOptions | FlowRequestOptions,
): ApiPromise<AnalysisSnapshot<Udfs>> {
  return requests.data("getCallAnalysis", { path: { callId } }, options, (snapshot, invalid) => {
    if (typeof snapshot.status !== "string") throw invalid("no `status`");
    if (snapshot.callId !== String(callId)) throw invalid("the analysis of another call");
    // Applies the caller's `Udfs` type; the fields are not checked.
    const typed = snapshot as AnalysisSnapshot<Udfs>;
    // A completed call has metadata, if only an empty object.
    return hasAnalysis(typed) && kindOf(typed.metadata) !== "an object" ? { ...typed, metadata: {} } : typed;
  });
}

/** Polls until the call is completed. @param isNew whether this flow created the call */
export async function waitForAnalysis(run: FlowRun, callId: string, isNew = false): Promise<CompletedCall> {
  let last: AnalysisSnapshot | undefined;
  for await (const snapshot of snapshotsOf(run, callId, isNew)) last = snapshot;
  // The last one is completed: its analysis is there, and so its metadata.
  return last as CompletedCall;
}

/** Yields the snapshot of each poll, and ends after a completed one. */
export async function* snapshotsOf(
  run: FlowRun,
  callId: string,
  isNew = false,
): AsyncGenerator<AnalysisSnapshot, void, void> {
  checkId("callId", callId);
  const { requests, poll, emit } = run;
  const startedMs = performance.now();
  const waitedMs = () => performance.now() - startedMs;
  const what = `The analysis of call ${callId}`;
  let status: string | undefined;
  let failures = 0;
  /** The last of the failures in a row. */
  let failure: unknown;
  try {
    for (let attempts = 0; ; attempts += 1) {
      const leftMs = poll.timeoutMs - waitedMs();
      const askedMs = askedPauseMs(failure) ?? 0;
      // After a 429 nothing may be sent before its time, and so no last poll.
      const isOver = leftMs <= 0;
      if (isOver || (askedMs > leftMs && RateLimitError.is(failure)))
        throw new PollTimeoutError(
          `${what} ${isOver ? "did not finish" : "may not be read again"} within poll.timeoutMs = ${poll.timeoutMs} ms. Last status: ${status ?? "unknown"}. Wait again with waitForAnalysis.`,
          { callId, lastStatus: status, waitedMs: Math.round(waitedMs()), cause: failure, attempts },
        );
      const pauseMs = Math.min(Math.max(pauseBefore(attempts + 1, poll), askedMs), leftMs);
      if (failure !== undefined) emit({ type: "retrying", stage: "poll", attempt: attempts, pauseMs, error: failure });
      // The call exists, whether or not it was read.
      await delay(pauseMs, run.limits, what, { cause: failure, attempts, requestSent: true });
      let snapshot: AnalysisSnapshot;
      try {
        snapshot = await readOnce(run, callId, poll.timeoutMs - waitedMs());
      } catch (error) {
        if (endsTheWait(error)) throw error;
        failure = error;
        const isTooEarly = isNew && waitedMs() < notFoundGraceMs;
        if (!(isTooEarly && NotFoundError.is(error))) failures += 1;
        if (failures > poll.toleratedFailures && waitedMs() < poll.timeoutMs) throw error;
        requests.settings.log("info", () => `${what}: poll ${attempts + 1} failed. ${error}`);
        continue;
      }
      [status, failures, failure] = [snapshot.status, 0, undefined];
      emit({ type: "polling", callId, status, poll: attempts + 1 });
      const meaning = meaningOf(snapshot, poll);
      yield snapshot;
      if (meaning === "failed") {
        const message = `${what} ended with the status "${status}". A new call would be billed, too.`;
        throw new AnalysisFailedError(message, { callId, status, snapshot });
      }
      if (meaning === "completed") return emit({ type: "completed", callId, status });
    }
  } catch (error) {
    throw stagedError(error, "poll", AnalysisFailedError.is(error) ? undefined : pollToken(requests.baseUrl, callId));
  }
}

/**
 * Reads once, whatever `retry` says: the next poll is the retry. The read ends with the wait, but the last read gets
 * the time it needs.
 */
function readOnce({ requests, forStage }: FlowRun, callId: string, leftMs: number): Promise<AnalysisSnapshot> {
  const options = forStage("poll");
  const timeoutMs = Math.min(options.timeoutMs ?? requests.settings.timeoutMs, Math.max(leftMs, lastPollMs));
  return getAnalysis(requests, callId, { ...options, retry: false, timeoutMs });
}

/** Whether the wait must end, because the next poll would fail in the same way. */
function endsTheWait(error: unknown): boolean {
  const { kind, status } = Object(error);
  if (kind === "deadline" || status === 401 || status === 403) return true;
  return AbortError.is(error) || ConfigurationError.is(error) || error instanceof ThrownByCaller;
}
