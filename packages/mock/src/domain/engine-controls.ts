/** The controls by which a test decides how calls end: `service.engine`. */
import type { Analysis } from "@call-analysis/sdk";
import { checkShape, throwProblems } from "../core/check-shape.js";
import { defaultFailure } from "../engine/call-end.js";
import { awaitsFirstPoll, type Progression } from "../engine/call-status.js";
import { type PartialAnalysis, partialAnalysisSchema, partialProblems } from "../engine/partial-analysis.js";
import type { CallMatch } from "../rules/match.js";
import type { Rules } from "../rules/rules.js";
import { type EngineRule, engineRule } from "../rules/shorthands.js";
import type { CallRow } from "../store/rows.js";
import { analysisOf, endOf, endOfProcessing, isFinal, statusOf } from "./analyses.js";
import type { Domain } from "./domain.js";

/** Everything the fake knows about a call, including what clients cannot see. */
export interface InspectedCall {
  callId: string;
  organizationId: string;
  /** The status that a poll would return now. */
  status: string;
  /** How the call ends, or has ended. */
  end: "completed" | "failed";
  /** Why the call fails. Null if it does not. */
  failureReason: string | null;
  progression: Progression;
  /** The number of polls that found the call unfinished. */
  polls: number;
  /** The parts of the analysis that a test set. Null if there are none. */
  analysisOverrides: PartialAnalysis | null;
  /** The analysis that the call has or will have. Null if the call fails. */
  analysis: Analysis | null;
}

/** Decides how calls end. Reached as `service.engine`. */
export interface EngineControls {
  /**
   * Begins a rule for calls created with these fields, such as `{ categoryId }` or `{ udfs: { vip: true } }`.
   *
   * @throws {TypeError} if calls have no such field
   * @throws {MockServiceError} if no call can have a value of the match. The message names the field.
   */
  when(match: CallMatch): EngineRule;
  /**
   * Completes a call at once, whatever its progression. The analysis contains your values unchanged, even if they do
   * not add up.
   *
   * @throws {RangeError} when there is no such call, or it has ended already
   * @throws {MockServiceError} if the call's category does not have one of the names. `fields` says which.
   */
  complete(callId: string, partial?: PartialAnalysis): void;
  /**
   * Fails a call at once, whatever its progression.
   *
   * @throws {RangeError} when there is no such call, or it has ended already
   */
  fail(callId: string, reason?: string): void;
  /** Ends every unfinished call as planned when it was created. */
  settle(): void;
  /**
   * Returns everything the fake knows about a call. This does not count as a poll. @throws {RangeError} if there is no
   * such call
   */
  inspect(callId: string): InspectedCall;
}

/** The controls of a service's engine. */
export function engineControls(domain: Domain, rules: Rules): EngineControls {
  const { calls } = domain.store;
  const callOf = (callId: string): CallRow => {
    const call = calls.get(callId);
    if (call) return call;
    throw new RangeError(`The call "${callId}" does not exist.`);
  };
  const end = (call: CallRow, outcome: "completed" | "failed", change: EndOfCall) => {
    if (isFinal(domain, statusOf(domain, call)) && !awaitsFirstPoll(call.plan))
      throw new RangeError(`The call "${call.id}" has already ended with the status "${statusOf(domain, call)}".`);
    const statusOverride = outcome === "failed" ? domain.policies.failedStatus : outcome;
    const plan = { ...call.plan, outcome, statusOverride };
    calls.update(call.id, { plan, ...change, ...endOfProcessing(domain, call) });
  };
  return {
    when: (match) => engineRule(rules, match),
    complete(callId, partial) {
      const call = callOf(callId);
      const analysisOverrides = checkShape<PartialAnalysis>(partialAnalysisSchema, partial ?? {});
      throwProblems(partialProblems(analysisOverrides, call.category));
      end(call, "completed", { failureReason: null, analysisOverrides });
    },
    fail(callId, reason = defaultFailure) {
      end(callOf(callId), "failed", { failureReason: reason, analysisOverrides: null });
    },
    settle() {
      for (const call of calls.list()) {
        if (isFinal(domain, statusOf(domain, call))) continue;
        const { outcome, failureReason } = endOf(domain, call);
        const analysisOverrides = outcome === "failed" ? null : (call.analysisOverrides ?? {});
        end(call, outcome, { failureReason, analysisOverrides });
      }
    },
    inspect(callId) {
      const call = callOf(callId);
      const { organizationId, plan, polls, analysisOverrides } = call;
      const { outcome, failureReason } = endOf(domain, call);
      return {
        callId,
        organizationId,
        status: statusOf(domain, call),
        end: outcome,
        failureReason,
        progression: plan.progression,
        polls,
        analysisOverrides,
        analysis: outcome === "failed" ? null : analysisOf(domain, call).analysis,
      };
    },
  };
}

type EndOfCall = Pick<CallRow, "failureReason" | "analysisOverrides">;
