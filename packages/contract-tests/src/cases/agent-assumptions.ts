import { isSuccess } from "../exchange/exchange.ts";
import { agentInList, listAgents, registerAgent } from "../steps/agents.ts";
import type { Case } from "./case.ts";

/** What `ASSUMPTIONS.md` says of agents. */
export const agentAssumptionCases: readonly Case[] = [
  {
    name: "an e-mail that an active agent has is refused",
    tag: "assumed",
    operation: "createAgent",
    source: "section 4, Agents, POST /agents",
    async run(context) {
      const { client, fresh } = context;
      const { email } = await registerAgent(context);
      const { status } = await client.send("createAgent", { body: { name: fresh.name(), email } });
      context.observe({ assumption: "email-in-use", expected: "409", observed: String(status) });
    },
  },
  {
    name: "the case of an e-mail does not tell two agents apart",
    tag: "assumed",
    operation: "createAgent",
    source: "section 4, Agents, POST /agents",
    async run(context) {
      const { email } = await registerAgent(context);
      const body = { name: context.fresh.name(), email: email.toUpperCase() };
      const answer = await context.client.send("createAgent", { body });
      const observed = isSuccess(answer) ? "case matters" : "case does not matter";
      context.observe({ assumption: "email-matching", expected: "case does not matter", observed });
    },
  },
  {
    name: "the list of agents is whole, and the oldest come first",
    tag: "assumed",
    operation: "listAgents",
    source: "section 4, Pagination",
    async run(context) {
      const [first, second] = [await registerAgent(context), await registerAgent(context)];
      const ids = (await listAgents(context)).map(({ id }) => id);
      const [firstAt, secondAt] = [ids.indexOf(first.id), ids.indexOf(second.id)];
      const isWhole = firstAt >= 0 && secondAt >= 0;
      const observed = isWhole ? (firstAt < secondAt ? "oldest first" : "another order") : "not everything at once";
      context.observe({ assumption: "list-paging", expected: "oldest first", observed });
    },
  },
  {
    name: "an agent's image is an address below images.example.com",
    tag: "assumed",
    operation: "listAgents",
    source: "section 2, Agent, image",
    async run(context) {
      const { id } = await registerAgent(context);
      const image = (await agentInList(context, id))?.image ?? "";
      const isKnown = image.startsWith("https://images.example.com/");
      const observed = isKnown ? "below images.example.com" : "elsewhere";
      context.observe({ assumption: "agent-image", expected: "below images.example.com", observed });
    },
  },
  {
    name: "keys that a body should not have are ignored",
    tag: "assumed",
    operation: "createAgent",
    source: "section 4, Agents, POST /agents",
    async run({ client, fresh, observe }) {
      const body = { name: fresh.name(), email: fresh.email(), nickname: "Contract" };
      const answer = await client.send("createAgent", { body });
      const observed = isSuccess(answer) ? "ignored" : "refused";
      observe({ assumption: "unknown-body-keys", expected: "ignored", observed });
    },
  },
];
