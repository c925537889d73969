import type { AnalysisSnapshot, PartialCallMetadata } from "@call-analysis/sdk";
import { unknownId } from "../core/mock-service-error.js";
import { type AnalysisRequest, type SimulatedAnalysis, simulateAnalysis } from "../engine/analysis.js";
import { statusAt } from "../engine/timeline.js";
import type { CallRow, OrganizationRow } from "../store/rows.js";
import { getOwned } from "../store/store.js";
import type { DomainContext } from "./context.js";

/** The offset of Indian time from UTC, in milliseconds. */
const indiaOffsetMs = 330 * 60_000;

/** A call as it stands, with the status that this answer gives. */
export interface PolledCall {
  call: CallRow;
  status: string;
}

/** The course and the results of analyses. @see the specification's sections 2, Call analysis, and 3 */
export class Analyses {
  readonly #context: DomainContext;

  constructor(context: DomainContext) {
    this.#context = context;
  }

  /**
   * The call and its status. While the call is under way, asking counts as a poll.
   *
   * @throws {MockServiceError} when there is no such call
   */
  poll(organization: OrganizationRow, callId: string): PolledCall {
    const { store } = this.#context;
    const call = getOwned(store.calls, organization.id, callId);
    if (!call) throw unknownId("call");
    const status = this.statusOf(call);
    if (this.isFinal(status)) return { call: this.#freeze(call, status), status };
    store.calls.update(call.id, { polls: call.polls + 1 });
    return { call, status };
  }

  /** What is available of the analysis of a call that has this status. */
  snapshot({ call, status }: PolledCall): AnalysisSnapshot {
    return status === "completed" ? this.#completed(call) : this.#unfinished(call, status);
  }

  /** The call's status at this moment. */
  statusOf({ plan, polls }: CallRow): string {
    return statusAt(plan, this.#context.clock.now(), polls, this.#context.policies.failedStatus);
  }

  /** Whether a call with this status stays as it is. */
  isFinal(status: string): boolean {
    return status === "completed" || status === this.#context.policies.failedStatus;
  }

  /** The analysis that a call has, or will have. */
  analysisOf(call: CallRow): SimulatedAnalysis {
    const { seed, policies } = this.#context;
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

  /** Lets calls that have ended stay so, also when the clock goes back. */
  keepEnded(): void {
    for (const call of this.#context.store.calls.list()) {
      const status = this.statusOf(call);
      if (this.isFinal(status)) this.#freeze(call, status);
    }
  }

  /** Only time can be taken back; polls are counted for good. */
  #freeze(call: CallRow, status: string): CallRow {
    if (call.plan.progression.mode !== "time" || call.plan.statusOverride !== undefined) return call;
    return this.#context.store.calls.update(call.id, { plan: { ...call.plan, statusOverride: status } });
  }

  #completed(call: CallRow): AnalysisSnapshot {
    const { analysis, summary } = this.analysisOf(call);
    const duration = this.#inUnit(call.durationSeconds);
    return { callId: call.id, status: "completed", analysis, metadata: this.#metadata(call, { duration, summary }) };
  }

  #unfinished(call: CallRow, status: string): AnalysisSnapshot {
    const { analysisBeforeCompletion, unknownMetadata } = this.#context.policies;
    return {
      callId: call.id,
      status,
      ...(analysisBeforeCompletion === "null" ? { analysis: null } : {}),
      metadata: this.#metadata(call, unknownMetadata === "null" ? { duration: null, summary: null } : {}),
    };
  }

  #metadata(call: CallRow, known: Partial<PartialCallMetadata>): PartialCallMetadata {
    const { metadataDate, missingUdfs } = this.#context.policies;
    return {
      date: metadataDate === "timestamp" ? call.createdAt : dayInIndia(call.createdAt),
      ...known,
      audioUrl: call.audioUrl,
      udfs: call.udfs ?? (missingUdfs === "empty" ? {} : null),
      createdAt: call.createdAt,
      updatedAt: call.updatedAt,
    };
  }

  #inUnit(seconds: number): number {
    const milliseconds = Math.round(seconds * 1000);
    return this.#context.policies.durationUnit === "milliseconds" ? milliseconds : milliseconds / 1000;
  }
}

/** A date counts by the moment that it means: written in another form, it is the same date. */
function requestOf({ memberId, audioUrl, udfs, date, createdAt }: CallRow): AnalysisRequest {
  return { memberId, audio_url: audioUrl, udfs: udfs ?? {}, date: date === null ? null : createdAt };
}

function dayInIndia(timestamp: string): string {
  return new Date(Date.parse(timestamp) + indiaOffsetMs).toISOString().slice(0, 10);
}
