/**
 * The statuses and results of analyses, and how polls are counted. @see the specification's sections 2, Call analysis,
 * and 3
 */
import type { Analysis, AnalysisSnapshot, PartialCallMetadata } from "@call-analysis/sdk";
import { latestClockMs } from "../core/clock.js";
import { found } from "../core/mock-service-error.js";
import { analyse, resultOf, type SimulatedResult } from "../engine/analyse.js";
import type { AnalysisOptions } from "../engine/analysis-options.js";
import { latchStatus, nextChangeMs, statusAt, statusOfNewCall } from "../engine/call-status.js";
import type { SimulatedAnalysis } from "../engine/overlay.js";
import type { CallRow, GivenAnalysis, OrganizationRow } from "../store/rows.js";
import { getOwned } from "../store/store.js";
import type { Domain } from "./domain.js";
import { ingestionFailure, recordingHashOf, recordingOf, recordingSecondsOf } from "./recordings.js";

/** Eleven days. A longer time must be a number in another unit. */
const longestSeconds = 1e6;

/** A call, and its status at the time of the poll. */
type PolledCall = ReturnType<typeof peekCall>;

/** The call and its status, without counting a poll. @throws {MockServiceError} if there is no such call */
export function peekCall(domain: Domain, organization: OrganizationRow, { callId }: { callId: string }) {
  const call = found(getOwned(domain.store.calls, organization.id, callId), "call");
  return { call, status: statusOf(domain, call) };
}

/**
 * The call and its status. Counts this poll unless the call has ended. @throws {MockServiceError} if there is no such
 * call
 */
export function pollCall(domain: Domain, organization: OrganizationRow, params: { callId: string }): PolledCall {
  const { call, status } = peekCall(domain, organization, params);
  const { calls } = domain.store;
  const plan = isFinal(domain, status) ? latchStatus(call.plan, status) : call.plan;
  if (!isFinal(domain, status)) {
    const isEnding = status !== statusOfNewCall && plan.progression.mode === "polls";
    calls.update(call.id, { polls: call.polls + 1, ...(isEnding && endOfProcessing(domain, call)) });
    return { call, status };
  }
  // Every later poll finds the same row, so its route can keep the JSON of the response.
  if (plan === call.plan && call.isIngested) return { call, status };
  return { call: calls.update(call.id, { plan, ...endOfProcessing(domain, call) }), status };
}

/** The body of the response about a call with this status. */
export function snapshotOfCall(domain: Domain, { call, status }: PolledCall): AnalysisSnapshot {
  if (status !== "completed") {
    const isNull = domain.policies.beforeCompletion === "null";
    const metadata = metadataOf(domain, call, isNull ? { duration: null, summary: null } : {});
    return { callId: call.id, status, ...(isNull && { analysis: null }), metadata };
  }
  const { analysis, summary } = analysisOf(domain, call);
  const milliseconds = Math.round(durationSecondsOf(domain, call) * 1000);
  const duration = domain.policies.durationUnit === "milliseconds" ? milliseconds : milliseconds / 1000;
  const metadata = { ...metadataOf(domain, call, { duration, summary }), ...call.given?.metadata };
  return { callId: call.id, status, analysis, metadata };
}

function metadataOf({ policies }: Domain, call: CallRow, results: Partial<PartialCallMetadata>): PartialCallMetadata {
  return {
    date: call.createdAt,
    ...results,
    audioUrl: call.audioUrl,
    udfs: call.udfs ?? (policies.missingUdfs === "empty" ? {} : null),
    createdAt: call.createdAt,
    updatedAt: call.updatedAt,
  };
}

/** The call's status now. */
export function statusOf(domain: Domain, call: CallRow): string {
  const finalStatus = () => (endOf(domain, call).outcome === "completed" ? "completed" : domain.policies.failedStatus);
  return statusAt(call.plan, domain.clock.now(), { polls: call.polls, finalStatus });
}

/** How a call ends, and why it fails. A test decides this, or else the recording. */
export function endOf(
  domain: Domain,
  call: CallRow,
): Pick<CallRow, "failureReason"> & { outcome: "completed" | "failed" } {
  const { plan, failureReason } = call;
  if (plan.outcome) return { outcome: plan.outcome, failureReason };
  const reason = ingestionFailure(domain, call);
  return { outcome: reason === null ? "completed" : "failed", failureReason: reason };
}

/** The fields of a call's row at the end of `processing`. A later upload does not count for the call. */
export function endOfProcessing(domain: Domain, call: CallRow): Pick<CallRow, "isIngested" | "recording"> {
  return { isIngested: true, recording: recordingOf(domain, call) };
}

/** Whether a status never changes any more. */
export function isFinal({ policies }: Domain, status: string): boolean {
  return status === "completed" || status === policies.failedStatus;
}

/** When the status of any of the calls next changes by time alone, in milliseconds since 1970. Null if never. */
export function nextStatusChangeMs({ clock }: Domain, calls: readonly CallRow[]): number | null {
  const nowMs = clock.now();
  const changesMs = calls.map(({ plan }) => nextChangeMs(plan, nowMs) ?? Number.POSITIVE_INFINITY);
  const nextMs = changesMs.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY);
  // As the clock shows it: in whole milliseconds, and never beyond its last one.
  return nextMs > latestClockMs ? null : Math.ceil(nextMs);
}

/** The analysis that a call has, or will have. */
export function analysisOf(domain: Domain, call: CallRow): SimulatedAnalysis {
  if (!call.given) return analyse(inputOf(domain, call));
  const { analysis, metadata } = call.given;
  return { analysis, summary: metadata.summary ?? "" };
}

/** The score and the outcome of that analysis. Cached until the call's row changes. */
export function listedResultOf(domain: Domain, call: CallRow): SimulatedResult {
  const { results } = domain;
  const result = results.get(call) ?? (call.given ? givenResult(call.given) : resultOf(inputOf(domain, call)));
  results.set(call, result);
  return result;
}

function inputOf(domain: Domain, call: CallRow): AnalysisOptions {
  const { seed, policies } = domain;
  const recordingHash = recordingHashOf(domain, call);
  const durationSeconds = durationSecondsOf(domain, call);
  // Equal times yield the same analysis, whatever the date format.
  const date = call.date === null ? null : call.createdAt;
  return { ...call, seed, policies, recordingHash, durationSeconds, udfs: call.udfs ?? {}, date };
}

/** The length of a call's recording, in seconds: the seeded one, unless no recording can have that length. */
export function durationSecondsOf(domain: Domain, call: CallRow): number {
  const duration = call.given?.metadata.duration ?? Number.NaN;
  const seconds = domain.policies.durationUnit === "milliseconds" ? duration / 1000 : duration;
  return seconds >= 0 && seconds <= longestSeconds ? seconds : recordingSecondsOf(domain, call);
}

/** The list row for a seeded call's analysis, which may have any form. */
function givenResult({ analysis }: GivenAnalysis): SimulatedResult {
  const { score, outcomeLabel, sections }: Partial<Analysis> = analysis;
  const totals = Array.isArray(sections) ? sections.map((section) => Number(Object(section).totalScore) || 0) : [];
  return {
    score: score ?? null,
    outcomeLabel: outcomeLabel ?? null,
    totalScore: totals.reduce((sum, each) => sum + each, 0),
  };
}
