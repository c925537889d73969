/** The page that lists the service's operations as HTTP, for `docs/reference/http.md`: from the document and the table of operations. */

import { type DocumentedOperation, operationsIn, resolved, type Schema, type SchemaDocument } from "./document.ts";
import { type Operation, operations } from "./operations.ts";

/** @param unwrapped the operations whose responses have no `data` */
const headOf = (unwrapped: string) => `# The service over HTTP

<!-- Written by \`npx -y pnpm@12 generate\`, from openapi/call-analysis.yaml and the table of operations. Never edited. -->

Use this page if you send the requests yourself: with curl, from another language, or with a generated client. The
documents for generators are \`@call-analysis/sdk/openapi.json\` and \`@call-analysis/sdk/campaigns.openapi.json\`.

- Send the header \`Authorization: Bearer <API_KEY>\` with every request except the upload. Bodies are JSON.
- Paths follow the base URL, which ends with the version: \`https://host/v1\`. The campaign interface has its own host,
  and its paths begin with \`/v1\`.
- **Responses have their content in \`data\`**, except those of ${unwrapped}.
- Upload to the \`presignedUrl\` of the response, unchanged. Send the \`Content-Type\` that you requested it with, a
  \`Content-Length\`, and no API key.
- \`POST /calls\` returns before the analysis. Poll the analysis until its \`status\` is \`completed\`.
- The specification defines the bodies of errors only for the campaign interface: \`detail\` is a text, or a list of
  \`{ type, loc, msg, ctx }\`. It defines no error statuses.

The last column says whether you may retry the request after a timeout or a broken connection. With a **no**, the service
may have processed it: see [Uncertain calls](../guides/errors.md#uncertain-calls). To try the requests, run
\`npx call-analysis-mock\`: the fake listens at \`http://127.0.0.1:4010/v1\`, with the key \`test-key\`.`;

const upload = `| \`uploadRecording\` | \`PUT <presignedUrl>\` | the recording's bytes | not shown by the specification | yes |`;

/** @param document in one file, whose references are its own */
export function httpPage(document: SchemaDocument): string {
  const rows: string[] = [];
  const sections: string[] = [];
  const unwrapped: string[] = [];
  const documented = operationsIn(document);
  for (const [id, row] of Object.entries<Operation>(operations)) {
    const operation = documented[id];
    if (!operation) throw new Error(`The document has no ${id}.`);
    rows.push(rowOf(document, row, operation), ...(id === "createUploadUrl" ? [upload] : []));
    sections.push(sectionOf(document, row, operation));
    if (!resolved(document, operation.response.schema).properties?.data) unwrapped.push(`\`${id}\``);
  }
  const table = ["| operation | request | body | response | retry |", "|---|---|---|---|---|", ...rows].join("\n");
  return `${[headOf(unwrapped.join(" and ")), table, ...sections].join("\n\n")}\n`;
}

function rowOf(document: SchemaDocument, { method, path, repeat }: Operation, operation: DocumentedOperation): string {
  const { operationId: id, status, response, body } = operation;
  const cells = [
    `[\`${id}\`](#${id.toLowerCase()})`,
    `\`${method} ${path}\``,
    body ? `\`${shapeOf(document, body.schema)}\`` : "",
    `${status} \`${shapeOf(document, response.schema)}\``,
    repeat === "always" ? "yes" : "**no**",
  ];
  return `| ${cells.join(" | ")} |`;
}

function sectionOf(
  document: SchemaDocument,
  { method, path, target }: Operation,
  operation: DocumentedOperation,
): string {
  const { operationId, summary, status, response, body } = operation;
  const request = [`${method} ${target ? "" : "/v1"}${path}`, ...(body ? [json(firstExample(document, body))] : [])];
  return [
    `## \`${operationId}\``,
    `${summary}:`,
    `\`\`\`text\n${request.join("\n\n")}\n\`\`\``,
    `The response is ${status}, with the body:`,
    `\`\`\`json\n${json(shortened(firstExample(document, response)))}\n\`\`\``,
  ].join("\n\n");
}

/** The fields of a body: `{ data: { callId, status } }`. Optional ones have a question mark. */
function shapeOf(document: SchemaDocument, schema: Schema): string {
  const { type, items, properties = {}, required = [], additionalProperties } = resolved(document, schema);
  if (type === "array") return items ? `[${shapeOf(document, items)}, …]` : "[…]";
  const names = Object.keys(properties);
  const { data } = properties;
  if (data && names.length === 1) return `{ data: ${shapeOf(document, data)} }`;
  const fields = names.map((name) => (required.includes(name) ? name : `${name}?`));
  return `{ ${[...fields, ...(additionalProperties ? ["…"] : [])].join(", ")} }`;
}

function firstExample(document: SchemaDocument, { examples = {} }: DocumentedOperation["response"]): unknown {
  const [example = {}] = Object.values(examples);
  return Object(resolved(document, example)).value;
}

/** Lists of the same kind of thing are shown by their first one. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shortened);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shortened(part)]));
}

const json = (value: unknown) => JSON.stringify(value, null, 2);
