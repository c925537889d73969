/**
 * Writes what the console knows of each operation: by which fields its requests can be chosen, which body they have, and by which
 * method of the client they are sent. All of it is written down elsewhere already, so a new operation needs no change of the console.
 */

import { operationsIn, resolved, type Schema, type SchemaDocument } from "./document.ts";
import { importBundled } from "./import-bundled.ts";
import { methodNameOf } from "./method-names.ts";
import { operations } from "./operations.ts";

/** Where the module is, from the root of the repository. */
export const consoleOperationsPath = "packages/console/src/operations/generated/operations.ts";

const matchPath = "packages/mock/src/rules/match.ts";

/** The text of the module. */
export async function consoleOperationsModule(document: SchemaDocument): Promise<string> {
  const { fieldsOf } = await importBundled<typeof import("../packages/mock/src/rules/match.ts")>(matchPath);
  const rows = Object.entries(fieldsOf).map(([name, matchFields]) => {
    return `  ${name}: ${JSON.stringify({ matchFields, ...sendingOf(name, document) })},\n`;
  });
  return `// Generated from the document, the table of operations and the fake's fields by scripts/generate.ts. Never edited.

/** The facts of each operation: \`client\` is the method that sends it; \`body\` has its fields with their types. */
export const operations = {
${rows.join("")}} as const;

/** The fields by which rules choose calls. */
export const callFields = ${JSON.stringify(["organizationId", ...fieldsOf.createCall])} as const;
`;
}

/** How a request of the contract is sent; nothing for one to the storage. */
function sendingOf(name: string, document: SchemaDocument) {
  const row = Object.entries(operations).find(([id]) => id === name)?.[1];
  if (!row) return {};
  const body = operationsIn(document)[name]?.body;
  return {
    path: "target" in row ? row.path : `/v1${row.path}`,
    client: methodNameOf(name, row.path),
    ...(body && { body: bodyOf(resolved(document, body.schema)) }),
  };
}

function bodyOf({ properties = {}, required = [], additionalProperties }: Schema) {
  const types = Object.entries(properties).map(([field, { type }]) => [
    field,
    `${type ?? "object"}${required.includes(field) ? "" : "?"}`,
  ]);
  return { fields: Object.fromEntries(types), takesOthers: Boolean(additionalProperties) };
}
