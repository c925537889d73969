/** `call-analysis categories`: the categories of calls. */
import type { Category } from "@call-analysis/sdk";
import type { Context } from "../context.js";
import { print, type View } from "../output/data.js";
import { jsonText } from "../output/text-width.js";
import { type CommonFlags, openSession } from "../session.js";

/** Lists the categories of the key's organization. */
export async function listCategories(flags: CommonFlags, context: Context): Promise<void> {
  const session = openSession(flags, context);
  await print(await session.client.categories.list(), { ...session, view });
}

/** Shows a category with its whole configuration, also in a terminal. */
export async function getCategory(id: string, flags: CommonFlags, context: Context): Promise<void> {
  const session = openSession(flags, context);
  const page = (category: Category) => `${jsonText(category, 2)}\n`;
  await print([await session.client.categories.get(id)], { ...session, view: { ...view, page } });
}

const view: View<Category> = {
  fields: ({ id, name, description, icon, createdAt, updatedAt }) => ({
    ...{ id, name, description, icon, createdAt, updatedAt },
  }),
  columns: [
    { title: "Id", text: ({ id }) => id, isWhole: true },
    { title: "Name", text: ({ name }) => name },
    { title: "Description", text: ({ description }) => description },
  ],
};
