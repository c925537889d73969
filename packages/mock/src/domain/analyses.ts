/** What a poll of an analysis returns, and what counts as a poll. */
import type { AnalysisSnapshot, PartialCallMetadata } from "@call-analysis/sdk";
import { unknownId } from "../core/mock-service-error.js";
import { type AnalysisRequest, type SimulatedAnalysis, simulateAnalysis } from "../engine/analysis.js";
import { isUnseen, latchStatus, statusAt } from "../engine/call-status.js";
import { dayInIndia } from "../engine/call-time.js";
import type { CallRow, OrganizationRow } from "../store/rows.js";
import { getOwned } from "../store/store.js";
import type { DomainDependencies } from "./dependencies.js";

/** A call, and its status at the time of the poll. */
export interface PolledCall {
  call: CallRow;
  status: string;
}

/** The statuses and the results of analyses. @see the specification's sections 2, Call analysis, and 3 */
export class Analyses {
  readonly #dependencies: DomainDependencies;

  constructor(dependencies: DomainDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * The call and its status. Counts this poll unless the call has ended.
   *
   * @throws {MockServiceError} when there is no such call
   */
  poll(organization: OrganizationRow, callId: string): PolledCall {
    const { store } = this.#dependencies;
    const call = getOwned(store.calls, organization.id, callId);
    if (!call) throw unknownId("call");
    const status = this.statusOf(call);
    // Every later poll finds the same row, so its route can keep the JSON of the response.
    if (this.isFinal(status)) return { call: this.#latch(call, status), status };
    store.calls.update(call.id, { polls: call.polls + 1 });
    return { call, status };
  }

  /** The body of the response about a call with this status. */
  snapshot({ call, status }: PolledCall): AnalysisSnapshot {
    return status === "completed" ? this.#completed(call) : this.#unfinished(call, status);
  }

  /** The call's status now. */
  statusOf({ plan, polls }: CallRow): string {
    return statusAt(plan, this.#dependencies.clock.now(), polls, this.#dependencies.policies.failedStatus);
  }

  /** Whether a status never changes any more. */
  isFinal(status: string): boolean {
    return status === "completed" || status === this.#dependencies.policies.failedStatus;
  }

  /** Whether a call has ended for good. */
  hasEnded(call: CallRow): boolean {
    return this.isFinal(this.statusOf(call)) && !isUnseen(call.plan);
  }

  /** The analysis that a call has, or will have. */
  analysisOf(call: CallRow): SimulatedAnalysis {
    const { seed, policies } = this.#dependencies;
    return simulateAnalysis({
      seed,
      organizationId: call.organizationId,
      recordingHash: call.recordingHash,
      category: call.category,
      agentName: call.agentName,
      durationSeconds: call.durationSeconds,
      request: requestOf(call),
      policies,
      analysisOverrides: call.analysisOverrides,
    });
  }

  /** Latches the final status of every call that has ended. Called before the clock goes back. */
  latchFinalStatuses(): void {
    for (const call of this.#dependencies.store.calls.list()) {
      const status = this.statusOf(call);
      // A call that ends at once has no time that could be set back.
      if (this.isFinal(status) && !isUnseen(call.plan)) this.#latch(call, status);
    }
  }

  #latch(call: CallRow, finalStatus: string): CallRow {
    const plan = latchStatus(call.plan, finalStatus);
    return plan === call.plan ? call : this.#dependencies.store.calls.update(call.id, { plan });
  }

  #completed(call: CallRow): AnalysisSnapshot {
    const { analysis, summary } = this.analysisOf(call);
    const duration = this.#inUnit(call.durationSeconds);
    return { callId: call.id, status: "completed", analysis, metadata: this.#metadata(call, { duration, summary }) };
  }

  #unfinished(call: CallRow, status: string): AnalysisSnapshot {
    const { analysisBeforeCompletion, unknownMetadata } = this.#dependencies.policies;
    return {
      callId: call.id,
      status,
      ...(analysisBeforeCompletion === "null" ? { analysis: null } : {}),
      metadata: this.#metadata(call, unknownMetadata === "null" ? { duration: null, summary: null } : {}),
    };
  }

  #metadata(call: CallRow, results: Partial<PartialCallMetadata>): PartialCallMetadata {
    const { metadataDate, missingUdfs } = this.#dependencies.policies;
    return {
      date: metadataDate === "timestamp" ? call.createdAt : dayInIndia(Date.parse(call.createdAt)),
      ...results,
      audioUrl: call.audioUrl,
      udfs: call.udfs ?? (missingUdfs === "empty" ? {} : null),
      createdAt: call.createdAt,
      updatedAt: call.updatedAt,
    };
  }

  #inUnit(seconds: number): number {
    const milliseconds = Math.round(seconds * 1000);
    return this.#dependencies.policies.durationUnit === "milliseconds" ? milliseconds : milliseconds / 1000;
  }
}

/** Equal times yield the same analysis, whatever the date format. */
function requestOf({ memberId, audioUrl, udfs, date, createdAt }: CallRow): AnalysisRequest {
  return { memberId, audio_url: audioUrl, udfs: udfs ?? {}, date: date === null ? null : createdAt };
}
