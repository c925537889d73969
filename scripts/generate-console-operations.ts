/**
 * Writes what the console knows of each operation: by which fields its requests can be chosen, which body they have, and by which
 * method of the client they are sent. All of it is written down elsewhere already, so a new operation needs no change of the console.
 */
import { methodNameOf } from "../packages/contract-tests/test/client/method-names.ts";
import { operations } from "../packages/sdk/src/contract/operations.ts";
import { importBundled } from "./import-bundled.ts";
import type { ServiceDocument } from "./interface-documents.ts";

/** Where the module is, from the root of the repository. */
export const consoleOperationsPath = "packages/console/src/operations/generated/operations.ts";

const storageOperations = ["uploadRecording", "readRecording"];

interface JsonSchema {
  $ref?: string;
  type?: string;
  required?: string[];
  properties?: Record<string, JsonSchema>;
  additionalProperties?: unknown;
}

/** The text of the module. */
export async function consoleOperationsModule(document: ServiceDocument): Promise<string> {
  const { fieldsOf, callFields } = await matchFields();
  const names = [...Object.keys(operations), ...storageOperations] as (keyof typeof operations)[];
  const rows = names.map((name) => {
    const row = {
      matchFields: fieldsOf[name] ?? [],
      ...(Object.hasOwn(operations, name) && sendingOf(name, document)),
    };
    return `  ${name}: ${JSON.stringify(row)},\n`;
  });
  return `// Generated from the document, the table of operations and the fake's fields by scripts/generate.ts. Never edited.

/** What is known of each operation: \`client\` is the method that sends it; \`body\` has its fields with their types. */
export const operations = {
${rows.join("")}} as const;

/** The fields by which rules choose calls. */
export const callFields = ${JSON.stringify(callFields)} as const;
`;
}

/** How a request of the contract is sent. */
function sendingOf(name: keyof typeof operations, document: ServiceDocument) {
  const { method, path, ...row } = operations[name];
  const item = document.paths[path] as Record<
    string,
    { requestBody?: { content: Record<string, { schema: JsonSchema }> } }
  >;
  const schema = item[method.toLowerCase()]?.requestBody?.content["application/json"]?.schema;
  const address = "target" in row ? path : `/v1${path}`;
  return {
    path: address,
    client: methodNameOf(name, path),
    ...(schema && { body: bodyOf(resolved(schema, document)) }),
  };
}

function resolved(schema: JsonSchema, document: ServiceDocument): JsonSchema {
  if (schema.$ref === undefined) return schema;
  const parts = schema.$ref.replace(/^#\//, "").split("/");
  return parts.reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], document) as JsonSchema;
}

function bodyOf({ properties = {}, required = [], additionalProperties }: JsonSchema) {
  const types = Object.entries(properties).map(([field, { type }]) => [
    field,
    `${type ?? "object"}${required.includes(field) ? "" : "?"}`,
  ]);
  return { fields: Object.fromEntries(types), takesOthers: Boolean(additionalProperties) };
}

/** The fake's lists: its source imports by names of built files, which Node does not find. */
async function matchFields(): Promise<{ fieldsOf: Record<string, readonly string[]>; callFields: readonly string[] }> {
  return importBundled("packages/mock/src/rules/match.ts");
}
