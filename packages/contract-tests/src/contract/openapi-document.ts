/** What the OpenAPI documents of the two interfaces say: their operations, and their schemas. */
import type { operations } from "@call-analysis/sdk";
import campaigns from "@call-analysis/sdk/campaigns.openapi.json" with { type: "json" };
import external from "@call-analysis/sdk/openapi.json" with { type: "json" };

/** An operationId of the document whose responses are JSON. */
export type OperationId = Exclude<keyof operations, "uploadRecording">;

/** What a request can be for: an operation of the document, or a read of a recording's public address. */
export type AnyOperation = keyof operations | "readRecording";

/** The body of an operation's success. */
export type SuccessBody<Id extends OperationId> = JsonOf<SuccessOf<operations[Id]["responses"]>>;

type SuccessOf<Responses> = Responses[keyof Responses & (200 | 201 | 202)];
type JsonOf<Response> = Response extends { content: { "application/json": infer Body } } ? Body : never;

/** A JSON operation of the document. */
export interface DocumentedOperation {
  operationId: OperationId;
  method: string;
  /** With its parameters in braces. */
  path: string;
  /** Their names. */
  parameters: readonly string[];
  /** Which of the service's two base addresses the path belongs to. */
  interface: "external" | "campaign";
  /** Name of the body's schema; undefined when the operation has no body. */
  requestSchema: string | undefined;
  /** The first of the document's bodies for it; undefined when the operation has none. */
  requestExample: Readonly<Record<string, unknown>> | undefined;
  /** Names of the responses' schemas, by status; `default` is any error. */
  responseSchemas: Readonly<Record<string, string>>;
  /** The status of success, and whether the document only assumes it, or the whole operation. */
  success: { status: number; isAssumed: boolean };
}

/** The part of JSON Schema that the document uses. */
export interface JsonSchema {
  /** How the ids of the statements about its fields begin, such as `2.agent`. */
  "x-statements"?: string;
  $ref?: string;
  type?: string | string[];
  additionalProperties?: boolean;
  format?: string;
  /** In characters: an emoji is one, and two units of UTF-16. */
  minLength?: number;
  maxLength?: number;
  enum?: string[];
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
}

/** Schemas by the name that `$ref` gives them. */
export type SchemaTable = Record<string, JsonSchema>;

interface Content {
  "x-provenance"?: "assumed";
  content?: { "application/json"?: { schema: { $ref: string }; examples?: Record<string, { $ref: string }> } };
}

interface RawOperation {
  "x-provenance"?: "assumed";
  operationId: string;
  requestBody?: Content;
  responses: Record<string, Content | { $ref: string }>;
}

const methods = ["get", "post", "put", "patch", "delete"];

/** The document of each of the service's two interfaces. */
export const interfaceDocuments = { external, campaign: campaigns };

/** What the operations of both interfaces refer to. */
export const document = {
  components: {
    responses: { ...external.components.responses, ...campaigns.components.responses },
    schemas: { ...external.components.schemas, ...campaigns.components.schemas },
    examples: { ...external.components.examples, ...campaigns.components.examples },
  },
};

/** Every JSON operation of the two interfaces, in the documents' order. */
export const documentedOperations: readonly DocumentedOperation[] = [
  ...operationsOf("external"),
  ...operationsOf("campaign"),
];

/** The document's schemas. The compiler infers a literal type for each, which is narrower than `JsonSchema`. */
export const schemaTable = document.components.schemas as SchemaTable;

/** The operation with this operationId. @throws {RangeError} when the document has none */
export function operationOf(operationId: string): DocumentedOperation {
  const operation = documentedOperations.find((candidate) => candidate.operationId === operationId);
  if (!operation) throw new RangeError(`The document has no operation ${operationId}.`);
  return operation;
}

/** The schema that a `$ref` refers to. @throws {RangeError} when the table has none */
export function referredSchema(reference: string, table: SchemaTable): JsonSchema {
  const schema = table[reference.replace("#/components/schemas/", "")];
  if (!schema) throw new RangeError(`${reference} is not in the document.`);
  return schema;
}

function operationsOf(interfaceName: DocumentedOperation["interface"]): DocumentedOperation[] {
  const paths: [string, object][] = Object.entries(interfaceDocuments[interfaceName].paths);
  return paths.flatMap(([path, item]) =>
    methods
      .filter((method) => method in item)
      .map((method) => ({ ...read(path, method, item), interface: interfaceName })),
  );
}

function read(path: string, method: string, item: object): Omit<DocumentedOperation, "interface"> {
  const operation = Reflect.get(item, method) as RawOperation;
  const responseSchemas = Object.entries(operation.responses).map(([status, response]) => [
    status,
    schemaName(resolve(response)),
  ]);
  return {
    // The types are generated from the same document.
    operationId: operation.operationId as OperationId,
    method: method.toUpperCase(),
    path,
    parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name),
    requestSchema: operation.requestBody && schemaName(operation.requestBody),
    requestExample: operation.requestBody && exampleOf(operation.requestBody),
    responseSchemas: Object.fromEntries(responseSchemas),
    success: successOf(operation),
  };
}

/** Of an operation that is assumed, the status is too. */
function successOf({ responses, ...operation }: RawOperation): DocumentedOperation["success"] {
  const status = Object.keys(responses).find((candidate) => candidate !== "default") ?? "";
  const response: Content = resolve(responses[status] ?? {});
  return {
    status: Number(status),
    isAssumed: [operation, response].some((part) => part["x-provenance"] === "assumed"),
  };
}

function resolve(response: Content | { $ref: string }): Content {
  if (!("$ref" in response)) return response;
  return Reflect.get(document.components.responses, nameOf(response.$ref)) as Content;
}

function exampleOf({ content }: Content): Record<string, unknown> {
  const [example] = Object.values(content?.["application/json"]?.examples ?? {});
  return Reflect.get(Object(Reflect.get(document.components.examples, nameOf(example?.$ref ?? ""))), "value") ?? {};
}

function schemaName({ content }: Content): string {
  return nameOf(content?.["application/json"]?.schema.$ref ?? "");
}

function nameOf(reference: string): string {
  return reference.split("/").at(-1) ?? "";
}
