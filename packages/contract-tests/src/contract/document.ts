import document from "@call-analysis/sdk/openapi.json" with { type: "json" };

/** A JSON operation of the document. */
export interface DocumentedOperation {
  operationId: string;
  method: string;
  /** With its parameters in braces. */
  path: string;
  /** Which of the service's two addresses the path is below. */
  interface: "external" | "campaign";
  /** Name of the body's schema; undefined when there is no body. */
  requestSchema: string | undefined;
  /** Names of the answers' schemas, by status; `default` is any error. */
  answerSchemas: Readonly<Record<string, string>>;
  /** The status of success, and whether the document only assumes it. */
  success: { status: number; isAssumed: boolean };
}

interface Content {
  "x-provenance"?: "assumed";
  content?: { "application/json"?: { schema: { $ref: string } } };
}

interface RawOperation {
  operationId: string;
  requestBody?: Content;
  responses: Record<string, Content | { $ref: string }>;
}

const methods = ["get", "post", "put", "patch", "delete"];

/** Every JSON operation of the document, in its order. */
export const documentedOperations: readonly DocumentedOperation[] = Object.entries(document.paths).flatMap(
  ([path, item]) => methods.filter((method) => method in item).map((method) => read(path, method, item)),
);

/** The operation with this operationId. @throws {RangeError} when the document has none */
export function operationOf(operationId: string): DocumentedOperation {
  const operation = documentedOperations.find((candidate) => candidate.operationId === operationId);
  if (!operation) throw new RangeError(`The document has no operation ${operationId}.`);
  return operation;
}

function read(path: string, method: string, item: object): DocumentedOperation {
  const operation = Reflect.get(item, method) as RawOperation;
  const answers = Object.entries(operation.responses).map(([status, answer]) => [status, schemaName(resolve(answer))]);
  return {
    operationId: operation.operationId,
    method: method.toUpperCase(),
    path,
    // Only the campaign interface is at an address of its own.
    interface: "servers" in item ? "campaign" : "external",
    requestSchema: operation.requestBody && schemaName(operation.requestBody),
    answerSchemas: Object.fromEntries(answers),
    success: successOf(operation),
  };
}

function successOf({ responses }: RawOperation): DocumentedOperation["success"] {
  const status = Object.keys(responses).find((candidate) => candidate !== "default") ?? "";
  const answer: Content = resolve(responses[status] ?? {});
  return { status: Number(status), isAssumed: answer["x-provenance"] === "assumed" };
}

function resolve(answer: Content | { $ref: string }): Content {
  if (!("$ref" in answer)) return answer;
  return Reflect.get(document.components.responses, nameOf(answer.$ref)) as Content;
}

function schemaName({ content }: Content): string {
  return nameOf(content?.["application/json"]?.schema.$ref ?? "");
}

function nameOf(reference: string): string {
  return reference.split("/").at(-1) ?? "";
}
