import { type Case, type CaseContext, observeStatus, otherKeyOf } from "../case.ts";
import { type DocumentedOperation, documentedOperations, type OperationId } from "../contract/openapi-document.ts";
import { assert } from "../contract-violation.ts";
import type { CaseRequestOptions } from "../recording-client.ts";
import { callInput } from "../steps/calls.ts";
import { agentInList, registerAgent, sharedCategoryId } from "../steps/organization.ts";
import { sampleRequestFor } from "../steps/sample-request.ts";
import type { Target } from "../targets/target.ts";

const invalidCredentials: Record<string, (target: Target) => CaseRequestOptions> = {
  "without a key": () => ({ key: null }),
  "with an unknown key": () => ({ key: "contract-tests-key-of-nobody" }),
  "with a key that is not called Bearer": ({ apiKey }) => ({ authorization: `Basic ${apiKey}` }),
  "with a key that has no scheme": ({ apiKey }) => ({ authorization: apiKey }),
  "with an empty key": () => ({ authorization: "Bearer" }),
};

/** No operation works without a valid key. @see the specification's section 5, rules 1 and 3 */
export const authenticationCases: readonly Case[] = documentedOperations.flatMap((operation) => {
  const isCampaign = operation.interface === "campaign";
  return Object.entries(invalidCredentials).map(
    ([what, credentials]): Case => ({
      name: `${operation.operationId} is rejected ${what}`,
      tag: "negative",
      operation: operation.operationId,
      statements: [isCampaign ? "5.3" : "5.1"],
      needs: isCampaign ? ["campaign"] : [],
      run: (context) => assertRejected(operation.operationId, credentials(context.target), context),
    }),
  );
});

/** One organization cannot see or change what belongs to another. @see the specification's section 5, rule 2 */
export const organizationScopeCases: readonly Case[] = [
  {
    name: "another organization does not see an agent in its list",
    tag: "documented",
    operation: "listAgents",
    statements: ["5.2", "4.GET /agents.active"],
    needs: ["other organization"],
    async run(context) {
      const { id, email } = await registerAgent(context);
      const { data } = await context.client.expectSuccess("listAgents", { key: otherKeyOf(context) });
      const isSeen = data.some((agent) => agent.id === id || agent.email === email);
      assert(!isSeen, "The list has agents of the key's organization only.");
    },
  },
  {
    name: "another organization does not see a category in its list",
    tag: "documented",
    operation: "listCategories",
    statements: ["5.2"],
    needs: ["other organization"],
    async run(context) {
      const categoryId = await sharedCategoryId(context);
      const { data } = await context.client.expectSuccess("listCategories", { key: otherKeyOf(context) });
      assert(!data.some(({ id }) => id === categoryId), "The list has categories of the key's organization only.");
    },
  },
  {
    name: "an agent that another organization tried to update and delete is unchanged",
    tag: "negative",
    operation: "deleteAgent",
    statements: ["5.2"],
    needs: ["other organization"],
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
    needs: ["other organization"],
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
    needs: ["other organization"],
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
  ...documentedOperations.filter(isOfOneOrganization).map(({ operationId }) => otherOrganizationCase(operationId)),
];

/** Whether an operation's path has the id of what belongs to an organization. Rule 2 names no campaigns. */
export function isOfOneOrganization({ path, interface: ofInterface }: DocumentedOperation): boolean {
  return path.includes("{") && ofInterface === "external";
}

function otherOrganizationCase(operation: OperationId): Case {
  return {
    name: `${operation} rejects ids of another organization`,
    tag: "negative",
    operation,
    statements: ["5.2"],
    needs: ["other organization"],
    async run(context) {
      const sample = await sampleRequestFor(operation, context);
      await context.client.expectRejection(operation, { ...sample, key: otherKeyOf(context) });
    },
  };
}

async function assertRejected(
  operation: OperationId,
  credentials: CaseRequestOptions,
  context: CaseContext,
): Promise<void> {
  const sample = await sampleRequestFor(operation, context);
  const { status } = await context.client.expectRejection(operation, { ...sample, ...credentials });
  const assumption = operation === "addProspect" ? "campaign-error-statuses" : "external-errors";
  observeStatus(context, { assumption, situation: "without a valid key", expected: 401, status });
}
