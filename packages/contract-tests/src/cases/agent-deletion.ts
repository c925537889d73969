import { isDeepStrictEqual } from "node:util";
import type { CaseContext } from "../context/case-context.ts";
import { must } from "../departure.ts";
import { isSuccess } from "../exchange/exchange.ts";
import { agentInList, registerAgent } from "../steps/agents.ts";
import { callInput, createCall } from "../steps/calls.ts";
import type { Case } from "./case.ts";

/** @see the specification's section 4, Agents */
export const agentDeletionCases: readonly Case[] = [
  {
    name: "the answer to a deletion is success alone, without data around it",
    tag: "documented",
    operation: "deleteAgent",
    source: "section 4, Agents, DELETE /agents/{id}",
    async run(context) {
      const { id } = await registerAgent(context);
      const answer = await context.client.ask("deleteAgent", { path: { id } });
      must(isDeepStrictEqual(answer, { success: true }), "A deletion answers success: true and nothing else.", answer);
    },
  },
  {
    name: "a deleted agent is not in the list, for it has active agents only",
    tag: "documented",
    operation: "deleteAgent",
    source: "section 4, Agents, GET /agents",
    async run(context) {
      const { id } = await deletedAgent(context);
      must((await agentInList(context, id)) === undefined, "A deleted agent is not in the list.");
    },
  },
  {
    name: "a deletion takes no other agent away",
    tag: "documented",
    operation: "deleteAgent",
    source: "section 4, Agents, DELETE /agents/{id}",
    async run(context) {
      const other = await registerAgent(context);
      await deletedAgent(context);
      must((await agentInList(context, other.id)) !== undefined, "Another agent stays in the list.");
    },
  },
  {
    name: "a deletion of an agent that is not there is refused",
    tag: "negative",
    operation: "deleteAgent",
    source: "section 4, Agents, DELETE /agents/{id}",
    async run({ client, fresh, observe }) {
      const { status } = await client.refused("deleteAgent", { path: { id: fresh.unknownId() } });
      const situation = "for a deletion of an unknown agent";
      observe({ assumption: "external-errors", expected: `404 ${situation}`, observed: `${status} ${situation}` });
    },
  },
  {
    name: "a deleted agent can be neither updated, deleted again, nor named by a new call",
    tag: "negative",
    operation: "deleteAgent",
    source: "section 4, Agents, GET /agents",
    async run(context) {
      const { client, fresh } = context;
      const { id, email } = await deletedAgent(context);
      await client.refused("updateAgent", { path: { id }, body: { name: fresh.name() } });
      await client.refused("deleteAgent", { path: { id } });
      for (const memberId of [id, email]) {
        await client.refused("createCall", { body: await callInput(context, { memberId }) });
      }
    },
  },
  {
    name: "the e-mail of a deleted agent is free for a new one",
    tag: "assumed",
    operation: "createAgent",
    source: "section 4, Agents, DELETE /agents/{id}",
    async run(context) {
      const { email } = await deletedAgent(context);
      const answer = await context.client.send("createAgent", { body: { name: context.fresh.name(), email } });
      const observed = isSuccess(answer) ? "the e-mail is free" : "the e-mail stays taken";
      context.observe({ assumption: "deleted-agents", expected: "the e-mail is free", observed });
    },
  },
  {
    name: "the calls of a deleted agent can still be read",
    tag: "destructive",
    operation: "getCallAnalysis",
    source: "section 4, Agents, DELETE /agents/{id}",
    async run(context) {
      const agent = await registerAgent(context);
      const { callId } = await createCall(context, { memberId: agent.id });
      await context.client.ask("deleteAgent", { path: { id: agent.id } });
      const answer = await context.client.send("getCallAnalysis", { path: { callId } });
      const observed = isSuccess(answer) ? "calls stay" : "calls are gone";
      context.observe({ assumption: "deleted-agents", expected: "calls stay", observed });
    },
  },
];

async function deletedAgent(context: CaseContext) {
  const agent = await registerAgent(context);
  await context.client.ask("deleteAgent", { path: { id: agent.id } });
  return agent;
}
