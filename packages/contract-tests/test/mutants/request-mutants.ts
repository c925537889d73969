import { type OperationId, operationOf } from "../../src/contract/openapi-document.ts";
import { parsedJson } from "../../src/recording-client.ts";
import { type ApplyMutation, alterStatus, intercept, type Mutant, mutantsOf, withJson } from "./mutant.ts";

/** Mutants of what operations are sent: bodies, and the ids of paths. */
export const requestMutants: readonly Mutant[] = mutantsOf({
  "4.POST /agents.body: an agent needs no name": acceptBodies("createAgent", ({ name }) => name === undefined),
  "4.POST /agents.body: an e-mail may be any text": acceptBodies("createAgent", ({ email }) => email === "text"),
  "4.PATCH /agents/{id}.body: a name may be a number": acceptBodies("updateAgent", ({ name }) => name === 7),
  "4.GET /categories/{categoryId}.categoryId: an unknown category is answered with 500": alterStatus("getCategory", {
    from: 404,
    to: 500,
  }),
  "4.GET /calls/{callId}/analysis.callId: an unknown call is answered with 200": alterStatus("getCallAnalysis", {
    from: 404,
    to: 200,
  }),
});

/** Answers bodies that must be refused with the document's example of a success. */
export function acceptBodies(
  operation: OperationId,
  isAccepted: (body: Record<string, unknown>) => boolean,
): ApplyMutation {
  return intercept(operation, async ({ init }, forward) => {
    const { success } = operationOf(operation);
    const response = await forward();
    return isAccepted(bodyOf(init)) && !response.ok ? withJson(response, success.example, success.status) : response;
  });
}

function bodyOf({ body }: RequestInit): Record<string, unknown> {
  return Object(parsedJson(String(body)));
}
