import type { CategoryDetail } from "@call-analysis/sdk";
import { unknownId } from "../core/mock-service-error.js";
import type { CategoryRow, OrganizationRow } from "../store/rows.js";
import { getOwned } from "../store/store.js";
import type { DomainContext } from "./context.js";

/** The categories of organizations. @see the specification's sections 2, Category, and 4, Categories */
export class Categories {
  readonly #context: DomainContext;
  readonly #details = new WeakMap<CategoryRow, CategoryDetail>();

  constructor(context: DomainContext) {
    this.#context = context;
  }

  /** An organization's categories. The same list is given until one changes. */
  list(organization: OrganizationRow): readonly CategoryRow[] {
    return this.#context.store.categories.listBy("organization", organization.id);
  }

  find(organization: OrganizationRow, id: string): CategoryRow | undefined {
    return getOwned(this.#context.store.categories, organization.id, id);
  }

  /** @throws {MockServiceError} when there is no such category */
  get(organization: OrganizationRow, id: string): CategoryRow {
    const category = this.find(organization, id);
    if (!category) throw unknownId("category");
    return category;
  }

  /** A category with its configuration, as the contract has it; the same object as long as the category stays as it is. */
  detailOf(row: CategoryRow): CategoryDetail {
    const known = this.#details.get(row);
    if (known) return known;
    const { organizationId: _, ...detail } = row;
    this.#details.set(row, Object.freeze(detail));
    return detail;
  }
}
