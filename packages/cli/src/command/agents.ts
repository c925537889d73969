/** `call-analysis agents`: the people whose calls are analysed. */
import type { Agent } from "@call-analysis/sdk";
import type { Context } from "../context.js";
import { confirmed, usageError } from "../errors.js";
import { print, type View } from "../output/data.js";
import { type CommonFlags, openSession } from "../session.js";

/** Lists the agents of the key's organization. */
export async function listAgents(flags: CommonFlags, context: Context): Promise<void> {
  const session = openSession(flags, context);
  await print(await session.client.agents.list(), { ...session, view: agentView });
}

type AgentFlags = CommonFlags & { name: string; email: string };

/** Registers an agent. */
export async function createAgent(flags: AgentFlags, context: Context): Promise<void> {
  const session = openSession(flags, context);
  const creation = session.client.agents.create({ name: flags.name, email: flags.email });
  await print([await confirmed("agent", creation)], { ...session, view: agentView });
}

/** Changes an agent's name or e-mail. */
export async function updateAgent(id: string, flags: Partial<AgentFlags>, context: Context): Promise<void> {
  const { name, email } = flags;
  if (name === undefined && email === undefined) throw usageError("Nothing to change: pass --name or --email.");
  const session = openSession(flags, context);
  const agent = await session.client.agents.update(id, { name, email });
  await print([agent], { ...session, view: agentView });
}

/** Deletes an agent. */
export async function deleteAgent(id: string, flags: CommonFlags, context: Context): Promise<void> {
  const session = openSession(flags, context);
  await session.client.agents.delete(id);
  session.reporter.say(`Deleted ${id}.`, { deleted: id });
}

/** The service returns fewer fields for a created or updated agent. */
type ShownAgent = Pick<Agent, "id" | "userId" | "name" | "email"> & Partial<Agent>;

const agentView: View<ShownAgent> = {
  fields: ({ id, userId, name, email, image, createdAt }) => ({ id, userId, name, email, image, createdAt }),
  columns: [
    { title: "Id", text: ({ id }) => id, isWhole: true },
    { title: "Name", text: ({ name }) => name },
    { title: "E-mail", text: ({ email }) => email, isWhole: true },
    { title: "Since", text: ({ createdAt = "" }) => createdAt.slice(0, 10), isWhole: true },
  ],
};
