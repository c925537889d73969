import type { components } from "@call-analysis/sdk";
import type { CaseContext } from "../context/case-context.ts";
import { must } from "../departure.ts";

type CategoryDetail = components["schemas"]["CategoryDetail"];

/** The id of the organization's first category: the prerequisite of every call. @see section 1 */
export function anyCategoryId({ client, once }: CaseContext): Promise<string> {
  return once.of("category id", async () => {
    const [category] = (await client.ask("listCategories")).data;
    must(category !== undefined, "The organization has at least one category.");
    return category.id;
  });
}

/** The first category with its configuration. */
export async function anyCategory(context: CaseContext): Promise<CategoryDetail> {
  const categoryId = await anyCategoryId(context);
  return (await context.client.ask("getCategory", { path: { categoryId } })).data;
}
