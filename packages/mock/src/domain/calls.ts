/** The creation of calls. @see the specification's section 4, Rules for Create call */
import type { components } from "@call-analysis/sdk";
import { isAddress } from "../core/addresses.js";
import { throwProblems } from "../core/check-shape.js";
import { invalidValue, problemsBelow, wrongValue } from "../core/mock-service-error.js";
import type { CallEndDefinition } from "../engine/call-end.js";
import { type Progression, planCall } from "../engine/call-status.js";
import type { ReviewedCategory } from "../engine/configuration.js";
import { partialProblems } from "../engine/partial-analysis.js";
import type { CallRow, GivenAnalysis, OrganizationRow } from "../store/rows.js";
import { getOwned } from "../store/store.js";
import { findAgent } from "./agents.js";
import { parseCallDate } from "./call-dates.js";
import type { Domain } from "./domain.js";
import { magicEnd } from "./magic-inputs.js";

/** The body of a request that creates a call. */
export type CreateCallRequest = components["schemas"]["CreateCallRequest"];

/** A call to create, and how it progresses. */
export interface NewCall {
  request: CreateCallRequest;
  /** @default the next one that is derived from the service's seed */
  id?: string;
  /** The analysis and the times of a seeded call, which are kept unchanged. No rule and no magic input applies. */
  given?: GivenAnalysis | undefined;
  /** @default the service's */
  progression?: Progression;
  /** How a rule ends the call. */
  end?: CallEndDefinition | undefined;
}

/**
 * Creates a call. Magic inputs decide its plan, or else a rule, or else the service's settings.
 *
 * @throws {MockServiceError} if a field is invalid, the member or the category does not exist, or the category does not
 *   have a name in the test's parts of the analysis
 */
export function createCall(domain: Domain, organization: OrganizationRow, call: NewCall): CallRow {
  const { store, ids, clock, addresses } = domain;
  const { request, given, progression = domain.progression } = call;
  const createdAt = timeGiven(domain, given?.metadata.createdAt) ?? checkedCreatedAt(domain, request);
  // By id or by e-mail. @see the specification's section 4, Rules for Create call, 2
  const agent = findAgent(store, organization, request.memberId);
  if (!agent) throw invalidValue("memberId", "is not the id or e-mail of an active agent", "unknown-reference");
  const category = getOwned(store.categories, organization.id, request.categoryId);
  if (!category) throw invalidValue("categoryId", "is not a category of the organization", "unknown-reference");
  const end = given ? { complete: true as const } : endOf(request, category, call.end);
  const { plan, failureReason, analysisOverrides } = planCall(end, { progression, createdAtMs: clock.now() });
  return store.calls.insert({
    id: call.id ?? ids.next("call", organization.id, (taken) => store.calls.get(taken) !== undefined),
    organizationId: organization.id,
    memberId: agent.id,
    agentName: agent.name,
    categoryId: category.id,
    category,
    audioUrl: request.audio_url,
    storageKey: addresses.storageKeyOf(request.audio_url),
    udfs: request.udfs ?? null,
    date: request.date ?? null,
    createdAt,
    updatedAt: timeGiven(domain, given?.metadata.updatedAt) ?? createdAt,
    isIngested: false,
    recording: null,
    plan: given ? { ...plan, statusOverride: "completed" } : plan,
    failureReason,
    analysisOverrides,
    polls: 0,
    ...(given && { given }),
  });
}

/** A given time in UTC. Undefined if it has none of the forms of a date. */
function timeGiven({ policies }: Domain, text: string | null | undefined): string | undefined {
  if (text == null) return undefined;
  const timeMs = parseCallDate(text, policies.zonelessDateOffset);
  return timeMs === undefined ? undefined : new Date(timeMs).toISOString();
}

/**
 * The time of both timestamps: the date's, if one is given. @see the specification's section 4, Rules for Create call,
 * 4 to 6
 */
function checkedCreatedAt(domain: Domain, { audio_url, date }: CreateCallRequest): string {
  const createdAt = date === undefined ? new Date(domain.clock.now()).toISOString() : timeGiven(domain, date);
  // `recording-schemes`
  const isHttp = isAddress(audio_url) && /^https?:/i.test(audio_url);
  throwProblems([
    ...(isHttp ? [] : [wrongValue("audio_url", "must be an http or https URL, without spaces around it")]),
    ...(createdAt ? [] : [wrongValue("date", "must be a date, such as 2026-01-31 or 31/01/2026 14:30")]),
  ]);
  return createdAt ?? "";
}

/** How a call ends, according to magic inputs, or else to a rule. */
function endOf(request: CreateCallRequest, category: ReviewedCategory, byRule: CallEndDefinition = {}) {
  const { afterMs, afterPolls, ...end } = byRule;
  const { complete } = end;
  if (typeof complete === "object")
    throwProblems(problemsBelow("the call's rule: then.end.complete", partialProblems(complete, category)));
  return { afterMs, afterPolls, ...(magicEnd(request.udfs ?? {}, category) ?? end) };
}
