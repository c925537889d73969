/** The prospects of campaigns. @see the specification's sections 2, Prospect, and 4, Campaigns */
import type { Prospect } from "@call-analysis/sdk";
import { throwProblems } from "../core/check-shape.js";
import { MockServiceError, missingField } from "../core/mock-service-error.js";
import type { OrganizationRow, ProspectRow } from "../store/rows.js";
import { getOwned } from "../store/store.js";
import type { Domain } from "./domain.js";

/** @throws {MockServiceError} if there is no such campaign, or a required field is missing */
export function addProspect(
  { store, ids }: Domain,
  { id: organizationId }: OrganizationRow,
  { campaignId, fields }: { campaignId: string; fields: Prospect },
): ProspectRow {
  // `prospect-required-fields`
  throwProblems(["name", "phone"].filter((path) => !Object.hasOwn(fields, path)).map(missingField));
  if (!getOwned(store.campaigns, organizationId, campaignId))
    throw new MockServiceError("not-found", "Campaign not found");
  const id = ids.next("pro", organizationId, (taken) => store.prospects.get(taken) !== undefined);
  return store.prospects.insert({ id, organizationId, campaignId, fields });
}
