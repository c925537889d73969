/** Waiting for an analysis: pause, read, and again, until it is completed, it has failed, or the time is up. */
import type { AnalysisSnapshot, CompletedCall } from "../contract/types.js";
import {
  AbortError,
  AnalysisFailedError,
  AuthenticationError,
  ConfigurationError,
  NotFoundError,
  PermissionDeniedError,
  PollTimeoutError,
  RateLimitError,
  TimeoutError,
} from "../errors.js";
import { delay } from "../request/limits.js";
import type { ApiPromise, FlowRequestOptions, RequestOptions, Requests } from "../request/requests.js";
import { askedPauseMs } from "../request/retry.js";
import { hasAnalysis, meaningOf, pauseBefore } from "./poll.js";
import type { FlowRun } from "./run.js";
import { pollToken } from "./token.js";

/** The service may not know a call yet for this long after its creation, in milliseconds, and for so many polls. */
const notFoundGraceMs = 30_000;
const notFoundGracePolls = 50;

/** The call's status, and what is available of its analysis. @see operation `getCallAnalysis` */
export function getAnalysis<Udfs>(
  requests: Requests,
  callId: string,
  options?: RequestOptions | FlowRequestOptions,
): ApiPromise<AnalysisSnapshot<Udfs>> {
  return requests.data("getCallAnalysis", { path: { callId } }, options, (snapshot, invalid) => {
    if (typeof snapshot.status !== "string") throw invalid("no `status`");
    if (snapshot.callId !== callId) throw invalid("the analysis of another call");
    // Applies the caller's `Udfs` type; the fields are not checked.
    const typed = snapshot as AnalysisSnapshot<Udfs>;
    // A completed call has metadata, if only an empty object.
    return hasAnalysis(typed) && !typed.metadata ? { ...typed, metadata: {} } : typed;
  });
}

/** Polls until the call is completed. @param isNew whether this flow created the call */
export async function waitForAnalysis(run: FlowRun, callId: string, isNew = false): Promise<CompletedCall> {
  const snapshots = snapshotsOf(run, callId, isNew);
  for (;;) {
    const { value, done } = await snapshots.next();
    if (done) return value;
  }
}

/** Yields the snapshot of each poll, and returns the last one, which is completed. */
export async function* snapshotsOf(
  run: FlowRun,
  callId: string,
  isNew = false,
): AsyncGenerator<AnalysisSnapshot, CompletedCall, void> {
  const { poll, limits, requests } = run;
  const what = `The analysis of call ${callId}`;
  const startedMs = performance.now();
  const waitedMs = () => performance.now() - startedMs;
  const resume = (error: unknown) => (AnalysisFailedError.is(error) ? undefined : pollToken(requests.baseUrl, callId));
  /** A poll ends with the wait. */
  const requestOptions = (): FlowRequestOptions => {
    const options = run.forStage("poll");
    const timeoutMs = options.timeoutMs ?? requests.settings.timeoutMs;
    return { ...options, retry: false, timeoutMs: Math.max(1, Math.min(timeoutMs, poll.timeoutMs - waitedMs())) };
  };
  let last: AnalysisSnapshot | undefined;
  let failures = 0;
  let cause: unknown;
  /** What the service asked for with its last failure. */
  let askedMs = 0;
  const timeUp = (details: { cause: unknown; attempts: number }) => {
    const found = last ? `its status is "${last.status}"` : "no status was read";
    const message = `Call ${callId} was not completed within poll.timeoutMs = ${poll.timeoutMs} ms; ${found}. Wait again with waitForAnalysis.`;
    const fields = { callId, lastStatus: last?.status, waitedMs: Math.round(waitedMs()) };
    return new PollTimeoutError(message, { ...fields, ...details });
  };
  const pollAgain = async (number: number): Promise<AnalysisSnapshot | undefined> => {
    const leftMs = poll.timeoutMs - waitedMs();
    const pauseMs = Math.max(askedMs, pauseBefore(number, poll));
    const details = { cause, attempts: number - 1 };
    await delay(Math.max(0, Math.min(pauseMs, leftMs)), limits, what, details);
    // After a 429 nothing may be sent before its time.
    if (leftMs <= 0 || (RateLimitError.is(cause) && askedMs > leftMs)) throw timeUp(details);
    try {
      last = await getAnalysis(requests, callId, requestOptions());
    } catch (error) {
      if (endsTheWait(error)) throw error;
      if (waitedMs() >= poll.timeoutMs) throw timeUp({ cause: error, attempts: number });
      const isTooEarly = isNew && waitedMs() < notFoundGraceMs && number <= notFoundGracePolls;
      if (!(isTooEarly && NotFoundError.is(error))) failures += 1;
      if (failures > poll.toleratedFailures) throw error;
      cause = error;
      askedMs = askedPauseMs(error) ?? 0;
      const nextMs = Math.max(askedMs, pauseBefore(number + 1, poll));
      requests.settings.log("info", () => `${what}: poll ${number} failed (${failures} in a row). ${error}`);
      run.emit({ type: "retrying", stage: "poll", attempt: number, pauseMs: nextMs, error });
      return undefined;
    }
    failures = 0;
    askedMs = 0;
    cause = undefined;
    run.emit({ type: "polling", callId, status: last.status, poll: number });
    return last;
  };
  for (let number = 1; ; number += 1) {
    const snapshot = await run.atStage("poll", () => pollAgain(number), resume);
    if (!snapshot) continue;
    const meaning = await run.atStage("poll", async () => meaningOf(snapshot, poll), resume);
    yield snapshot;
    if (meaning === "failed") await run.atStage("poll", () => Promise.reject(analysisFailed(callId, snapshot)));
    if (meaning !== "completed") continue;
    run.emit({ type: "completed", callId, status: snapshot.status });
    // Its analysis is there, and so its metadata.
    return snapshot as CompletedCall;
  }
}

/** The next poll would find nothing else. */
function endsTheWait(error: unknown): boolean {
  if (TimeoutError.is(error)) return error.kind === "deadline";
  if (AbortError.is(error) || ConfigurationError.is(error)) return true;
  return AuthenticationError.is(error) || PermissionDeniedError.is(error);
}

function analysisFailed(callId: string, snapshot: AnalysisSnapshot): AnalysisFailedError {
  const { status } = snapshot;
  const message = `The analysis of call ${callId} ended with status "${status}". A call that is created again is billed again.`;
  return new AnalysisFailedError(message, { callId, status, snapshot });
}
