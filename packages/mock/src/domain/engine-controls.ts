import type { Analysis } from "@call-analysis/sdk";
import type { Match } from "../core/match.js";
import { checkPartialShape, type PartialAnalysis } from "../engine/partial-analysis.js";
import { checkPartial } from "../engine/partial-check.js";
import type { Progression } from "../engine/timeline.js";
import type { CallRow } from "../store/rows.js";
import type { Analyses } from "./analyses.js";
import type { DomainContext } from "./context.js";
import { defaultFailure, type EngineRule, type EngineRules } from "./engine-rules.js";

/** What the fake knows of a call, more than it tells clients. */
export interface InspectedCall {
  callId: string;
  organizationId: string;
  /** The status that a read would give now. */
  status: string;
  /** How the call ends, or has ended. */
  end: "completed" | "failed";
  /** Why it fails; null when it does not. */
  failureReason: string | null;
  progression: Progression;
  /** Reads that found it under way. */
  polls: number;
  /** What of the analysis was settled beforehand. */
  analysisOverrides: PartialAnalysis | null;
  /** The analysis as it is or will be; null when it fails. */
  analysis: Analysis | null;
}

/** Decides how calls go, and ends those that exist. Reached as `service.engine`. */
export interface EngineControls {
  /** Begins a rule for calls that are created with these fields, such as `{ categoryId }` or `{ udfs: { vip: true } }`. */
  when(match: Match): EngineRule;
  /**
   * Completes a call at once, whatever its progression; parts of the analysis may be given.
   *
   * @throws {RangeError} when there is no such call
   * @throws {MockServiceError} when the parts do not fit the call's category; it names the field
   */
  complete(callId: string, partial?: PartialAnalysis): void;
  /**
   * Fails a call at once, whatever its progression.
   *
   * @throws {RangeError} when there is no such call
   */
  fail(callId: string, reason?: string): void;
  /** Ends every unfinished call in the way that was planned when it was created. */
  settle(): void;
  /** What the fake knows of a call. It does not count as a poll. @throws {RangeError} when there is no such call */
  inspect(callId: string): InspectedCall;
}

/** The engine's controls over the rows of the store. */
export class CallEngine implements EngineControls {
  readonly #context: DomainContext;
  readonly #analyses: Analyses;
  readonly #rules: EngineRules;

  constructor(context: DomainContext, { analyses, rules }: { analyses: Analyses; rules: EngineRules }) {
    this.#context = context;
    this.#analyses = analyses;
    this.#rules = rules;
  }

  when(match: Match): EngineRule {
    return this.#rules.when(match);
  }

  complete(callId: string, partial: PartialAnalysis = {}): void {
    const { plan, category } = this.#get(callId);
    const forced = checkPartialShape(partial);
    checkPartial(forced, { category, policies: this.#context.policies });
    this.#end(callId, {
      plan: { ...plan, outcome: "completed", statusOverride: "completed" },
      failureReason: null,
      analysisOverrides: forced,
    });
  }

  fail(callId: string, reason = defaultFailure): void {
    const { plan } = this.#get(callId);
    const { failedStatus } = this.#context.policies;
    this.#end(callId, {
      plan: { ...plan, outcome: "failed", statusOverride: failedStatus },
      failureReason: reason,
      analysisOverrides: null,
    });
  }

  settle(): void {
    for (const call of this.#context.store.calls.list()) {
      if (!this.#analyses.isFinal(this.#analyses.statusOf(call))) this.#settle(call);
    }
  }

  inspect(callId: string): InspectedCall {
    const call = this.#get(callId);
    const { organizationId, plan, failureReason, polls, analysisOverrides: forced } = call;
    return {
      callId,
      organizationId,
      status: this.#analyses.statusOf(call),
      end: plan.outcome,
      failureReason,
      progression: plan.progression,
      polls,
      analysisOverrides: forced,
      analysis: plan.outcome === "failed" ? null : this.#analyses.analysisOf(call).analysis,
    };
  }

  #settle({ id, plan, failureReason, analysisOverrides: forced }: CallRow): void {
    if (plan.outcome === "failed") this.fail(id, failureReason ?? undefined);
    else this.complete(id, forced ?? {});
  }

  #end(callId: string, change: Pick<CallRow, "plan" | "failureReason" | "analysisOverrides">): void {
    this.#context.store.calls.update(callId, change);
  }

  #get(callId: string): CallRow {
    const call = this.#context.store.calls.get(callId);
    if (!call) throw new RangeError(`There is no call "${callId}".`);
    return call;
  }
}
