import { otherKeyOf } from "../context/case-context.ts";
import { must } from "../departure.ts";
import { agentInList, registerAgent } from "../steps/agents.ts";
import { anyCompletedCall, callInput } from "../steps/calls.ts";
import { anyCategoryId } from "../steps/categories.ts";
import type { Case } from "./case.ts";

const needs = ["other organization"] as const;
const source = "section 5, rule 2";

/** @see the specification's section 5, rule 2 */
export const organizationScopeCases: readonly Case[] = [
  {
    name: "another organization does not see an agent in its list",
    tag: "documented",
    operation: "listAgents",
    source,
    needs,
    async run(context) {
      const { id, email } = await registerAgent(context);
      const { data } = await context.client.ask("listAgents", { key: otherKeyOf(context) });
      const isSeen = data.some((agent) => agent.id === id || agent.email === email);
      must(!isSeen, "The list has agents of the key's organization only.");
    },
  },
  {
    name: "another organization does not see a category in its list",
    tag: "documented",
    operation: "listCategories",
    source,
    needs,
    async run(context) {
      const categoryId = await anyCategoryId(context);
      const { data } = await context.client.ask("listCategories", { key: otherKeyOf(context) });
      must(!data.some(({ id }) => id === categoryId), "The list has categories of the key's organization only.");
    },
  },
  {
    name: "another organization can neither update nor delete an agent",
    tag: "negative",
    operation: "deleteAgent",
    source,
    needs,
    async run(context) {
      const { client, fresh } = context;
      const { id, name } = await registerAgent(context);
      const options = { path: { id }, key: otherKeyOf(context) };
      await client.refused("updateAgent", { ...options, body: { name: fresh.name() } });
      await client.refused("deleteAgent", options);
      must((await agentInList(context, id))?.name === name, "The agent is as it was.");
    },
  },
  {
    name: "another organization cannot read a category",
    tag: "negative",
    operation: "getCategory",
    source,
    needs,
    async run(context) {
      const path = { categoryId: await anyCategoryId(context) };
      await context.client.refused("getCategory", { path, key: otherKeyOf(context) });
    },
  },
  {
    name: "another organization cannot read a call's analysis",
    tag: "negative",
    operation: "getCallAnalysis",
    source,
    needs,
    async run(context) {
      const { callId } = await anyCompletedCall(context);
      await context.client.refused("getCallAnalysis", { path: { callId }, key: otherKeyOf(context) });
    },
  },
  {
    name: "another organization can create no call with an agent, an e-mail or a category that is not its own",
    tag: "negative",
    operation: "createCall",
    source,
    needs,
    async run(context) {
      const key = otherKeyOf(context);
      const { id, email } = await registerAgent(context);
      const { data: theirs } = await context.client.ask("listCategories", { key });
      must(theirs[0] !== undefined, "The other organization has at least one category.");
      for (const memberId of [id, email]) {
        const body = await callInput(context, { memberId, categoryId: theirs[0].id });
        await context.client.refused("createCall", { body, key });
      }
      await context.client.refused("createCall", { body: await callInput(context), key });
    },
  },
];
