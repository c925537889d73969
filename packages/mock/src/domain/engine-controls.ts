import type { Analysis } from "@call-analysis/sdk";
import type { PartialAnalysis } from "../engine/partial-analysis.js";
import { checkPartial, checkPartialShape } from "../engine/partial-check.js";
import type { Progression } from "../engine/timeline.js";
import type { Match } from "../match.js";
import type { CallRow } from "../state/rows.js";
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
  forced: PartialAnalysis | null;
  /** The analysis as it is or will be; null when it fails. */
  analysis: Analysis | null;
}

/** Decides how calls go, and brings those that exist to their end. Reached as `service.engine`. */
export class EngineControls {
  readonly #context: DomainContext;
  readonly #analyses: Analyses;
  readonly #rules: EngineRules;

  constructor(context: DomainContext, { analyses, rules }: { analyses: Analyses; rules: EngineRules }) {
    this.#context = context;
    this.#analyses = analyses;
    this.#rules = rules;
  }

  /** Begins a rule for calls that are created with these fields, such as `{ categoryId }` or `{ udfs: { vip: true } }`. */
  when(match: Match): EngineRule {
    return this.#rules.when(match);
  }

  /**
   * Completes a call at once, whatever its progression; parts of the analysis may be given.
   *
   * @throws {RangeError} when there is no such call
   * @throws {Refusal} when the parts do not fit the call's category; it names the field
   */
  complete(callId: string, partial: PartialAnalysis = {}): void {
    const { plan, category } = this.#get(callId);
    const forced = checkPartialShape(partial);
    checkPartial(forced, { category, policies: this.#context.policies });
    this.#end(callId, { plan: { ...plan, outcome: "completed", frozen: "completed" }, failureReason: null, forced });
  }

  /**
   * Lets a call fail at once, whatever its progression.
   *
   * @throws {RangeError} when there is no such call
   */
  fail(callId: string, reason = defaultFailure): void {
    const { plan } = this.#get(callId);
    const { failedStatus } = this.#context.policies;
    this.#end(callId, {
      plan: { ...plan, outcome: "failed", frozen: failedStatus },
      failureReason: reason,
      forced: null,
    });
  }

  /** Brings every call that is under way to the end that it was created with. */
  settle(): void {
    for (const call of this.#context.store.calls.list()) {
      if (!this.#analyses.isFinal(this.#analyses.statusOf(call))) this.#settle(call);
    }
  }

  /** Looks into a call without counting as a read. @throws {RangeError} when there is no such call */
  inspect(callId: string): InspectedCall {
    const call = this.#get(callId);
    const { organizationId, plan, failureReason, polls, forced } = call;
    return {
      callId,
      organizationId,
      status: this.#analyses.statusOf(call),
      end: plan.outcome,
      failureReason,
      progression: plan.progression,
      polls,
      forced,
      analysis: plan.outcome === "failed" ? null : this.#analyses.analysisOf(call).analysis,
    };
  }

  #settle({ id, plan, failureReason, forced }: CallRow): void {
    if (plan.outcome === "failed") this.fail(id, failureReason ?? undefined);
    else this.complete(id, forced ?? {});
  }

  #end(callId: string, change: Pick<CallRow, "plan" | "failureReason" | "forced">): void {
    this.#context.store.calls.update(callId, change);
  }

  #get(callId: string): CallRow {
    const call = this.#context.store.calls.get(callId);
    if (!call) throw new RangeError(`There is no call "${callId}".`);
    return call;
  }
}
