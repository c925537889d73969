import fc from "fast-check";
import type { Case, Tag } from "../cases/case.ts";
import { documentedOperations, operationOf } from "../contract/document.ts";
import type { OperationId } from "../contract/operation-types.ts";
import { fits } from "../contract/schema-check.ts";
import { specimenOf } from "../steps/specimen.ts";
import { mutated } from "./broken-value.ts";
import { checkProperty } from "./check-property.ts";
import { type Body, validBody } from "./valid-body.ts";

const source = "section 4, Endpoints";

/** Letters, what has a meaning in addresses, and what takes several bytes. */
const character = fc.oneof(fc.string({ minLength: 1, maxLength: 1 }), fc.constantFrom("/", "?", "#", "%", "é", "आ", "🙂"));

/** Cases that fast-check makes up from the document: what it allows is taken, and what it does not is refused. */
export const generatedCases: readonly Case[] = documentedOperations.flatMap(({ operationId, requestSchema, path }) => {
  // The document's operationIds are those of the types made from it.
  const operation = operationId as OperationId;
  return [
    validCase(operation),
    ...(requestSchema === undefined ? [] : [brokenBodyCase(operation)]),
    ...(path.includes("{") ? [unknownIdCase(operation)] : []),
  ];
});

function validCase(operation: OperationId): Case {
  // Reads leave nothing behind, and grants cost nothing.
  const isHarmless = operationOf(operation).method === "GET" || operation === "createUploadUrl";
  const tag: Tag = isHarmless ? "documented" : "destructive";
  return {
    ...factsOf(operation, tag),
    name: `${operation} answers success, by its schema, to whatever the document allows`,
    async run(context) {
      const { client, fresh, target } = context;
      const { path, body } = await specimenOf(operation, context);
      const ask = async (candidate?: Body) => {
        await client.ask(operation, { path, body: candidate });
      };
      if (!body) return ask();
      await checkProperty(validBody(operation, body, fresh), ask, target.generatedInputs);
    },
  };
}

function brokenBodyCase(operation: OperationId): Case {
  const schema = operationOf(operation).requestSchema ?? "";
  return {
    ...factsOf(operation, "negative"),
    name: `${operation} refuses a body that the document does not allow`,
    async run(context) {
      const { path, body = {} } = await specimenOf(operation, context);
      const broken = mutated(validBody(operation, body, context.fresh)).filter((candidate) => !fits(schema, candidate));
      await checkProperty(
        broken,
        async (candidate) => {
          await context.client.refused(operation, { path, body: candidate });
        },
        context.target.generatedInputs,
      );
    },
  };
}

function unknownIdCase(operation: OperationId): Case {
  return {
    ...factsOf(operation, "negative"),
    name: `${operation} refuses ids that the service never gave`,
    async run(context) {
      const { path = {}, body } = await specimenOf(operation, context);
      const [parameter = ""] = Object.keys(path);
      await checkProperty(
        unknownId(),
        async (id) => {
          await context.client.refused(operation, { path: { [parameter]: id }, body });
        },
        context.target.generatedInputs,
      );
    },
  };
}

/** Any text but those that an address cannot carry as one part of its path. */
function unknownId(): fc.Arbitrary<string> {
  return fc.string({ minLength: 1, unit: character }).filter((id) => id !== "." && id !== "..");
}

function factsOf(operation: OperationId, tag: Tag) {
  const isCampaign = operationOf(operation).interface === "campaign";
  return { operation, tag, source, ...(isCampaign && { needs: ["campaign"] as const }) };
}
