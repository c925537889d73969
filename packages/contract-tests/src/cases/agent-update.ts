import { must } from "../departure.ts";
import { agentInList, registerAgent } from "../steps/agents.ts";
import type { Case } from "./case.ts";

/** @see the specification's sections 2, Agent, and 4, Agents */
export const agentUpdateCases: readonly Case[] = [
  {
    name: "an update answers with memberId in place of id, and the same userId",
    tag: "documented",
    operation: "updateAgent",
    source: "section 2, Agent, memberId",
    async run(context) {
      const { id, userId } = await registerAgent(context);
      const body = { name: context.fresh.name() };
      const { data } = await context.client.ask("updateAgent", { path: { id }, body });
      must(data.memberId === id, "memberId is the agent's id.", data.memberId);
      must(data.userId === userId, "An update leaves the userId.");
      must(!("id" in data), "The answer to an update has no id.");
    },
  },
  {
    name: "an update of the name alone leaves the e-mail",
    tag: "documented",
    operation: "updateAgent",
    source: "section 4, Agents, PATCH /agents/{id}",
    async run(context) {
      const { id, email } = await registerAgent(context);
      const name = context.fresh.name();
      const { data } = await context.client.ask("updateAgent", { path: { id }, body: { name } });
      must(data.name === name, "The answer has the new name.", data.name);
      must(data.email === email, "The e-mail stays.", data.email);
    },
  },
  {
    name: "an update of the e-mail alone leaves the name",
    tag: "documented",
    operation: "updateAgent",
    source: "section 4, Agents, PATCH /agents/{id}",
    async run(context) {
      const { id, name } = await registerAgent(context);
      const email = context.fresh.email();
      const { data } = await context.client.ask("updateAgent", { path: { id }, body: { email } });
      must(data.email === email, "The answer has the new e-mail.", data.email);
      must(data.name === name, "The name stays.", data.name);
    },
  },
  {
    name: "the list has the name, the e-mail and the image that an update answered",
    tag: "documented",
    operation: "updateAgent",
    source: "section 4, Agents, PATCH /agents/{id}",
    async run(context) {
      const { id } = await registerAgent(context);
      const body = { name: context.fresh.name(), email: context.fresh.email() };
      const { data } = await context.client.ask("updateAgent", { path: { id }, body });
      const listed = await agentInList(context, id);
      must(listed?.name === body.name, "The list has the new name.", listed?.name);
      must(listed?.email === body.email, "The list has the new e-mail.", listed?.email);
      must(listed?.image === data.image, "The list and the update have the same image.");
    },
  },
  {
    name: "an update changes no other agent",
    tag: "documented",
    operation: "updateAgent",
    source: "section 4, Agents, PATCH /agents/{id}",
    async run(context) {
      const [one, other] = [await registerAgent(context), await registerAgent(context)];
      await context.client.ask("updateAgent", { path: { id: one.id }, body: { name: context.fresh.name() } });
      const listed = await agentInList(context, other.id);
      must(listed?.name === other.name, "Another agent keeps its name.", listed?.name);
    },
  },
  {
    name: "an update of an agent that is not there is refused",
    tag: "negative",
    operation: "updateAgent",
    source: "section 4, Agents, PATCH /agents/{id}",
    async run({ client, fresh, observe }) {
      const path = { id: fresh.unknownId() };
      const { status } = await client.refused("updateAgent", { path, body: { name: fresh.name() } });
      const situation = "for an update of an unknown agent";
      observe({ assumption: "external-errors", expected: `404 ${situation}`, observed: `${status} ${situation}` });
    },
  },
  {
    name: "an update may change nothing",
    tag: "assumed",
    operation: "updateAgent",
    source: "section 4, Agents, PATCH /agents/{id}",
    async run(context) {
      const { id } = await registerAgent(context);
      const { status } = await context.client.send("updateAgent", { path: { id }, body: {} });
      context.observe({ assumption: "empty-update", expected: "200", observed: String(status) });
    },
  },
];
