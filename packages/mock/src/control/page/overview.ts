import type { Addresses } from "../../core/addresses.js";
import type { Analyses } from "../../domain/analyses.js";
import type { DomainDependencies } from "../../domain/dependencies.js";
import type { CallRow, OrganizationRow } from "../../store/rows.js";

/** A call as the page for people shows it. */
export interface ListedCall {
  id: string;
  status: string;
  agentName: string;
  categoryName: string;
  createdAt: string;
  /** Why it failed; null for a call that has not. */
  failureReason: string | null;
}

/** An organization as the page for people shows it. */
export interface ListedOrganization {
  name: string;
  agents: number;
  categories: readonly { id: string; name: string }[];
  campaigns: readonly { id: string; name: string }[];
  callCount: number;
  /** The latest ones, the newest first. */
  calls: readonly ListedCall[];
}

/** What the page for people shows. */
export interface Overview {
  addresses: Addresses;
  now: string;
  organizations: readonly ListedOrganization[];
}

const maxCalls = 50;

/** Gathers what the page for people shows; looking counts as no poll. */
export function overviewOf(context: DomainDependencies, analyses: Analyses): Overview {
  const { store, clock, addresses } = context;
  return {
    addresses: addresses(),
    now: new Date(clock.now()).toISOString(),
    organizations: store.organizations
      .list()
      .map((organization) => listedOrganization(organization, context, analyses)),
  };
}

function listedOrganization({ id, name }: OrganizationRow, { store }: DomainDependencies, analyses: Analyses) {
  const calls = store.calls.listBy("organization", id);
  return {
    name,
    agents: store.agents.listBy("organization", id).filter(({ isActive }) => isActive).length,
    categories: store.categories.listBy("organization", id),
    campaigns: store.campaigns.listBy("organization", id),
    callCount: calls.length,
    calls: calls
      .slice(-maxCalls)
      .reverse()
      .map((call) => listedCall(call, analyses)),
  };
}

function listedCall(call: CallRow, analyses: Analyses): ListedCall {
  const { id, agentName, category, createdAt } = call;
  const status = analyses.statusOf(call);
  const failureReason = analyses.isFinal(status) ? call.failureReason : null;
  return { id, status, agentName, categoryName: category.name, createdAt, failureReason };
}
