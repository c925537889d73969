/** Reads the OpenAPI document for what is generated from it. */

/** A schema of the document. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  enum?: readonly string[];
  additionalProperties?: unknown;
}

/** The parts of the document that are read. */
export interface SchemaDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; [kind: string]: Record<string, unknown> };
}

interface Operation {
  operationId?: string;
  summary?: string;
  requestBody?: Body;
  responses?: Record<string, Body>;
}

interface Body {
  content?: Record<string, JsonContent>;
}

/** A JSON body as the document shows it. */
interface JsonContent {
  schema: Schema;
  examples?: Record<string, Pick<Schema, "$ref">>;
}

/** An operation whose response is JSON. */
export interface DocumentedOperation {
  operationId: string;
  summary: string;
  /** The status of success. */
  status: string;
  response: JsonContent;
  /** Undefined for an operation without a body. */
  body: JsonContent | undefined;
}

/** The operations of the document, by their names. */
export function operationsIn({ paths }: SchemaDocument): Readonly<Record<string, DocumentedOperation>> {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const rows = operations.flatMap(({ operationId, summary = "", requestBody, responses = {} }) => {
    const [status, success] = Object.entries(responses).find(([each]) => each.startsWith("2")) ?? [];
    const [body, response] = [requestBody, success].map((part) => part?.content?.["application/json"]);
    return operationId && status && response ? [{ operationId, summary, status, response, body }] : [];
  });
  return Object.fromEntries(rows.map((row) => [row.operationId, row]));
}

/** The name of the part that a reference leads to. */
export function nameIn(reference = ""): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}

/** What a reference leads to; what is none is returned itself. @throws when there is no such part */
export function resolved(document: SchemaDocument, { $ref, ...schema }: Schema): Schema {
  if (!$ref) return schema;
  const [, , kind = "", name = ""] = $ref.split("/");
  const found = document.components[kind]?.[name];
  if (!found) throw new Error(`The document has no ${$ref}.`);
  return resolved(document, found);
}
