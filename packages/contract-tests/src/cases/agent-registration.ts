import { must } from "../departure.ts";
import { agentInList, listAgents, registerAgent } from "../steps/agents.ts";
import type { Case } from "./case.ts";

/** @see the specification's sections 2, Agent, and 4, Agents */
export const agentRegistrationCases: readonly Case[] = [
  {
    name: "a registered agent has an id, a userId, and the name and the e-mail that were given",
    tag: "documented",
    operation: "createAgent",
    source: "section 4, Agents, POST /agents",
    async run(context) {
      const given = { name: context.fresh.name(), email: context.fresh.email() };
      const { id, userId, name, email } = await registerAgent(context, given);
      must(id !== "" && userId !== "", "A registered agent has an id and a userId.");
      must(name === given.name, "The name is answered as it was given.", name);
      must(email === given.email, "The e-mail is answered as it was given.", email);
    },
  },
  {
    name: "the answer to a registration has neither image nor createdAt",
    tag: "documented",
    operation: "createAgent",
    source: "section 2, Agent, image and createdAt",
    async run(context) {
      const agent = await registerAgent(context);
      must(!("image" in agent), "The answer to a registration has no image.", agent);
      must(!("createdAt" in agent), "The answer to a registration has no createdAt.", agent);
    },
  },
  {
    name: "two registered agents have ids of their own",
    tag: "documented",
    operation: "createAgent",
    source: "section 2, Agent, id",
    async run(context) {
      const [one, other] = [await registerAgent(context), await registerAgent(context)];
      must(one.id !== other.id, "Two agents have two ids.");
    },
  },
  {
    name: "a registered agent is in the list, with the same id, userId, name and e-mail",
    tag: "documented",
    operation: "listAgents",
    source: "section 4, Agents, GET /agents",
    async run(context) {
      const created = await registerAgent(context);
      const listed = await agentInList(context, created.id);
      must(listed !== undefined, "A registered agent is in the list.");
      must(listed.userId === created.userId, "The list has the userId that the registration answered.");
      must(listed.name === created.name, "The list has the name that was given.", listed.name);
      must(listed.email === created.email, "The list has the e-mail that was given.", listed.email);
    },
  },
  {
    name: "no two agents of the list have the same id",
    tag: "documented",
    operation: "listAgents",
    source: "section 2, Agent, id",
    async run(context) {
      await registerAgent(context);
      const ids = (await listAgents(context)).map(({ id }) => id);
      must(new Set(ids).size === ids.length, "Every agent is in the list once.");
    },
  },
  {
    name: "an agent's createdAt in the list is a date-time in UTC",
    tag: "documented",
    operation: "listAgents",
    source: "section 2, Timestamps",
    async run(context) {
      const { id } = await registerAgent(context);
      const createdAt = (await agentInList(context, id))?.createdAt ?? "";
      must(/(Z|[+-]00:?00)$/.test(createdAt), "A timestamp is in UTC.", createdAt);
    },
  },
];
