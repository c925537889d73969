/** The page that lists the service's operations as HTTP, for `docs/reference/http.md`: from the document and the table of operations. */

import type { OperationId } from "../packages/sdk/src/contract/validator.ts";
import { operations } from "./operations.ts";

/** What the page needs of an OpenAPI document in one file. */
export interface HttpDocument {
  paths: Record<string, Record<string, unknown>>;
  components: Record<string, Record<string, unknown>>;
}

interface Operation {
  operationId: string;
  summary: string;
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}

interface Content {
  "application/json": { schema: Schema; examples: Record<string, object> };
}

interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  additionalProperties?: unknown;
}

/** @param unwrapped the operations whose responses have no `data` */
const headOf = (unwrapped: string) => `# The service over HTTP

<!-- Written by \`npx -y pnpm@12 generate\`, from openapi/call-analysis.yaml and the table of operations. Never edited. -->

Use this page when you send the requests yourself: with curl, from another language, or with a generated client. The
documents for generators are in \`@call-analysis/sdk/openapi.json\` and \`@call-analysis/sdk/campaigns.openapi.json\`.

- Every request but the upload has the header \`Authorization: Bearer <API_KEY>\`. Bodies are JSON.
- Paths follow the base address, which ends with the version: \`https://host/v1\`. The campaign interface has its own host,
  and its paths begin with \`/v1\`.
- **Responses have their content in \`data\`.** Only ${unwrapped} respond without it.
- The upload goes to the \`presignedUrl\` of the response, as it is: with the \`Content-Type\` that you asked for, and without
  your key. The store wants a \`Content-Length\`.
- \`POST /calls\` returns before the analysis. Read the analysis until its \`status\` is \`completed\`.
- The bodies and statuses of errors are not part of the service's specification, but for the campaign interface: \`detail\`
  is a text, or a list of \`{ type, loc, msg, ctx }\`.

The last column says whether you may send the request again after a timeout or a broken connection. After a **no** the
service may have processed it: see [Retries](../guides/retries.md#why-a-creation-is-not-repeated). To try the requests, run \`npx call-analysis-mock\`: the fake
listens at \`http://127.0.0.1:4010/v1\`, with the key \`test-key\`.`;

const upload = `| \`uploadRecording\` | \`PUT <presignedUrl>\` | the recording's bytes | not shown by the specification | yes |`;

/** @param document in one file, whose references are its own */
export function httpPage(document: HttpDocument): string {
  const all = Object.keys(operations).map((id) => operationOf(document, id as OperationId));
  const rows = all.flatMap((each) => [
    rowOf(document, each),
    ...(each.operationId === "createUploadUrl" ? [upload] : []),
  ]);
  const unwrapped = all.filter((each) => !resolved(document, successOf(each).schema).properties?.data);
  const head = headOf(unwrapped.map(({ operationId }) => `\`${operationId}\``).join(" and "));
  const table = ["| operation | request | body | response | repeat |", "|---|---|---|---|---|", ...rows].join("\n");
  return `${[head, table, ...all.map((each) => sectionOf(document, each))].join("\n\n")}\n`;
}

function operationOf({ paths }: HttpDocument, id: OperationId): Operation {
  const { method, path } = operations[id];
  const found = paths[path]?.[method.toLowerCase()] as Operation | undefined;
  if (found?.operationId !== id) throw new Error(`The document has no ${id} at ${method} ${path}.`);
  return found;
}

function rowOf(document: HttpDocument, operation: Operation): string {
  const id = operation.operationId as OperationId;
  const { method, path, repeat } = operations[id];
  const { status, schema } = successOf(operation);
  const sent = operation.requestBody?.content["application/json"].schema;
  const cells = [
    `[\`${id}\`](#${id.toLowerCase()})`,
    `\`${method} ${path}\``,
    sent ? `\`${shapeOf(document, sent)}\`` : "",
    `${status} \`${shapeOf(document, schema)}\``,
    repeat === "always" ? "yes" : "**no**",
  ];
  return `| ${cells.join(" | ")} |`;
}

function sectionOf(document: HttpDocument, operation: Operation): string {
  const id = operation.operationId as OperationId;
  const { method, path } = operations[id];
  const sent = operation.requestBody && firstExample(document, operation.requestBody.content);
  const { status, content } = successOf(operation);
  const request = [`${method} ${"target" in operations[id] ? "" : "/v1"}${path}`, ...(sent ? [json(sent)] : [])];
  return [
    `## \`${id}\``,
    `${operation.summary}:`,
    `\`\`\`text\n${request.join("\n\n")}\n\`\`\``,
    `The response is ${status}, with the body:`,
    `\`\`\`json\n${json(shortened(firstExample(document, content)))}\n\`\`\``,
  ].join("\n\n");
}

function successOf({ operationId, responses }: Operation): { status: string; schema: Schema; content: Content } {
  const [status = "", response] = Object.entries(responses).find(([each]) => each.startsWith("2")) ?? [];
  if (!response?.content) throw new Error(`${operationId} has no successful response.`);
  return { status, schema: response.content["application/json"].schema, content: response.content };
}

/** The fields of a body: `{ data: { callId, status } }`. Optional ones have a question mark. */
function shapeOf(document: HttpDocument, schema: Schema): string {
  const { type, items, properties = {}, required = [], additionalProperties } = resolved(document, schema);
  if (type === "array") return items ? `[${shapeOf(document, items)}, …]` : "[…]";
  const names = Object.keys(properties);
  const { data } = properties;
  if (data && names.length === 1) return `{ data: ${shapeOf(document, data)} }`;
  const fields = names.map((name) => (required.includes(name) ? name : `${name}?`));
  return `{ ${[...fields, ...(additionalProperties ? ["…"] : [])].join(", ")} }`;
}

function firstExample(document: HttpDocument, content: Content): unknown {
  const [example] = Object.values(content["application/json"].examples);
  return (resolved(document, example as Schema) as { value?: unknown }).value;
}

/** Lists of the same kind of thing are shown by their first one. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shortened);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shortened(part)]));
}

function resolved(document: HttpDocument, { $ref, ...schema }: Schema): Schema {
  if (!$ref) return schema;
  const [, , kind = "", name = ""] = $ref.split("/");
  const found = document.components[kind]?.[name];
  if (!found) throw new Error(`The document has no ${$ref}.`);
  return resolved(document, found as Schema);
}

const json = (value: unknown) => JSON.stringify(value, null, 2);
