/**
 * Writes what follows from the document besides types and schemas: the public names of types, the fields of each body, and
 * what each operation takes and returns in the fake.
 */
import { nameIn, operationsIn, resolved, type SchemaDocument } from "./document.ts";

/** Where the modules are, from the root of the repository. */
export const namesPath = "packages/sdk/src/contract/generated/names.ts";
export const bodyFieldsPath = "packages/sdk/src/contract/generated/body-fields.ts";
export const operationContractsPath = "packages/mock/src/core/generated/operation-contracts.ts";

const head = "// Generated from openapi/call-analysis.yaml by scripts/generate.ts. Never edited.\n";

/** Responses and errors have no names for users, nor what is inside a type whose own name is enough. */
const unnamed =
  /Response$|Error$|^(ValidationErrorItem|CallMetadataSoFar|CriterionDefinition|EnumOption|TargetingRule|TagTarget|CreateCallRequest)$/;

/** The types that users import. `CreateAgentRequest` is `AgentInput` to them, and `UpdateAgentRequest` is `AgentUpdate`. */
export function namesModule({ components }: SchemaDocument): string {
  const names = Object.keys(components.schemas).filter((name) => !unnamed.test(name));
  const exported = ["components", "operations", "paths", ...names].map((name) => {
    const publicName = name.replace(/^Create(\w+)Request$/, "$1Input").replace(/^Update(\w+)Request$/, "$1Update");
    return `  ${name === publicName ? name : `${name} as ${publicName}`},\n`;
  });
  return `${head}\nexport type {\n${exported.join("")}} from "./openapi.js";\n`;
}

/** The fields of the bodies that take no others. */
export function bodyFieldsModule(document: SchemaDocument): string {
  const rows = Object.values(operationsIn(document)).flatMap(({ operationId, body }) => {
    const { properties, additionalProperties } = resolved(document, body?.schema ?? {});
    if (!properties || additionalProperties) return [];
    const fields = Object.keys(properties).map((field) => `${field}: true`);
    return [`  ${operationId}: { ${fields.join(", ")} },\n`];
  });
  return `${head}
/** The fields of each body, by operation; none for a body that may have any. */
export const bodyFields = {\n${rows.join("")}} as const;\n`;
}

/** The input and output of each operation of the fake. */
export function operationContractsModule(document: SchemaDocument): string {
  const rows = Object.values(operationsIn(document)).map(({ operationId, body, status }) => {
    const schema = body ? `, body: schemas.${nameIn(body.schema.$ref)}` : "";
    return `  ${operationId}: { operation: "${operationId}", status: ${status}${schema} },\n`;
  });
  return `${head}
import { schemas } from "@call-analysis/sdk/schemas";

/** The input and output of each operation: the success status, and the schema of a JSON body. */
export const operationContracts = {\n${rows.join("")}} as const;\n`;
}
