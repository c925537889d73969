import type { CategoryDetail } from "@call-analysis/sdk";
import { MockServiceError } from "../core/mock-service-error.js";
import { seededRandom } from "../core/random.js";
import type { PartialAnalysis } from "../engine/partial-analysis.js";
import { checkPartial } from "../engine/partial-check.js";
import type { AnalysisPlan, Progression } from "../engine/timeline.js";
import type { AgentRow, OrganizationRow } from "../store/rows.js";
import type { CreateCallRequest } from "./calls.js";
import type { DomainContext } from "./context.js";
import type { CallCourse, EngineRules } from "./engine-rules.js";
import { magicCourse } from "./magic-inputs.js";
import type { Recordings } from "./recordings.js";

/** A call that is about to be created. */
export interface NewCall {
  id: string;
  organization: OrganizationRow;
  request: CreateCallRequest;
  agent: AgentRow;
  category: CategoryDetail;
  /** Why the recording cannot be had; null when it can. */
  ingestionFailure: string | null;
  /** How it comes to its end; undefined for the service's way. */
  progression: Progression | undefined;
}

/** What is settled about a call when it is created. */
export interface SettledCourse {
  plan: AnalysisPlan;
  failureReason: string | null;
  analysisOverrides: PartialAnalysis | null;
}

/** Settles how new calls will go: by magic inputs, by the engine's rules, or as the service is set up. */
export class CallCourses {
  readonly #context: DomainContext;
  readonly #rules: EngineRules;
  readonly #recordings: Recordings;

  constructor(context: DomainContext, { rules, recordings }: { rules: EngineRules; recordings: Recordings }) {
    this.#context = context;
    this.#rules = rules;
    this.#recordings = recordings;
  }

  /** @throws {MockServiceError} when a magic input is bad, or a rule does not fit the call's category */
  settle(call: NewCall): SettledCourse {
    const { clock, progression } = this.#context;
    const course = { progression: call.progression ?? progression, ...this.#ruled(call), ...this.#magic(call) };
    const plan = {
      progression: this.#withoutJitter(course.progression, call.id),
      createdAtMs: clock.now(),
    };
    const { end = { kind: "none" } } = course;
    switch (end.kind) {
      case "fail":
        return { plan: { ...plan, outcome: "failed" }, failureReason: end.reason, analysisOverrides: null };
      case "stall":
        return {
          plan: { ...plan, outcome: "completed", statusOverride: end.status },
          failureReason: null,
          analysisOverrides: null,
        };
      case "complete":
        return { plan: { ...plan, outcome: "completed" }, failureReason: null, analysisOverrides: end.partial };
      case "none":
        return ingested(plan, call.ingestionFailure);
    }
  }

  #ruled({ organization, request, agent, category }: NewCall): CallCourse {
    const { memberId, audio_url, udfs = {}, date } = request;
    const filename = this.#recordings.filenameOf(audio_url);
    const facts = { organizationId: organization.id, categoryId: category.id, audio_url, filename, udfs, date };
    // A member may be matched by id, and as the request names it.
    const course = this.#rules.find([agent.id, memberId].map((member) => ({ ...facts, memberId: member })));
    if (course.end?.kind === "complete") this.#checkRule(course.end.partial, category);
    return course;
  }

  #checkRule(partial: PartialAnalysis, category: CategoryDetail): void {
    try {
      checkPartial(partial, { category, policies: this.#context.policies });
    } catch (error) {
      if (!(error instanceof MockServiceError)) throw error;
      throw new MockServiceError(
        error.kind,
        `The engine's rule does not fit the category. ${error.message}`,
        error.fields,
      );
    }
  }

  #magic({ request, category }: NewCall): CallCourse {
    const { policies } = this.#context;
    if (!policies.magicInputs) return {};
    return magicCourse(request.udfs ?? {}, { category, policies });
  }

  /** Every call has times of its own, which stay the same for the same seed. */
  #withoutJitter(progression: Progression, callId: string): Progression {
    if (progression.mode !== "time" || !progression.jitter) return progression;
    const { processingMs, pendingMs, jitter } = progression;
    const random = seededRandom(this.#context.seed, callId, "jitter");
    const jittered = (milliseconds: number) => Math.round(milliseconds * (1 + jitter * (2 * random.next() - 1)));
    return { mode: "time", processingMs: jittered(processingMs), pendingMs: jittered(pendingMs) };
  }
}

function ingested(plan: Omit<AnalysisPlan, "outcome">, failureReason: string | null): SettledCourse {
  return {
    plan: { ...plan, outcome: failureReason === null ? "completed" : "failed" },
    failureReason,
    analysisOverrides: null,
  };
}
