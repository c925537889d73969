import type { MockService } from "@call-analysis/mock";
import { Memo, UniqueValues } from "../case.ts";
import { type DocumentedOperation, documentedOperations, interfaceDocuments } from "../contract/openapi-document.ts";
import { RecordingClient } from "../recording-client.ts";
import { type SampleRequest, sampleRequestFor } from "../steps/sample-request.ts";
import { fakeTarget } from "../targets/fake.ts";

type Json = Record<string, unknown>;

/** The name by which Specmatic matches the examples of a request and its response. */
const exampleName = "accepted";

/** The document of one interface as Specmatic reads it: the same schemas, with examples that the fake accepts. */
export async function documentForSpecmatic(interfaceName: "external" | "campaign", fake: MockService): Promise<Json> {
  const { openapi, info, security, paths: documented, components: all } = interfaceDocuments[interfaceName];
  const { parameters, responses, schemas, securitySchemes } = all;
  const operations = documentedOperations.filter((operation) => operation.interface === interfaceName);
  const requests = await acceptedRequests(fake);
  const paths: Record<string, Json> = {};
  for (const { operationId, path, method, success } of operations) {
    const documentedPath = {
      item: Reflect.get(documented, path) as Json,
      table: parameters,
      method: method.toLowerCase(),
    };
    const accepted = { success, ...requests[operationId] };
    paths[path] = { ...paths[path], [documentedPath.method]: withExamples(documentedPath, accepted) };
  }
  const components = forSpecmatic({ parameters, responses, schemas, securitySchemes });
  return { openapi, info, security, paths, components };
}

/** A request for each operation that the fake accepts. No two have the same agent, because one of them deletes it. */
async function acceptedRequests(fake: MockService): Promise<Record<string, SampleRequest>> {
  const target = fakeTarget(fake, { name: "fetch" });
  const { signal } = new AbortController();
  const client = new RecordingClient(target);
  const context = { client, target, unique: new UniqueValues(), memo: new Memo(), observe() {}, signal };
  const requests: Record<string, SampleRequest> = {};
  for (const { operationId } of documentedOperations) {
    requests[operationId] = await sampleRequestFor(operationId, context);
  }
  return requests;
}

/** An operation of a path, and the parameters that paths refer to. */
interface DocumentedPath {
  item: Json;
  table: object;
  method: string;
}

function withExamples(
  { item, table, method }: DocumentedPath,
  { success, path: parameters, body }: SampleRequest & Pick<DocumentedOperation, "success">,
): Json {
  const [id] = Object.values(parameters ?? {});
  const operation = forSpecmatic(structuredClone(item[method])) as Json;
  const examples = (value: unknown) => ({ examples: { [exampleName]: { value } } });
  if (id !== undefined) operation.parameters = parametersOf(item, table).map((one) => ({ ...one, ...examples(id) }));
  if (body) Object.assign(jsonOf(operation.requestBody), examples(body));
  if (id !== undefined || body) {
    const response = Reflect.get(Object(operation.responses), success.status);
    Object.assign(jsonOf(response), examples(success.example));
  }
  return operation;
}

function parametersOf({ parameters }: Json, table: object): Json[] {
  const references = (parameters ?? []) as { $ref: string }[];
  return references.map(({ $ref }) => Reflect.get(table, $ref.split("/").at(-1) ?? ""));
}

function jsonOf(part: unknown): Json {
  return Reflect.get(Reflect.get(Object(part), "content"), "application/json");
}

/**
 * Rewrites a schema for Specmatic. It reads a nullable `anyOf` as an object with the fields of all options,
 * and a list of known values as a list of all values.
 */
function forSpecmatic(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(forSpecmatic);
  if (typeof value !== "object" || value === null) return value;
  const { example: _example, examples: _examples, links: _links, anyOf, ...rest } = value as Json;
  const mapped = Object.fromEntries(Object.entries(rest).map(([key, item]) => [key, forSpecmatic(item)]));
  if (!Array.isArray(anyOf)) return mapped;
  const hasKnownValues = anyOf.some((option) => "enum" in option);
  return hasKnownValues ? { ...mapped, type: "string" } : { ...mapped, oneOf: forSpecmatic(anyOf) };
}
