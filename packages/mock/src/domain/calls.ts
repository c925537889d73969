import type { components } from "@call-analysis/sdk";
import { invalidFields, invalidValue, wrongValue } from "../core/mock-service-error.js";
import type { Progression } from "../engine/timeline.js";
import type { AgentRow, CallRow, CategoryRow, OrganizationRow } from "../store/rows.js";
import type { Agents } from "./agents.js";
import type { CallCourses } from "./call-courses.js";
import { parseCallDate } from "./call-dates.js";
import type { Categories } from "./categories.js";
import type { DomainContext } from "./context.js";
import type { Recordings } from "./recordings.js";

/** What creates a call, as it is on the wire. */
export type CreateCallRequest = components["schemas"]["CreateCallRequest"];

/** The rules that a new call depends on. */
export interface CallRules {
  agents: Agents;
  categories: Categories;
  recordings: Recordings;
  courses: CallCourses;
}

/** How a call is created otherwise than by a request. */
export interface CreationOptions {
  /** @default the service's */
  progression?: Progression | undefined;
}

/** The creation of calls. @see the specification's section 4, Rules for Create call */
export class Calls {
  readonly #context: DomainContext;
  readonly #rules: CallRules;

  constructor(context: DomainContext, rules: CallRules) {
    this.#context = context;
    this.#rules = rules;
  }

  /**
   * Creates a call and settles how its analysis will go.
   *
   * @throws {MockServiceError} when a field is bad, or the member or the category is not there
   */
  create(organization: OrganizationRow, request: CreateCallRequest, { progression }: CreationOptions = {}): CallRow {
    const createdAt = this.#createdAt(request);
    const { agent, category } = this.#references(organization, request);
    const { failureReason: ingestionFailure, ...recording } = this.#rules.recordings.ingest(
      organization,
      request.audio_url,
    );
    const detail = this.#rules.categories.detailOf(category);
    const { store, ids } = this.#context;
    const id = ids.next("call", organization.id, (taken) => store.calls.get(taken) !== undefined);
    const course = this.#rules.courses.settle({
      id,
      organization,
      request,
      agent,
      category: detail,
      ingestionFailure,
      progression,
    });
    return store.calls.insert({
      id,
      organizationId: organization.id,
      memberId: agent.id,
      agentName: agent.name,
      categoryId: category.id,
      category: detail,
      audioUrl: request.audio_url,
      udfs: request.udfs ?? null,
      date: request.date ?? null,
      createdAt,
      updatedAt: createdAt,
      ...recording,
      ...course,
      polls: 0,
    });
  }

  /** Rules 4 to 6: both timestamps are the date's, when one is given. */
  #createdAt({ audio_url, date }: CreateCallRequest): string {
    const { clock, policies } = this.#context;
    const createdAtMs = date === undefined ? clock.now() : parseCallDate(date, policies.zonelessDateOffset);
    const isBadDate = createdAtMs === undefined;
    const problems = [
      ...(isHttpUrl(audio_url) ? [] : [wrongValue("audio_url", "must be an http or https address")]),
      ...(isBadDate ? [wrongValue("date", "must be a date, such as 2026-01-31 or 31/01/2026 14:30")] : []),
    ];
    if (isBadDate || problems.length > 0) throw invalidFields("invalid-input", problems);
    return new Date(createdAtMs).toISOString();
  }

  /** Rule 2: a member is named by id or by e-mail. */
  #references(organization: OrganizationRow, { memberId, categoryId }: CreateCallRequest): References {
    const agent = this.#rules.agents.find(organization, memberId);
    if (!agent) throw invalidValue("memberId", "is no active agent's id or e-mail", "unknown-reference");
    const category = this.#rules.categories.find(organization, categoryId);
    if (!category) throw invalidValue("categoryId", "is no category of the organization", "unknown-reference");
    return { agent, category };
  }
}

interface References {
  agent: AgentRow;
  category: CategoryRow;
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol);
}
