import type { components } from "@call-analysis/sdk";
import type { CaseContext } from "../case.ts";
import { assert } from "../contract-violation.ts";

type Schemas = components["schemas"];

/** Registers an agent with a unique name and e-mail. */
export async function registerAgent(
  { client, unique }: CaseContext,
  fields: Partial<Schemas["CreateAgentRequest"]> = {},
): Promise<Schemas["CreatedAgent"]> {
  const body = { name: unique.name(), email: unique.email(), ...fields };
  return (await client.expectSuccess("createAgent", { body })).data;
}

/** An agent that several cases use and none changes. */
export function sharedAgent(context: CaseContext): Promise<Schemas["CreatedAgent"]> {
  return context.memo.get("agent", () => registerAgent(context));
}

/** All active agents of the key's organization. */
export async function listAgents({ client }: CaseContext): Promise<Schemas["Agent"][]> {
  return (await client.expectSuccess("listAgents")).data;
}

/** The agent with this id, as the list shows it. */
export async function agentInList(context: CaseContext, id: string): Promise<Schemas["Agent"] | undefined> {
  return (await listAgents(context)).find((agent) => agent.id === id);
}

/** The id of the organization's first category. Every call needs a category. @see section 1 */
export function sharedCategoryId({ client, memo }: CaseContext): Promise<string> {
  return memo.get("category id", async () => {
    const [category] = (await client.expectSuccess("listCategories")).data;
    assert(category !== undefined, "The organization has at least one category.");
    return category.id;
  });
}

/** The organization's first category, with its configuration. */
export async function sharedCategory(context: CaseContext): Promise<Schemas["CategoryDetail"]> {
  const categoryId = await sharedCategoryId(context);
  return (await context.client.expectSuccess("getCategory", { path: { categoryId } })).data;
}
