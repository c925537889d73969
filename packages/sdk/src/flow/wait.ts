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
import { kindOf } from "../known-names.js";
import { isThrownByHook } from "../request/hooks.js";
import { delay } from "../request/limits.js";
import type { ApiPromise, FlowRequestOptions, RequestOptions, Requests } from "../request/requests.js";
import { askedPauseMs } from "../request/retry.js";
import { hasAnalysis, meaningOf, pauseBefore } from "./poll.js";
import type { FlowRun } from "./run.js";
import { pollToken } from "./token.js";

/** The service may not know a call yet for this long after its creation, in milliseconds, and for so many polls. */
export const notFoundGraceMs = 30_000;
const notFoundGracePolls = 50;

/** A poll has at least this long, also when the wait's time is up meanwhile, in milliseconds. */
const lastPollMs = 5_000;

/** The call's status, and what is available of its analysis. @see operation `getCallAnalysis` */
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
  const polls = new Polls(run, callId, isNew);
  const { baseUrl } = run.requests;
  const resume = (error: unknown) => (AnalysisFailedError.is(error) ? undefined : pollToken(baseUrl, callId));
  const atPoll = <T>(work: () => Promise<T>) => run.atStage("poll", work, resume);
  for (;;) {
    const snapshot = await atPoll(() => polls.next());
    if (!snapshot) continue;
    const meaning = await atPoll(async () => meaningOf(snapshot, run.poll));
    yield snapshot;
    if (meaning === "failed") await atPoll(() => Promise.reject(analysisFailed(snapshot)));
    if (meaning !== "completed") continue;
    run.emit({ type: "completed", callId, status: snapshot.status });
    // Its analysis is there, and so its metadata.
    return snapshot as CompletedCall;
  }
}

/** The polls of one wait. */
class Polls {
  readonly #run: FlowRun;
  readonly #callId: string;
  readonly #isNew: boolean;
  readonly #startedMs = performance.now();
  #number = 0;
  #last: AnalysisSnapshot | undefined;
  /** In a row, and the last of them. */
  #failures = 0;
  #failure: unknown;
  /** Before the next poll. */
  #pauseMs: number;

  constructor(run: FlowRun, callId: string, isNew: boolean) {
    this.#run = run;
    this.#callId = callId;
    this.#isNew = isNew;
    this.#pauseMs = pauseBefore(1, run.poll);
  }

  /** Pauses, and polls. @returns undefined after a failure that the options tolerate */
  async next(): Promise<AnalysisSnapshot | undefined> {
    await this.#pause();
    const { requests, emit } = this.#run;
    this.#number += 1;
    let snapshot: AnalysisSnapshot;
    try {
      snapshot = await getAnalysis(requests, this.#callId, this.#requestOptions());
    } catch (error) {
      this.#tolerate(error);
      return undefined;
    }
    this.#last = snapshot;
    this.#failures = 0;
    this.#failure = undefined;
    this.#pauseMs = pauseBefore(this.#number + 1, this.#run.poll);
    emit({ type: "polling", callId: this.#callId, status: snapshot.status, poll: this.#number });
    return snapshot;
  }

  /** @throws {PollTimeoutError} when the time is up */
  async #pause(): Promise<void> {
    const { poll, limits } = this.#run;
    const leftMs = poll.timeoutMs - this.#waitedMs();
    // After a 429 nothing may be sent before its time, and so no last poll.
    const heldBackMs = RateLimitError.is(this.#failure) ? (askedPauseMs(this.#failure) ?? 0) : 0;
    if (leftMs <= 0 || heldBackMs > leftMs) throw this.#timeUp();
    const details = { cause: this.#failure, attempts: this.#number };
    await delay(Math.min(this.#pauseMs, leftMs), limits, this.#what(), details);
  }

  /** @throws the failure, when it ends the wait */
  #tolerate(error: unknown): void {
    const { poll, requests, emit } = this.#run;
    if (endsTheWait(error)) throw error;
    this.#failure = error;
    if (this.#waitedMs() >= poll.timeoutMs) throw this.#timeUp();
    const isTooEarly = this.#isNew && this.#waitedMs() < notFoundGraceMs && this.#number <= notFoundGracePolls;
    if (!(isTooEarly && NotFoundError.is(error))) this.#failures += 1;
    if (this.#failures > poll.toleratedFailures) throw error;
    this.#pauseMs = Math.max(askedPauseMs(error) ?? 0, pauseBefore(this.#number + 1, poll));
    const count = `${this.#failures} in a row`;
    requests.settings.log("info", () => `${this.#what()}: poll ${this.#number} failed (${count}). ${error}`);
    emit({ type: "retrying", stage: "poll", attempt: this.#number, pauseMs: this.#pauseMs, error });
  }

  #waitedMs(): number {
    return performance.now() - this.#startedMs;
  }

  #what(): string {
    return `The analysis of call ${this.#callId}`;
  }

  /** A request ends with the wait, but for the time that the last one needs. */
  #requestOptions(): FlowRequestOptions {
    const { poll, requests, forStage } = this.#run;
    const options = forStage("poll");
    const timeoutMs = options.timeoutMs ?? requests.settings.timeoutMs;
    const leftMs = Math.max(poll.timeoutMs - this.#waitedMs(), lastPollMs);
    return { ...options, retry: false, timeoutMs: Math.min(timeoutMs, leftMs) };
  }

  #timeUp(): PollTimeoutError {
    const { timeoutMs, classify } = this.#run.poll;
    const status = this.#last?.status;
    const without = status !== undefined && classify(status) === "completed" ? ", without an analysis" : "";
    const found = status === undefined ? "no status was read" : `its status is "${status}"${without}`;
    return new PollTimeoutError(
      `Call ${this.#callId} was not completed within poll.timeoutMs = ${timeoutMs} ms; ${found}. Wait again with waitForAnalysis.`,
      {
        callId: this.#callId,
        lastStatus: status,
        waitedMs: Math.round(this.#waitedMs()),
        cause: this.#failure,
        attempts: this.#number,
      },
    );
  }
}

/** The next poll would find nothing else. */
function endsTheWait(error: unknown): boolean {
  if (TimeoutError.is(error)) return error.kind === "deadline";
  if (AbortError.is(error) || ConfigurationError.is(error) || isThrownByHook(error)) return true;
  return AuthenticationError.is(error) || PermissionDeniedError.is(error);
}

function analysisFailed(snapshot: AnalysisSnapshot): AnalysisFailedError {
  const { callId, status } = snapshot;
  const message = `The analysis of call ${callId} ended with status "${status}". A call that is created again is billed again.`;
  return new AnalysisFailedError(message, { callId, status, snapshot });
}
