import type { MockService } from "@call-analysis/mock";
import document from "@call-analysis/sdk/openapi.json" with { type: "json" };
import { documentedOperations } from "../contract/document.ts";

/** Path parameters and bodies that the fake takes, by operationId. */
export type TakenInputs = Readonly<Record<string, { path?: string; body?: object }>>;

type Json = Record<string, unknown>;

/** The one name that ties an operation's examples together. */
const name = "taken";

/**
 * The document of one interface as Specmatic reads it: the same schemas, with examples that the fake takes.
 *
 * @param side Specmatic knows one address only, so each interface has a document of its own
 */
export function documentForSpecmatic(side: "external" | "campaign", inputs: TakenInputs): Json {
  const { examples: _examples, pathItems: _pathItems, ...components } = document.components;
  const operations = documentedOperations.filter((operation) => operation.interface === side);
  const paths: Record<string, Json> = {};
  for (const { operationId, path, method, success } of operations) {
    const operation = withExamples(path, method.toLowerCase(), {
      status: String(success.status),
      ...inputs[operationId],
    });
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  }
  const { openapi, info, security } = document;
  return { openapi, info, security, paths, components: forSpecmatic(components) };
}

/** What an operation is given and answers, for the operations that take no generated ids. */
export function takenInputs({ db }: MockService, callId: string): TakenInputs {
  const [updated, deleted, member] = db.agents.list();
  const [category] = db.categories.list();
  const audioUrl = "https://recordings.example.com/a.wav";
  const call = { memberId: member?.id, categoryId: category?.id, audio_url: audioUrl, udfs: { crmId: "84113" } };
  return {
    updateAgent: { path: updated?.id ?? "", body: { name: "Asha", email: "asha.of.specmatic@example.com" } },
    deleteAgent: { path: deleted?.id ?? "" },
    createUploadUrl: { body: { filename: "a.wav", contentType: "audio/wav" } },
    createCall: { body: { ...call, date: "12/01/2026 14:30" } },
    getCallAnalysis: { path: callId },
    getCategory: { path: category?.id ?? "" },
    addProspect: { path: db.campaigns.list()[0]?.id ?? "", body: { name: "Ravi", phone: "+910000000000" } },
  };
}

interface Example {
  status: string;
  path?: string;
  body?: object;
}

function withExamples(path: string, method: string, { status, path: id, body }: Example): Json {
  const item: Json = Reflect.get(document.paths, path);
  const operation = forSpecmatic(structuredClone(item[method])) as Json;
  const examples = (value: unknown) => ({ examples: { [name]: { value } } });
  if (id !== undefined) operation.parameters = parametersOf(item).map((one) => ({ ...one, ...examples(id) }));
  if (body) Object.assign(jsonOf(operation.requestBody), examples(body));
  if (id !== undefined || body) {
    const answer = Reflect.get(Object(operation.responses), status);
    Object.assign(jsonOf(answer), examples(answerExample(item, method, status)));
  }
  return operation;
}

/** The first of the document's own examples of an answer. */
function answerExample(item: Json, method: string, status: string): unknown {
  const answer = Reflect.get(Reflect.get(Object(item[method]), "responses"), status);
  const references = Object.values(Reflect.get(jsonOf(answer), "examples") as Record<string, { $ref: string }>);
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
 * Says the same in words that Specmatic understands: it takes a nullable `anyOf` for an object of all its
 * options' fields, and a list of known words for all there are.
 */
function forSpecmatic(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(forSpecmatic);
  if (typeof value !== "object" || value === null) return value;
  const { example: _example, examples: _examples, links: _links, anyOf, ...rest } = value as Json;
  const mapped = Object.fromEntries(Object.entries(rest).map(([key, item]) => [key, forSpecmatic(item)]));
  if (!Array.isArray(anyOf)) return mapped;
  const hasKnownWords = anyOf.some((option) => "enum" in option);
  return hasKnownWords ? { ...mapped, type: "string" } : { ...mapped, oneOf: forSpecmatic(anyOf) };
}
