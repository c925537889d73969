import type { CaseContext } from "../context/case-context.ts";
import { documentedOperations } from "../contract/document.ts";
import type { OperationId } from "../contract/operation-types.ts";
import type { AskOptions } from "../exchange/recording-client.ts";
import { specimenOf } from "../steps/specimen.ts";
import type { Case } from "./case.ts";

/** Ways to have no right to ask, each with the headers it comes with. */
const lacks: Record<string, AskOptions> = {
  "without a key": { key: null },
  "with a key of nobody": { key: "contract-tests-key-of-nobody" },
  "with a key that is not called Bearer": { authorization: "Basic Y29udHJhY3Q6dGVzdHM=" },
  "with an empty key": { authorization: "Bearer" },
};

const operations = documentedOperations.map(({ operationId, interface: side }) => ({
  // The document's operationIds are those of the types made from it.
  operation: operationId as OperationId,
  source: side === "campaign" ? "section 5, rule 3" : "section 5, rule 1",
  needs: side === "campaign" ? (["campaign"] as const) : [],
}));

/** @see the specification's section 5 */
export const authenticationCases: readonly Case[] = operations.flatMap((facts) =>
  Object.entries(lacks).map(
    ([what, lack]): Case => ({
      name: `${facts.operation} is refused ${what}`,
      tag: "negative",
      ...facts,
      run: (context) => mustRefuse(facts.operation, lack, context),
    }),
  ),
);

async function mustRefuse(operation: OperationId, lack: AskOptions, context: CaseContext): Promise<void> {
  const { status } = await context.client.refused(operation, { ...(await specimenOf(operation, context)), ...lack });
  const assumption = operation === "addProspect" ? "campaign-error-statuses" : "external-errors";
  const situation = "without a valid key";
  context.observe({ assumption, expected: `401 ${situation}`, observed: `${status} ${situation}` });
}
