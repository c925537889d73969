/** The numbers of rows in a snapshot. */
import type { OrganizationSnapshot, Snapshot } from "@call-analysis/mock";
import { queryOptions } from "@tanstack/react-query";
import type { Control } from "../../connection/control.ts";

/** How much an organization has. */
export type OrganizationSummary = ReturnType<typeof organizationSummary>;

/** The organizations of the fake, in numbers. */
export function summaryQuery(control: Control) {
  return queryOptions({
    queryKey: ["state"],
    queryFn: async ({ signal }) =>
      (await control.get<Snapshot>("/state?bytes=none", signal)).organizations.map(organizationSummary),
  });
}

/** A list that a file leaves out is empty, and a deleted agent stays for its calls. */
function organizationSummary({ id, name = id, agents = [], recordings = [], ...others }: OrganizationSnapshot) {
  return {
    id,
    name,
    agents: agents.filter(({ isActive }) => isActive).length,
    categories: others.categories?.length ?? 0,
    calls: others.calls?.length ?? 0,
    campaigns: others.campaigns?.length ?? 0,
    prospects: others.prospects?.length ?? 0,
    recordings: recordings.length,
    recordingBytes: recordings.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  };
}
