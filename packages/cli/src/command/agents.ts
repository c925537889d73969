/** `call-analysis agents`: the people whose calls are analysed. */
import type { Agent } from "@call-analysis/sdk";
import type { Context } from "../context.js";
import { UsageError } from "../errors.js";
import { type FormatFlags, type ListView, printList, printOne } from "../output/data.js";
import { Reporter } from "../output/reporter.js";
import { detailsText, jsonText } from "../output/text-width.js";
import { writeText } from "../output/write-text.js";
import { type ConnectionFlags, connect } from "../settings/connection.js";

type Flags = ConnectionFlags & FormatFlags;

/** Lists the agents of the key's organization. */
export async function listAgents(flags: Flags, context: Context): Promise<void> {
  const { client } = connect(flags, context);
  await printList(await client.agents.list(), agentView, { context, flags });
}

/** Registers an agent. */
export async function createAgent(flags: Flags & { name: string; email: string }, context: Context): Promise<void> {
  const { client } = connect(flags, context);
  await printAgent(await client.agents.create({ name: flags.name, email: flags.email }), { context, flags });
}

/** Changes an agent's name or e-mail. */
export async function updateAgent(
  id: string,
  flags: Flags & { name?: string; email?: string },
  context: Context,
): Promise<void> {
  const { name, email } = flags;
  if (name === undefined && email === undefined)
    throw new UsageError("There is nothing to change: pass --name or --email.");
  const { client } = connect(flags, context);
  const changes = { ...(name !== undefined && { name }), ...(email !== undefined && { email }) };
  await printAgent(await client.agents.update(id, changes), { context, flags });
}

/** Deletes an agent. */
export async function deleteAgent(id: string, flags: Flags, context: Context): Promise<void> {
  const { client } = connect(flags, context);
  await client.agents.delete(id);
  if (flags.json) await writeText(context.stdout, `${jsonText({ deleted: true, id })}\n`);
  else new Reporter(context).say(`Deleted ${id}.`);
}

type Shown = Pick<Agent, "id" | "userId" | "name" | "email">;

function printAgent(agent: Shown, options: { context: Context; flags: Flags }): Promise<void> {
  const text = ({ id, userId, name, email }: Shown) =>
    detailsText({ Id: id, User: userId, Name: name, "E-mail": email });
  const fields = ({ id, userId, name, email }: Shown) => ({ id, userId, name, email });
  return printOne(agent, { text, fields }, options);
}

const agentView: ListView<Agent> = {
  columns: [
    { title: "Id", isWhole: true },
    { title: "Name" },
    { title: "E-mail", isWhole: true },
    { title: "Since", isWhole: true },
  ],
  fields: ({ id, userId, name, email, image, createdAt }) => ({ id, userId, name, email, image, createdAt }),
  cells: ({ id, name, email, createdAt }) => [id, name, email, createdAt?.slice(0, 10) ?? ""],
};
