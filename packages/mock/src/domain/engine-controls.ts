/** The controls by which a test decides how calls end: `service.engine`. */
import type { Analysis } from "@call-analysis/sdk";
import { checkShape } from "../core/check-shape.js";
import { defaultFailure, type Progression } from "../engine/call-status.js";
import { checkPartial, type PartialAnalysis, partialAnalysisSchema } from "../engine/partial-analysis.js";
import type { CallMatch } from "../rules/match.js";
import type { Rules } from "../rules/rules.js";
import { type EngineRule, engineRule } from "../rules/shorthands.js";
import type { CallRow } from "../store/rows.js";
import type { Analyses } from "./analyses.js";
import type { DomainDependencies } from "./dependencies.js";

/** What the fake knows about a call, more than clients can see. */
export interface InspectedCall {
  callId: string;
  organizationId: string;
  /** The status that a poll would return now. */
  status: string;
  /** How the call ends, or has ended. */
  end: "completed" | "failed";
  /** Why it fails; null when it does not. */
  failureReason: string | null;
  progression: Progression;
  /** Polls that found it under way. */
  polls: number;
  /** The parts of the analysis that a test set; null for none. */
  analysisOverrides: PartialAnalysis | null;
  /** The analysis that the call has or will have; null when it fails. */
  analysis: Analysis | null;
}

/** Decides how calls end. Reached as `service.engine`. */
export interface EngineControls {
  /**
   * Begins a rule for calls created with these fields, such as `{ categoryId }` or `{ udfs: { vip: true } }`.
   *
   * @throws {TypeError} when calls have no such field
   * @throws {MockServiceError} when no call can have a value of the match; the message names its field
   */
  when(match: CallMatch): EngineRule;
  /**
   * Completes a call at once, whatever its progression. The parts of the analysis that you give are in it to the letter,
   * also where they do not add up. A call that has ended keeps its end: `inspect` says which.
   *
   * @throws {RangeError} when there is no such call
   * @throws {MockServiceError} when the call's category does not have a name among the parts; its `fields` say which
   */
  complete(callId: string, partial?: PartialAnalysis): void;
  /**
   * Fails a call at once, whatever its progression. A call that has ended keeps its end.
   *
   * @throws {RangeError} when there is no such call
   */
  fail(callId: string, reason?: string): void;
  /** Ends every unfinished call as it was planned when it was created. */
  settle(): void;
  /** What the fake knows about a call. It does not count as a poll. @throws {RangeError} when there is no such call */
  inspect(callId: string): InspectedCall;
}

/** The services that the controls of the engine use. */
interface EngineServices {
  analyses: Analyses;
  rules: Rules;
}

/** The controls of a service's engine. */
export class CallEngine implements EngineControls {
  readonly #dependencies: DomainDependencies;
  readonly #services: EngineServices;

  constructor(dependencies: DomainDependencies, services: EngineServices) {
    this.#dependencies = dependencies;
    this.#services = services;
  }

  when(match: CallMatch): EngineRule {
    return engineRule(this.#services.rules, match);
  }

  complete(callId: string, partial: PartialAnalysis = {}): void {
    const call = this.#get(callId);
    const { plan, category } = call;
    const analysisOverrides = checkShape<PartialAnalysis>(partialAnalysisSchema, partial);
    checkPartial(analysisOverrides, category);
    this.#end(call, {
      plan: { ...plan, outcome: "completed", statusOverride: "completed" },
      failureReason: null,
      analysisOverrides,
    });
  }

  fail(callId: string, reason = defaultFailure): void {
    const call = this.#get(callId);
    const { plan } = call;
    const { failedStatus } = this.#dependencies.policies;
    this.#end(call, {
      plan: { ...plan, outcome: "failed", statusOverride: failedStatus },
      failureReason: reason,
      analysisOverrides: null,
    });
  }

  settle(): void {
    const { store } = this.#dependencies;
    const { analyses } = this.#services;
    for (const call of store.calls.list()) {
      if (!analyses.isFinal(analyses.statusOf(call))) this.#endAsPlanned(call);
    }
  }

  inspect(callId: string): InspectedCall {
    const call = this.#get(callId);
    const { organizationId, plan, polls, analysisOverrides } = call;
    const { analyses } = this.#services;
    const { outcome, failureReason } = analyses.endOf(call);
    return {
      callId,
      organizationId,
      status: analyses.statusOf(call),
      end: outcome,
      failureReason,
      progression: plan.progression,
      polls,
      analysisOverrides,
      analysis: outcome === "failed" ? null : analyses.analysisOf(call).analysis,
    };
  }

  #endAsPlanned(call: CallRow): void {
    const { outcome, failureReason } = this.#services.analyses.endOf(call);
    if (outcome === "failed") this.fail(call.id, failureReason ?? undefined);
    else this.complete(call.id, call.analysisOverrides ?? {});
  }

  #end(call: CallRow, change: Pick<CallRow, "plan" | "failureReason" | "analysisOverrides">): void {
    const { store } = this.#dependencies;
    const { analyses } = this.#services;
    if (analyses.hasEnded(call)) return;
    store.calls.update(call.id, { ...change, ...analyses.endOfProcessing(call) });
  }

  #get(callId: string): CallRow {
    const call = this.#dependencies.store.calls.get(callId);
    if (!call) throw new RangeError(`There is no call "${callId}".`);
    return call;
  }
}
