/** What a poll of an analysis returns, and what counts as a poll. */
import type { Analysis, AnalysisSnapshot, PartialCallMetadata } from "@call-analysis/sdk";
import { latestClockMs } from "../core/clock.js";
import { unknownId } from "../core/mock-service-error.js";
import { analyse, resultOf, type SimulatedResult } from "../engine/analyse.js";
import type { AnalysisOptions } from "../engine/analysis-options.js";
import { awaitsFirstPoll, latchStatus, nextChangeMs, statusAt, statusOfNewCall } from "../engine/call-status.js";
import type { SimulatedAnalysis } from "../engine/overlay.js";
import type { CallRow, GivenAnalysis, OrganizationRow } from "../store/rows.js";
import { getOwned } from "../store/store.js";
import type { DomainDependencies } from "./dependencies.js";
import type { Recordings } from "./recordings.js";

/** Eleven days: what is longer is a number in another unit. */
const longestSeconds = 1e6;

/** A call, and its status at the time of the poll. */
export interface PolledCall {
  call: CallRow;
  status: string;
}

/** The statuses and the results of analyses. @see the specification's sections 2, Call analysis, and 3 */
export class Analyses {
  readonly #dependencies: DomainDependencies;
  readonly #recordings: Recordings;
  readonly #results = new WeakMap<CallRow, SimulatedResult>();

  constructor(dependencies: DomainDependencies, { recordings }: { recordings: Recordings }) {
    this.#dependencies = dependencies;
    this.#recordings = recordings;
  }

  /**
   * The call and its status, for who only looks: no poll is counted.
   *
   * @throws {MockServiceError} when there is no such call
   */
  peek(organization: OrganizationRow, callId: string): PolledCall {
    const call = getOwned(this.#dependencies.store.calls, organization.id, callId);
    if (!call) throw unknownId("call");
    return { call, status: this.statusOf(call) };
  }

  /**
   * The call and its status. Counts this poll unless the call has ended.
   *
   * @throws {MockServiceError} when there is no such call
   */
  poll(organization: OrganizationRow, callId: string): PolledCall {
    const { call, status } = this.peek(organization, callId);
    // Every later poll finds the same row, so its route can keep the JSON of the response.
    if (this.isFinal(status)) return { call: this.#latch(call, status), status };
    const isEnding = status !== statusOfNewCall && call.plan.progression.mode === "polls";
    this.#dependencies.store.calls.update(call.id, {
      polls: call.polls + 1,
      ...(isEnding && this.endOfProcessing(call)),
    });
    return { call, status };
  }

  /** The body of the response about a call with this status. */
  snapshot({ call, status }: PolledCall): AnalysisSnapshot {
    return status === "completed" ? this.#completed(call) : this.#unfinished(call, status);
  }

