import fc from "fast-check";
import { arbitraryOf } from "../../src/contract/arbitraries.ts";
import { type OperationId, operationOf, schemaTable } from "../../src/contract/openapi-document.ts";
import { dataOf } from "../../src/contract/response-check.ts";
import type { OperationInput } from "./methods.ts";

/**
 * Inputs of an operation that the document describes: the client refuses fields that are not in it, where it does not say
 * that there may be others. Ids are those that an address can carry.
 */
export function inputOf(operation: OperationId): fc.Arbitrary<OperationInput> {
  const { parameters, requestSchema } = operationOf(operation);
  const path = fc.record(Object.fromEntries(parameters.map((name) => [name, id()])));
  const schema = schemaTable[requestSchema ?? ""] ?? {};
  // Every request schema describes an object.
  const bodies = arbitraryOf(schema, schemaTable) as fc.Arbitrary<Record<string, unknown>>;
  const isDescribed = (name: string) =>
    schema.additionalProperties === true || Object.hasOwn(schema.properties ?? {}, name);
  const described = bodies.map((body) =>
    Object.fromEntries(Object.entries(body).filter(([name]) => isDescribed(name))),
  );
  if (requestSchema === undefined) return fc.record({ path, body: fc.constant({}) });
  return fc.record({ path, body: operation === "createCall" ? withCallFields(described) : described });
}

/** The client refuses empty ids, and dates in other forms than those of the specification. */
function withCallFields(bodies: fc.Arbitrary<OperationInput["body"]>): fc.Arbitrary<OperationInput["body"]> {
  const date = fc.constantFrom("2026-01-31", "31/01/2026", "2026/01/31", "2026-01-31T10:00:00Z");
  const fields = fc.record({ memberId: id(), categoryId: id(), date }, { requiredKeys: ["memberId", "categoryId"] });
  return fc.tuple(bodies, fields).map(([{ date: _, ...body }, checked]) => ({ ...body, ...checked }));
}

/** Bodies that the document allows for an operation's success. A call's id is one that an address can carry. */
export function responseBodyOf(operation: OperationId): fc.Arbitrary<unknown> {
  const { responseSchemas, success } = operationOf(operation);
  const schema = schemaTable[responseSchemas[String(success.status)] ?? ""] ?? {};
  return arbitraryOf(schema, schemaTable).filter((body) => {
    const callId: unknown = Reflect.get(Object(dataOf({ json: body })), "callId");
    return callId !== "" && callId !== "." && callId !== "..";
  });
}

function id(): fc.Arbitrary<string> {
  return fc
    .string({
      minLength: 1,
      unit: fc.oneof(fc.constantFrom("/", "?", "#", "%", " ", "é", "🙂"), fc.string({ minLength: 1, maxLength: 1 })),
    })
    .filter((text) => text !== "." && text !== ".." && !/[\p{Cc}\p{Surrogate}]/u.test(text));
}
