/** The numbers of rows in a snapshot. */
import type { OrganizationSnapshot, Snapshot } from "@call-analysis/mock";
import { queryOptions } from "@tanstack/react-query";
import type { Control } from "../../connection/control.ts";

/** The most bytes of recordings that a snapshot contains, in all. */
export const maxInlineBytes = 64 * 1_024 * 1_024;

/** How much an organization has. */
export interface OrganizationSummary {
  id: string;
  name: string;
  agents: number;
  categories: number;
  calls: number;
  campaigns: number;
  prospects: number;
  recordings: number;
  recordingBytes: number;
}

/** The organizations of the fake, in numbers. */
export function summaryQuery(control: Control) {
  return queryOptions({
    queryKey: ["state"],
    queryFn: async ({ signal }) =>
      (await control.get<Snapshot>("/state?bytes=none", signal)).organizations.map(organizationSummary),
  });
}

function organizationSummary(organization: OrganizationSnapshot): OrganizationSummary {
  // A list that a file leaves out is empty.
  const { agents = [], categories = [], calls = [], campaigns = [], prospects = [], recordings = [] } = organization;
  const { id, name = id } = organization;
  return {
    id,
    name,
    // A deleted agent stays, for its calls.
    agents: agents.filter(({ isActive }) => isActive).length,
    categories: categories.length,
    calls: calls.length,
    campaigns: campaigns.length,
    prospects: prospects.length,
    recordings: recordings.length,
    recordingBytes: recordings.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  };
}
