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
  /** Ids of the rows in `ASSUMPTIONS.md` about what is assumed of it or of its success. */
  assumed: readonly string[];
  /** The heading under which the document lists it. */
  tag: string;
  /** Their names. */
  parameters: readonly string[];
  /** What the document says of each of them, by name. */
  parameterSchemas: Readonly<Record<string, JsonSchema>>;
  /** Which of the service's two base addresses the path belongs to. */
  interface: "external" | "campaign";
  /** Name of the body's schema; undefined when the operation has no body. */
  requestSchema: string | undefined;
  /** The first of the document's bodies for it; undefined when the operation has none. */
  requestExample: Readonly<Record<string, unknown>> | undefined;
  /** Names of the responses' schemas, by status; `default` is any other error. */
  responseSchemas: Readonly<Record<string, string>>;
  /** The status of success with an example, and whether the document only assumes it, or the whole operation. */
  success: { status: number; isAssumed: boolean; example: unknown };
}

/** The part of JSON Schema that the document uses. */
export interface JsonSchema {
  /** How the ids of the statements about its fields begin, such as `2.agent`. */
  "x-statements"?: string;
  "x-provenance"?: "assumed";
  description?: string;
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

interface Provenance {
  "x-provenance"?: "assumed";
  "x-assumption"?: string;
}

interface Content extends Provenance {
  content?: { "application/json"?: { schema: { $ref: string }; examples?: Record<string, { $ref: string }> } };
}

interface Parameter extends JsonSchema {
  name: string;
}

/** A part of the document, or where it is. */
type Referable<Part> = Part | { $ref: string };

interface RawOperation extends Provenance {
  operationId: string;
  tags: string[];
  parameters?: Referable<Parameter>[];
  requestBody?: Content;
  responses: Record<string, Referable<Content>>;
}

const methods = ["get", "post", "put", "patch", "delete"];

/** The document of each of the service's two interfaces. */
export const interfaceDocuments = { external, campaign: campaigns };

/** What the operations of both interfaces refer to. */
export const document = {
  components: {
    parameters: { ...external.components.parameters, ...campaigns.components.parameters },
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

/** A schema itself, where there may be a `$ref` to it. */
export function resolvedSchema(schema: JsonSchema): JsonSchema {
  return schema.$ref ? resolvedSchema(referredSchema(schema.$ref, schemaTable)) : schema;
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
  const [status, response] = successOf(operation);
  const described: Referable<Parameter>[] = [
    ...(Reflect.get(item, "parameters") ?? []),
    ...(operation.parameters ?? []),
  ];
  return {
    // The types are generated from the same document.
    operationId: operation.operationId as OperationId,
    method: method.toUpperCase(),
    path,
    assumed: [operation, response].flatMap((part) => part["x-assumption"] ?? []),
    tag: operation.tags[0] ?? "",
    parameterSchemas: Object.fromEntries(described.map(resolve).map((parameter) => [parameter.name, parameter])),
    parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name),
    requestSchema: operation.requestBody && schemaName(operation.requestBody),
    requestExample: operation.requestBody && exampleOf(operation.requestBody),
    responseSchemas: Object.fromEntries(responseSchemas),
    success: {
      status: Number(status),
      example: exampleOf(response),
      // Of an operation that is assumed, the status is too.
      isAssumed: [operation, response].some((part) => part["x-provenance"] === "assumed"),
    },
  };
}

/** The status of success, and its response. */
function successOf({ responses }: RawOperation): [status: string, response: Content] {
  const status = Object.keys(responses).find((candidate) => candidate !== "default") ?? "";
  return [status, resolve(responses[status] ?? {})];
}

function resolve<Part extends object>(part: Referable<Part>): Part {
  if (!("$ref" in part)) return part;
  const [, , kind = "", name = ""] = part.$ref.split("/");
  return Reflect.get(Reflect.get(document.components, kind), name);
}

function exampleOf({ content }: Content): Record<string, unknown> {
  const [example] = Object.values(content?.["application/json"]?.examples ?? {});
  return (example && Reflect.get(resolve<object>(example), "value")) ?? {};
}

function schemaName({ content }: Content): string {
  return content?.["application/json"]?.schema.$ref.split("/").at(-1) ?? "";
}
