import type { Case } from "../case.ts";
import { caseOf } from "../checks/answer-check.ts";
import { agentListChecks } from "../checks/list-checks.ts";
import { isSuccess } from "../contract/response-check.ts";
import { assert } from "../contract-violation.ts";
import { agentInList, listAgents, registerAgent } from "../steps/organization.ts";

/** Registering and listing agents. @see the specification's sections 2, Agent, and 4, Agents */
export const agentRegistrationCases: readonly Case[] = [
  {
    name: "a registered agent is in the list, with the same id, userId, name and e-mail",
    tag: "documented",
    operation: "listAgents",
    statements: ["4.GET /agents.active", "2.agent.id", "2.agent.userId", "2.agent.name"],
    async run(context) {
      const created = await registerAgent(context);
      const listed = await agentInList(context, created.id);
      assert(listed !== undefined, "A registered agent is in the list.");
      assert(listed.userId === created.userId, "The list has the userId that the registration returned.");
      assert(listed.name === created.name, "The list has the name of the registration.", listed.name);
      assert(listed.email === created.email, "The list has the e-mail of the registration.", listed.email);
    },
  },
  ...agentListChecks.map((check) =>
    caseOf(check, async (context) => {
      await registerAgent(context);
      return listAgents(context);
    }),
  ),
  {
    name: "registering an e-mail that an active agent has is rejected",
    tag: "assumed",
    operation: "createAgent",
    statements: ["4.POST /agents.unique"],
    async run(context) {
      const { client, unique } = context;
      const { email } = await registerAgent(context);
      const { status } = await client.send("createAgent", { body: { name: unique.name(), email } });
      context.observe({ assumption: "email-in-use", expected: "409", observed: String(status) });
    },
  },
  {
    name: "two e-mails that differ only in case count as the same",
    tag: "assumed",
    operation: "createAgent",
    statements: ["4.POST /calls.2", "4.POST /agents.unique"],
    async run(context) {
      const { email } = await registerAgent(context);
      const body = { name: context.unique.name(), email: email.toUpperCase() };
      const response = await context.client.send("createAgent", { body });
      const observed = isSuccess(response) ? "case matters" : "case does not matter";
      context.observe({ assumption: "email-matching", expected: "case does not matter", observed });
    },
  },
  {
    name: "an e-mail whose host has no dot is rejected",
    tag: "assumed",
    operation: "createAgent",
    statements: ["2.agent.email", "4.POST /agents.body"],
    async run({ client, unique, observe }) {
      const email = unique.email().replace("example.com", "localhost");
      const response = await client.send("createAgent", { body: { name: unique.name(), email } });
      const observed = isSuccess(response) ? "accepted" : "rejected";
      observe({ assumption: "email-syntax", expected: "rejected", observed });
    },
  },
  {
    name: "a name of spaces alone is rejected",
    tag: "assumed",
    operation: "createAgent",
    statements: ["2.agent.name", "4.POST /agents.body"],
    async run({ client, unique, observe }) {
      const response = await client.send("createAgent", { body: { name: " ", email: unique.email() } });
      const observed = isSuccess(response) ? "accepted" : "rejected";
      observe({ assumption: "blank-names", expected: "rejected", observed });
    },
  },
  {
    name: "the list has all agents, the oldest first",
    tag: "assumed",
    operation: "listAgents",
    statements: ["4.lists"],
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
    name: "unknown keys of a body are ignored",
    tag: "assumed",
    operation: "createAgent",
    statements: ["4.json.requests"],
    async run({ client, unique, observe }) {
      const body = { name: unique.name(), email: unique.email(), nickname: "Contract" };
      const response = await client.send("createAgent", { body });
      const observed = isSuccess(response) ? "ignored" : "rejected";
      observe({ assumption: "unknown-body-keys", expected: "ignored", observed });
    },
  },
];
