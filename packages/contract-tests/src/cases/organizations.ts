import { type Case, otherKeyOf } from "../case.ts";
import { assert } from "../contract-violation.ts";
import { callInput } from "../steps/calls.ts";
import { agentInList, registerAgent } from "../steps/organization.ts";

const scopeCases: readonly Omit<Case, "needs">[] = [
  {
    name: "an agent that another organization tried to update and delete is unchanged",
    tag: "negative",
    operation: "deleteAgent",
    statements: ["5.2"],
    async run(context) {
      const { client, unique } = context;
      const { id, name } = await registerAgent(context);
      const options = { path: { id }, key: otherKeyOf(context) };
      await client.expectRejection("updateAgent", { ...options, body: { name: unique.name() } });
      await client.expectRejection("deleteAgent", options);
      assert((await agentInList(context, id))?.name === name, "The agent is unchanged.");
    },
  },
  {
    name: "two organizations can have an agent with the same e-mail",
    tag: "documented",
    operation: "createAgent",
    statements: ["5.2"],
    async run(context) {
      const { client, unique } = context;
      const { email } = await registerAgent(context);
      const key = otherKeyOf(context);
      const { data } = await client.expectSuccess("createAgent", { body: { name: unique.name(), email }, key });
      // The clean-up deletes agents of the first organization only.
      await client.expectSuccess("deleteAgent", { path: { id: data.id }, key });
    },
  },
  {
    name: "another organization cannot create a call with an agent, an e-mail or a category that belongs to the first",
    tag: "negative",
    operation: "createCall",
    statements: ["5.2"],
    async run(context) {
      const key = otherKeyOf(context);
      const { id, email } = await registerAgent(context);
      const { data: theirs } = await context.client.expectSuccess("listCategories", { key });
      assert(theirs[0] !== undefined, "The other organization has at least one category.");
      for (const memberId of [id, email]) {
        const body = await callInput(context, { memberId, categoryId: theirs[0].id });
        await context.client.expectRejection("createCall", { body, key });
      }
      await context.client.expectRejection("createCall", { body: await callInput(context), key });
    },
  },
];

/** One organization cannot see or change what belongs to another. @see the specification's section 5, rule 2 */
export const organizationScopeCases: readonly Case[] = scopeCases.map((one) => {
  return { ...one, needs: ["other organization"] };
});
