import type { components } from "@call-analysis/sdk";
import type { CaseContext } from "../context/case-context.ts";

type Schemas = components["schemas"];

/** Registers an agent of a fresh name and e-mail. */
export async function registerAgent(
  { client, fresh }: CaseContext,
  fields: Partial<Schemas["CreateAgentRequest"]> = {},
): Promise<Schemas["CreatedAgent"]> {
  const body = { name: fresh.name(), email: fresh.email(), ...fields };
  return (await client.ask("createAgent", { body })).data;
}

/** An agent that no case changes. */
export function anyAgent(context: CaseContext): Promise<Schemas["CreatedAgent"]> {
  return context.once.of("agent", () => registerAgent(context));
}

/** All active agents of the key's organization. */
export async function listAgents({ client }: CaseContext): Promise<Schemas["Agent"][]> {
  return (await client.ask("listAgents")).data;
}

/** The agent with this id, as the list has it. */
export async function agentInList(context: CaseContext, id: string): Promise<Schemas["Agent"] | undefined> {
  return (await listAgents(context)).find((agent) => agent.id === id);
}
