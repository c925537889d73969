import type { Prospect } from "@call-analysis/sdk";
import { invalidFields, MockServiceError, missingField } from "../core/mock-service-error.js";
import type { OrganizationRow, ProspectRow } from "../store/rows.js";
import { getOwned } from "../store/store.js";
import type { DomainContext } from "./context.js";

/** The prospects of campaigns. @see the specification's sections 2, Prospect, and 4, Campaigns */
export class Prospects {
  readonly #context: DomainContext;

  constructor(context: DomainContext) {
    this.#context = context;
  }

  /**
   * Adds a prospect with all its keys.
   *
   * @throws {MockServiceError} when there is no such campaign, or a field is missing that must be there
   */
  add(organization: OrganizationRow, campaignId: string, fields: Prospect): ProspectRow {
    this.#check(fields);
    const { store, ids } = this.#context;
    if (!getOwned(store.campaigns, organization.id, campaignId))
      throw new MockServiceError("not-found", "Campaign not found");
    const id = ids.next("pro", organization.id, (taken) => store.prospects.get(taken) !== undefined);
    return store.prospects.insert({ id, organizationId: organization.id, campaignId, fields });
  }

  #check(fields: Prospect): void {
    if (!this.#context.policies.prospectFieldsRequired) return;
    const missing = ["name", "phone"].filter((path) => !Object.hasOwn(fields, path));
    if (missing.length > 0) throw invalidFields("invalid-input", missing.map(missingField));
  }
}
