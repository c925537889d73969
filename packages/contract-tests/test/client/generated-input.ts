import fc from "fast-check";
import { arbitraryOf } from "../../src/contract/arbitraries.ts";
import { type OperationId, operationOf, schemaTable } from "../../src/contract/openapi-document.ts";
import type { Input } from "./methods.ts";

/** Whatever the document allows an operation to be given. Ids are those that can stand in an address. */
export function inputOf(operation: OperationId): fc.Arbitrary<Input> {
  const { path, requestSchema } = operationOf(operation);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const parameters = fc.record(Object.fromEntries(names.map((name) => [name, id()])));
  const body =
    requestSchema === undefined ? fc.constant({}) : arbitraryOf(schemaTable[requestSchema] ?? {}, schemaTable);
  // Every request schema is that of an object.
  return fc.record({ path: parameters, body: body as fc.Arbitrary<Input["body"]> });
}

/** Whatever the document allows an operation to answer. A call's id and status are never empty. */
export function answerOf(operation: OperationId): fc.Arbitrary<unknown> {
  const { responseSchemas, success } = operationOf(operation);
  const schema = schemaTable[responseSchemas[String(success.status)] ?? ""] ?? {};
  return arbitraryOf(schema, schemaTable).filter((answer) => Reflect.get(dataOf(answer), "callId") !== "");
}

/** What is inside `data`; an empty object for answers that have none. */
export function dataOf(answer: unknown): object {
  return Object(Reflect.get(Object(answer), "data"));
}

function id(): fc.Arbitrary<string> {
  return fc
    .string({
      minLength: 1,
      unit: fc.oneof(fc.constantFrom("/", "?", "#", "%", " ", "é", "🙂"), fc.string({ minLength: 1, maxLength: 1 })),
    })
    .filter((text) => text !== "." && text !== ".." && !/[\p{Cc}\p{Surrogate}]/u.test(text));
}
