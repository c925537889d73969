/** `call-analysis categories`: what calls can be analysed for. */
import type { Category, CategoryDetail } from "@call-analysis/sdk";
import type { Context } from "../context.js";
import { type FormatFlags, type ListView, printList, printOne } from "../output/data.js";
import { detailsText, oneLine } from "../output/text-width.js";
import { type ConnectionFlags, connect } from "../settings/connection.js";

type Flags = ConnectionFlags & FormatFlags;

/** Lists the categories of the key's organization. */
export async function listCategories(flags: Flags, context: Context): Promise<void> {
  const { client } = connect(flags, context);
  await printList(await client.categories.list(), categoryView, { context, flags });
}

/** Shows a category with its whole configuration. */
export async function getCategory(id: string, flags: Flags, context: Context): Promise<void> {
  const { client } = connect(flags, context);
  const view = { fields: flatCategory, text: categoryText };
  await printOne(await client.categories.get(id), view, { context, flags });
}

const categoryView: ListView<Category> = {
  columns: [{ title: "Id", isWhole: true }, { title: "Name" }, { title: "Description" }],
  fields: ({ id, name, description, icon, createdAt, updatedAt }) => ({
    ...{ id, name, description, icon, createdAt, updatedAt },
  }),
  cells: ({ id, name, description }) => [id, name, description],
};

function flatCategory({ id, name, description, intendedPurpose, possibleOutcomes, analysisPointers }: CategoryDetail) {
  const outcomes = (possibleOutcomes ?? []).map(({ label }) => label).join("; ");
  const sections = (analysisPointers ?? []).map(({ sectionName }) => sectionName).join("; ");
  return { id, name, description, intendedPurpose, outcomes, sections };
}

function categoryText(category: CategoryDetail): string {
  const { id, name, description, intendedPurpose, possibleOutcomes, analysisPointers, extractionFields } = category;
  const head = detailsText({ Id: id, Name: name, Description: description, Purpose: intendedPurpose });
  const outcomes = (possibleOutcomes ?? []).map(
    ({ label, description: what }) => `  ${label}${what ? `: ${what}` : ""}`,
  );
  const sections = (analysisPointers ?? []).flatMap(({ sectionName, criterias }) => [
    `  ${sectionName}`,
    ...criterias.map(({ question }) => `    ${question}`),
  ]);
  const fields = (extractionFields ?? []).map(({ fieldName, fieldType }) => `  ${fieldName} (${fieldType})`);
  return `${head}${block("Outcomes", outcomes)}${block("Sections", sections)}${block("Extractions", fields)}`;
}

function block(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `\n${title}\n${lines.map(oneLine).join("\n")}\n`;
}
