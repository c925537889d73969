/** The creation of calls. @see the specification's section 4, Rules for Create call */

import type { components } from "@call-analysis/sdk";
import { isAddress } from "../core/addresses.js";
import { throwProblems } from "../core/check-shape.js";
import { type FieldProblem, invalidValue, joinedPath, withPaths, wrongValue } from "../core/mock-service-error.js";
import type { Policies } from "../core/policies.js";
import { type CallEndDefinition, type Progression, planCall } from "../engine/call-status.js";
import type { ReviewedCategory } from "../engine/configuration.js";
import { checkPartial } from "../engine/partial-analysis.js";
import type { AgentRow, CallRow, CategoryRow, GivenAnalysis, OrganizationRow } from "../store/rows.js";
import { getOwned } from "../store/store.js";
import type { Agents } from "./agents.js";
import { parseCallDate } from "./call-dates.js";
import type { DomainDependencies } from "./dependencies.js";
import { magicEnd } from "./magic-inputs.js";
import type { Recordings } from "./recordings.js";

/** The body of a request that creates a call. */
export type CreateCallRequest = components["schemas"]["CreateCallRequest"];

/** The services that the creation of a call uses. */
interface CallServices {
  agents: Agents;
  recordings: Recordings;
}

/** How a call proceeds that is not created by a request. */
export interface CreateCallOptions {
  /** @default the next one that is derived from the service's seed */
  id?: string;
  /** The analysis and the times that it has to the letter. No rule and no magic input counts then. */
  given?: GivenAnalysis | undefined;
  /** @default the service's */
  progression?: Progression | undefined;
  /** How it ends by a rule. */
  end?: CallEndDefinition | undefined;
}

/** Creates calls, and plans how they end. @see the specification's section 4, Rules for Create call */
export class Calls {
  readonly #dependencies: DomainDependencies;
  readonly #services: CallServices;

  constructor(dependencies: DomainDependencies, services: CallServices) {
    this.#dependencies = dependencies;
    this.#services = services;
  }

  /**
   * Creates a call. Its plan follows magic inputs, else a rule, else the service's settings.
   *
   * @throws {MockServiceError} when a field is not valid, the member or the category does not exist, or the parts of
   * the analysis that a test sets do not fit the category
   */
  create(organization: OrganizationRow, request: CreateCallRequest, options: CreateCallOptions = {}): CallRow {
    const { given } = options;
    const createdAt = this.#timeGiven(given?.metadata.createdAt) ?? this.#checkedCreatedAt(request);
    const agent = this.#agent(organization, request);
    const category = this.#category(organization, request);
    const { store, ids, clock } = this.#dependencies;
    const { recordings } = this.#services;
    const id = options.id ?? ids.next("call", organization.id, (taken) => store.calls.get(taken) !== undefined);
    const storageKey = recordings.storageKeyOf(request.audio_url);
    const end = given ? { complete: true as const } : endOf(request, category, options.end);
    const { progression = this.#dependencies.progression } = options;
    const planned = planCall(end, { progression, createdAtMs: clock.now() });
    return store.calls.insert({
      id,
      organizationId: organization.id,
      memberId: agent.id,
      agentName: agent.name,
      categoryId: category.id,
      category,
      audioUrl: request.audio_url,
      storageKey,
      udfs: request.udfs ?? null,
      date: request.date ?? null,
      createdAt,
      updatedAt: this.#timeGiven(given?.metadata.updatedAt) ?? createdAt,
      isIngested: false,
      recording: null,
      plan: given ? { ...planned.plan, statusOverride: "completed" } : planned.plan,
      failureReason: planned.failureReason,
      analysisOverrides: planned.analysisOverrides,
      polls: 0,
      ...(given && { given }),
    });
  }

  /** A given time in UTC; undefined when it has none of the forms of a date. */
  #timeGiven(text: string | null | undefined): string | undefined {
    const timeMs = parseCallDate(text ?? "", this.#dependencies.policies.zonelessDateOffset);
    return timeMs === undefined ? undefined : new Date(timeMs).toISOString();
  }

  /**
   * Checks `audio_url` and `date`, and returns the time of both timestamps: the date's, when one is given.
   *
   * @see the specification's section 4, Rules for Create call, 4 to 6
   */
  #checkedCreatedAt(request: CreateCallRequest): string {
    const { clock, policies } = this.#dependencies;
    throwProblems(callProblems(request, policies));
    const { date } = request;
    // There was no problem with the date, so it stands for a time.
    const createdAtMs = date === undefined ? clock.now() : (parseCallDate(date, policies.zonelessDateOffset) as number);
    return new Date(createdAtMs).toISOString();
  }

  /** A member is named by id or by e-mail. @see the specification's section 4, Rules for Create call, 2 */
  #agent(organization: OrganizationRow, { memberId }: CreateCallRequest): AgentRow {
    const agent = this.#services.agents.find(organization, memberId);
    if (!agent) throw invalidValue("memberId", "is no active agent's id or e-mail", "unknown-reference");
    return agent;
  }

  #category(organization: OrganizationRow, { categoryId }: CreateCallRequest): CategoryRow {
    const category = getOwned(this.#dependencies.store.categories, organization.id, categoryId);
    if (!category) throw invalidValue("categoryId", "is not a category of the organization", "unknown-reference");
    return category;
  }
}

/** How a call ends: by magic inputs, else by a rule. */
function endOf(request: CreateCallRequest, category: ReviewedCategory, byRule: CallEndDefinition = {}) {
  const { afterMs, afterPolls, ...end } = byRule;
  const { complete } = end;
  if (typeof complete === "object")
    withPaths(
      () => checkPartial(complete, category),
      (path) => joinedPath("then.end.complete of the call's rule", path),
    );
  return { afterMs, afterPolls, ...(magicEnd(request.udfs ?? {}, category) ?? end) };
}

/** What is wrong with `audio_url` and `date` of a call. */
function callProblems(
  { audio_url, date }: Partial<CreateCallRequest>,
  policies: Pick<Policies, "zonelessDateOffset">,
): FieldProblem[] {
  const isBadDate = date !== undefined && parseCallDate(date, policies.zonelessDateOffset) === undefined;
  return [
    ...(audio_url === undefined ? [] : audioUrlProblems(audio_url)),
    ...(isBadDate ? [wrongValue("date", "must be a date, such as 2026-01-31 or 31/01/2026 14:30")] : []),
  ];
}

/** `recording-schemes` */
function audioUrlProblems(text: string): FieldProblem[] {
  const isPadded = URL.canParse(text) && !isAddress(text);
  if (isAddress(text) && /^https?:$/.test(new URL(text).protocol)) return [];
  const rule = isPadded ? ", without spaces around it and without control characters" : "";
  return [wrongValue("audio_url", `must be an http or https address${rule}`)];
}