  /** The call's status now. */
  statusOf(call: CallRow): string {
    const { plan, polls } = call;
    const finalStatus = () =>
      this.endOf(call).outcome === "completed" ? "completed" : this.#dependencies.policies.failedStatus;
    return statusAt(plan, this.#dependencies.clock.now(), { polls, finalStatus });
  }

  /** How a call ends, and why it fails: as a test has set it, else as its recording decides. */
  endOf(call: CallRow): { outcome: "completed" | "failed"; failureReason: string | null } {
    const { plan, failureReason } = call;
    if (plan.outcome) return { outcome: plan.outcome, failureReason };
    const reason = this.#recordings.failureOf(call);
    return { outcome: reason === null ? "completed" : "failed", failureReason: reason };
  }

  /** How long a call's recording is, in seconds; invented for a recording that does not tell. */
  durationSecondsOf(call: CallRow): number {
    return this.#givenSeconds(call) ?? this.#recordings.ingest(call).durationSeconds;
  }

  /** Says that what is stored from now on does not count for the call. */
  endOfProcessing(call: CallRow): Pick<CallRow, "isIngested" | "recording"> {
    return { isIngested: true, recording: this.#recordings.countedFor(call) };
  }

  /** Whether a status never changes any more. */
  isFinal(status: string): boolean {
    return status === "completed" || status === this.#dependencies.policies.failedStatus;
  }

  /** Whether a call has ended for good. */
  hasEnded(call: CallRow): boolean {
    return this.isFinal(this.statusOf(call)) && !awaitsFirstPoll(call.plan);
  }

  /** When the passing of time next changes the status of one of the calls, in milliseconds since 1970; null when it never will. */
  nextChangeMs(calls: readonly CallRow[] = this.#dependencies.store.calls.list()): number | null {
    const nowMs = this.#dependencies.clock.now();
    const changesMs = calls.map(({ plan }) => nextChangeMs(plan, nowMs) ?? Number.POSITIVE_INFINITY);
    return reachable(changesMs.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY));
  }

  /** The analysis that a call has, or will have. */
  analysisOf(call: CallRow): SimulatedAnalysis {
    if (!call.given) return analyse(this.#inputOf(call));
    const { analysis, metadata } = call.given;
    return { analysis, summary: metadata.summary ?? "" };
  }

  /** The score and the outcome of that analysis. Kept for as long as the call's row stays as it is. */
  resultOf(call: CallRow): SimulatedResult {
    const known = this.#results.get(call);
    if (known) return known;
    const result = call.given ? givenResult(call.given) : resultOf(this.#inputOf(call));
    this.#results.set(call, result);
    return result;
  }

  #inputOf(call: CallRow): AnalysisOptions {
    const { seed, policies } = this.#dependencies;
    const { recordingHash } = this.#recordings.ingest(call);
    const durationSeconds = this.durationSecondsOf(call);
    // Equal times yield the same analysis, whatever the date format.
    const date = call.date === null ? null : call.createdAt;
    return { ...call, seed, policies, recordingHash, durationSeconds, udfs: call.udfs ?? {}, date };
  }

  #latch(call: CallRow, finalStatus: string): CallRow {
    const plan = latchStatus(call.plan, finalStatus);
    if (plan === call.plan && call.isIngested) return call;
    return this.#dependencies.store.calls.update(call.id, { plan, ...this.endOfProcessing(call) });
  }

  #completed(call: CallRow): AnalysisSnapshot {
    const { analysis, summary } = this.analysisOf(call);
    const duration = this.#inUnit(this.durationSecondsOf(call));
    const metadata = { ...this.#metadata(call, { duration, summary }), ...call.given?.metadata };
    return { callId: call.id, status: "completed", analysis, metadata };
  }

  #unfinished(call: CallRow, status: string): AnalysisSnapshot {
    const isNull = this.#dependencies.policies.beforeCompletion === "null";
    return {
      callId: call.id,
      status,
      ...(isNull && { analysis: null }),
      metadata: this.#metadata(call, isNull ? { duration: null, summary: null } : {}),
    };
  }

  #metadata(call: CallRow, results: Partial<PartialCallMetadata>): PartialCallMetadata {
    const { missingUdfs } = this.#dependencies.policies;
    return {
      date: call.createdAt,
      ...results,
      audioUrl: call.audioUrl,
      udfs: call.udfs ?? (missingUdfs === "empty" ? {} : null),
      createdAt: call.createdAt,
      updatedAt: call.updatedAt,
    };
  }

  /** The length that a call was seeded with; undefined for none, and for one that no recording has. */
  #givenSeconds({ given }: CallRow): number | undefined {
    const duration = given?.metadata.duration ?? Number.NaN;
    const seconds = this.#dependencies.policies.durationUnit === "milliseconds" ? duration / 1000 : duration;
    return seconds >= 0 && seconds <= longestSeconds ? seconds : undefined;
  }

  #inUnit(seconds: number): number {
    const milliseconds = Math.round(seconds * 1000);
    return this.#dependencies.policies.durationUnit === "milliseconds" ? milliseconds : milliseconds / 1000;
  }
}

/** What a list says about the analysis that a call was seeded with, which may have any form. */
function givenResult({ analysis }: GivenAnalysis): SimulatedResult {
  const { score, outcomeLabel, sections }: Partial<Analysis> = analysis;
  const totals = Array.isArray(sections) ? sections.map((section) => Number(Object(section).totalScore) || 0) : [];
  return {
    score: score ?? null,
    outcomeLabel: outcomeLabel ?? null,
    totalScore: totals.reduce((sum, each) => sum + each, 0),
  };
}

/** A time as the clock shows it: in whole milliseconds, and never beyond its last one. Null when it never comes. */
function reachable(timeMs: number): number | null {
  return timeMs > latestClockMs ? null : Math.ceil(timeMs);
}
