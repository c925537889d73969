/** The routes of categories. */
import { unknownId } from "../core/mock-service-error.js";
import { contractForm } from "../engine/configuration.js";
import type { CategoryRow } from "../store/rows.js";
import { detailOf, getOwned } from "../store/store.js";
import type { RouteDependencies } from "./dependencies.js";
import { keyRoute } from "./route.js";

/** Routes of the external interface. @see the specification's section 4, Categories */
export function categoryPaths({ domain, texts }: RouteDependencies) {
  const { categories } = domain.store;
  return {
    "/categories": {
      GET: keyRoute("listCategories", ({ organization }) => {
        const rows = categories.listOf(organization.id);
        return texts.of(rows, () => ({ data: rows.map(listedCategory) }));
      }),
    },
    "/categories/:categoryId": {
      GET: keyRoute("getCategory", ({ organization, params: { categoryId = "" } }) => {
        const row = getOwned(categories, organization.id, categoryId);
        if (!row) throw unknownId("category");
        return texts.of(row, () => ({ data: contractForm(detailOf(row)) }));
      }),
    },
  };
}

function listedCategory({ id, name, description, icon, createdAt, updatedAt }: CategoryRow) {
  return { id, name, description, icon, createdAt, updatedAt };
}
