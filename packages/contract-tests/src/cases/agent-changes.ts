import type { Case, CaseContext } from "../case.ts";
import { dataOf, isSuccess } from "../contract/response-check.ts";
import { assert } from "../contract-violation.ts";
import { callInput, createCall } from "../steps/calls.ts";
import { agentInList, registerAgent } from "../steps/organization.ts";

/** Updating and deleting agents. @see the specification's sections 2, Agent, and 4, Agents */
export const agentChangeCases: readonly Case[] = [
  {
    name: "an update returns memberId in place of id, and the same userId",
    tag: "documented",
    operation: "updateAgent",
    statements: ["2.agent.memberId", "4.PATCH /agents/{id}"],
    async run(context) {
      const { id, userId } = await registerAgent(context);
      const body = { name: context.unique.name() };
      const { data } = await context.client.expectSuccess("updateAgent", { path: { id }, body });
      assert(data.memberId === id, "memberId is the agent's id.", data.memberId);
      assert(data.userId === userId, "An update keeps the userId.");
    },
  },
  ...(
    [
      { changed: "name", word: "name", kept: "email", keptWord: "e-mail" },
      { changed: "email", word: "e-mail", kept: "name", keptWord: "name" },
    ] as const
  ).map(
    ({ changed, word, kept, keptWord }): Case => ({
      name: `updating only the ${word} keeps the ${keptWord}`,
      tag: "documented",
      operation: "updateAgent",
      statements: ["4.PATCH /agents/{id}.body", "4.PATCH /agents/{id}", "2.agent.email"],
      async run(context) {
        const before = await registerAgent(context);
        const body = { [changed]: context.unique[changed]() };
        const { data } = await context.client.expectSuccess("updateAgent", { path: { id: before.id }, body });
        assert(data[kept] === before[kept], `The ${keptWord} stays.`, data[kept]);
      },
    }),
  ),
  {
    name: "the list shows the name, the e-mail and the image that an update returned",
    tag: "documented",
    operation: "updateAgent",
    statements: ["4.PATCH /agents/{id}.body", "2.agent.image"],
    async run(context) {
      const { id } = await registerAgent(context);
      const body = { name: context.unique.name(), email: context.unique.email() };
      const { data } = await context.client.expectSuccess("updateAgent", { path: { id }, body });
      const listed = await agentInList(context, id);
      assert(listed?.name === body.name, "The list has the new name.", listed?.name);
      assert(listed?.email === body.email, "The list has the new e-mail.", listed?.email);
      assert(listed?.image === data.image, "The list and the update have the same image.");
    },
  },
  {
    name: "an update changes no other agent",
    tag: "documented",
    operation: "updateAgent",
    statements: ["4.PATCH /agents/{id}.body"],
    async run(context) {
      const [one, other] = [await registerAgent(context), await registerAgent(context)];
      await context.client.expectSuccess("updateAgent", {
        path: { id: one.id },
        body: { name: context.unique.name() },
      });
      const listed = await agentInList(context, other.id);
      assert(listed?.name === other.name, "Another agent keeps its name.", listed?.name);
    },
  },
  {
    name: "an update may change nothing",
    tag: "assumed",
    operation: "updateAgent",
    statements: ["4.PATCH /agents/{id}.body"],
    async run(context) {
      const { id } = await registerAgent(context);
      const { status } = await context.client.send("updateAgent", { path: { id }, body: {} });
      context.observe({ assumption: "empty-update", expected: "200", observed: String(status) });
    },
  },
  {
    name: "the response to a deletion says success",
    tag: "documented",
    operation: "deleteAgent",
    statements: ["4.DELETE /agents/{id}"],
    async run(context) {
      const { id } = await registerAgent(context);
      const { success } = await context.client.expectSuccess("deleteAgent", { path: { id } });
      assert(success, "A deletion returns success: true.", success);
    },
  },
  {
    name: "a deleted agent is not in the list",
    tag: "documented",
    operation: "deleteAgent",
    statements: ["4.GET /agents.active", "4.DELETE /agents/{id}.id"],
    async run(context) {
      const { id } = await deletedAgent(context);
      assert((await agentInList(context, id)) === undefined, "A deleted agent is not in the list.");
    },
  },
  {
    name: "deleting an agent deletes no other agent",
    tag: "documented",
    operation: "deleteAgent",
    statements: ["4.DELETE /agents/{id}.id"],
    async run(context) {
      const other = await registerAgent(context);
      await deletedAgent(context);
      assert((await agentInList(context, other.id)) !== undefined, "Another agent stays in the list.");
    },
  },
  {
    name: "a deleted agent cannot be updated, deleted again, or used in a new call",
    tag: "negative",
    operation: "deleteAgent",
    statements: ["4.DELETE /agents/{id}.id"],
    async run(context) {
      const { client, unique } = context;
      const { id, email } = await deletedAgent(context);
      await client.expectRejection("updateAgent", { path: { id }, body: { name: unique.name() } });
      await client.expectRejection("deleteAgent", { path: { id } });
      for (const memberId of [id, email]) {
        await client.expectRejection("createCall", { body: await callInput(context, { memberId }) });
      }
    },
  },
  {
    name: "the e-mail of a deleted agent can be registered again, by another user",
    tag: "assumed",
    operation: "createAgent",
    statements: ["4.DELETE /agents/{id}.id", "2.agent.userId"],
    async run(context) {
      const { email, userId } = await deletedAgent(context);
      const response = await context.client.send("createAgent", { body: { name: context.unique.name(), email } });
      const isFree = isSuccess(response);
      const observed = isFree ? "the e-mail is free" : "the e-mail stays taken";
      context.observe({ assumption: "deleted-agents", expected: "the e-mail is free", observed });
      if (!isFree) return;
      const isSame = Reflect.get(Object(dataOf(response)), "userId") === userId;
      const user = isSame ? "the same userId" : "another userId";
      context.observe({ assumption: "user-of-email", expected: "another userId", observed: user });
    },
  },
  {
    name: "the calls of a deleted agent can still be read",
    tag: "destructive",
    operation: "getCallAnalysis",
    statements: ["4.DELETE /agents/{id}.id"],
    async run(context) {
      const agent = await registerAgent(context);
      const { callId } = await createCall(context, { memberId: agent.id });
      await context.client.expectSuccess("deleteAgent", { path: { id: agent.id } });
      const response = await context.client.send("getCallAnalysis", { path: { callId } });
      const observed = isSuccess(response) ? "calls stay" : "calls are gone";
      context.observe({ assumption: "deleted-agents", expected: "calls stay", observed });
    },
  },
];

async function deletedAgent(context: CaseContext) {
  const agent = await registerAgent(context);
  await context.client.expectSuccess("deleteAgent", { path: { id: agent.id } });
  return agent;
}
