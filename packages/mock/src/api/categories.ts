import { jsonTextResponse } from "../core/message.js";
import type { Categories } from "../domain/categories.js";
import type { CategoryRow } from "../store/rows.js";
import type { ResponseTexts } from "./response-texts.js";
import type { Paths } from "./route.js";

/** What the routes of categories work with. */
export interface CategoryRouteOptions {
  categories: Categories;
  texts: ResponseTexts;
}

/** Routes of the external interface. @see the specification's section 4, Categories */
export function categoryPaths({ categories, texts }: CategoryRouteOptions): Paths {
  return {
    "/categories": {
      GET: {
        operation: "listCategories",
        access: "key",
        answer({ organization }) {
          const rows = categories.list(organization);
          return jsonTextResponse(
            200,
            texts.of(rows, () => ({ data: rows.map(listed) })),
          );
        },
      },
    },
    "/categories/:categoryId": {
      GET: {
        operation: "getCategory",
        access: "key",
        answer({ organization, params: { categoryId = "" } }) {
          const row = categories.get(organization, categoryId);
          return jsonTextResponse(
            200,
            texts.of(row, () => ({ data: categories.detailOf(row) })),
          );
        },
      },
    },
  };
}

function listed({ id, name, description, icon, createdAt, updatedAt }: CategoryRow) {
  return { id, name, description, icon, createdAt, updatedAt };
}
