import type { AnalysisSnapshot, CallMetadataSoFar } from "@call-analysis/sdk";
import { simulateAnalysis } from "../engine/analysis.js";
import { statusAt } from "../engine/timeline.js";
import { refuseUnknown } from "../refusal.js";
import type { CallRow, OrganizationRow } from "../state/rows.js";
import { getOwned } from "../state/store.js";
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
   * @throws {Refusal} when there is no such call
   */
  poll(organization: OrganizationRow, callId: string): PolledCall {
    const { store } = this.#context;
    const call = getOwned(store.calls, organization.id, callId);
    if (!call) throw refuseUnknown("call");
    const status = this.#statusOf(call);
    if (!this.#isFinal(status)) store.calls.update(call.id, { polls: call.polls + 1 });
    return { call, status };
  }

  /** What is available of the analysis of a call that has this status. */
  snapshot({ call, status }: PolledCall): AnalysisSnapshot {
    return status === "completed" ? this.#completed(call) : this.#unfinished(call, status);
  }

  /**
   * Completes a call at once, whatever its progression.
   *
   * @throws {RangeError} when there is no such call
   */
  complete(callId: string): void {
    const { plan } = this.#get(callId);
    this.#context.store.calls.update(callId, {
      plan: { ...plan, outcome: "completed", frozen: "completed" },
      failureReason: null,
    });
  }

  /**
   * Lets a call fail at once, whatever its progression.
   *
   * @throws {RangeError} when there is no such call
   */
  fail(callId: string, reason = "The analysis was made to fail."): void {
    const { plan } = this.#get(callId);
    this.#context.store.calls.update(callId, {
      plan: { ...plan, outcome: "failed", frozen: this.#context.policies.failedStatus },
      failureReason: reason,
    });
  }

  /** Brings every call that is under way to the end that it was created with. */
  settle(): void {
    const underWay = this.#context.store.calls.list().filter((call) => !this.#isFinal(this.#statusOf(call)));
    for (const { id, plan, failureReason } of underWay) {
      if (plan.outcome === "completed") this.complete(id);
      else this.fail(id, failureReason ?? undefined);
    }
  }

  #get(callId: string): CallRow {
    const call = this.#context.store.calls.get(callId);
    if (!call) throw new RangeError(`There is no call "${callId}".`);
    return call;
  }

  #statusOf({ plan, polls }: CallRow): string {
    return statusAt(plan, this.#context.clock.now(), polls, this.#context.policies.failedStatus);
  }

  #isFinal(status: string): boolean {
    return status === "completed" || status === this.#context.policies.failedStatus;
  }

  #completed(call: CallRow): AnalysisSnapshot {
    const { seed, policies } = this.#context;
    const { analysis, summary } = simulateAnalysis({
      seed,
      organizationId: call.organizationId,
      recordingHash: call.recordingHash,
      category: call.category,
      agentName: call.agentName,
      durationSeconds: call.durationSeconds,
      request: { memberId: call.memberId, audio_url: call.audioUrl, udfs: call.udfs ?? {}, date: call.date },
      policies,
    });
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

  #metadata(call: CallRow, known: Partial<CallMetadataSoFar>): CallMetadataSoFar {
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

function dayInIndia(timestamp: string): string {
  return new Date(Date.parse(timestamp) + indiaOffsetMs).toISOString().slice(0, 10);
}
