/** The rules of categories. */
import { unknownId } from "../core/mock-service-error.js";
import type { CategoryRow, OrganizationRow } from "../store/rows.js";
import { getOwned, type Store } from "../store/store.js";
import type { DomainDependencies } from "./dependencies.js";

/** The categories of organizations. @see the specification's sections 2, Category, and 4, Categories */
export class Categories {
  readonly #store: Store;

  constructor({ store }: DomainDependencies) {
    this.#store = store;
  }

  /** An organization's categories. The same list is returned until one changes. */
  list(organization: OrganizationRow): readonly CategoryRow[] {
    return this.#store.categories.listOf(organization.id);
  }

  find(organization: OrganizationRow, id: string): CategoryRow | undefined {
    return getOwned(this.#store.categories, organization.id, id);
  }

  /** @throws {MockServiceError} when there is no such category */
  get(organization: OrganizationRow, id: string): CategoryRow {
    const category = this.find(organization, id);
    if (!category) throw unknownId("category");
    return category;
  }
}
