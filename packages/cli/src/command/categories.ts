/** `call-analysis categories`: what calls can be analysed for. */
import type { Category } from "@call-analysis/sdk";
import { type ConnectionFlags, connect } from "../connection.js";
import type { Context } from "../context.js";
import { type FormatFlags, type ListView, print } from "../output/data.js";
import { jsonText } from "../output/text-width.js";

type Flags = ConnectionFlags & FormatFlags;

/** Lists the categories of the key's organization. */
export async function listCategories(flags: Flags, context: Context): Promise<void> {
  const { client } = connect(flags, context);
  const categories = await client.categories.list();
  await print(categories, categories, { view, context, flags });
}

/** Shows a category with its whole configuration, as JSON. */
export async function getCategory(id: string, flags: Flags, context: Context): Promise<void> {
  const { client } = connect(flags, context);
  const category = await client.categories.get(id);
  const page = () => `${jsonText(category, 2)}\n`;
  await print(category, [category], { view: { ...view, page }, context, flags });
}

const view: ListView<Category> = {
  fields: ["id", "name", "description", "icon", "createdAt", "updatedAt"],
  columns: [
    { title: "Id", text: ({ id }) => id, isWhole: true },
    { title: "Name", text: ({ name }) => name },
    { title: "Description", text: ({ description }) => description },
  ],
};
