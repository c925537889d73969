import type { MockService } from "@call-analysis/mock";
import { document, documentedOperations, interfaceDocuments } from "../contract/openapi-document.ts";

/** Path parameters and bodies that the fake accepts, by operationId. */
export type AcceptedInputs = Readonly<Record<string, { path?: string; body?: object }>>;

type Json = Record<string, unknown>;

/** The name by which Specmatic matches the examples of a request and its response. */
const exampleName = "accepted";

/** What of an interface's document Specmatic gets. */
export interface SpecmaticDocumentOptions {
  interfaceName: "external" | "campaign";
  inputs: AcceptedInputs;
  /** The one operation that it has. @default all of the interface */
  operation?: string | undefined;
}

/** The document of one interface as Specmatic reads it: the same schemas, with examples that the fake accepts. */
export function documentForSpecmatic({ interfaceName, inputs, operation: only }: SpecmaticDocumentOptions): Json {
  const { openapi, info, security, components: all } = interfaceDocuments[interfaceName];
  const { parameters, responses, schemas, securitySchemes } = all;
  const operations = documentedOperations.filter(
    (operation) => operation.interface === interfaceName && (only ?? operation.operationId) === operation.operationId,
  );
  const paths: Record<string, Json> = {};
  for (const { operationId, path, method, success } of operations) {
    const operation = withExamples(path, method.toLowerCase(), {
      status: String(success.status),
      ...inputs[operationId],
    });
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  }
  const components = forSpecmatic({ parameters, responses, schemas, securitySchemes });
  return { openapi, info, security, paths, components };
}

/** Inputs for the operations that take an id or a body: the document's bodies, with ids of the fake. */
export function acceptedInputs({ db }: MockService, callId: string): AcceptedInputs {
  const [member, ...others] = db.agents.list();
  const ids: Readonly<Record<string, string | undefined>> = {
    callId,
    categoryId: db.categories.list()[0]?.id,
    campaign_id: db.campaigns.list()[0]?.id,
  };
  const entries = documentedOperations.map(({ operationId, path, requestExample }) => {
    const [, parameter] = /\{(\w+)\}/.exec(path) ?? [];
    // An agent for each operation, because one of them deletes it.
    const id = parameter && (ids[parameter] ?? others.shift()?.id ?? "");
    const own = { memberId: member?.id, categoryId: ids.categoryId };
    const body = requestExample && { ...requestExample, ...("memberId" in requestExample && own) };
    return [operationId, { ...(id !== undefined && { path: id }), ...(body && { body }) }] as const;
  });
  return Object.fromEntries(entries);
}

interface Example {
  status: string;
  path?: string;
  body?: object;
}

function withExamples(path: string, method: string, { status, path: id, body }: Example): Json {
  const item: Json = Reflect.get(document.paths, path);
  const operation = forSpecmatic(structuredClone(item[method])) as Json;
  const examples = (value: unknown) => ({ examples: { [exampleName]: { value } } });
  if (id !== undefined) operation.parameters = parametersOf(item).map((one) => ({ ...one, ...examples(id) }));
  if (body) Object.assign(jsonOf(operation.requestBody), examples(body));
  if (id !== undefined || body) {
    const response = Reflect.get(Object(operation.responses), status);
    Object.assign(jsonOf(response), examples(responseExample(item, method, status)));
  }
  return operation;
}

/** The last of the document's own examples of a response. */
function responseExample(item: Json, method: string, status: string): unknown {
  const response = Reflect.get(Reflect.get(Object(item[method]), "responses"), status);
  const references = Object.values(Reflect.get(jsonOf(response), "examples") as Record<string, { $ref: string }>);
  const example = references.at(-1)?.$ref.split("/").at(-1) ?? "";
  return Reflect.get(Reflect.get(document.components.examples, example), "value");
}

function parametersOf({ parameters }: Json): Json[] {
  const references = (parameters ?? []) as { $ref: string }[];
  return references.map(({ $ref }) => Reflect.get(document.components.parameters, $ref.split("/").at(-1) ?? ""));
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
