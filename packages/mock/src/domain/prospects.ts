/** The rules of prospects. */
import type { Prospect } from "@call-analysis/sdk";
import { invalidFields, MockServiceError, missingField } from "../core/mock-service-error.js";
import type { Ids } from "../store/ids.js";
import type { OrganizationRow, ProspectRow } from "../store/rows.js";
import { getOwned, type Store } from "../store/store.js";
import type { DomainDependencies } from "./dependencies.js";

/** The prospects of campaigns. @see the specification's sections 2, Prospect, and 4, Campaigns */
export class Prospects {
  readonly #store: Store;
  readonly #ids: Ids;

  constructor({ store, ids }: DomainDependencies) {
    this.#store = store;
    this.#ids = ids;
  }

  /**
   * Adds a prospect with all fields of its request.
   *
   * @throws {MockServiceError} when there is no such campaign, or a required field is missing
   */
  add(organization: OrganizationRow, campaignId: string, fields: Prospect): ProspectRow {
    checkRequired(fields);
    if (!getOwned(this.#store.campaigns, organization.id, campaignId))
      throw new MockServiceError("not-found", "Campaign not found");
    const id = this.#ids.next("pro", organization.id, (taken) => this.#store.prospects.get(taken) !== undefined);
    return this.#store.prospects.insert({ id, organizationId: organization.id, campaignId, fields });
  }
}

/** `prospect-required-fields` */
function checkRequired(fields: Prospect): void {
  const missing = ["name", "phone"].filter((path) => !Object.hasOwn(fields, path));
  if (missing.length > 0) throw invalidFields("invalid-input", missing.map(missingField));
}
